"""A run with what it costs, and the tabs: what one merge changed, and text that was not seen."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from bpe import CorpusError, Training
from bpe.readings.cost import (
    CostCurve,
    MergeNumbers,
    description_length_of,
    merge_numbers,
    merge_terms,
    pmi_terms,
)
from ui.controls.asked import Asked
from ui.controls.controls import training_controls
from ui.controls.held_out import SHARE, Held, learned_from, parted
from ui.controls.running import leaving, result_of
from ui.controls.steps import click_steps
from ui.corpora.readings import reading
from ui.corpora.remembered import remembered
from ui.cost import PAGE, tables
from ui.cost import charts as cost_charts
from ui.draw.charts import step_lines
from ui.draw.parts import for_researchers, heading
from ui.draw.say import merge_tokens, say, say_written, sentence
from ui.draw.table import table
from ui.draw.tokens import visible
from ui.shell.frame import Bar
from ui.shell.text import t

FORMULAS = Path(__file__).with_name("cost.css")


@dataclass(frozen=True)
class CostedRun:
    """What was asked for, and what it costs at each step."""

    asked: Asked
    costs: CostCurve

    @property
    def training(self) -> Training:
        """The training that was asked for."""
        return self.asked.training


def cost_controls(bar: Bar) -> CostedRun:
    """Draw the pickers; return the training they ask for with its cost at each step."""
    asked = training_controls(bar)
    return CostedRun(asked, tables.curve(asked.training))


def clickable(run: CostedRun, chart: alt.LayerChart | alt.FacetChart, key: str, alt: str) -> None:
    """Draw a chart whose points move the player to their step."""
    click_steps(chart, key, len(run.training), run.costs.best_step, alt)


def way(change: float) -> str:
    return t("cost.shorter" if change < 0 else "cost.longer")


def bits(value: float) -> str:
    """Write bits: whole ones where there are many."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.1f}"


SUMS = ("text", "total")


def merge_said(training: Training, step: int) -> str:
    """Say, as HTML, what the merge that led to a step saved or cost; there is none at step 0."""
    exact = merge_terms(training, step - 1)
    return sentence(
        f"cost.merge_{'saves' if exact.change < 0 else 'costs'}",
        training.scheme,
        merge_tokens(training.merges[step - 1]),
        text=bits(abs(exact.text)),
        direction=way(exact.text),
        spelling=bits(exact.spelling),
        total=bits(abs(exact.change)),
    )


def merge_panel(run: CostedRun, step: int) -> None:
    """Break what the merge that led to this step changed into its terms."""
    heading("cost.merge_heading", step=step)
    if not step:
        say("cost.step_zero")
        for_researchers("cost_researchers", lambda: _formulas(run, step))
        return
    training = run.training
    numbers = merge_numbers(training, step - 1)
    say_written(merge_said(training, step))
    frame = tables.terms(training, step)
    frame = frame.assign(label=[_term(name, numbers) for name in frame["name"]])
    if numbers.is_twins:
        frame = frame[frame["name"] != "right"]
    bars = frame.rename(columns={"exact": "value"})[["name", "label", "value"]]
    st.altair_chart(
        cost_charts.balance(bars, SUMS),
        alt=t(
            "cost.change_alt",
            step=step,
            terms="; ".join(f"{row.label}: {row.value:+,.1f}" for row in bars.itertuples()),
        ),
    )
    for_researchers("cost_researchers", lambda: _formulas(run, step, frame))


def _formulas(run: CostedRun, step: int, frame: pd.DataFrame | None = None) -> None:
    """State the model that counts the bits, and hold the popular formula against it."""
    st.html(FORMULAS)
    st.markdown(t("cost.terms"))
    _model(run, step)
    if frame is not None:
        _popular(run.training, step, frame)


def _model(run: CostedRun, step: int) -> None:
    """State the coding model in words and in a formula, with the numbers of this step."""
    heading("cost.model_heading")
    st.markdown(t("cost.model_words"))
    st.latex(r"L(D, V) = L(D \mid V) + L(V)")
    st.latex(
        r"\begin{aligned} L(D \mid V) & = \sum_{t \in V} f(t) \log_2 \frac{N}{f(t)} \\"
        r" & = N \log_2 N - \sum_{t \in V} f(t) \log_2 f(t) \end{aligned}"
    )
    st.latex(r"L(V) = \sum_{t \in V} (|t| + 1) \log_2 (A + 1)")
    costs = run.costs
    say(
        "cost.model_numbers",
        step=step,
        N=int(costs.tokens[step]),
        V=int(costs.vocabulary_size[step]),
        A=len(run.training.alphabet),
        corpus=bits(costs.corpus_bits[step]),
        vocabulary=bits(costs.vocabulary_bits[step]),
        total=bits(costs.total_bits[step]),
    )
    st.markdown(t("cost.model_merge"))
    st.latex(
        r"\begin{aligned} \Delta L = {} & g(N - n) - g(N) \\"
        r" & + g(f(a)) - g(f(a) - n) \\ & + g(f(b)) - g(f(b) - n) - g(n) \\"
        r" & + (|c| + 1) \log_2 (A + 1) \\ g(x) = {} & x \log_2 x \end{aligned}"
    )
    st.markdown(t("cost.model_limits"))
    st.caption(t("cost.model_source"))


def _popular(training: Training, step: int, frame: pd.DataFrame) -> None:
    """Hold the popular formula against the exact change of the text, term by term."""
    title = heading("cost.popular_heading")
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
        title,
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


def unseen_panel(run: CostedRun, step: int) -> None:
    """Train on a part of the corpus; follow it and the part it never saw, step by step."""
    heading("cost.unseen_heading")
    st.markdown(t("cost.unseen_how", share=f"{SHARE:.0%}"))
    try:
        kept, held_out = parted(run.training)
    except CorpusError:
        say("cost.unseen_one_word")
        return
    training = learned_from(kept, run.asked, PAGE)
    seen, unseen = tables.curve(training), _curve_of(training, held_out)
    if not unseen.words:
        say("cost.unseen_unknown")
        return
    last = len(training)
    here = min(step, last)
    series = {"seen": seen, "unseen": unseen}
    _say_unseen(seen, unseen, here, last)
    frame = tables.measures(here, series)
    table(
        frame,
        ("name", "seen", "unseen"),
        t("cost.unseen_heading"),
        labels={"name": lambda row: t(f"cost.measure_{row['name']}")},
        area="cost",
    )
    if unseen.left_out:
        st.caption(t("cost.unseen_left_out", n=unseen.left_out))
    by_step = [name for name in tables.MEASURES if name not in tables.RANKING]
    for place, name in enumerate(by_step):
        if place % 2 == 0:
            cells = st.columns(2)
        with cells[place % 2]:
            _measure(run, frame[frame["name"] == name].iloc[0], name, series, here, last)
    _ranking(series, frame.set_index("name"), here)


def _ranking(series: dict[str, CostCurve], values: pd.DataFrame, here: int) -> None:
    """Set bits per token beside bits per byte, and say which of the two ranks tokenizers."""
    heading("cost.rank_heading")
    unseen, size = series["unseen"], int(series["unseen"].vocabulary_size[here])
    say(
        "cost.rank_said",
        from_size=int(unseen.vocabulary_size[0]),
        size=size,
        from_token=f"{unseen.model_bits_per_token[0]:.2f}",
        token=f"{unseen.model_bits_per_token[here]:.2f}",
        from_byte=f"{unseen.model_bits_per_byte[0]:.3f}",
        byte=f"{unseen.model_bits_per_byte[here]:.3f}",
    )
    for name, cell in zip(tables.RANKING, st.columns(2), strict=True):
        label, shown = t(f"cost.measure_{name}"), values.loc[name]
        lines = step_lines(
            tables.by_size(name, series),
            size,
            series={line: t(f"cost.line_{line}") for line in series},
            title=label,
            x=t("cost.axis_size"),
            y=t("cost.axis_bits_per_unit"),
            number=tables.MEASURES[name][1],
            ticks=",.3~f",
            height=300,
        )
        numbers = {"size": size, "seen": shown["seen"], "unseen": shown["unseen"]}
        cell.altair_chart(lines, alt=t("cost.rank_alt", name=label, **numbers))
    st.markdown(t("cost.rank_why"))


@remembered(last=4)
def _curve_of(training: Training, held_out: Held) -> CostCurve:
    """Return the cost at every step of a text that the run has not seen."""
    asked = reading(description_length_of, training, held_out.corpus)
    curve: CostCurve = result_of(asked, cancel=leaving(PAGE))
    return curve


def _say_unseen(seen: CostCurve, unseen: CostCurve, here: int, last: int) -> None:
    turning = unseen.turning_point("model_bits_per_unit")
    say(
        f"cost.unseen_said_{'falls' if turning is None else 'turns'}",
        step=here,
        seen=f"{seen.tokens_per_word[here]:.2f}",
        unseen=f"{unseen.tokens_per_word[here]:.2f}",
        lowest=turning or 0,
        last=last,
    )


def _measure(run: CostedRun, values: Any, name: str, series: Any, here: int, last: int) -> None:
    """Draw one number by step, for the text that was seen and the one that was not."""
    frame = tables.measure(name, series)
    _, number = tables.MEASURES[name]
    label = t(f"cost.measure_{name}")
    clickable(
        run,
        step_lines(
            frame,
            here,
            series={line: t(f"cost.line_{line}") for line in series},
            title=label,
            y=t(f"cost.axis_{name}"),
            number=number,
            ticks=number if number in (",d", ".0%") else ",.3~f",
            last=last,
            height=300,
            pick=True,
            log=name == "tokens" and bool((frame["value"] > 0).all()),
        ),
        f"cost_{name}",
        t("cost.measure_alt", name=label, step=here, seen=values["seen"], unseen=values["unseen"]),
    )
