"""The lattice of a word in a browser: a click takes a piece away, or brings it back."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from ui.draw import PALETTE
from ui.draw.parts import styles
from ui.draw.say import say
from ui.player import rounds_player
from ui.shell import session
from ui.shell.component import component
from ui.shell.text import language
from ui.unigram.layout import percent
from ui.unigram.readings import WordLattice, word_lattice
from ui.unigram.requests import SCHEME, UnigramRun
from ui.unigram.rounds import cut_rounds

_HERE = Path(__file__).resolve().parent
STYLE = _HERE / "unigram.css"
FILES = (PALETTE, *(_HERE / f"lattice.{kind}" for kind in ("html", "css", "js")))
"""The files of the component."""

CLICKS = "unigram_away"
"""Session key of the pieces clicked away, with the text and the word."""

_mount = component("unigram_lattice", *FILES)


def pruned_lattice(run: UnigramRun, word: str) -> int:
    """Draw the lattice of a word above the player of the rounds; return the step.

    A click removes a piece, another one brings it back.
    """
    styles(STYLE)
    with st.container(key="unigram_stage"):
        picture = st.container()
        step = rounds_player(run.read(cut_rounds, language()), key="unigram")
        with picture:
            if not word:
                say("unigram.no_word")
                return step
            away = removed_pieces(word)
            found: WordLattice = run.read(word_lattice, word, step, away, language())
            _say_best_split(found, word)
            lattice(found.drawing, "unigram_lattice", partial(_toggle, word))
    return step


def removed_pieces(word: str) -> tuple[str, ...]:
    """Return the pieces of this word that the reader has clicked away, in that order."""
    return tuple(_clicks(word).get("pieces", ()))


def _clicks(word: str) -> dict[str, Any]:
    """Return what was clicked of this word in this text: nothing, where another one is kept."""
    kept: dict[str, Any] = session.recall(CLICKS, {})
    return kept if kept.get("of") == (session.text(), word) else {}


def _toggle(word: str, piece: str) -> None:
    """Handle a click on a piece of this word."""
    if piece in word:
        pieces = toggled([*removed_pieces(word)], piece)
        kept = {"of": (session.text(), word), "pieces": pieces}
        session.remember(CLICKS, kept | {"stays": piece if len(piece) == 1 else ""})


def toggled(removed: list[str], piece: str) -> list[str]:
    """Return the removed pieces after a click on one; a single character stays."""
    if piece in removed:
        return [each for each in removed if each != piece]
    return [*removed, piece] if len(piece) > 1 else removed


def _say_best_split(found: WordLattice, word: str) -> None:
    """Say in one sentence which split is the best, and how a click changed it."""
    before, now = found.before, found.now
    numbers = {"was": percent(before.share), "share": percent(now.share)}
    if stays := _clicks(word).get("stays"):
        say("unigram.away_character", SCHEME, {"piece": (stays,)})
    elif found.away:
        name = "stays" if now.tokens == before.tokens else "jumps"
        tokens = {"away": found.away, "before": before.tokens, "now": now.tokens}
        say(f"unigram.away_{name}", SCHEME, tokens, **numbers)
    elif found.tied > 1:
        say("unigram.splits_tied", n=found.tied, **numbers)
    else:
        say("unigram.splits_best", SCHEME, {"best": now.tokens}, **numbers)


def lattice(drawing: dict[str, Any], key: str, asks: Callable[[str], None] | None = None) -> None:
    """Draw a lattice; `asks` takes the piece that was clicked, which is a string from outside."""
    _mount(
        key=key,
        data=drawing | {"asks": asks is not None},
        on_piece_change=lambda: _hear(key, asks),
        height="content",
    )


def _hear(key: str, asks: Callable[[str], None] | None) -> None:
    piece = (session.value(key) or {}).get("piece")
    if asks is not None and isinstance(piece, str):
        asks(piece)
