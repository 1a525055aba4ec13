"""The tab on the pairs at a step, with what their score is made of."""

from collections.abc import Sequence

from bpe import Training
from ui.draw.parts import heading, segmented
from ui.draw.say import say
from ui.draw.table import Column, draw_table
from ui.shell.text import t
from ui.wordpiece import tables

COLUMNS = (
    Column("pair", "pair"),
    *(Column(name, "number") for name in ("count", "left_count", "right_count")),
    Column("fraction", template="{fraction}\u00a0=\u00a0{score:.3g}"),
)


def pairs_panel(runs: Sequence[Training], names: Sequence[str], step: int) -> None:
    """Show every pair of one run with its counts and its score."""
    at = segmented(t("wordpiece.whose"), (1, 0), names.__getitem__, "wordpiece_run")
    run = runs[at]
    snapshot = run.snapshot(min(step, len(run)))
    title = heading("wordpiece.pairs_heading", step=snapshot.step)
    rows = tables.pairs(snapshot)
    if not rows:
        say("wordpiece.no_pairs", run.scheme)
        return
    badges = {"chosen": t("tables.badge_next")}
    draw_table(rows, COLUMNS, title, run.scheme, area="wordpiece", badges=badges)
