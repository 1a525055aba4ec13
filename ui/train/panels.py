"""The tabs beside the words: one function a tab, each a reading of the snapshot at the step."""

from collections.abc import Callable

from ui.controls.details import Panel
from ui.controls.pins import pin_clicked
from ui.corpora.run import Run
from ui.draw.parts import fold
from ui.player.cutting import WORDS
from ui.shell.text import t
from ui.train import fold_key
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
from ui.train.token.shown import token_clicked

KEY = "train"


def clicked(kind: str, what: tuple[str, ...]) -> None:
    """Pin the word that was clicked, show the life of a token or the row of a pair: a callback."""
    if kind == "word":
        pin_clicked(KEY, *what)
    elif kind == "token":
        token_clicked(*what)
    else:
        find_pair(KEY, what)


def panels_of(run: Run) -> dict[str, Panel | None]:
    """Return the panels by tab; no Words where the player lists every word already."""
    return {**PANELS, "words": PANELS["words"] if run.summary.words > WORDS else None}


def _at_step(panel: Callable[..., None], *more: str) -> Panel:
    """Draw `panel` from the snapshot at the step."""
    return lambda run, step: panel(run.training.snapshot(step), *more)


def _with_folds(first: Panel, **folds: Panel) -> Panel:
    """Draw a part, and below it others that are closed at first and cost nothing until opened."""

    def draw(run: Run, step: int) -> None:
        first(run, step)
        for name, part in folds.items():
            with fold(t(f"train.fold_{name}"), fold_key(name)) as is_open:
                if is_open:
                    part(run, step)

    return draw


PANELS: dict[str, Panel] = {
    "pairs": _with_folds(
        _at_step(pairs_panel, KEY),
        ties=_at_step(ties_panel),
        changes=_at_step(changes_panel),
        rules=lambda run, step: rules_panel(run),
    ),
    "words": _with_folds(_at_step(words_panel, KEY), changed=_at_step(changed_words_panel)),
    "vocabulary": _with_folds(
        _at_step(vocabulary_panel, KEY),
        over_time=lambda run, step: over_time_panel(run.training, step),
    ),
    "token": token_panel,
    "stop": stop_panel,
    "code": code_panel,
    "claims": claims_panel,
}
