"""Read the cost of a vocabulary into tables: description length and the terms of a merge."""

from collections.abc import Mapping

import pandas as pd

from bpe import Training
from bpe.readings.cost import CostCurve, description_length, merge_terms, pmi_terms
from ui.corpora.remembered import remembered
from ui.draw.tables import by_series, frame_of

PARTS = ("total", "corpus", "vocabulary")
"""The sum and its two parts, as the chart draws them."""

TERMS = ("length", "left", "right", "new")
"""The terms of a merge that are about the text; the one left is spelling."""

MEASURES = {
    "tokens": ("tokens", ",d"),
    "tokens_per_word": ("tokens_per_word", ",.2f"),
    "units_per_token": ("units_per_token", ",.2f"),
    "share_in_use": ("share_in_use", ".0%"),
    "entropy": ("entropy", ".2f"),
    "bits_per_unit": ("model_bits_per_unit", ".3f"),
    "bits_per_token": ("model_bits_per_token", ".2f"),
    "bits_per_byte": ("model_bits_per_byte", ".3f"),
}
"""What is followed by step: the attribute of `CostCurve`, and the format of its values."""


@remembered(last=4)
def curve(training: Training) -> CostCurve:
    """Return the cost of the training text at every step."""
    return description_length(training)


def lengths(costs: CostCurve) -> pd.DataFrame:
    """List the description length by step. Columns: step, value (bits), series (of `PARTS`)."""
    values = {
        "total": costs.total_bits,
        "corpus": costs.corpus_bits,
        "vocabulary": costs.vocabulary_bits,
    }
    return by_series({name: values[name] for name in PARTS})


def all_by_step(costs: CostCurve) -> pd.DataFrame:
    """List every number by step, for a download: one column a number."""
    columns = {name: getattr(costs, attribute) for name, (attribute, _) in MEASURES.items()}
    return pd.DataFrame(
        {
            "step": range(len(costs.tokens)),
            "corpus_bits": costs.corpus_bits,
            "vocabulary_bits": costs.vocabulary_bits,
            "total_bits": costs.total_bits,
            "vocabulary_size": costs.vocabulary_size,
            "in_use": costs.in_use,
            **columns,
        }
    )


def measure(name: str, series: Mapping[str, CostCurve]) -> pd.DataFrame:
    """List one of `MEASURES` by step. Columns: step, value, series."""
    attribute, _ = MEASURES[name]
    return by_series({line: getattr(costs, attribute) for line, costs in series.items()})


RANKING = ("bits_per_token", "bits_per_byte")
"""Those of `MEASURES` that are drawn by the size of the vocabulary."""


def by_size(name: str, series: Mapping[str, CostCurve]) -> pd.DataFrame:
    """List one of `MEASURES` by vocabulary size. Columns: step (that size), value, series."""
    frame = measure(name, series)
    sizes = next(iter(series.values())).vocabulary_size
    return frame.assign(step=frame["step"] + int(sizes[0]))


def measures(step: int, series: Mapping[str, CostCurve]) -> pd.DataFrame:
    """List all `MEASURES` at a step, or at the end of a shorter run. Columns: name, one a series.

    Values are written as text, in their own format.
    """
    rows = []
    for name, (attribute, number) in MEASURES.items():
        values = [getattr(costs, attribute) for costs in series.values()]
        rows.append((name, *(format(value[min(step, len(value) - 1)], number) for value in values)))
    return frame_of(rows, "name", *series)


def terms(training: Training, step: int) -> pd.DataFrame:
    """List what the merge that led to a step changed, in bits; the last rows are sums.

    Columns: name (of `TERMS`, "text", "spelling", "total"), exact, popular (count times PMI; None
    where that formula has no such term), missing (exact less popular).
    """
    exact, popular = merge_terms(training, step - 1), pmi_terms(training, step - 1)
    missing = exact - popular
    rows = [
        (name, *(getattr(each, name) for each in (exact, popular, missing)))
        for name in (*TERMS, "text")
    ]
    rows += [("spelling", exact.spelling, None, None), ("total", exact.change, None, None)]
    return frame_of(rows, "name", "exact", "popular", "missing")
