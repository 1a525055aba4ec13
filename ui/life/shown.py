"""What the page shows: the token and the word that the reader chose, or that the run suggests."""

from dataclasses import dataclass

import streamlit as st

from bpe import Training
from bpe.readings.lives import Life, most_faded, words_with
from ui.corpora.cache import remembered
from ui.draw.names import find_token, find_word, ids_of, lives_of, name_of_word, names_of
from ui.draw.tokens import short
from ui.shell import session
from ui.shell.text import quoted, t

OFFERED = 300
"""Words offered to choose from; any other word of the corpus can be typed."""

TELLING = range(6, 15)
"""Cells of a word whose skyline tells something, and fits."""


@dataclass(frozen=True)
class Shown:
    """A run, the token whose life is told, and the word whose skyline is drawn (by its place)."""

    training: Training
    life: Life
    place: int

    @property
    def word(self) -> str:
        """The word itself."""
        return self.training.corpus.words[self.place]


def choose(training: Training) -> Shown:
    """Draw the pickers of token and word; return what they show."""
    token, word = map(session.choices().get, ("token", "word"))
    id_ = find_token(training, token)
    life = opening(training) if id_ is None else lives_of(training)[id_]
    _token_picker(training, life)
    if token and id_ is None:
        st.caption(t("life.no_token", token=quoted(token)))
    offered = words_of(training, life.id)
    place = find_word(training, word)
    shown = Shown(training, life, _telling(training, offered) if place is None else place)
    _word_picker(shown, offered)
    if word and place is None:
        st.caption(t("life.no_word", word=quoted(word)))
    return shown


def open_token(name: str, word: str | None = None) -> None:
    """Show another token, from a callback, by its name, and a word by its own, or the best one."""
    session.choose(token=name, word=word)


def hear(names: list[str], key: str, word: str | None = None) -> None:
    """Take over a click on a token in a component, which is beyond trust: all else is ignored."""
    match (session.value(key) or {}).get("asked"):
        case int(id_) if type(id_) is int and 0 <= id_ < len(names):
            open_token(names[id_], word)


def opening(training: Training) -> Life:
    """Return the token to open with: one that is gone, where the run has any."""
    found = lives_of(training)
    return most_faded(found) or max(found, key=lambda life: life.births)


@remembered
def words_of(training: Training, id_: int) -> list[int]:
    """Return the words that ever had a token, by their place, most frequent first.

    A token is nowhere that it was not when it was born.
    """
    born = lives_of(training)[id_].born
    return words_with(training.snapshot(born), id_)


def _telling(training: Training, offered: list[int]) -> int:
    """Return the most frequent word that is neither too short nor too long to tell something."""
    words = training.corpus.words
    fits = (place for place in offered if training.spelled_length(words[place]) in TELLING)
    return next(fits, offered[0] if offered else int(training.frequency_order[0]))


def _token_picker(training: Training, life: Life) -> None:
    """Let the reader pick a token from the whole vocabulary, or type one."""
    st.selectbox(
        t("life.token"),
        list(ids_of(training)),
        key=session.widget("life_token", names_of(training)[life.id]),
        accept_new_options=True,
        on_change=_token_chosen,
        width=260,
    )


def _token_chosen() -> None:
    if (name := session.value("life_token")) is not None:
        open_token(name)


def _word_picker(shown: Shown, offered: list[int]) -> None:
    """Let the reader pick one of the words that had the token, or type another."""
    training = shown.training
    places = dict.fromkeys([*offered[:OFFERED], shown.place])
    names = {name_of_word(training, place): training.corpus.words[place] for place in places}
    st.selectbox(
        t("life.word"),
        list(names),
        format_func=lambda name: short(names.get(name) or name),
        key=session.widget("life_word", name_of_word(training, shown.place)),
        accept_new_options=True,
        on_change=_word_chosen,
        width=260,
    )


def _word_chosen() -> None:
    if (name := session.value("life_word")) is not None:
        # The token stays, whichever the page had opened with.
        session.choose(word=name, token=session.value("life_token"))
