"""What a vocabulary costs by step, as the chart draws it."""

import pandas as pd

from bpe import Training
from bpe.readings.cost import CostCurve, description_length
from ui.corpora.cache import remembered
from ui.draw.tables import by_series

PARTS = ("total", "corpus", "vocabulary")
"""The sum and its two parts, as the chart draws them."""


@remembered
def curve(training: Training) -> CostCurve:
    """Return the cost of the training text at every step."""
    return description_length(training)


def lengths(costs: CostCurve) -> pd.DataFrame:
    """List the description length by step. Columns: step, value (bits), series (of `PARTS`)."""
    return by_series({name: getattr(costs, f"{name}_bits") for name in PARTS})


def bits(value: float) -> str:
    """Write bits: whole ones where there are many."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.1f}"
