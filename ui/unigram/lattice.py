"""The lattice of a word in a browser: a click takes a piece away, or brings it back."""

from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from ui.draw.parts import clicked, keep_clicked, styles
from ui.draw.say import say
from ui.draw.tokens import PALETTE
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

AWAY = "unigram_away"
"""Key of the pieces clicked away, of a word in a text."""

_STAYS = "unigram_stays"

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
            away = removed_pieces(run, word)
            found: WordLattice = run.read(word_lattice, word, step, away, language())
            _say_best_split(found, _owner(run, word))
            lattice(found.drawing, "unigram_lattice", partial(_toggle, run, word))
    return step


def _owner(run: UnigramRun, word: str) -> Hashable:
    """Name what clicks belong to: the word in this text, another pasted one being another."""
    return run.source.digest, word


def removed_pieces(run: UnigramRun, word: str) -> tuple[str, ...]:
    """Return the pieces of this word that the reader has clicked away, in that order."""
    pieces = clicked(AWAY, of=_owner(run, word))
    return tuple(piece for piece in dict.fromkeys(pieces) if piece in word and len(piece) > 1)


def _toggle(run: UnigramRun, word: str, piece: str) -> None:
    """Handle a click on a piece of this word."""
    if piece in word:
        keep_clicked(AWAY, toggled([*removed_pieces(run, word)], piece))
        session.remember(_STAYS, piece if len(piece) == 1 else "", of=_owner(run, word))


def toggled(removed: list[str], piece: str) -> list[str]:
    """Return the removed pieces after a click on one; a single character stays."""
    if piece in removed:
        return [each for each in removed if each != piece]
    return [*removed, piece] if len(piece) > 1 else removed


def _say_best_split(found: WordLattice, owner: Hashable) -> None:
    """Say in one sentence which split is the best, and how a click changed it."""
    before, now = found.before, found.now
    numbers = {"was": percent(before.share), "share": percent(now.share)}
    if stays := session.recall(_STAYS, "", of=owner):
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
