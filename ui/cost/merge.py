"""The tab on one merge: what it changed, and what a popular formula makes of that."""

import pandas as pd
import streamlit as st

from bpe import Training
from bpe.readings.cost import MergeNumbers, merge_numbers, merge_terms, pmi_terms
from ui.cost import charts as cost_charts
from ui.cost import tables
from ui.cost.run import FORMULAS, Run, bits, way
from ui.draw.palette import palette
from ui.draw.say import say
from ui.draw.table import table
from ui.draw.tokens import visible
from ui.shell.text import t

SUMS = ("text", "total")


def merge_panel(run: Run, step: int) -> None:
    """Break what the merge that led to this step changed into its terms."""
    heading = t("cost.merge_heading", step=step)
    st.header(heading, anchor=False)
    if not step:
        say("cost.step_zero")
        return
    training = run.training
    numbers, exact = merge_numbers(training, step - 1), merge_terms(training, step - 1)
    say(
        f"cost.merge_{'saves' if exact.change < 0 else 'costs'}",
        training.scheme,
        {"pair": numbers.pair, "token": (numbers.token,)},
        text=bits(abs(exact.text)),
        direction=way(exact.text),
        spelling=bits(exact.spelling),
        total=bits(abs(exact.change)),
    )
    frame = tables.terms(training, step)
    frame = frame.assign(label=[_term(name, numbers) for name in frame["name"]])
    if numbers.is_twins:
        frame = frame[frame["name"] != "right"]
    bars = frame.rename(columns={"exact": "value"})[["name", "label", "value"]]
    st.altair_chart(
        cost_charts.balance(
            bars,
            x=t("cost.change_axis"),
            saves=t("cost.saves"),
            costs=t("cost.costs"),
            palette=palette(),
            sums=SUMS,
        ),
        alt=t(
            "cost.change_alt",
            step=step,
            terms="; ".join(f"{row.label}: {row.value:+,.1f}" for row in bars.itertuples()),
        ),
    )
    _popular(training, step, frame)


def _popular(training: Training, step: int, frame: pd.DataFrame) -> None:
    """Hold the popular formula against the exact change of the text, term by term."""
    st.html(FORMULAS)
    heading = t("cost.popular_heading")
    st.header(heading, anchor=False)
    st.latex(r"\text{count} \times \mathrm{PMI} = n \, \log_2 \frac{N \, n}{f(a) \, f(b)}")
    exact, popular = merge_terms(training, step - 1), pmi_terms(training, step - 1)
    missing = exact - popular
    say(
        "cost.popular_said",
        popular=bits(abs(popular.text)),
        popular_way=way(popular.text),
        exact=bits(abs(exact.text)),
        exact_way=way(exact.text),
        length=bits(abs(missing.length)),
        tokens=bits(missing.tokens),
        gap=bits(abs(missing.text)),
        direction=t("cost.too_much" if missing.text > 0 else "cost.too_little"),
    )
    shown = frame[frame["popular"].notna()]
    shown.attrs["more"] = False
    table(
        shown,
        ("label", "exact", "popular", "missing"),
        heading,
        labels={
            "label": lambda row: row["label"],
            "exact": lambda row: f"{row['exact']:+,.1f}",
            "popular": lambda row: f"{row['popular']:+,.1f}",
            "missing": lambda row: f"{row['missing']:+,.1f}",
        },
        area="cost",
    )
    st.caption(t("cost.popular_note"))


def _term(name: str, met: MergeNumbers) -> str:
    """Name a term of the change, with the numbers it comes from."""
    left, right = map(visible, met.pair)
    numbers = {
        "n": met.replaced,
        "N": met.total,
        "N_after": met.total_after,
        "f_left": met.left,
        "f_right": met.right,
        "g_left": met.left_after,
        "g_right": met.right_after,
    }
    return t(
        f"cost.term_{name}",
        left=left,
        right=right,
        token=visible(met.token),
        **numbers,
    )
