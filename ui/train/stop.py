"""The tab When to stop: why this run did, what each step costs in bits, and unseen text."""

from dataclasses import replace
from functools import partial

import streamlit as st

from bpe import CorpusError
from bpe.readings.description_length import CostCurve, MergeNumbers
from ui.controls.notes import show_it_on, title
from ui.corpora.jobs import digest
from ui.corpora.run import Run
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import fold, heading, shut
from ui.draw.readings import Rows
from ui.draw.say import say, say_written, sentence
from ui.draw.table import Column, draw_table
from ui.draw.tokens import visible
from ui.shell.tabs import open_tab
from ui.shell.text import t
from ui.train import PAGE, fold_key
from ui.train.readings import (
    SEED,
    SHARE,
    costs_of,
    costs_seen_and_unseen,
    merge_terms_at,
    next_merge,
    part_of,
)

HEIGHT = "clamp(12.5rem, 100svh - 35.5rem, 24rem)"

LONGER = "first-chapters"
"""A sample whose minimum is neither at the start nor at the end."""

PARTS = ("total", "corpus", "vocabulary")
"""The sum and its two parts, as the chart draws them."""

TERMS = ("length", "left", "right", "new", "text", "spelling", "total")
"""What a merge changes, as it is added up."""


def draw_stop(run: Run, step: int) -> None:
    """Say why the run stopped; draw what each step costs; tell where that is least when asked."""
    costs: CostCurve = run.read(costs_of)
    if len(run) and not costs.best_step:
        _offer_longer()
    say_why(run)
    picture = st.container()
    with fold(t("stop.fold_least"), fold_key("least")) as is_asked:
        if is_asked:
            say_written(least_said(run))
    if len(run):
        size = run.summary.alphabet
        say("stop.prefix", step=step, size=size + step, whole=size + len(run))
        with picture:
            series = {t(f"stop.line_{name}"): getattr(costs, f"{name}_bits") for name in PARTS}
            title, least = t("stop.length_title"), costs.best_step if is_asked else None
            curves = LineChart(
                "stop_curve", PAGE.name, series, step, title, marked=least, height=HEIGHT
            )
            draw_lines(curves)
    with fold(t("stop.fold_terms"), fold_key("terms")) as is_asked:
        if is_asked:
            _draw_terms(run, step)
            for name in ("words", "limits"):
                st.caption(t(f"stop.model_{name}"))
    with fold(t("stop.fold_unseen"), fold_key("unseen")) as is_asked:
        if is_asked:
            _draw_unseen(run, step)


def _offer_longer() -> None:
    """Where no merge pays for itself, offer a text that is long enough for some that do."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(t("stop.short"), width="content")
        label = t("controls.show_it_on", title=title(LONGER))
        st.button(label, key="stop_longer", type="tertiary", on_click=_show_longer)


def _show_longer() -> None:
    show_it_on(LONGER)
    open_tab(PAGE, "stop")  # its page has other tabs, so that the row of them is drawn anew


def say_why(run: Run) -> None:
    """Say why training stopped and which merge would have been next."""
    heading("tables.stop_heading")
    following = run.read(next_merge)
    count = following.count if following else 0
    say(f"tables.stop_{run.summary.stop_reason}", n=len(run), count=count)
    if following is None:
        say("tables.stop_no_next")
    else:
        say("tables.stop_next", run.scheme, following.tokens, count=count)


def least_said(run: Run) -> str:
    """Say, as HTML, at which step text and vocabulary together are shortest."""
    costs: CostCurve = run.read(costs_of)
    summary, last = run.summary, len(run)
    best, total = costs.best_step, costs.total_bits
    kind = "start" if best == 0 else "end" if best == last else "within"
    if kind == "end" and summary.stop_reason == "no_pairs":
        kind = "whole"
    if not last:
        kind = "pairless" if summary.stop_reason == "no_pairs" else "none"
    return sentence(
        f"stop.least_{kind}",
        best=best,
        bits=_bits(total[best]),
        start=_bits(total[0]),
        last=last,
        end=_bits(total[-1]),
        size=summary.alphabet + best,
    )


def _bits(value: float) -> str:
    """Write bits: whole ones where there are many."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.1f}"


def _draw_terms(run: Run, step: int) -> None:
    """Break what the merge that led to this step changed into its terms."""
    title = heading("stop.merge_heading", step=step)
    if not step:
        say("stop.step_zero")
        return
    merge, terms, met = run.read(merge_terms_at, step)
    kind = "saves" if terms.total < 0 else "costs" if terms.text < 0 else "lengthens"
    say(
        f"stop.merge_{kind}",
        run.scheme,
        merge.tokens,
        text=_bits(abs(terms.text)),
        spelling=_bits(terms.spelling),
        total=_bits(abs(terms.total)),
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


def _draw_unseen(run: Run, step: int) -> None:
    """Train on a part of the corpus; follow it and the part it never saw, step by step."""
    is_text = run.source.file is not None
    st.markdown(t(f"stop.unseen_how{'' if is_text else '_counts'}", share=f"{SHARE:.0%}"))
    try:
        seen, unseen = _costs_of_parts(run)
    except CorpusError as error:
        if error.code not in ("no_words", "parted"):
            raise
        say("stop.unseen_one")
        return
    curves = {"seen": seen.bits_per_byte, "unseen": unseen.bits_per_byte}
    last, turning = len(curves["seen"]) - 1, unseen.turning_point
    here = min(step, last)
    numbers = {name: f"{values[here]:.3f}" for name, values in curves.items()}
    said = "falls" if turning is None else "turns"
    say(f"stop.unseen_{said}", step=here, lowest=turning or 0, last=last, **numbers)
    lines = {t(f"stop.line_{name}"): values for name, values in curves.items()}
    title = t("stop.unseen_title")
    draw_lines(LineChart("stop_unseen", PAGE.name, lines, step, title, digits=3, from_zero=False))
    if unseen.unknown:
        st.caption(t("stop.unseen_unknown", n=unseen.unknown))
    st.caption(t("stop.unseen_why"))


def _costs_of_parts(run: Run) -> tuple[CostCurve, CostCurve]:
    """Learn from the part that is kept, by the reader's settings; read what both parts cost.

    Of a text a part is some of its sentences, of a table some occurrences of its words. Raises
    CorpusError where one of the two is empty.
    """
    source = run.source
    name = digest("kept", source.digest, f"{SHARE} {SEED}")
    kept = replace(source, digest=name, corpus=partial(part_of, source, False))
    found: tuple[CostCurve, CostCurve] = replace(run, source=kept).read(
        costs_seen_and_unseen, source, cancel=partial(shut, fold_key("unseen")), is_long=True
    )
    return found
