"""The strip as HTML: what became of each merge of a list, from the first to the last."""

from collections.abc import Mapping
from html import escape

import pandas as pd

FATES = ("same", "moved", "other")


def strip(parts: pd.DataFrame, step: int | None, alt: str, labels: Mapping[str, str]) -> str:
    """Write `ui.check.tables.parts` as one strip with a legend; `step` is marked.

    labels: fate -> what the legend says. Heights differ too, for whoever does not tell the colours
    apart. `alt` is what a screen reader says.
    """
    whole = max(int(parts["merges"].sum()), 1)
    bars = "".join(
        f'<span class="{row.fate}" style="width:{100 * row.merges / whole:.3f}%"></span>'
        for row in parts.itertuples()
    )
    mark = "" if step is None else f'<i style="left:{100 * min(step, whole) / whole:.3f}%"></i>'
    legend = "".join(
        f'<li><span class="{fate}"></span>{escape(labels[fate])}</li>' for fate in FATES
    )
    return (
        f'<div class="agreement"><div class="bars" role="img" aria-label="{escape(alt)}">'
        f'{bars}{mark}</div><ul aria-hidden="true">{legend}</ul></div>'
    )
