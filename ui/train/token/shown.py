"""What the tab shows: the token and the word that were clicked or chosen, or the run suggests."""

from dataclasses import dataclass

import streamlit as st

from bpe import Training
from bpe.readings.lifetimes import Lifetime, most_faded, words_with
from ui.cache import remembered
from ui.corpora.run import Run
from ui.draw.parts import inline_row
from ui.draw.readings import (
    find_token,
    find_word,
    ids_of,
    lives_of,
    name_of_word,
    names_of,
    word_of_row,
)
from ui.draw.tokens import exact, short
from ui.shell import session
from ui.shell.tabs import open_tab
from ui.shell.text import language, quoted, t
from ui.train import PAGE

CLICKED = "token_clicked"
"""What keeps a click until the run that knows its training."""

OFFERED = 300
"""Words offered to choose from; any other word of the corpus can be typed."""

TELLING = range(6, 15)
"""Cells of a word whose skyline tells something, and fits."""


@dataclass(frozen=True)
class Shown:
    """A run, the token whose life is told, and the word whose skyline is drawn (by its place)."""

    training: Training
    life: Lifetime
    place: int

    @property
    def word(self) -> str:
        """The word itself."""
        return self.training.corpus.words[self.place]


def token_clicked(token: str, row: str) -> None:
    """Open the tab with a token as it was clicked in the row of a word: from a callback."""
    session.remember(CLICKED, (token, row))
    open_tab(PAGE, "token")


def take_clicked(run: Run) -> None:
    """Choose the token that was clicked, and its word; a row of no word leaves the best one."""
    clicked = session.recall(CLICKED)
    if clicked is None:
        return
    session.remember(CLICKED, None)
    token, row = clicked
    training = run.training
    for each, name in zip(training.tokens, names_of(training), strict=True):
        if exact(each) == token:
            word = word_of_row(training, row) if row else None
            place = None if word is None else training.corpus.place(word)
            open_token(name, None if place is None else name_of_word(training, place))


def choose(training: Training, until: int) -> Shown:
    """Draw the pickers of token and word; return what they show, by itself no token born later."""
    token, word = map(session.choices().get, ("token", "word"))
    id_ = find_token(training, token)
    life = opening(training, until) if id_ is None else lives_of(training)[id_]
    offered, place = words_of(training, life.id), find_word(training, word)
    shown = Shown(training, life, _telling(training, offered) if place is None else place)
    with inline_row("token"):
        _token_picker(shown)
        _word_picker(shown, offered)
    if token and id_ is None:
        st.caption(t("token.no_token", token=quoted(token)))
    if word and place is None:
        st.caption(t("token.no_word", word=quoted(word)))
    return shown


def open_token(name: str, word: str | None = None) -> None:
    """Show a token by its name, and a word by its own, or the best one; the address says so."""
    session.choose(token=name, word=word)
    st.rerun()


def hear(names: list[str], key: str, word: str | None = None) -> None:
    """Take over a click on a token in a component, which is beyond trust: all else is ignored."""
    match (session.value(key) or {}).get("asked"):
        case int(id_) if type(id_) is int and 0 <= id_ < len(names):
            open_token(names[id_], word)


def opening(training: Training, until: int) -> Lifetime:
    """Return the token to open with: one that is gone, where the run has any by that step."""
    found = [life for life in lives_of(training) if life.born <= until]
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


def _token_picker(shown: Shown) -> None:
    """Let the reader pick a token from the whole vocabulary, or type one."""
    training = shown.training
    ids, labels = ids_of(training), names_of(training, language())
    st.selectbox(
        t("token.token"),
        list(ids),
        format_func=lambda name: labels[ids[name]] if name in ids else name,
        key=session.widget("token_token", names_of(training)[shown.life.id]),
        accept_new_options=True,
        on_change=_chosen,
        args=("token_token", None),
    )


def _word_picker(shown: Shown, offered: list[int]) -> None:
    """Let the reader pick one of the words that had the token, or type another."""
    training = shown.training
    places = dict.fromkeys([*offered[:OFFERED], shown.place])
    names = {name_of_word(training, place): training.corpus.words[place] for place in places}
    st.selectbox(
        t("token.word"),
        list(names),
        format_func=lambda name: short(names.get(name) or name),
        key=session.widget("token_word", name_of_word(training, shown.place)),
        accept_new_options=True,
        on_change=_chosen,
        args=("token_token", "token_word"),
    )


def _chosen(token: str, word: str | None) -> None:
    """Take over what the pickers show; with another word the token stays, whichever it was."""
    chosen, among = session.value(token), session.value(word) if word else None
    if chosen is not None and (word is None or among is not None):
        open_token(chosen, among)
