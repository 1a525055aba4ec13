"""The page What models read: two tokenizers on one text, then a chapter a tab."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import CorpusError, EncodedWord, Tokenizer
from bpe.encoding.alignment import Placed
from bpe.readings.placed import halves, whole_from
from ui.controls.tokenizers import ask_how_words_are_cut, describe, why_not
from ui.corpora.questions import Encoded
from ui.corpora.tokenizers import shipped
from ui.draw import CHIPS, PALETTE, TOKEN_MAP
from ui.draw.grid import shorten
from ui.draw.parts import styles
from ui.draw.say import say
from ui.draw.tokens import meaning
from ui.models import PAGE
from ui.models.costs import all_panel
from ui.models.history import history_panel
from ui.models.languages import languages_panel, sentences_panel
from ui.models.letters import code_panel, edge_panel, letters_panel, numbers_panel
from ui.models.markup import STYLE
from ui.models.payload import links, map_payload
from ui.models.sides import Compared, Side, beside, compare, sides, text_box
from ui.models.special import special_panel, unused_panel
from ui.models.splits import splits_panel
from ui.player import encode_player
from ui.player.payload import as_json
from ui.shell import session
from ui.shell.component import component
from ui.shell.frame import Bar
from ui.shell.tabs import draw_tabs, open_tab, picture
from ui.shell.text import sentence, t

_HERE = Path(__file__).resolve().parent
KEY = "models_maps"

FILES = (PALETTE, CHIPS, *TOKEN_MAP, _HERE / "maps.css", _HERE / "maps.js")
"""What the two maps are made of in a browser."""

_mount = component("token_maps", *FILES)


def token_maps(
    text: str,
    sides: Sequence[Side],
    tokens: Sequence[Sequence[Placed]],
    chosen: Callable[[int, int], None],
) -> int:
    """Draw both maps. Returns how many tokens of the longer one are left out.

    `chosen` takes the side and the number of a token that was clicked.
    """
    payload = maps_payload(text, sides, tokens)
    _mount(
        key=KEY,
        data={"payload": as_json(payload)},
        on_word_change=lambda: _hear(chosen),
        height="content",
    )
    return max(each["more"] for each in payload["maps"])


def maps_payload(
    text: str, sides: Sequence[Side], tokens: Sequence[Sequence[Placed]]
) -> dict[str, Any]:
    """Cut from both encodings of a text what the maps draw."""
    maps = []
    # Each map has room for one hint while nothing is pointed at.
    hints = t("models.map_given"), t("models.map_hint")
    for side, found, hint in zip(sides, tokens, hints, strict=True):
        drawn = map_payload(text, found, side.scheme, t)
        half = halves(text, found)
        if half is not None:
            hint = t("models.map_half", text=half[0], n=half[1])
        maps.append(
            drawn
            | {
                "title": side.title,
                "sizes": _sizes(text, found, side),
                "names": {
                    "tokens": t("models.map_tokens", name=side.title),
                    "mark": meaning(side.scheme),
                    "hint": hint,
                },
            }
        )
    return {
        "maps": maps,
        "links": [links(tokens[0], tokens[1]), links(tokens[1], tokens[0])],
        "names": {"lost": t("models.map_lost")},
    }


def _hear(chosen: Callable[[int, int], None]) -> None:
    """Take over a click. It comes from outside: anything else is ignored."""
    match (session.value(KEY) or {}).get("word"):
        case [0 | 1 as side, int(token)] if token >= 0 and type(token) is int:
            chosen(side, token)


def _sizes(text: str, tokens: Sequence[Placed], side: Side) -> list[list[Any]]:
    """Return [number, what it counts, is the loud one]."""
    sizes: list[list[Any]] = [[f"{len(tokens):,}", t("models.size_tokens"), True]]
    if tokens:
        sizes.append([f"{len(text) / len(tokens):.2f}", t("models.size_per_token"), False])
    if (fewest := side.fewest(text)) < len(tokens):
        sizes.append([f"{fewest:,}", t("models.size_fewest"), False])
    return sizes


CASED = (
    "Using a Transformer network is simple",
    ("Using", "a", "transform", "##er", "network", "is", "simple"),
)
"""A text, and what a course prints for it by the cased list of BERT."""

LONGEST = 60
"""Characters of a word that is played: a replay grows with the square."""


def merges_panel(compared: Compared) -> None:
    """Let the reader choose a tokenizer and a word, and play its merges."""
    if not any(encoding.words for encoding in compared.encodings):
        say("models.empty")
        return
    kept = session.recall("models_word", {})
    side = kept.get("side", 1)
    if not compared.encodings[side].words:  # BERT, for one, makes nothing of a control character
        side = 1 - side
    words, starts = compared.encodings[side].words, compared.starts(side)
    place = word_to_see(words, kept.get("start"), starts)
    player = st.container(key="models_player")
    with st.container(horizontal=True, vertical_alignment="center", key="models_which"):
        st.segmented_control(
            t("models.word_by"),
            (0, 1),
            required=True,
            format_func=compared.labels.__getitem__,
            key=session.widget("models_word_side", side),
            on_change=lambda: _take(
                "models_word_side", 2, lambda chosen: word_chosen(chosen, starts[place])
            ),
        )
        labels = {number: shorten(word.text) for number, word in enumerate(words)}
        st.selectbox(
            t("models.word"),
            list(labels),
            format_func=labels.__getitem__,
            key=session.widget("models_word_place", place),
            on_change=lambda: _take(
                "models_word_place", len(starts), lambda chosen: word_chosen(side, starts[chosen])
            ),
        )
    with player:
        _merges(compared.sides[side], words[place])


def _take(key: str, number: int, take: Callable[[int], None]) -> None:
    """Take over what the reader chose in a list of `number` entries.

    A list that a click in a map has replaced may still report nothing, or the label of an old
    entry: that is no choice, and must not undo the click.
    """
    value = session.value(key)
    if value in range(number):
        take(value)


def _merges(side: Side, word: EncodedWord) -> None:
    """Play the merges of one word, or say why there are none."""
    if len(word.text) > LONGEST:
        say("models.word_long", most=LONGEST)
    elif word.why is not None:
        why_not(word.why, [word])
    elif not word.steps:
        say("models.word_whole")
    else:
        whole = whole_from(word)
        encode_player(Encoded(word.text, (word,)), side.scheme, key="models_trace", default=whole)
        opens = t("models.word_whole_from", step=whole) if whole else ""
        st.caption(f"{opens} {t('models.word_ranks')}")


def word_to_see(words: Sequence[EncodedWord], start: int | None, starts: Sequence[int]) -> int:
    """Return the word that was asked for, or else the one with most to see."""
    if start is not None:
        found = [place for place, begins in enumerate(starts) if begins <= start]
        return found[-1] if found else 0
    short = [place for place, word in enumerate(words) if len(word.text) <= LONGEST]
    return max(
        short or range(len(words)),
        key=lambda place: (whole_from(words[place]) > 0, len(words[place].text)),
        default=0,
    )


def word_chosen(side: int, start: int) -> None:
    """Keep which tokenizer and which word, by the place where it begins in the text."""
    session.remember("models_word", {"side": side, "start": start})


def file_panel(compared: Compared) -> None:
    """Say what both tokenizers are and where they are from, and what comes back of the text."""
    for side, encoding in zip(beside(compared), compared.encodings, strict=True):
        if isinstance(side.tokenizer, Tokenizer):
            say("models.history_own")
        else:
            describe(side.tokenizer, shipped().get(side.key))
            if side is compared.sides[0] or side.key != compared.sides[0].key:
                ask_how_words_are_cut(side.tokenizer, side.key)
        say("models.file_back", text=side.tokenizer.decode(encoding.ids))
        if side.key == "bert":
            here = side.encode(CASED[0]).tokens
            say(
                "models.bert_cased", side.scheme, {"printed": CASED[1], "here": here}, text=CASED[0]
            )


CHAPTERS: dict[str, Callable[[Compared], None]] = {
    "merges": merges_panel,
    "history": history_panel,
    "splits": splits_panel,
    "file": file_panel,
    "letters": letters_panel,
    "numbers": numbers_panel,
    "code": code_panel,
    "all": all_panel,
    "languages": languages_panel,
    "sentences": sentences_panel,
    "edge": edge_panel,
    "special": special_panel,
    "unused": unused_panel,
}
"""A part of a tab, or a tab -> what draws it; its label is `models.tab_<name>`."""


def models_page(bar: Bar) -> None:
    """Draw the text, both maps, and all tabs; only the open one is computed."""
    styles(STYLE)
    two = sides(bar)
    try:
        _draw(two)
    except CorpusError as error:  # of a tokenizer of the reader's own, on some text
        st.error(t("bytes.files_text_refused", sentence=sentence(error)))


def _draw(two: tuple[Side, Side]) -> None:
    question = compare(text_box(), two)
    with picture(PAGE):
        more = token_maps(question.text, two, question.tokens, partial(_asked, question.tokens))
        if more:
            st.caption(t("models.map_more", more=more))
    draw_tabs(PAGE, {name: partial(draw, question) for name, draw in CHAPTERS.items()})


def _asked(tokens: Sequence[Sequence[Placed]], side: int, token: int) -> None:
    """Open the merges of the word that a clicked token is of."""
    if token < len(tokens[side]):
        word_chosen(side, tokens[side][token].start)
        open_tab(PAGE, "merges")
