"""The tab on the pairs at a step, with what their score is made of."""

from collections.abc import Sequence

from bpe import Training
from ui.draw.parts import heading, segmented
from ui.draw.say import say
from ui.draw.table import table
from ui.shell.text import t
from ui.wordpiece import tables


def pairs_panel(runs: Sequence[Training], names: Sequence[str], step: int) -> None:
    """Show every pair of one run with its counts and its score."""
    at = segmented(t("wordpiece.whose"), (1, 0), names.__getitem__, "wordpiece_run")
    run = runs[at]
    snapshot = run.snapshot(min(step, len(run)))
    title = heading("wordpiece.pairs_heading", step=snapshot.step)
    frame = tables.pairs(snapshot)
    if frame.empty:
        say("wordpiece.no_pairs", run.scheme)
        return
    table(
        frame,
        ("pair", "count", "left_count", "right_count", "fraction"),
        title,
        run.scheme,
        area="wordpiece",
        labels={"fraction": lambda row: f"{row['fraction']}\u00a0=\u00a0{row['score']:.3g}"},
        badges={"chosen": t("tables.badge_next")},
    )
