"""The tabs beside the words of Step through BPE, and what a click on a picture opens."""

from collections.abc import Iterator
from contextlib import contextmanager

from ui.controls.details import Panel
from ui.controls.pins import pin_clicked
from ui.corpora.run import Run
from ui.draw.parts import fold
from ui.player.cutting import WORDS
from ui.shell.text import t
from ui.train import PAGE, fold_key
from ui.train.claims import draw_claims
from ui.train.code import draw_code
from ui.train.pairs import (
    draw_changed_words,
    draw_changes,
    draw_pairs,
    draw_rules,
    draw_ties,
    draw_totals,
    draw_vocabulary_at,
    draw_words,
    find_pair,
)
from ui.train.stop import draw_stop
from ui.train.token.panel import draw_token, token_clicked


def clicked(kind: str, what: tuple[str, ...]) -> None:
    """Pin the word that was clicked, show the life of a token or the row of a pair: a callback."""
    if kind == "word":
        pin_clicked(PAGE.name, *what)
    elif kind == "token":
        token_clicked(*what)
    else:
        find_pair(what)


def panels_of(run: Run) -> dict[str, Panel | None]:
    """Return the panels by tab; no Words where the player lists every word already."""
    return {**PANELS, "words": PANELS["words"] if run.summary.words > WORDS else None}


@contextmanager
def _fold(name: str) -> Iterator[bool]:
    """Draw what is within in a fold, closed at first: it is not to be worked out until then."""
    with fold(t(f"train.fold_{name}"), fold_key(name)) as is_open:
        yield is_open


def pairs_tab(run: Run, step: int) -> None:
    """Draw the pairs; folded the ties, what changed, and the tie rules."""
    draw_pairs(run, step)
    with _fold("ties") as is_open:
        if is_open:
            draw_ties(run, step)
    with _fold("changes") as is_open:
        if is_open:
            draw_changes(run, step)
    with _fold("rules") as is_open:
        if is_open:
            draw_rules(run)


def words_tab(run: Run, step: int) -> None:
    """Draw the words; folded those that changed."""
    draw_words(run, step)
    with _fold("changed") as is_open:
        if is_open:
            draw_changed_words(run, step)


def vocabulary_tab(run: Run, step: int) -> None:
    """Draw the vocabulary; folded the totals by step."""
    draw_vocabulary_at(run, step)
    with _fold("over_time") as is_open:
        if is_open:
            draw_totals(run, step)


PANELS: dict[str, Panel] = {
    "pairs": pairs_tab,
    "words": words_tab,
    "vocabulary": vocabulary_tab,
    "token": draw_token,
    "stop": draw_stop,
    "code": draw_code,
    "claims": draw_claims,
}
