"""What a run costs in bits at every step, and how bits are written."""

from bpe import Training
from bpe.readings.description_length import CostCurve, description_length
from ui.cache import remembered


@remembered
def curve(training: Training) -> CostCurve:
    """Return the cost of the training text at every step."""
    return description_length(training)


def bits(value: float) -> str:
    """Write bits: whole ones where there are many."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.1f}"
