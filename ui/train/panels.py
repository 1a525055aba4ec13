"""The tabs below the player: one function a tab, each a reading of the snapshot at the step."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bpe import Training
from ui.controls.asked import Asked
from ui.controls.pins import pin_clicked, pinned_words
from ui.draw.names import names_of
from ui.draw.parts import styles
from ui.draw.vocabulary import vocabulary_panel
from ui.player import player
from ui.shell.navigation import link, page_named
from ui.shell.tabs import draw_tabs
from ui.shell.text import quoted, t
from ui.train.claims import claims_panel
from ui.train.downloads import downloads_panel
from ui.train.pairs import find_pair, pairs_panel, ties_panel
from ui.train.run import over_time_panel, stop_panel
from ui.train.spaces import spaces_panel
from ui.train.words import words_panel


def answer(key: str, kind: str, what: tuple[str, ...]) -> None:
    """Pin the word that was clicked in the player, or show the pair, from a callback.

    A callback outlives its run in the session, so it must hold no training.
    """
    if kind == "word":
        pin_clicked(key, *what)
    else:
        find_pair(key, what)


def ways_on(training: Training, step: int) -> None:
    """Lead to where this tokenizer is used, and to the life of the token that was just made."""
    with st.container(horizontal=True):
        link(page_named("encode"), t("train.encode_with"))
        if step:
            token = names_of(training)[len(training.alphabet) + step - 1]
            label = t("train.life_of", token=quoted(token))
            link(page_named("life"), label, token=token, word=None)


def stepping(asked: Asked) -> None:
    """Draw the player of a training, and all that follows its step."""
    key = "train"
    step = player(
        asked.training,
        key=key,
        pinned=pinned_words(asked.training, key),
        default=asked.opening,
        asks=partial(answer, key),
    )
    ways_on(asked.training, step)
    panels(asked, step, key)


def panels(asked: Asked, step: int, key: str) -> None:
    """Draw all tabs for one step; only the open one is computed."""
    styles()
    training = asked.training
    snapshot = training.snapshot(step)
    draw_tabs(
        f"{key}_tabs",
        "tables",
        {
            "pairs": partial(pairs_panel, snapshot, key),
            "ties": partial(ties_panel, snapshot),
            "words": partial(words_panel, snapshot, key),
            "vocabulary": partial(vocabulary_panel, snapshot, key),
            "over_time": partial(over_time_panel, training, step),
            "stop": partial(stop_panel, training),
            "spaces": partial(spaces_panel, asked),
            "claims": partial(claims_panel, asked, step),
            "downloads": partial(downloads_panel, asked, snapshot, key),
        },
    )
