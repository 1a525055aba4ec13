"""The tabs beside the words of Step through BPE, and what a click on a picture opens."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from bpe.readings.claims import of_work
from ui.controls.details import Panel
from ui.controls.pins import pin_clicked
from ui.corpora.run import Run
from ui.corpora.sources import text_in
from ui.draw.downloads import offer
from ui.draw.parts import fold, listing
from ui.draw.say import say, sentence
from ui.player.cutting import WORDS
from ui.shell.text import t
from ui.train import PAGE, fold_key
from ui.train.claims import draw_claims
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
from ui.train.program import FILE, LONGEST, Program, program_for
from ui.train.readings import facts_at, loop_at
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


COUNTED = 2
"""Pairs that are named of those that were counted."""


def code_tab(run: Run, step: int) -> None:
    """Show the program that learns this run, and what it did as it came to this step."""
    program: Program | None = run.read(program_for, run.source)[0]
    if program is None:
        say("train.code_none")
        return
    say("train.code_how" if step else "train.code_begin", step=step)
    if step:
        [work] = run.read(facts_at, step, ((of_work,),))
        say("train.code_work", **work)
    listing(program.text, _told(run, step, program) if step else {})
    file = run.source.file
    if file is not None and run.source.characters > LONGEST:
        say("train.code_file", file=FILE)
        offer(t("train.code_save", file=FILE), partial(text_in, file), FILE, "train_code_file")


def _told(run: Run, step: int, program: Program) -> dict[int, str]:
    """Return, as HTML, what the lines did that made the merge before this step."""
    facts = run.read(loop_at, step, COUNTED)
    named = {f"pair_{at}": pair for at, (pair, _) in enumerate(facts.pairs, 1)}
    counts = {f"count_{at}": count for at, (_, count) in enumerate(facts.pairs, 1)}
    several = "several" if len(facts.pairs) == COUNTED else "one"
    changed = f"train.code_changed{'_one' if facts.words == 1 else ''}"
    return {
        program.pairs: sentence(
            f"train.code_pairs_{several}", run.scheme, named, n=facts.different, **counts
        ),
        program.best: sentence("train.code_best", run.scheme, {"pair": facts.best}),
        program.merged: sentence(changed, n=facts.words),
        program.grown: sentence("train.code_grown", before=facts.before, after=facts.after),
    }


PANELS: dict[str, Panel] = {
    "pairs": pairs_tab,
    "words": words_tab,
    "vocabulary": vocabulary_tab,
    "token": draw_token,
    "stop": draw_stop,
    "code": code_tab,
    "claims": draw_claims,
}
