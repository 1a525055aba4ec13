"""The tab on one merge: what it saves and what it costs, term by term."""

import pandas as pd
import streamlit as st

from bpe import Training
from bpe.readings.cost import MergeNumbers, merge_numbers, merge_terms
from ui.cost.charts import balance
from ui.cost.tables import bits
from ui.draw.parts import heading
from ui.draw.say import merge_tokens, say, say_written, sentence
from ui.draw.tokens import visible
from ui.shell.text import t

TERMS = ("length", "left", "right", "new", "text", "spelling", "total")
"""What a merge changes, as the bars stand below each other."""

SUMS = ("text", "total")
"""Those that add up the ones above them."""


def merge_panel(training: Training, step: int) -> None:
    """Break what the merge that led to this step changed into its terms."""
    heading("cost.merge_heading", step=step)
    if step:
        say_written(merge_said(training, step))
        _bars(training, step)
    else:
        say("cost.step_zero")
    for name in ("words", "limits"):
        st.caption(t(f"cost.model_{name}"))


def merge_said(training: Training, step: int) -> str:
    """Say, as HTML, what the merge that led to a step saved or cost; there is none at step 0."""
    terms = merge_terms(training, step - 1)
    return sentence(
        f"cost.merge_{'saves' if terms.total < 0 else 'costs'}",
        training.scheme,
        merge_tokens(training.merges[step - 1]),
        text=bits(abs(terms.text)),
        direction=t("cost.shorter" if terms.text < 0 else "cost.longer"),
        spelling=bits(terms.spelling),
        total=bits(abs(terms.total)),
    )


def _bars(training: Training, step: int) -> None:
    """Draw a bar a term."""
    terms, met = merge_terms(training, step - 1), merge_numbers(training, step - 1)
    names = [name for name in TERMS if not (met.is_twins and name == "right")]
    rows = [(name, _label(name, met), getattr(terms, name)) for name in names]
    said = "; ".join(f"{label}: {value:+,.1f}" for _, label, value in rows)
    st.altair_chart(
        balance(pd.DataFrame(rows, columns=["name", "label", "value"]), SUMS),
        alt=t("cost.change_alt", step=step, terms=said),
    )


def _label(name: str, met: MergeNumbers) -> str:
    """Name a term of the change, with the numbers it comes from."""
    left, right = map(visible, met.pair)
    return t(
        f"cost.term_{name}",
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
