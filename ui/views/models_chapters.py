"""The tabs of What models read: hidden letters, costs, and the content of vocabularies.

Each part of a tab gets the two readings of the page's text.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from html import escape
from itertools import groupby
from pathlib import Path
from typing import cast

import altair as alt
import pandas as pd
import streamlit as st
from altair.utils import schemapi

from bpe import Corpus, CorpusError, EncodedWord, Scheme, Tokenizer
from bpe.encoding.alignment import PlacedToken
from bpe.encoding.roundtrip import shared_prefix
from bpe.interchange import Opened
from bpe.player.tokens import MAX_SHOWN_CHARS, beginning, visible
from bpe.readings.granularity import is_spaced
from bpe.readings.letters import digit_grouping, letter_counts, word_forms
from bpe.readings.token_costs import (
    ChatFormat,
    ChatToken,
    Message,
    SentenceCost,
    chat_tokens,
    sentence_costs,
    turn_costs,
)
from bpe.readings.tokenizers import (
    SCRIPTS,
    TokenHit,
    TokenHits,
    TokenQuery,
    VocabularyAudit,
    VocabularyEntry,
    audit_vocabulary,
    blank_token_count,
    cannot_follow,
    contexts,
    find_in_vocabulary,
    rows_around,
    tokens_refused_after,
)
from bpe.words import at_special
from ui import state
from ui.cache import shared
from ui.component import Markup, component
from ui.details import draw_tabs
from ui.draw.lines import SERIES
from ui.draw.parts import LIVE, opens_with, segmented, text_line, typed_choice
from ui.draw.say import say, write
from ui.draw.table import Column, draw_table, rows_for, table_markup
from ui.draw.table_rows import Rows, lives_of
from ui.draw.tokens import chips, colours, look, shown_text
from ui.own_tokenizer import ask_how_words_are_cut, own_tokenizers
from ui.pages import OWN_RUN
from ui.runs import Run
from ui.samples import FOLDER, samples
from ui.spool import SpoolFile
from ui.text import in_large, in_list, in_percent, isolated, language, sentence, t
from ui.tokenizers import Real, list_tokens, look_up, shipped
from ui.uploaded_tokenizer import Uploaded
from ui.views.models import (
    MAX_MERGED_CHARS,
    SIDES,
    WITHOUT_MERGES,
    Readings,
    Side,
    choose_text,
    draw_word,
    offered,
    pick,
    say_why_no_merges,
    side_of,
)
from ui.waiting import result_of

MAX_WORD_CHARS = 40
"""Maximum number of characters of a typed word."""

EVERY = tuple(shipped())
"""The tokenizers that count texts, and in which tokens are looked up."""


def draw_chapters(both: Readings) -> None:
    """Draw the tabs. An address with a token, but without a tab, opens Find a token."""
    asked = state.chosen("find"), state.chosen("script")
    is_new = asked != st.session_state.get("models_asked_for", (None, None))
    if is_new and any(asked) and state.choices().tab is None:
        state.open_tab("find")
    st.session_state["models_asked_for"] = asked
    draw_tabs({name: partial(draw, both) for name, draw in CHAPTERS.items()})


def _columns(sides: Sequence[Side]) -> Iterator[Side]:
    """Yield two tokenizers, each inside its own column, below its name."""
    row = st.container(horizontal=True, gap="medium", key="beside_sides")
    for number, side in enumerate(sides):
        with row.container(key=f"models_way_{number}"):
            st.header(side.label, anchor=False)
            yield side


def _beside(both: Readings) -> Iterator[Side]:
    return _columns([each.side for each in both])


Row = tuple[str, Sequence[PlacedToken]]
"""The header of a row, and its tokens."""


def _token_rows(rows: Sequence[Row], scheme: Scheme | None, caption: str) -> str:
    """Write a table with the tokens of each row and their IDs; without a scheme only the IDs."""
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        f"<td>{_chips(tokens, scheme, ids=True) if scheme else _ids(tokens)}</td></tr>"
        for name, tokens in rows
    )
    return _table("token-rows", body, caption)


def _table(name: str, body: str, caption: str) -> str:
    said = f'<caption class="unseen">{escape(caption)}</caption>'
    return f'<table class="{name}">{said}<tbody>{body}</tbody></table>'


def _chips(tokens: Sequence[PlacedToken], scheme: Scheme, *, ids: bool = False) -> str:
    shown = [each.id for each in tokens] if ids else None
    return chips([beginning(each.token) for each in tokens], scheme, ids=shown)


def _ids(tokens: Sequence[PlacedToken]) -> str:
    """Write only the IDs: the input of a model."""
    ids = "".join(f"<li>{each.id}</li>" for each in tokens)
    return f'<ol class="only-ids">{ids}</ol>'


# Letters, numbers, code --------------------------------------------------------------------------


def draw_letters(both: Readings) -> None:
    """Show a word as numbers, then with its letters, then in other forms."""
    say("models.letters_why")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        word_name, letter_name = t("models.letters_word"), t("models.letters_letter")
        word = text_line(
            word_name, "models_letters_word", "strawberry", MAX_WORD_CHARS, width=320
        ).strip()
        letter = text_line(letter_name, "models_letters_letter", "r", 1, width=160)
        is_shown = st.toggle(
            t("models.letters_show"), key="models_letters_show", persist_state="session"
        )
    if not word:
        say("models.empty")
        return
    for side in _beside(both):
        tokens = side.places(word)
        if is_shown and letter:
            counts = letter_counts(word, tokens, letter)
            texts = [visible(word[each.start : each.end]) for each in tokens]
            looks = map(look, colours([each.token for each in tokens]))
            parts = "".join(
                f'<li><span class="{classes}">{escape(text)}</span><b>{count}</b></li>'
                for text, classes, count in zip(texts, looks, counts, strict=True)
            )
            st.html(f'<ol class="only-ids counted">{parts}</ol>')
            say("models.letters_are", n=sum(counts), letter=letter, tokens=len(tokens))
        else:
            st.html(_ids(tokens))
            say("models.letters_given", letter=letter or "?")
        rows = [
            (t(f"models.letters_{name}"), side.places(form))
            for name, form in word_forms(word).items()
        ]
        caption = t("models.letters_forms", word=word)
        st.html(_token_rows(rows, side.scheme if is_shown else None, caption))
    say("models.letters_so")


MAX_DIGITS = 12


def draw_numbers(both: Readings) -> None:
    """Show a number that grows by one digit at a time, and explain how its digits are grouped."""
    say("models.numbers_why")
    key, label = "models_numbers_number", t("models.numbers_number")
    typed = text_line(label, key, "12345678", MAX_DIGITS, width=320)
    number = "".join(filter(str.isdecimal, typed))
    if not number:
        say("models.numbers_none")
        return
    for side in _beside(both):
        say(f"models.numbers_{digit_grouping(side.places)}")
        grown = [number[:length] for length in range(1, len(number) + 1)]
        rows = [(each, side.places(each)) for each in grown]
        st.html(ruler(rows, t("models.numbers_ruler", name=side.title)))
    say("models.numbers_so")


def ruler(rows: Sequence[Row], caption: str) -> str:
    """Write numbers below each other, right-aligned; the digits of one token are one block."""
    longest = max((len(number) for number, _ in rows), default=0)
    body = []
    for number, tokens in rows:
        cells = [f'<td class="none" colspan="{longest - len(number)}"></td>']
        held = [each for each in tokens if each.start < each.end]
        looks = dict(zip(held, map(look, colours([each.token for each in held])), strict=True))
        for at, digit in enumerate(number):
            owner = next((each for each in held if each.start <= at < each.end), None)
            first = " first" if owner is not None and owner.start == at else ""
            classes = f"{looks[owner]}{first}" if owner is not None else "none"
            cells.append(f'<td><span class="{classes}">{escape(digit)}</span></td>')
        body.append(f"<tr>{''.join(cells[longest == len(number) :])}</tr>")
    return _table("ruler", "".join(body), caption)


INDENTS = {"two": "  ", "four": "    ", "eight": "        ", "tab": "\t"}
PROGRAM = """def primes(limit):
    for n in range(2, limit):
        for d in range(2, n):
            if n % d == 0:
                break
        else:
            yield n
"""


def draw_code(both: Readings) -> None:
    """Indent a program by a chosen width; count the tokens of white space."""
    say("models.code_why")
    width = segmented(
        t("models.code_width"),
        list(INDENTS),
        lambda name: t(f"models.code_{name}"),
        "models_code_width",
        "four",
    )
    code = PROGRAM.replace("    ", INDENTS[width])
    for side in _beside(both):
        tokens = side.places(code)
        if not tokens:
            say("models.code_none", name=side.title)
            continue
        blank = blank_token_count((each.token for each in tokens), side.scheme)
        say("models.code_count", n=len(tokens), blank=blank)
        lines: list[list[PlacedToken]] = [[]]
        for each in tokens:
            lines[-1].append(each)
            if "\n" in code[each.start : each.end]:
                lines.append([])
        st.html("".join(_code_line(_chips(line, side.scheme)) for line in lines if line))
    say("models.code_so")


def _code_line(content: str) -> str:
    return f'<div class="code-line">{content}</div>'


# The embedding table -------------------------------------------------

SIZES = (1_000, 5_000, 10_000, 20_000, 30_000, 50_000, 100_000, 150_000, 200_000, 256_000)


@dataclass(frozen=True)
class Embedding:
    """The embedding table of a model that uses a tokenizer: an ID is a row.

    Attributes:
        rows, width: number of rows, and of values per row. tables: 2 if the model has an output
            table of the same size. parameters: of the whole model.
        source: of these figures.
    """

    model: str
    rows: int
    width: int
    parameters: int
    tables: int
    source: str

    def share(self, rows: int) -> float:
        """Return the table's share of the model with this many rows and nothing else changed."""
        rest = self.parameters - self.tables * self.rows * self.width
        return rows * self.width / (rest + self.tables * rows * self.width)


def draw_rows(both: Readings) -> None:
    """Show a token's row among adjacent rows, and the cost of the table at a chosen size."""
    say("models.rows_why")
    key, label = "models_rows_text", t("models.rows_text")
    text = text_line(label, key, " SolidGoldMagikarp", MAX_WORD_CHARS, width=320)
    size = st.select_slider(
        t("models.rows_size"),
        SIZES,
        value=50_000,
        format_func="{:,}".format,
        key="models_rows",
        persist_state="session",
    )
    for side, reading in zip(_beside(both), both, strict=True):
        tokens = side.places(text)
        if not tokens:
            say("models.empty")
            continue
        cut = {word.text.strip() for word in reading.words if len(word.ids) > 1}
        _draw_row(side, max(tokens, key=lambda each: each.end - each.start), size, len(cut))
    say("models.rows_so")


def _draw_row(side: Side, token: PlacedToken, size: int, cut: int) -> None:
    """Draw the row of a token; write the cost of the table, and of this many additional rows."""
    real = shipped().get(side.key)
    table = Embedding(**real.embedding) if real and real.embedding else None
    count, near = side.reading(rows_around, token.id, table and table.rows)
    drawn: list[tuple[str, ...]] = []
    following = 0
    for id_, each in near:
        if id_ > following:
            drawn.append(("⋮", "", ""))
        chip = t("models.rows_spare")
        if each is not None:
            chip = Markup(chips([beginning(each)], side.scheme))
        here = ' class="here"' if id_ == token.id else ""
        strip = Markup('<i class="strip" aria-hidden="true"></i>')
        drawn.append((Markup(f"<b{here}>{id_}</b>"), chip, strip))
        following = id_ + 1
    columns = (
        Column("row", title=t("models.rows_row")),
        Column("token"),
        Column(
            "numbers",
            title=t("models.rows_numbers", width=table.width) if table else t("models.rows_unsaid"),
        ),
    )
    caption = t("models.rows_table", name=side.title)
    write(table_markup(rows_for(columns, drawn), columns, caption, area="models", look="embedding"))
    one = {"token": (token.token,)}
    if table is None:
        say("models.rows_unknown", side.scheme, one, id=str(token.id), rows=count)
        return
    say(
        "models.rows_is",
        side.scheme,
        one,
        id=str(token.id),
        rows=table.rows,
        width=table.width,
        numbers=in_large(table.rows * table.width),
        share=in_percent(table.share(table.rows), 0),
        all=in_large(table.parameters),
        model=table.model,
    )
    share, numbers = table.share(size), in_large(size * table.width)
    write(f'<div class="model-share"><i style="width:{share:.1%}"></i></div>')
    said = in_percent(share, 0)
    say("models.rows_with", size=size, numbers=numbers, share=said, model=table.model)
    if table.tables > 1:
        say("models.rows_twice", model=table.model)
    if cut:
        say("models.rows_added", n=cut, numbers=cut * table.width * table.tables)
    st.caption(t("models.rows_source", model=table.model, source=table.source))


# Costs: kinds of text with all tokenizers, and a sentence in each language
# -------------------------

PARALLEL_LINES = 40
"""Lines of the parallel text: the same sentences in English and Chinese."""

MAX_CODE_CHARS = 2_000

Texts = tuple[tuple[str, str], ...]
"""Pairs (kind, text)."""


def draw_all(both: Readings) -> None:
    """Count the tokens of a few kinds of text with every tokenizer of the app."""
    say("models.all_why")
    asked: Texts = texts_of_all()
    if text := both[0].text:
        asked += (("own", text),)
    if st.session_state.get("models_counted") != asked:
        st.button(
            t("models.all_count", n=len(EVERY)),
            key="models_all",
            icon=":material/calculate:",
            on_click=lambda: st.session_state.update(models_counted=asked),
        )
        return
    with st.spinner(t("models.all_running")):
        told = [side_of(key, in_workers=True).reading(sentence_costs, asked) for key in EVERY]
    # A tokenizer that loses a part of a text is not cheap.
    whole = ([each for each in column if not each.unknown] for column in zip(*told, strict=True))
    least = [min((each.tokens for each in column), default=0) for column in whole]
    rows = [(t("models.languages_characters"), *(len(text) for _, text in asked))]
    # Without spaces there are no words with which to compare a count.
    is_counted = not is_spaced(Corpus.from_counts({text: 1})) if text else False
    lengths = [len(text) if name == "own" and is_counted else 0 for name, text in asked]
    for key, costs in zip(EVERY, told, strict=True):
        name = re.split(" ?[(（]", shipped()[key].title[language()])[0]
        rows.append((name, *map(_cost, costs, least, lengths)))
    columns = [
        Column("name"),
        *(Column(name, "number", title=t(f"models.all_{name}")) for name, _ in asked),
    ]
    found, title = rows_for(columns, rows), t("models.tab_all")
    write(table_markup(found, columns, title, area="models", look="models-all"))
    say("models.all_so")


def _cost(found: SentenceCost, least: int, length: int) -> Markup:
    """Write a count, the smallest of its text in bold; below it any lost text.

    With the length of a text, also the number of tokens per character.
    """
    tokens, unknown = found.tokens, found.unknown
    shown = f"<b>{tokens:,}</b>" if tokens == least and not unknown else f"{tokens:,}"
    below = [t("models.all_each", each=tokens / length)] if length else []
    below += [t("models.all_unknown", n=unknown)] if unknown else []
    return Markup("".join([shown, *(f"<br><small>{escape(line)}</small>" for line in below)]))


@lru_cache(maxsize=1)
def texts_of_all() -> Texts:
    """Return the texts for every reader: prose in two languages, code, digits."""
    both = samples()["english-chinese"].files
    lines = {
        name: file.read_text(encoding="utf-8").splitlines()[:PARALLEL_LINES]
        for name, file in zip(("english", "chinese"), both, strict=True)
    }
    code = (FOLDER / "source-code.txt").read_text(encoding="utf-8")[:MAX_CODE_CHARS]
    digits = " ".join(str(number**3) for number in range(100, 200))
    prose = tuple((name, "\n".join(each)) for name, each in lines.items())
    return *prose, ("code", code), ("digits", digits)


@lru_cache
def articles() -> dict[str, str]:
    """Return the sentence in each language: its own name for itself -> text, English first."""
    text = samples()["scripts"].path.read_text(encoding="utf-8")
    article, _, _ = text.partition("\n\n")
    return dict(line.split(": ", 1) for line in article.splitlines())


def draw_languages(both: Readings) -> None:
    """Draw the cost of a known sentence in each language."""
    say("models.languages_what")
    names = {own: t(f"models.language_{own}") for own in articles()}
    lines = tuple(
        (name if name == own else f"{name} ({isolated(own)})", articles()[own])
        for own, name in names.items()
    )
    found: list[tuple[Side, list[SentenceCost]]] = []
    for side in dict.fromkeys(each.side for each in both):
        try:
            found.append((side, side.reading(sentence_costs, lines, side.method)))
        except CorpusError as error:
            st.error(sentence(error))
    if not found:
        return
    for side, costs in found:
        most = max(costs, key=lambda each: each.tokens)
        say(
            f"models.languages_{'most' if most.tokens > costs[0].tokens else 'none'}",
            name=side.title,
            first=costs[0].language,
            tokens=costs[0].tokens,
            language=most.language,
            most=most.tokens,
            times=most.premium or 0.0,
        )
        if unknown := [each.language for each in costs if each.unknown]:
            say("models.languages_unknown", name=side.title, n=len(unknown), all=len(costs))
    frame = pd.DataFrame(
        [
            {"language": each.language, "name": side.title, "tokens": each.tokens}
            | {"characters": each.characters, "bytes": each.bytes, "premium": each.premium}
            for side, costs in found
            for each in costs
        ]
    )
    st.altair_chart(
        _chart(frame),
        alt=t(
            "models.languages_alt",
            languages=frame["language"].nunique(),
            names=in_list(side.title for side, _ in found),
            least=frame["tokens"].min(),
            most=frame["tokens"].max(),
        ),
    )
    st.caption(t("models.languages_note"))


# A chart is validated against Vega-Lite's schema once, when it is drawn. By default Altair also
# validates each layer, which takes a seventh of a chart's time.
schemapi.disable_debug_mode()

ROW_PIXELS = 26
"""Height of a language: one bar for each tokenizer."""

AROUND_PIXELS = 190
"""Height of the title, the legend and the axis."""


def _chart(frame: pd.DataFrame) -> alt.Chart:
    """Draw a bar for each language and tokenizer, the cheapest language by the last one first."""
    names = list(dict.fromkeys(frame["name"]))
    last = frame[frame["name"] == names[-1]].sort_values("tokens", kind="stable")
    chart = alt.Chart(frame, title=alt.Title(t("models.languages_title"), offset=14))
    return (
        chart.mark_bar(height={"band": 0.9})
        .encode(
            alt.X(
                "tokens:Q",
                title=t("models.languages_axis"),
                axis=alt.Axis(format=",d", tickCount=6, orient="top"),
            ),
            alt.Y(
                "language:N",
                sort=list(last["language"]),
                title=None,
                axis=alt.Axis(labelFontSize=13, labelLimit=240, ticks=False, labelOverlap=False),
            ),
            alt.YOffset("name:N", sort=names),
            alt.Color(
                "name:N",
                title=None,
                sort=names,
                scale=alt.Scale(domain=names, range=list(series()[: len(names)])),
                legend=alt.Legend(orient="top", labelLimit=400, labelFontSize=14),
            ),
            tooltip=[
                alt.Tooltip("language:N", title=t("models.languages_language")),
                alt.Tooltip("name:N", title=t("models.pick_model")),
                alt.Tooltip("tokens:Q", title=t("models.languages_axis"), format=",d"),
                alt.Tooltip("premium:Q", title=t("models.languages_premium"), format=".2f"),
                alt.Tooltip("characters:Q", title=t("models.languages_characters"), format=",d"),
                alt.Tooltip("bytes:Q", title=t("models.languages_bytes"), format=",d"),
            ],
        )
        .properties(height=AROUND_PIXELS + ROW_PIXELS * frame["language"].nunique())
    )


def series() -> tuple[str, ...]:
    """Return the colours of bars in the theme that the reader sees."""
    return SERIES["dark" if st.context.theme.type == "dark" else "light"]


@alt.theme.register("last row", enable=True)
def _last_row() -> alt.theme.ThemeConfig:
    """Return a font size readable from the last row; everything else is Streamlit's theme."""
    letters = {"labelFontSize": 16, "titleFontSize": 16}
    config = {"axis": letters, "legend": letters, "header": letters, "text": {"fontSize": 16}}
    return cast(alt.theme.ThemeConfig, {"config": config})


# The edge of a prompt, special tokens, a conversation, the space before a word --------------------

MAX_PROMPT_CHARS = 80
MAX_TRIED = 3_000
"""Maximum number of tokens tried after the cut: in a larger vocabulary every second, third, ..."""

NAMED_REFUSED = 12
MAX_NEXT_CHARS = 16
"""Maximum number of characters of a token that could continue the text."""

CHINESE = "他是一个很好的人"
"""Its last token in GPT-4o's vocabulary, 的人, crosses the end of a word."""


def draw_edge(both: Readings) -> None:
    """Cut the text at a slider, and name for each tokenizer the tokens that cannot follow."""
    say("models.edge_why")
    st.button(
        t("models.edge_try"), key="models_edge_try", icon=":material/lightbulb:", on_click=_try
    )
    text = both[0].text[:MAX_PROMPT_CHARS]
    if len(text) < 2:
        say("models.empty")
        return
    last = len(text) - 1
    if st.session_state.get("models_edge_text") != text:
        opening = text.rfind(" ", 0, text.find("?") if "?" in text else len(text)) + 1
        st.session_state["models_edge_text"] = text
        st.session_state["models_edge"] = min(max(opening, 1), last)
    cut = 1
    if last > 1:  # a single place is no choice
        name = t("models.edge_cut")
        cut = st.slider(name, 1, last, key="models_edge", persist_state="session")
    prompt, rest = text[:cut], text[cut:]
    st.html(
        f'<p class="cut-text" dir="auto"><b>{escape(shown_text(prompt))}</b>'
        f'<span class="cut" aria-hidden="true">✂</span>'
        f"<span>{escape(shown_text(rest))}</span></p>"
    )
    for side in _beside(both):
        whole = side.places(text)
        at = next((n for n, each in enumerate(whole) if each.end > cut), len(whole))
        rows = [
            (t("models.edge_prompt"), side.places(prompt)[-8:]),
            (t("models.edge_whole"), whole[max(0, at - 3) : at + 3]),
        ]
        st.html(_token_rows(rows, side.scheme, t("models.edge_table")))
        _say_next(side, prompt, rest)
        _say_back_off(side, prompt, text)
        tried, apart, refused = side.reading(tokens_refused_after, prompt, MAX_TRIED, side.method)
        if tried:
            name = "models.edge_all" if apart == 1 else "models.edge_count"
            say(name, n=len(refused), tried=tried, th=apart)
        if refused:
            words = [each for each in refused if each[1].isalpha()] or refused
            shown = side.tokens([id_ for id_, _ in words[-NAMED_REFUSED:]])
            say("models.edge_some", side.scheme, {"tokens": shown})
    st.markdown(t("models.edge_so"))


def _try() -> None:
    """Choose a Chinese text and a cut after one of its words, from a callback."""
    choose_text(CHINESE)
    st.session_state["models_edge_text"] = CHINESE
    st.session_state["models_edge"] = CHINESE.index("人")


def _say_next(side: Side, prompt: str, rest: str) -> None:
    """Write whether the longest token that continues the text can still follow."""
    for size in range(min(len(rest), MAX_NEXT_CHARS), 0, -1):
        found = side.id_behind(prompt, rest[:size])
        if found is not None:
            is_refused = cannot_follow(side.ids, prompt, [(found, rest[:size])])
            name = "models.edge_cannot" if is_refused else "models.edge_can"
            say(name, side.scheme, {"token": side.tokens([found])})
            return


def _say_back_off(side: Side, prompt: str, text: str) -> None:
    """Name the tokens of the prompt to remove, so that those of the whole text can follow."""
    ids, whole = side.ids(prompt), side.ids(text)
    kept = shared_prefix(ids, whole)
    if kept == len(ids):
        say("models.edge_kept")
        return
    shown = {
        "back": side.tokens(ids[kept:][-NAMED_REFUSED:]),
        "come": side.tokens(whole[kept:][:NAMED_REFUSED]),
    }
    say("models.edge_back", side.scheme, shown)


MAX_STRING_CHARS = 120
NAMED_SPECIAL = 4


def draw_special(both: Readings) -> None:
    """Encode a string as text, and with special tokens, and name the tokenizers that refuse it."""
    say("models.special_why")
    opening = "Stop here<|endoftext|>and go on"
    text = text_line(t("models.special_text"), "models_special_text", opening, MAX_STRING_CHARS)
    if not text:
        say("models.empty")
        return
    for side in _beside(both):
        special, first = side.special(text, NAMED_SPECIAL)
        plain, read, at = side.places(text), list[PlacedToken](), 0
        parts = list(at_special(text, tuple(special)))
        for part, is_special in parts:
            if is_special:
                read.append(PlacedToken(part, special[part], at, at + len(part)))
            else:
                read += side.places(part)
            at += len(part)
        named = [part for part, is_special in parts if is_special]
        by_itself = any(each.id in special.values() for each in plain)
        rows: list[Row] = [] if by_itself else [(t("models.special_plain"), plain)]
        rows += [(t("models.special_read"), read)] if named else []
        st.html(_token_rows(rows, side.scheme, t("models.special_table")))
        if not named:
            some = in_list(map(shown_text, first))
            say("models.special_some" if some else "models.special_none", names=some)
        elif by_itself:
            say("models.special_always")
        else:
            say("models.special_refused", name=shown_text(named[0]))
    say("models.special_so")


START, SEP, END = "<|im_start|>", "<|im_sep|>", "<|im_end|>"
CHATML = ChatFormat(
    (START, "{role}\n{content}", END, "\n"), (START, "{role}\n"), frozenset((START, END))
)
"""From OpenAI's first note on it and from Qwen's tokenizer_config.json."""

LATER = ChatFormat(
    (START, "{role}", SEP, "{content}", END), (START, "{role}", SEP), frozenset((START, SEP, END))
)
"""Adds 3 tokens per message and 3 per reply, as in OpenAI's cookbook, "How to count tokens"."""

FORMATS = {"o200k": LATER, "qwen": CHATML, "cl100k": LATER}
"""Tokenizer -> the format of models that use it; the first two replace those without one."""

MAX_CHAT_CHARS, MAX_MESSAGES = 1_000, 21


def draw_chat(both: Readings) -> None:
    """Draw a box for a conversation, a line per message; show its format and each turn's cost."""
    say("models.chat_why")
    typed = st.text_area(
        t("models.chat_messages"),
        max_chars=MAX_CHAT_CHARS,
        height="content",
        key=opens_with("models_chat", t("models.chat_opening")),
        persist_state="session",
    )[:MAX_CHAT_CHARS]
    lines = [line for each in typed.splitlines() if (line := each.strip())][:MAX_MESSAGES]
    if len(lines) < 2:
        say("models.chat_short")
        return
    roles = ["system", *("assistant" if place % 2 else "user" for place in range(len(lines) - 1))]
    messages = tuple(zip(roles, lines, strict=True))
    # A tokenizer whose models have no such format is replaced by one with a format.
    shown = {each.side.key: each.side for each in both if each.side.key in FORMATS}
    keys = [*dict.fromkeys((*shown, *FORMATS))][:2]
    sides = [shown.get(key) or side_of(key, in_workers=True) for key in keys]
    for side in _columns(sides):
        _draw_conversation(side, messages)
    say("models.chat_so")
    st.caption(t("models.chat_sources"))


def _draw_conversation(side: Side, messages: tuple[Message, ...]) -> None:
    parts: list[list[ChatToken]] = side.reading(chat_tokens, FORMATS[side.key], messages)
    write("".join(_code_line(_message(part, side.scheme)) for part in parts))
    sent = turn_costs(messages, parts)
    text, last = sum(is_text for each in parts for *_, is_text in each), sent[-1]
    columns = (
        Column("turn", title=t("models.chat_turn")),
        Column("text", "number", title=t("models.chat_text")),
        Column("wrapping", "number", title=t("models.chat_wrapping")),
        Column("so_far", "number", title=t("models.chat_so_far"), bar=True),
    )
    rows = [(n, each.text, each.wrapping, each.so_far) for n, each in enumerate(sent, 1)]
    write(table_markup(rows_for(columns, rows), columns, t("models.chat_turns")))
    say("models.chat_sent", text=text, turns=len(sent), sent=last.so_far)
    if missing := {str(token) for each in parts for token, id_, _ in each if id_ is None}:
        say("models.chat_named", names=in_list(sorted(missing)))


def _message(tokens: list[ChatToken], scheme: Scheme) -> str:
    """Write the tokens of a message, with frames around the format's tokens."""

    def kind(each: ChatToken) -> str:
        token, _, is_text = each
        return "said" if is_text else "wrapping" if isinstance(token, bytes) else "wrapping special"

    return " ".join(
        f'<span class="{name}">{chips([token for token, *_ in run], scheme)}</span>'
        for name, run in groupby(tokens, key=kind)
    )


def draw_space(both: Readings) -> None:
    """Encode a word alone and after a space, and explain what happens to the space."""
    say("models.space_why")
    key, label = "models_space_word", t("models.letters_word")
    word = text_line(label, key, "hello", MAX_WORD_CHARS, width=320).strip()
    if not word:
        say("models.empty")
        return
    for side in _beside(both):
        alone, behind = side.places(word), side.places(f" {word}")
        rows = [(t("models.space_alone"), alone), (t("models.space_behind"), behind)]
        st.html(_token_rows(rows, side.scheme, t("models.space_table")))
        mark = side.scheme.mark if side.scheme.boundary == "prefix" else ""
        if [each.id for each in alone] == [each.id for each in behind]:
            say("models.space_same")
        elif mark and alone and str(alone[0].token).startswith(mark):
            say("models.space_put", mark=mark)
        else:
            say("models.space_other")
    say("models.space_so")


# Find a token, in all tokenizers at once ---------------------------------------------------------

MAX_FIND_CHARS = 60
MAX_HITS = 20
"""Maximum number of tokens shown per tokenizer."""

FINDS = {
    "name": (" SolidGoldMagikarp", None),
    "number": ("43453", None),
    "word": ("strawberry", None),
    "chinese": (None, "Han"),
}
"""Example searches: a text and a script."""

ALL = "all"
HIT = "models_find_hit"
"""Key of the pressed hit: its tokenizer's key, and its ID."""

_mount_hits = component("found_tokens", Path(__file__).with_name("models_find.js"))


def draw_find(both: Readings) -> None:
    """Look up the typed text in every tokenizer; show the merges of the pressed token."""
    scripts = {name: t(f"models.script_{name}") for name in (ALL, *SCRIPTS)}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        label = t("models.find_text")
        text = typed_choice("find", st.text_input, label, "", MAX_FIND_CHARS, live=LIVE, width=270)
        script = st.selectbox(
            t("models.find_script"),
            list(scripts),
            format_func=scripts.__getitem__,
            key=state.shows("models_find_script", state.chosen("script") or ALL),
            on_change=_script_chosen,
            width=200,
        )
    query = TokenQuery(text, None if script == ALL else script)
    if query == TokenQuery(""):
        say("models.find_how", n=len(shipped()))
        with st.container(horizontal=True):
            for name, (example, of_script) in FINDS.items():
                st.button(
                    t(f"models.find_{name}"),
                    key=f"models_find_{name}",
                    on_click=partial(state.choose, find=example, script=of_script),
                )
    else:
        _draw_hits(query, [each.side.key for each in both])
    say("models.find_story")
    say("models.find_longest")
    st.caption(t("models.find_source"))


def _script_chosen() -> None:
    script = st.session_state["models_find_script"]
    state.choose(script=None if script == ALL else script)


def _draw_hits(query: TokenQuery, shown: Sequence[str]) -> None:
    """Draw the hits of each tokenizer, and below the pressed hit its merges.

    shown: the keys of the two tokenizers of the page.
    """
    close = partial(state.open_tab, None)
    kept = ("file of token lists", EVERY)
    lists = shared.get(kept)
    if lists is None or not lists.nbytes:  # or a cleaner of /tmp deleted them
        lists = SpoolFile(result_of(list_tokens(EVERY), cancel=close))
        shared.put(kept, lists)
    in_lists = result_of(look_up(lists, query, MAX_HITS), cancel=close)
    found: dict[str, TokenHits] = {}
    for key in (OWN_RUN, *own_tokenizers()):
        try:
            found[key] = side_of(key).reading(find_in_vocabulary, query, MAX_HITS)
        except CorpusError as error:  # for example files that are no longer stored
            st.error(sentence(error))
    found |= in_lists
    titles = offered()
    _mount_hits(key="models_found", on_hit_change=_hit_pressed, height=1)
    pressed, id_ = st.session_state.get(HIT, ("", -1))
    for hit in found[pressed].hits if pressed in found else ():
        if hit.id == id_:
            _draw_hit(side_of(pressed), hit, shown)
    for key, each in found.items():
        if each.hits:
            write(hits_markup(key, titles[key], each))
    none = [titles[key] for key, each in found.items() if not each.hits]
    if none:
        say("models.find_none", names=" · ".join(none))


def hits_markup(key: str, title: str, found: TokenHits) -> str:
    """Write the tokens found in one tokenizer, each as a button with its ID."""
    name = "count" if found.count <= MAX_HITS else "first"
    said = t(f"models.find_{name}", n=found.count, shown=MAX_HITS)
    drawn = "".join(
        f'<button class="hit" data-found="{hit.id}" data-of="{escape(key)}">'
        f"{chips([beginning(hit.token)], found.scheme, ids=[hit.id])}</button>"
        for hit in found.hits
    )
    return f'<p class="hits"><b>{escape(title)}</b> <small>{escape(said)}</small></p>{drawn}'


def _hit_pressed() -> None:
    """Store the pressed token; anything else is ignored."""
    match (st.session_state.get("models_found") or {}).get("hit"):
        case [str(key), int(id_)] if key in offered():
            st.session_state[HIT] = key, id_


def _draw_hit(side: Side, hit: TokenHit, shown: Sequence[str]) -> None:
    """Draw the merges of a token, or the actual encoding of its text."""
    with st.container(border=True):
        named = {"name": side.title, "id": str(hit.id)}
        say("models.find_chosen", side.scheme, {"token": (hit.token,)}, **named)
        model = getattr(side.tokenizer, "model", "BPE") if side.method == "merges" else "WordPiece"
        if not hit.text:
            say("models.find_part")
        elif hit.id in side.special(hit.text, 0)[0].values():
            say("models.find_special")
        elif model.lower() in WITHOUT_MERGES:
            say_why_no_merges(model.lower())
        elif len(hit.text) > MAX_SHOWN_CHARS:
            say("models.word_long", most=MAX_MERGED_CHARS)
        elif (word := _word_with(side, hit.id)) is not None:
            draw_word(side, word)
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
    """Return the first word that contains the token after encoding its text, or None."""
    for text in contexts(side.tokenizer.decode([id_])):
        for word in side.encode(text).words:
            if id_ in word.ids:
                return word
    return None


def _to_unused(key: str, shown: Sequence[str]) -> None:
    """Audit the whole vocabulary of a tokenizer, from a callback."""
    if key not in shown:
        pick(SIDES[0], key)
    st.session_state["models_unused"] = shown.index(key) if key in shown else 0
    state.open_tab("unused")


# Tokens that encoding never reaches --------------------------------------------------------------

MAX_ROWS = 40
MAX_LONGEST_TOKENS = 10
"""Number of longest tokens shown, of all scripts."""

ID = Column("id", "number")
UNREACHABLE = (Column("token", "token"), ID, Column("tokens", "split", header="instead"))
LONGEST_COLUMNS = (Column("reads", "word"), Column("length", "number"), ID)


def draw_unused(both: Readings) -> None:
    """Let the reader choose one of the two, and audit its vocabulary."""
    say("models.unused_what")
    # Unlike the readings, labels may outlive the page in a widget.
    labels = [each.side.label for each in both]
    place = segmented(
        t("models.unused_of"),
        (0, 1),
        labels.__getitem__,
        "models_unused",
        1,
        label_visibility="collapsed",
    )
    side = both[place].side
    if side.run is not None:
        _draw_left_over(side.run)
    else:
        _draw_audit(side)


def _draw_left_over(run: Run) -> None:
    """Show the residue of each merged token at the end of the reader's own run, smallest first."""
    found = [life for life in lives_of(run.training) if life.born]
    say("models.unused_never", n=sum(not each.left for each in found), all=len(found))
    columns = (
        Column("token", "token"),
        *(Column(name, "number") for name in ("rank", "born", "left")),
        Column("share", template="{share:.1%}"),
    )
    rows = [
        (each.token, each.rank, each.births, each.left, each.share)
        for each in sorted(found, key=lambda each: each.share)[:MAX_ROWS]
    ]
    if rows:
        title = t("models.unused_left")
        draw_table(rows_for(columns, rows), columns, title, run.scheme, area="models")
    st.caption(t("models.unused_residue"))


def _draw_audit(side: Side) -> None:
    """Show the longest tokens of a real vocabulary, and the unreachable ones."""
    with st.spinner(t("models.unused_running")):
        asked = side_of(side.key, in_workers=True)
        found: VocabularyAudit = asked.reading(audit_vocabulary, MAX_LONGEST_TOKENS)
    n = len(found.unreachable)
    say("models.unused_reached", n=n, asked=found.asked, partial=found.partial)
    if n:
        _draw_entries(side, found.unreachable[:MAX_ROWS], "models.unused_table", UNREACHABLE)
        if n > MAX_ROWS:
            st.caption(t("models.unused_more", shown=MAX_ROWS))
    st.caption(t("models.unused_why"))
    say("models.unused_longest")
    longest = {ALL: found.longest, **found.by_script}
    now = st.session_state.get("models_script")
    chosen = st.selectbox(
        t("models.script"),
        list(longest),
        format_func=lambda name: t(f"models.script_{name}"),
        width=320,
        key=state.shows("models_script", now if now in longest else ALL),
        persist_state="session",
    )
    _draw_entries(side, longest[chosen], "models.unused_longest", LONGEST_COLUMNS)


def _draw_entries(
    side: Side, entries: Sequence[VocabularyEntry], caption: str, columns: Sequence[Column]
) -> None:
    rows = [
        (each.token, each.text, len(each.text), each.id, side.tokens(each.ids)) for each in entries
    ]
    found = Rows(("token", "reads", "length", "id", "tokens"), rows)
    draw_table(found, columns, t(caption), side.scheme, area="models")


# Source ------------------------------------------------------------------------------------------

CASED = (
    "Using a Transformer network is simple",
    ("Using", "a", "transform", "##er", "network", "is", "simple"),
)
"""A text, and a course's printed result for it with BERT's cased vocabulary."""


def draw_file(both: Readings) -> None:
    """Describe both tokenizers and their sources, and show the decoded text."""
    for side, reading in zip(_beside(both), both, strict=True):
        if isinstance(side.tokenizer, Tokenizer):
            say("models.file_own")
        else:
            _draw_source(side.tokenizer, shipped().get(side.key))
            if side is both[0].side or side.key != both[0].side.key:
                ask_how_words_are_cut(side.key)
        back = side.tokenizer.decode([each.id for each in reading.tokens])
        say("models.file_back", text=back)
        if side.key == "bert":
            tokens = {"printed": CASED[1], "here": side.encode(CASED[0]).tokens}
            say("models.bert_cased", side.scheme, tokens, text=CASED[0])
    say("models.file_absent", yours=t("models.yours"))


def _draw_source(tokenizer: Opened | Uploaded, real: Real | None) -> None:
    """Describe a tokenizer, its source, and the settings of its files that are ignored here."""
    said = [] if real is None else [real.exactly[language()]]
    said.append(
        t(
            f"bytes.files_is_{tokenizer.format.replace('.', '_')}",
            model=tokenizer.model,
            tokens=tokenizer.vocab_size,
            merges=tokenizer.merge_count,
        )
    )
    if real is not None and real.licence:
        source = {"owner": real.owner, "source": real.source, "licence": real.licence}
        said.append(t("bytes.files_source", **source))
    said += [t(f"bytes.files_note_{note}") for note in tokenizer.notes]
    if real is not None and real.mends:
        said.append(t("bytes.files_note_mending"))
    st.caption(" ".join(said))


CHAPTERS: dict[str, Callable[[Readings], None]] = {
    "letters": draw_letters,
    "numbers": draw_numbers,
    "code": draw_code,
    "rows": draw_rows,
    "all": draw_all,
    "languages": draw_languages,
    "edge": draw_edge,
    "special": draw_special,
    "chat": draw_chat,
    "space": draw_space,
    "find": draw_find,
    "unused": draw_unused,
    "file": draw_file,
}
"""View of a tab -> function that draws it; its label is `models.tab_<name>`."""
