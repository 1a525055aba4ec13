"""A player in a notebook cell: one self-contained frame, and a still picture."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from .. import Training
from ..encoding.encoded import EncodedText
from ..errors import check_choice, check_whole, short
from ..notebook import Cell, Ranks
from ..schemes import Scheme
from .bundle import document, joined, script, themes
from .cutting import cut_bets, cut_encoding, cut_run
from .page import FILES, page_of, player_data
from .payload import CutOptions, as_json, deflated
from .text import FIRST, languages, translation

MAX_ENCODED_CHARS = 2_000
"""Maximum characters of a played encoding: steps grow with the square of a word's length."""

MIN_HEIGHT = 280
"""Minimum height of a frame in pixels: the words still have a row."""

_HERE = Path(__file__).resolve().parent


def training_cell(
    training: Training,
    step: int,
    words: Sequence[str],
    lang: str | None,
    height: int,
    max_chars: int,
) -> Cell:
    """Return the player of a run: see `Training.play`."""
    lang = _known(lang)
    check_whole("max_chars", max_chars, 1, "The default is two million.")
    still = training.snapshot(step)._repr_html_()
    _check_words(training, words)
    options = CutOptions(tuple(words), lang=lang)
    cut = cut_run(training, options)
    bets = cut_bets(training, options) if cut.can_guess else None
    cell = _cell(player_data(cut, lang, step, bets), lang, training.scheme, still, height)
    if (size := len(cell._repr_html_())) > max_chars:
        raise ValueError(
            f"max_chars must be {size:,} for the player of {len(training):,} merges, "
            f"got {max_chars:,}. Raise it, learn fewer merges, or write a file with save_page()."
        )
    return cell


def save_page(
    training: Training, path: Path, step: int, words: Sequence[str], lang: str | None
) -> None:
    """Write the player of a run as a file: see `Training.save_page`."""
    _check_words(training, words)
    path.write_text(page_of(training, step=step, words=words, lang=_known(lang)), encoding="utf-8")


def _known(lang: str | None) -> str:
    """Return a language, by default the first. Raises `ValueError` for an unknown one."""
    if lang is not None:
        check_choice("lang", lang, languages())
    return lang or FIRST


def _check_words(training: Training, words: Sequence[str]) -> None:
    is_list = isinstance(words, Sequence) and not isinstance(words, str)
    wrong = [w for w in words if training.corpus.place(w) is None] if is_list else words
    if not is_list or wrong:
        raise ValueError(
            f"words must be a list of words of the corpus, got {short(wrong)}. "
            "training.corpus.words has them."
        )


def encoding_cell(
    encoding: EncodedText, scheme: Scheme, ranks: Ranks, still: str, lang: str | None, height: int
) -> Cell:
    """Return the player of an encoding: see `Encoding.play`."""
    lang = _known(lang)
    if len(encoding.text) > MAX_ENCODED_CHARS:
        raise ValueError(
            f"text must have at most {MAX_ENCODED_CHARS:,} characters to be played, "
            f"got {len(encoding.text):,}. Encode a part of it."
        )
    cut = cut_encoding(encoding, scheme, lang, ranks)
    return _cell(player_data(cut, lang), lang, scheme, still, height)


def _cell(data: dict[str, Any], lang: str, scheme: Scheme, still: str, height: int) -> Cell:
    check_whole("height", height, MIN_HEIGHT, "It is in pixels.")
    say = translation(lang)
    packed = deflated(as_json(data | {"address": False}), level=9)
    body = (
        f'<p class="unread">{escape(say("player.handout_unread"))}</p>'
        f'<div class="stage">{joined(FILES, ".html")}</div>'
        f'<script type="text/plain" class="packed">{packed}</script>'
    )
    style = themes() + joined((*FILES, _HERE / "cell.css"), ".css")
    title = say("player.player")
    heading = escape(f"{title}: {scheme.name}")
    page = document(lang, heading, style, body, script([_HERE / "cell.js"]))
    return Cell(page, still, title, height)
