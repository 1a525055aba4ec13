"""The tab Token of Step through BPE: a token's life, a word's merge tree, the token's words.

The merge tree of a word is drawn as a skyline, synchronized with the page's player.
"""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import Training
from bpe.player.payload import as_json
from bpe.player.rows import Tokens
from bpe.player.text import FIRST
from bpe.player.tokens import MAX_NAME_CHARS, PALETTE, Token, exact, short, visible
from bpe.readings.lifetimes import (
    Lifetime,
    Skyline,
    most_faded,
    occurrences_by_step,
    skyline,
    words_with,
)
from ui import state
from ui.cache import remembered
from ui.component import component
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import heading, inline_row
from ui.draw.say import say
from ui.draw.table import Column, draw_table
from ui.draw.table_rows import ROWS, Rows, lives_of, word_of_row
from ui.draw.tokens import meaning, ranks_here
from ui.runs import Run
from ui.text import in_percent, language, quoted, speaking, t

MAX_ADDRESS_CHARS = 60
"""Maximum characters of a token or a word in an address; a number follows a longer one."""

TOKENS_OFFERED, WORDS_OFFERED = 20_000, 300
"""Number of tokens and words offered; any other can be typed."""

TELLING = range(6, 15)
"""Number of cells of a word with an interesting skyline that fits."""

WHOLE, STRETCH, MAX_CELLS = 18, 14, 5_000
"""Maximum cells of a word drawn as a whole, and number of cells drawn of a longer one; a token with
more than the last is not drawn."""

HEIGHT = "clamp(6rem, 100svh - 42rem, 12.5rem)"
"""Height of the chart of occurrences: it and the skyline are visible at once."""

KEY = "token_skyline"
_HERE = Path(__file__).resolve().parent
_mount = component(
    "skyline", PALETTE, *(_HERE / f"skyline.{kind}" for kind in ("html", "css", "js"))
)


def token_clicked(token: str, row: str) -> None:
    """Open the tab with a token clicked in a word's row, from a callback."""
    st.session_state["token_clicked"] = token, row
    state.open_tab("token")


def take_clicked(run: Run) -> None:
    """Choose the clicked token and its word; the best word if the row has none."""
    clicked = st.session_state.pop("token_clicked", None)
    if clicked is None:
        return
    training, (token, row) = run.training, clicked
    found = [id_ for id_, each in enumerate(training.tokens) if exact(each) == token]
    if found:
        word = word_of_row(training, row) if row else None
        place = None if word is None else training.corpus.place(word)
        named = None if place is None else name_of_word(training, place)
        choose_token(names_of(training)[found[0]], named)


def choose_token(name: str, word: str | None = None) -> None:
    """Choose a token by name, and a word by name or the best one; both are in the address."""
    state.choose(token=name, word=word)
    st.rerun()


def draw_token(run: Run, step: int) -> None:
    """Draw the life of a token: its parts, its birth, its words, its counts.

    While the answer is hidden, everything after the step is covered.
    """
    training, covers = run.training, state.answer_is_hidden()
    asked, asked_word = state.chosen("token"), state.chosen("word")
    id_ = find_token(training, asked)
    life = lives_of(training)[id_] if id_ is not None else opening_life(training, step, covers)
    name = names_of(training)[life.id]
    words = words_of(training, life.id)
    place = find_word(training, asked_word)
    shown = _telling(training, words) if place is None else place
    occurrences = occurrences_by_step(training, life.id).tolist()
    with inline_row("token"):
        _pickers(training, name, words, shown)
    if asked is not None and id_ is None:
        st.caption(t("token.no_token", token=quoted(asked)))
    if asked_word is not None and place is None:
        st.caption(t("token.no_word", word=quoted(asked_word)))
    if covers:
        say("token.now", n=occurrences[step], step=step)
    else:
        _say_life(run, life, occurrences, step)
    draw_skyline(run, life.id, shown, step, covers=covers)
    if len(run) and not covers:
        chart = LineChart(
            "token_uses",
            "train",
            {t("token.uses"): occurrences},
            step,
            t("token.uses_title"),
            stairs=True,
            height=HEIGHT,
        )
        draw_lines(chart)
    st.caption(t("token.how"))
    if life.births and step >= life.born:
        _draw_words(run, life, step)


def _pickers(training: Training, name: str, words: Sequence[int], shown: int) -> None:
    """Let the reader pick a token of the vocabulary, and one of its words, or type others."""
    both = zip(names_of(training), names_of(training, language()), strict=True)
    labels = dict(islice(both, TOKENS_OFFERED))
    st.selectbox(
        t("token.token"),
        list(dict.fromkeys([name, *labels] if name not in labels else labels)),
        format_func=lambda each: labels.get(each, each),
        key=state.shows("token_token", name),
        accept_new_options=True,
        on_change=_chosen,
        args=("token_token", None),
    )
    corpus = training.corpus.words
    offered = {
        name_of_word(training, each): short(corpus[each])
        for each in dict.fromkeys([*words[:WORDS_OFFERED], shown])
    }
    st.selectbox(
        t("token.word"),
        list(offered),
        format_func=lambda each: offered.get(each) or short(each),
        key=state.shows("token_word", name_of_word(training, shown)),
        accept_new_options=True,
        on_change=_chosen,
        args=("token_token", "token_word"),
    )


def _chosen(token: str, word: str | None) -> None:
    """Apply the pickers' values; with another word the token stays."""
    chosen, among = st.session_state[token], st.session_state[word] if word else None
    if chosen is not None and (word is None or among is not None):
        choose_token(chosen, among)


def _say_life(run: Run, life: Lifetime, occurrences: Sequence[int], step: int) -> None:
    """Write when the token was born, its count now, and its residue."""
    tokens: dict[str, tuple[Token, ...]] = {"token": (life.token,)}
    if not life.births:
        say("token.said_never", run.scheme, tokens)
        return
    if life.born:
        tokens["pair"] = run.training.merges[life.born - 1].pair
    now = "token.now_unborn" if step < life.born else "token.now"
    say(
        f"token.said_{'born' if life.born else 'first'}_{'gone' if life.gone else 'left'}",
        run.scheme,
        tokens,
        born=life.born,
        births=life.births,
        left=life.left,
        share=in_percent(life.share),
        gone=life.gone or 0,
        now=t(now, n=occurrences[step], step=step),
    )


def draw_skyline(run: Run, id_: int, place: int, step: int, *, covers: bool = False) -> None:
    """Draw the skyline of a word at the player's step, and name the omitted parts.

    covers: draw nothing of later steps.
    """
    training, found = run.training, cut_skyline(run.training, id_, place)
    if not found.tokens:
        st.caption(t("token.too_long"))
        return
    names = {each.id: names_of(training)[each.id] for each in found.tokens}
    word = name_of_word(training, place)

    def hear() -> None:
        # The click is untrusted: anything but a token of this skyline is ignored.
        match (st.session_state.get(KEY) or {}).get("asked"):
            case int(asked) if type(asked) is int and asked in names:
                choose_token(names[asked], word)

    payload = skyline_payload(run, found, id_)
    _mount(
        key=KEY,
        data={"payload": as_json(payload), "step": step, "player": "train", "covers": covers},
        on_asked_change=hear,
        height="content",
    )
    after = found.length - found.first - payload["cells"]
    if found.first:
        st.caption(t("token.stretch", before=found.first, after=after))
    elif after:
        st.caption(t("token.beginning", n=after))


def cut_skyline(training: Training, id_: int, place: int) -> Skyline:
    """Return the skyline of a word; for a long one the part around a token, by ID.

    It has no tokens if one is too long to be drawn.
    """
    word = training.corpus.words[place]
    limit = STRETCH if training.spelled_length(word) > WHOLE else None
    return skyline(training, word, limit, id_, MAX_CELLS)


def skyline_payload(run: Run, found: Skyline, id_: int) -> dict[str, Any]:
    """Return the component's payload.

    `standing` has one row per token: its index in `tokens`, its ID, its start and end, the steps of
    its birth and of its end; -1 means never, also in `heights`.
    """
    tokens = Tokens(run.scheme, ranks_here())
    standing = [
        [
            tokens(each.token),
            each.id,
            each.start,
            each.end,
            each.born,
            -1 if each.until is None else each.until,
        ]
        for each in found.tokens
    ]
    return {
        "cells": len(found.heights) + 1,
        "heights": [-1 if height is None else height for height in found.heights],
        "standing": standing,
        "tokens": tokens.table(is_cut=True),
        "steps": len(run),
        "own": id_,
        "names": {
            "title": t("token.skyline_title", word=short(found.word[: MAX_NAME_CHARS + 1])),
            "line": t("token.line"),
            "open": t("token.open"),
            "mark": meaning(run.scheme),
        },
    }


def _draw_words(run: Run, life: Lifetime, step: int) -> None:
    """List the words that have the token now, most frequent first."""
    heading_text, snapshot = heading("token.now_heading", step=step), run.training.snapshot(step)
    places, token = words_with(snapshot, life.id), {"token": (life.token,)}
    if not places:
        say("token.now_gone", run.scheme, token)
        return
    say("token.now_words", run.scheme, token, n=len(places))
    words = [snapshot.word(run.training.corpus.words[place]) for place in places[:ROWS]]
    rows = [(word.text, word.count, word.tokens) for word in words]
    columns = Column("word", "word"), Column("count", "number", bar=True), Column("tokens", "split")
    found = Rows(("word", "count", "tokens"), rows, len(places) > ROWS)
    draw_table(found, columns, heading_text, run.scheme, area="tables")


# Unique names of tokens and words in the address and the pickers ------


def opening_life(training: Training, step: int, covers: bool) -> Lifetime:
    """Return the first token to show: one that is gone, if the run has any (by the step)."""
    until = step if covers else len(training)
    found = [life for life in lives_of(training) if life.born <= until]
    return most_faded(found) or max(found, key=lambda life: life.births)


@remembered
def words_of(training: Training, id_: int) -> list[int]:
    """Return the words that ever had a token, by index, most frequent first.

    A token occurs only in words in which it occurred at birth.
    """
    return words_with(training.snapshot(lives_of(training)[id_].born), id_)


def _telling(training: Training, words: Sequence[int]) -> int:
    """Return the most frequent word that is neither too short nor too long."""
    corpus = training.corpus.words
    fits = (place for place in words if training.spelled_length(corpus[place]) in TELLING)
    return next(fits, words[0] if words else int(training.frequency_order[0]))


@remembered
def ids_of(training: Training, lang: str = FIRST) -> dict[str, int]:
    """Return name ->

    ID of every token, in ID order: its visible form, with the ID if not unique. Addresses use the
    names of the first language.
    """
    found: dict[str, int] = {}
    with speaking(lang):
        # A character has at most four bytes, and is displayed as one or more characters.
        shown = [visible(token[: 4 * (MAX_ADDRESS_CHARS + 1)]) for token in training.tokens]
    for id_, name in enumerate(shown):
        if len(name) > MAX_ADDRESS_CHARS:
            name = f"{name[:MAX_ADDRESS_CHARS]}…#{id_}"
        while name in found:
            name += f"#{id_}"
        found[name] = id_
    return found


@remembered
def names_of(training: Training, lang: str = FIRST) -> list[str]:
    """Return the name of every token, by ID."""
    return list(ids_of(training, lang))


def find_token(training: Training, name: str | None) -> int | None:
    """Return the ID of a token by its name or its typed text, or None."""
    if name is None:
        return None
    named, shown = ids_of(training), ids_of(training, language())
    return named.get(name, shown.get(name, shown.get(visible(name))))


def name_of_word(training: Training, place: int) -> str:
    """Return the name of a word by its index in the corpus."""
    word = training.corpus.words[place]
    return word if len(word) <= MAX_ADDRESS_CHARS else f"#{place}"


def find_word(training: Training, name: str | None) -> int | None:
    """Return the index of a word by its name or its typed text, or None."""
    if name is None:
        return None
    words = training.corpus.words
    try:
        return training.word_index(name)
    except ValueError:
        place = name.removeprefix("#")
        if name == place or not place.isdecimal() or len(place) > 9 or int(place) >= len(words):
            return None
        return int(place)
