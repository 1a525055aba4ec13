"""What one merge saves and what it costs, term by term."""

from bpe import Training
from bpe.readings.description_length import MergeNumbers, merge_numbers, merge_terms
from ui.draw.parts import heading
from ui.draw.readings import Rows
from ui.draw.say import merge_tokens, say
from ui.draw.table import Column, draw_table
from ui.draw.tokens import visible
from ui.shell.text import t
from ui.train.stop.bits import bits

TERMS = ("length", "left", "right", "new", "text", "spelling", "total")
"""What a merge changes, as it is added up."""


def merge_panel(training: Training, step: int) -> None:
    """Break what the merge that led to this step changed into its terms."""
    title = heading("stop.merge_heading", step=step)
    if not step:
        say("stop.step_zero")
        return
    terms, met = merge_terms(training, step - 1), merge_numbers(training, step - 1)
    say(
        f"stop.merge_{'saves' if terms.total < 0 else 'costs'}",
        training.scheme,
        merge_tokens(training.merges[step - 1]),
        text=bits(abs(terms.text)),
        direction=t("stop.shorter" if terms.text < 0 else "stop.longer"),
        spelling=bits(terms.spelling),
        total=bits(abs(terms.total)),
    )
    names = [name for name in TERMS if not (met.is_twins and name == "right")]
    rows = [(_label(name, met), f"{getattr(terms, name):+,.1f}") for name in names]
    columns = (Column("term"), Column("bits"))
    draw_table(Rows(("term", "bits"), rows), columns, title, area="stop")


def _label(name: str, met: MergeNumbers) -> str:
    """Name a term of the change, with the numbers it comes from."""
    left, right = map(visible, met.pair)
    return t(
        f"stop.term_{name}",
        left=left,
        right=right,
        token=visible(met.token),
        n=met.replaced,
        N=met.total,
        N_after=met.total_after,
        f_left=met.left,
        f_right=met.right,
        g_left=met.left_after,
        g_right=met.right_after,
    )
