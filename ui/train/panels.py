"""The tabs beside the words: one function a tab, each a reading of the snapshot at the step."""

from collections.abc import Callable
from functools import partial

from bpe import Training
from ui.controls.asked import Asked
from ui.controls.following import Follows, Part, draw_panel
from ui.controls.pins import pin_clicked, pinned_words
from ui.draw.parts import fold
from ui.player import player
from ui.player.cutting import WORDS
from ui.shell.fragments import FOLLOWING
from ui.shell.text import t
from ui.train import PAGE, fold_key
from ui.train.claims import claims_panel
from ui.train.code import code_panel
from ui.train.pairs import (
    changed_words_panel,
    changes_panel,
    find_pair,
    pairs_panel,
    ties_panel,
    vocabulary_panel,
    words_panel,
)
from ui.train.rules import rules_panel
from ui.train.run import over_time_panel
from ui.train.stop.panel import stop_panel
from ui.train.token.panel import token_panel
from ui.train.token.shown import take_clicked, token_clicked

KEY = "train"


def answer(key: str, kind: str, what: tuple[str, ...]) -> None:
    """Pin the word that was clicked, show the life of a token or the row of a pair: a callback.

    A callback outlives its run in the session, so it must hold no training.
    """
    if kind == "word":
        pin_clicked(key, *what)
    elif kind == "token":
        token_clicked(*what)
    else:
        find_pair(key, what)


def stepping(asked: Asked, follows: Follows) -> None:
    """Draw the player of a training, and all that follows its step."""
    take_clicked(asked.training)
    player(
        asked.training,
        key=KEY,
        pinned=pinned_words(asked.training, KEY),
        default=asked.opening,
        asks=partial(answer, KEY),
        follows=FOLLOWING,
    )
    draw_panel(PAGE, panels_of(asked.training), follows)


def panels_of(training: Training) -> dict[str, Part | None]:
    """Return the panels by tab; no Words where the player lists every word already."""
    return {**PANELS, "words": PANELS["words"] if len(training.corpus) > WORDS else None}


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
    "token": token_panel,
    "stop": stop_panel,
    "code": code_panel,
    "claims": claims_panel,
}
