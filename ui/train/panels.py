"""The tabs beside the words: one function a tab, each a reading of the snapshot at the step."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from bpe import Training
from ui.controls.asked import Asked
from ui.controls.following import Follows, Part
from ui.controls.pins import pin_clicked, pinned_words
from ui.draw.names import names_of
from ui.draw.parts import fold, styles
from ui.draw.tokens import exact
from ui.draw.vocabulary import vocabulary_panel
from ui.player import player
from ui.shell import session
from ui.shell.fragments import FOLLOWING
from ui.shell.navigation import leave_for, link
from ui.shell.tabs import PANEL, draw_tabs
from ui.shell.text import quoted, t
from ui.train import PAGE, fold_key
from ui.train.claims import claims_panel
from ui.train.downloads import downloads_panel
from ui.train.pairs import (
    changed_words_panel,
    changes_panel,
    find_pair,
    pairs_panel,
    ties_panel,
    words_panel,
)
from ui.train.rules import rules_panel
from ui.train.run import over_time_panel, stop_panel

KEY = "train"


def answer(key: str, kind: str, what: tuple[str, ...]) -> None:
    """Pin the word that was clicked in the player, open the token or show the pair: a callback.

    A callback outlives its run in the session, so it must hold no training.
    """
    if kind == "word":
        pin_clicked(key, *what)
    elif kind == "token":
        session.remember(f"{key}_token", *what)
    else:
        find_pair(key, what)


def stepping(asked: Asked, follows: Follows) -> None:
    """Draw the player of a training, and all that follows its step."""
    _open_life(asked.training)
    player(
        asked.training,
        key=KEY,
        pinned=pinned_words(asked.training, KEY),
        default=asked.opening,
        asks=partial(answer, KEY),
        follows=FOLLOWING,
    )
    st.fragment(panels, key=PANEL)(follows)
    follows(ways_on)


def _open_life(training: Training) -> None:
    """Lead to the life of the token that was clicked, at the step it was clicked at."""
    clicked = session.recall(f"{KEY}_token")
    if clicked is None:
        return
    session.remember(f"{KEY}_token", None)
    for token, name in zip(training.tokens, names_of(training), strict=True):
        if exact(token) == clicked:
            leave_for("life", token=name, word=None)


def ways_on(asked: Asked, step: int) -> None:
    """Lead to where this tokenizer is used, and to the life of the token that was just made."""
    training = asked.training
    with st.container(horizontal=True):
        link("encode", t("train.encode_with"))
        if step:
            token = names_of(training)[len(training.alphabet) + step - 1]
            label = t("train.life_of", token=quoted(token))
            link("life", label, token=token, word=None)


def panels(follows: Follows) -> None:
    """Draw all tabs; only the open one is computed."""
    styles()
    draw_tabs(PAGE, {name: partial(follows, part) for name, part in PANELS.items()})


def _reading(panel: Callable[..., None], *more: str) -> Part:
    """Draw `panel` from the snapshot at the step."""
    return lambda asked, step: panel(asked.training.snapshot(step), *more)


def _with_folds(first: Part, **folds: Part) -> Part:
    """Draw a part, and below it others that are closed at first and cost nothing until opened."""

    def draw(asked: Asked, step: int) -> None:
        first(asked, step)
        for name, part in folds.items():
            with fold(t(f"train.fold_{name}"), fold_key(name)) as is_open:
                if is_open:
                    part(asked, step)

    return draw


PANELS: dict[str, Part] = {
    "pairs": _with_folds(
        _reading(pairs_panel, KEY),
        ties=_reading(ties_panel),
        changes=_reading(changes_panel),
        rules=lambda asked, step: rules_panel(asked),
    ),
    "words": _with_folds(_reading(words_panel, KEY), changed=_reading(changed_words_panel)),
    "vocabulary": _with_folds(
        _reading(vocabulary_panel, KEY),
        over_time=lambda asked, step: over_time_panel(asked.training, step),
    ),
    "stop": lambda asked, step: stop_panel(asked.training),
    "claims": claims_panel,
    "downloads": lambda asked, step: downloads_panel(asked, asked.training.snapshot(step), KEY),
}
