"""The merges of one word, step by step, with the ranks of the tokenizer that was picked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from bpe import EncodedWord
from bpe.merging.cells import Token
from ui.controls.tokenizers import why_not
from ui.draw.grid import shorten
from ui.draw.say import say
from ui.models.asked import Asked
from ui.models.sides import Side
from ui.player import encode_player
from ui.shell import session
from ui.shell.text import t

LONGEST = 60
"""Characters of a word that is played: a replay grows with the square."""


@dataclass(frozen=True)
class OneWord:
    """A word of an encoding, as an encoding of its own."""

    word: EncodedWord

    @property
    def text(self) -> str:
        """What the word says."""
        return self.word.text

    @property
    def words(self) -> tuple[EncodedWord, ...]:
        """The word."""
        return (self.word,)

    @cached_property
    def tokens(self) -> list[Token]:
        """Its tokens."""
        return list(self.word.tokens)

    @cached_property
    def ids(self) -> list[int]:
        """Their ids."""
        return list(self.word.ids)


def merges_panel(asked: Asked) -> None:
    """Let the reader choose a tokenizer and a word, and play its merges."""
    if not any(encoding.words for encoding in asked.encodings):
        say("models.empty")
        return
    kept = session.recall("models_word", {})
    side = kept.get("side", 1)
    if not asked.encodings[side].words:  # BERT, for one, makes nothing of a control character
        side = 1 - side
    words, starts = asked.encodings[side].words, asked.starts(side)
    place = _place(words, kept.get("start"), starts)
    player = st.container(key="models_player")
    with st.container(horizontal=True, vertical_alignment="center", key="models_which"):
        st.segmented_control(
            t("models.word_by"),
            (0, 1),
            required=True,
            format_func=asked.labels.__getitem__,
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
        _merges(asked.sides[side], words[place])


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
        encode_player(OneWord(word), side.scheme, key="models_trace")
        st.caption(t("models.word_ranks"))


def _place(words: Sequence[EncodedWord], start: int | None, starts: Sequence[int]) -> int:
    """Return the word that was asked for, or else the one with most steps to see."""
    if start is not None:
        found = [place for place, begins in enumerate(starts) if begins <= start]
        return found[-1] if found else 0
    short = [place for place, word in enumerate(words) if len(word.text) <= LONGEST]
    return max(short or range(len(words)), key=lambda place: len(words[place].text), default=0)


def word_chosen(side: int, start: int) -> None:
    """Keep which tokenizer and which word, by the place where it begins in the text."""
    session.remember("models_word", {"side": side, "start": start})
