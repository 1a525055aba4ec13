"""The program beside the picture: the algorithm in plain Python, and what its lines did here."""

from functools import partial

from ui.corpora.run import Run
from ui.corpora.sources import text_in
from ui.draw.downloads import offer
from ui.draw.parts import listing
from ui.draw.say import say, sentence
from ui.shell.text import t
from ui.train.program import FILE, LONGEST, Program, program_for
from ui.train.readings import loop_at

SHOWN = 2
"""Pairs that are named of those that were counted."""


def draw_code(run: Run, step: int) -> None:
    """Show the program that learns this run, and what it did as it came to this step."""
    program: Program | None = run.read(program_for, run.source)[0]
    if program is None:
        say("train.code_none")
        return
    say("train.code_how" if step else "train.code_begin", step=step)
    listing(program.text, _told(run, step, program) if step else {})
    file = run.source.file
    if file is not None and run.source.characters > LONGEST:
        say("train.code_file", file=FILE)
        offer(t("train.code_save", file=FILE), partial(text_in, file), FILE, "train_code_file")


def _told(run: Run, step: int, program: Program) -> dict[int, str]:
    """Return, as HTML, what the lines did that made the merge before this step."""
    facts = run.read(loop_at, step, SHOWN)
    named = {f"pair_{at}": pair for at, (pair, _) in enumerate(facts.pairs, 1)}
    counts = {f"count_{at}": count for at, (_, count) in enumerate(facts.pairs, 1)}
    several = "several" if len(facts.pairs) == SHOWN else "one"
    changed = f"train.code_changed{'_one' if facts.words == 1 else ''}"
    return {
        program.pairs: sentence(
            f"train.code_pairs_{several}", run.scheme, named, n=facts.different, **counts
        ),
        program.best: sentence("train.code_best", run.scheme, {"pair": facts.best}),
        program.merged: sentence(changed, n=facts.words),
        program.grown: sentence("train.code_grown", before=facts.before, after=facts.after),
    }
