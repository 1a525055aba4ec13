"""The page What models read: two tokenizers on one text, then a chapter a tab."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import CorpusError, Scheme
from bpe.encoding.alignment import PlacedToken, Segment, overlapping, segments
from bpe.readings.letters import split_character
from bpe.readings.tokenizers import paired_segments
from bpe.text.characters import is_text
from ui.catalogue import LANGUAGES, Translate
from ui.controls.tokenizers import ask_how_words_are_cut, describe
from ui.corpora.run_tokenizer import RunTokenizer
from ui.corpora.tokenizers import shipped
from ui.draw.parts import styles
from ui.draw.readings import beginning
from ui.draw.say import say, write
from ui.draw.token_map import tokens_payload
from ui.draw.tokens import PALETTE, drawn_text, meaning, shown_text, visible
from ui.frame import Bar
from ui.models import PAGE
from ui.models.costs import all_panel, languages_panel
from ui.models.find import find_panel, open_what_is_asked, rows_panel
from ui.models.letters import code_panel, edge_panel, letters_panel, numbers_panel, space_panel
from ui.models.markup import STYLE, uncut
from ui.models.merges import draw_merges, word_chosen
from ui.models.sides import Compared, Side, beside, compare, sentence_typed, sides, text_box
from ui.models.special import chat_panel, special_panel, unused_panel
from ui.player.payload import as_json
from ui.shell import session
from ui.shell.choices import STOPS
from ui.shell.component import component
from ui.shell.tabs import draw_tabs, picture
from ui.shell.text import language, sentence, t

DRAWN = 400
"""Tokens drawn at most of one tokenizer."""


def readings_payload(
    text: str, tokens: Sequence[Sequence[PlacedToken]], schemes: Sequence[Scheme], say: Translate
) -> dict[str, Any]:
    """Return what the browser draws of two readings of a text.

    `maps`: of each, what `tokens_payload` has of its first tokens.
    `parts`: [goes on in a new line, the readings part here, a row a reading]; in a row stand
    numbers of tokens and, drawn, the text that no token stands for.
    `links`: for each token of either those of the other that share some of its text.
    """
    found = [segments(text, each) for each in tokens]
    parts = paired_segments(found[0], found[1])
    sizes = (tuple(_size(row) for row in part) for part in parts)
    sums = accumulate(sizes, lambda before, here: (before[0] + here[0], before[1] + here[1]))
    ends = [*takewhile(lambda each: max(each) <= DRAWN, sums)]
    return {
        "maps": [
            _map(text, found[side], schemes[side], ends[-1][side] if ends else 0, say)
            for side in (0, 1)
        ],
        "parts": [_part(part) for part in parts[: len(ends)]],
        "links": [_links(tokens[0], tokens[1]), _links(tokens[1], tokens[0])],
    }


def _size(row: Sequence[Segment]) -> int:
    return sum(len(each.places) for each in row)


def _part(part: Sequence[Sequence[Segment]]) -> list[Any]:
    cuts = [[place.end for each in row for place in each.places] for row in part]
    is_last = any("\n" in each.text for each in part[0])
    return [is_last, cuts[0] != cuts[1], *map(_row, part)]


def _row(row: Sequence[Segment]) -> list[Any]:
    drawn: list[Any] = []
    for each in row:
        drawn += each.tokens if each.places or not each.text.strip() else [drawn_text(each.text)]
    return drawn


def _map(
    text: str, found: Sequence[Segment], scheme: Scheme, most: int, say: Translate
) -> dict[str, Any]:
    """Return the first tokens of one reading; each says what text it stands for."""

    def said(segment: Segment, number: int, count: int) -> str:
        each = segment.places[number - segment.first]
        kind = "none" if each.start == each.end else "some"
        if isinstance(each.token, bytes) and not is_text(each.token):
            kind = "part"
        return say(
            f"models.map_{kind}",
            bytes=len(each.token),
            n=number + 1,
            all=count,
            token=visible(beginning(each.token)),
            id=str(each.id),
            text=shown_text(text[each.start : each.end]),
        )

    return tokens_payload(found, scheme, most, said)


def _links(tokens: Sequence[PlacedToken], others: Sequence[PlacedToken]) -> list[list[int]]:
    found = overlapping(tokens[:DRAWN], others[:DRAWN])
    return [list(numbers) for numbers in found]


_HERE = Path(__file__).resolve().parent
KEY = "models_maps"

FILES = (PALETTE, *(_HERE / f"maps.{kind}" for kind in ("html", "css", "js")))
"""What the picture of both readings is made of in a browser."""

_mount = component("token_maps", *FILES)


def token_maps(
    text: str,
    sides: Sequence[Side],
    tokens: Sequence[Sequence[PlacedToken]],
    chosen: Callable[[int, int], None],
) -> int:
    """Draw both readings. Returns how many tokens of the longer one are left out.

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
    text: str, sides: Sequence[Side], tokens: Sequence[Sequence[PlacedToken]]
) -> dict[str, Any]:
    """Cut from both encodings of a text what the picture draws."""
    drawn = readings_payload(text, tokens, [side.scheme for side in sides], t)
    for side, found, each in zip(sides, tokens, drawn["maps"], strict=True):
        half = split_character(text, found)
        hint = "" if half is None else t("models.map_half", text=half[0], n=half[1])
        names = {"mark": meaning(side.scheme), "hint": hint}
        each |= {"title": side.title, "sizes": _sizes(text, found, side), "names": names}
    first, second = (side.title for side in sides)
    label = t("models.map_tokens", first=first, second=second)
    return drawn | {"names": {"lost": t("models.map_lost"), "ids": t("models.ids"), "label": label}}


def _hear(chosen: Callable[[int, int], None]) -> None:
    """Take over a click. It comes from outside: anything else is ignored."""
    match (session.value(KEY) or {}).get("word"):
        case [0 | 1 as side, int(token)] if token >= 0 and type(token) is int:
            chosen(side, token)


def _sizes(text: str, tokens: Sequence[PlacedToken], side: Side) -> list[list[Any]]:
    """Return [number, what it counts, is the loud one]."""
    sizes: list[list[Any]] = [[f"{len(tokens):,}", t("models.size_tokens"), True]]
    if (fewest := side.fewest(text)) < len(tokens):
        sizes.append([f"{fewest:,}", t("models.size_fewest"), False])
    return sizes


CASED = (
    "Using a Transformer network is simple",
    ("Using", "a", "transform", "##er", "network", "is", "simple"),
)
"""A text, and what a course prints for it by the cased list of BERT."""


def file_panel(compared: Compared) -> None:
    """Say what both tokenizers are and where they are from, and what comes back of the text."""
    for side, encoding in zip(beside(compared), compared.encodings, strict=True):
        if isinstance(side.tokenizer, RunTokenizer):
            say("models.file_own")
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
    say("models.file_absent", yours=t("models.yours"))


CHAPTERS: dict[str, Callable[[Compared], None]] = {
    "letters": letters_panel,
    "numbers": numbers_panel,
    "code": code_panel,
    "rows": rows_panel,
    "all": all_panel,
    "languages": languages_panel,
    "edge": edge_panel,
    "special": special_panel,
    "chat": chat_panel,
    "space": space_panel,
    "find": find_panel,
    "unused": unused_panel,
    "file": file_panel,
}
"""A part of a tab, or a tab -> what draws it; its label is `models.tab_<name>`."""


def models_page(bar: Bar) -> None:
    """Draw the text, both readings of it, and all tabs; only the open one is computed."""
    styles(STYLE)
    open_what_is_asked()
    two = sides(bar)
    try:
        _draw(two)
    except CorpusError as error:  # of a tokenizer of the reader's own, on some text
        st.error(t("bytes.files_text_refused", sentence=sentence(error)))


def _draw(two: tuple[Side, Side]) -> None:
    if session.answer_hidden()[1]:
        write(uncut(sentence_typed()))
        label = t("models.uncover")
        st.button(label, key="models_uncover", on_click=session.hide_answer, args=(False,))
        return
    if session.choices().get("stop") == STOPS[-1]:
        return _close(two)
    question = compare(text_box(), two)
    with picture(PAGE):
        chosen = partial(word_chosen, question.tokens)
        if more := token_maps(question.text, two, question.tokens, chosen):
            st.caption(t("models.map_more", more=more))
        draw_merges(question, opens="present" not in session.choices())
    draw_tabs(PAGE, {name: partial(draw, question) for name, draw in CHAPTERS.items()})


def _close(two: tuple[Side, Side]) -> None:
    """Draw the merges of the oddest word in the sentence of the lesson: its closing card."""
    question = compare(sentence_typed(), two)
    at = question.text.find(LANGUAGES[language()].lesson["oddest"])
    with picture(PAGE):
        draw_merges(question, opens=True, at=max(at, 0))
