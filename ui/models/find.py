"""The chapters Find a token, in all tokenizers at once, and where its number goes.

Find opens by itself where an address asks for a token.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path

import streamlit as st

from bpe import EncodedWord
from bpe.encoding.alignment import PlacedToken
from bpe.readings.tokenizers import SCRIPTS, TokenHit, TokenHits, TokenQuery, contexts
from ui.catalogue import LANGUAGES
from ui.controls.tokenizers import why_not
from ui.corpora.tokenizers import shipped
from ui.corpora.waiting import result_of
from ui.draw.parts import LIVE, searched, text_line
from ui.draw.readings import LONGEST_SHOWN
from ui.draw.say import say, write
from ui.draw.table import Column, rows_for, table_markup
from ui.draw.tokens import Token, chips
from ui.models import PAGE
from ui.models.letters import LONGEST_WORD
from ui.models.merges import LONGEST as LONGEST_MERGED
from ui.models.merges import merges
from ui.models.readings import find_shown, listing, looked_up, rows_shown
from ui.models.sides import NAMES, Compared, Side, beside, offered, pick, placed_tokens, side_of
from ui.shell import session
from ui.shell.component import Markup, component
from ui.shell.tabs import open_tab, opened
from ui.shell.text import language, t

TEXT = "models_find"
LONGEST = 60
"""Characters that are looked for."""

MOST = 20
"""Tokens that are shown of each tokenizer."""

EXAMPLES = {
    "name": (" SolidGoldMagikarp", None),
    "number": ("43453", None),
    "word": ("strawberry", None),
    "chinese": ("", "Han"),
}
"""What can be tried: a text, and a script."""

ANY = "all"
_ASKED, _HIT = "models_find_asked", "models_find_hit"
_hears = component("found_tokens", Path(__file__).with_name("find.js"))


def open_what_is_asked() -> None:
    """Open the tab where an address asks for a token and names no tab."""
    asked = _asked()
    if asked != session.recall(_ASKED, TokenQuery("")) and opened(PAGE) is None:
        open_tab(PAGE, "find")
    session.remember(_ASKED, asked)


def _asked() -> TokenQuery:
    return TokenQuery(searched(TEXT)[:LONGEST], session.choices().get("script"))


def find_panel(compared: Compared) -> None:
    """Look up what is typed in every tokenizer; play the merges of a token that is pressed."""
    scripts = {name: t(f"models.script_{name}") for name in (ANY, *SCRIPTS)}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        text_line(t("models.find_text"), TEXT, "", LONGEST, live=LIVE, width=270)
        st.selectbox(
            t("models.find_script"),
            list(scripts),
            format_func=scripts.__getitem__,
            key=session.widget("models_find_script", session.choices().get("script") or ANY),
            on_change=lambda: _ask_script(session.value("models_find_script")),
            width=200,
        )
    asked = _asked()
    if asked == TokenQuery(""):
        _examples()
    else:
        _results(asked, compared)
    say("models.find_story")
    say("models.find_longest")
    st.caption(t("models.find_source"))


def _ask_script(name: str | None) -> None:
    session.choose(script=None if name == ANY else name)


def _examples() -> None:
    say("models.find_how", n=len(shipped()))
    with st.container(horizontal=True):
        for name, (text, script) in EXAMPLES.items():
            st.button(
                t(f"models.find_{name}"),
                key=f"models_find_{name}",
                on_click=_try,
                args=(text, script),
            )


def _try(text: str, script: str | None) -> None:
    session.widget(TEXT, text)
    _ask_script(script)


def _results(asked: TokenQuery, compared: Compared) -> None:
    titles, found = offered(), _everywhere(asked)
    _hears(key="models_found", on_hit_change=_pressed, height=1)
    of, id_ = session.recall(_HIT, (None, None))
    for hit in found[of].hits if of in found else ():
        if hit.id == id_:
            _chosen(side_of(of), hit, [side.key for side in compared.sides])
    for key, each in found.items():
        if each.hits:
            write(hits(key, titles[key], each))
    none = [titles[key] for key, each in found.items() if not each.hits]
    if none:
        say("models.find_none", names=" · ".join(none))


def _everywhere(asked: TokenQuery) -> dict[str, TokenHits]:
    """Return what is found in each tokenizer that can be picked, by its key."""
    cancel = partial(open_tab, PAGE)
    result_of(listing(), cancel=cancel)
    ours = result_of(looked_up(asked, MOST), cancel=cancel)
    found = {}
    for key in offered():
        if key in ours:
            found[key] = ours[key]
        else:
            found[key] = side_of(key).told(find_shown, asked, MOST)
    return found


def hits(key: str, title: str, found: TokenHits) -> str:
    """Write the tokens found in one tokenizer, each a button with its number."""
    name = "count" if found.count <= MOST else "first"
    said = t(f"models.find_{name}", n=found.count, shown=MOST)
    drawn = "".join(
        f'<button class="hit" data-found="{hit.id}" data-of="{escape(key)}">'
        f"{chips([hit.token], found.scheme, ids=[hit.id])}</button>"
        for hit in found.hits
    )
    return f'<p class="hits"><b>{escape(title)}</b> <small>{escape(said)}</small></p>{drawn}'


def _pressed() -> None:
    """Take over which token was pressed. It comes from outside: anything else is ignored."""
    match (session.value("models_found") or {}).get("hit"):
        case [str(key), int(id_)] if key in offered():
            session.remember(_HIT, (key, id_))


def _chosen(side: Side, hit: TokenHit, shown: Sequence[str]) -> None:
    """Play the merges of a token, or say what encoding makes of its text instead."""
    with st.container(border=True):
        named = {"name": side.title, "id": str(hit.id)}
        say("models.find_chosen", side.scheme, {"token": (hit.token,)}, **named)
        model = getattr(side.tokenizer, "model", "BPE") if side.method == "merges" else "wordpiece"
        if not hit.text:
            say("models.find_part")
        elif hit.id in side.special(hit.text, 0)[0].values():
            say("models.find_special")
        elif model != "BPE":
            why_not(model.lower(), [])
        elif len(hit.text) > LONGEST_SHOWN:
            say("models.word_long", most=LONGEST_MERGED)
        elif (word := _word_with(side, hit.id)) is not None:
            merges(side, word)
        else:
            tokens = side.encode(hit.text).tokens
            say("models.find_instead", side.scheme, {"tokens": tokens})
        st.button(
            t("models.find_unused", name=side.label),
            key="models_find_unused",
            on_click=_to_unused,
            args=(side.key, shown),
        )


def _word_with(side: Side, id_: int) -> EncodedWord | None:
    """Return the first word that encoding what a token reads gives it in; None where none does."""
    for text in contexts(side.tokenizer.decode([id_])):
        for word in side.encode(text).words:
            if id_ in word.ids:
                return word
    return None


def _to_unused(key: str, shown: Sequence[str]) -> None:
    """Look through the whole vocabulary of a tokenizer, from a callback."""
    if key not in shown:
        pick(NAMES[0], key)
    session.widget("models_unused", shown.index(key) if key in shown else 0)
    open_tab(PAGE, "unused")


OPENING = " SolidGoldMagikarp"
"""GPT-2's number 43453, one token."""

SIZES = (1_000, 5_000, 10_000, 20_000, 30_000, 50_000, 100_000, 150_000, 200_000, 256_000)

STRIP = Markup('<i class="strip" aria-hidden="true"></i>')
"""The numbers of a row."""


@dataclass(frozen=True)
class Embedding:
    """The first table of a model that uses a tokenizer: an id is a row of it.

    Attributes:
        rows, width: how many, and how many numbers each. tables: 2 where a second one as large
            stands at the model's end. parameters: of all the model.
        source: where these figures are from.
    """

    model: str
    rows: int
    width: int
    parameters: int
    tables: int
    source: str

    @property
    def numbers(self) -> int:
        """How many there are in the table."""
        return self.rows * self.width

    def share(self, rows: int) -> float:
        """Return what part of the model the table would be with so many rows, the rest as it is."""
        rest = self.parameters - self.tables * self.numbers
        return rows * self.width / (rest + self.tables * rows * self.width)


def rows_panel(compared: Compared) -> None:
    """Show a token's row among its neighbours, and what the table costs at a chosen size."""
    say("models.rows_why")
    text = text_line(t("models.rows_text"), "models_rows_text", OPENING, LONGEST_WORD, width=320)
    size = st.select_slider(
        t("models.rows_size"),
        SIZES,
        format_func="{:,}".format,
        **session.kept("models_rows", 50_000),
    )
    for side, encoding in zip(beside(compared), compared.encodings, strict=True):
        tokens = placed_tokens(side, text)
        if not tokens:
            say("models.empty")
            continue
        cut = {word.text.strip() for word in encoding.words if len(word.ids) > 1}
        _draw(side, max(tokens, key=lambda each: each.end - each.start), size, len(cut))
    say("models.rows_so")


def _draw(side: Side, token: PlacedToken, size: int, cut: int) -> None:
    """Draw the row of a token; say what the table costs, and rows for so many words more."""
    real = shipped().get(side.key)
    table = Embedding(**real.embedding) if real and real.embedding else None
    count, near = side.told(rows_shown, token.id, table and table.rows)
    write(_picture(side, token.id, near, f"{table.width:,}" if table else "?"))
    one = {"token": (token.token,)}
    if table is None:
        say("models.rows_unknown", side.scheme, one, id=str(token.id), rows=count)
        return
    large = LANGUAGES[language()].large
    numbers = {"numbers": table.numbers / large, "all": table.parameters / large}
    sizes = {"id": str(token.id), "rows": table.rows, "width": table.width, "model": table.model}
    say("models.rows_is", side.scheme, one, **sizes, **numbers, share=table.share(table.rows))
    share, values = table.share(size), size * table.width / large
    write(f'<div class="model-share"><i style="width:{share:.1%}"></i></div>')
    say("models.rows_with", size=size, numbers=values, share=share, model=table.model)
    if table.tables > 1:
        say("models.rows_twice", model=table.model)
    if cut:
        say("models.rows_added", n=cut, numbers=cut * table.width * table.tables)
    st.caption(t("models.rows_source", model=table.model, source=table.source))


def _picture(side: Side, own: int, near: Sequence[tuple[int, Token | None]], width: str) -> str:
    """Write the row of a token between its neighbours, with the first and the last of the table."""
    drawn: list[tuple[str, ...]] = []
    next_one = 0
    for id_, token in near:
        if id_ > next_one:
            drawn.append(("⋮", "", ""))
        chip = t("models.rows_spare") if token is None else Markup(chips([token], side.scheme))
        here = ' class="here"' if id_ == own else ""
        drawn.append((Markup(f"<b{here}>{id_}</b>"), chip, STRIP))
        next_one = id_ + 1
    columns = (
        Column("row", title=t("models.rows_row")),
        Column("token"),
        Column("numbers", title=t("models.rows_numbers", width=width)),
    )
    rows, title = rows_for(columns, drawn), t("models.rows_table", name=side.title)
    return table_markup(rows, columns, title, area="models", look="embedding")
