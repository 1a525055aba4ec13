"""The program beside the picture: the algorithm in plain Python, and what its lines did here."""

from bpe import Snapshot
from ui.corpora.run import Run
from ui.draw.downloads import offer
from ui.draw.parts import listing
from ui.draw.say import say, sentence
from ui.shell.text import t
from ui.train.program import FILE, LONGEST, Program, is_offered, program_of

SHOWN = 2
"""Pairs that are named of those that were counted."""


def code_panel(run: Run, step: int) -> None:
    """Show the program that learns this run, and what it did as it came to this step."""
    training, text = run.training, run.source.text
    if not is_offered(training, text):
        say("train.code_none")
        return
    program = program_of(training, text, run.min_frequency)
    here = training.snapshot(step)
    say("train.code_how" if step else "train.code_begin", step=step)
    listing(program.text, _told(here, program))
    if text is not None and len(text) > LONGEST:
        say("train.code_file", file=FILE)
        offer(t("train.code_save", file=FILE), lambda: text, FILE, "train_code_file")


def _told(here: Snapshot, program: Program) -> dict[int, str]:
    """Return, as HTML, what the lines did that made the merge before this step."""
    merge, training = here.previous, here.training
    if merge is None:
        return {}
    before, scheme = training.snapshot(here.step - 1), training.scheme
    pairs = before.pairs(SHOWN)
    named = {f"pair_{at}": pair.pair for at, pair in enumerate(pairs, 1)}
    counts = {f"count_{at}": pair.count for at, pair in enumerate(pairs, 1)}
    several = "several" if len(pairs) == SHOWN else "one"
    sizes = training.vocabulary_sizes
    grown = {"before": int(sizes[here.step - 1]), "after": int(sizes[here.step])}
    words = int(training.merged_word_counts[here.step - 1])
    return {
        program.pairs: sentence(
            f"train.code_pairs_{several}", scheme, named, n=before.different_pairs, **counts
        ),
        program.best: sentence("train.code_best", scheme, {"pair": merge.pair}),
        program.merged: sentence(f"train.code_changed{'_one' if words == 1 else ''}", n=words),
        program.grown: sentence("train.code_grown", **grown),
    }
