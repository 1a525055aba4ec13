"""Lay out what a vocabulary costs: the curve with its minimum, the player, and a tab each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import streamlit as st

from bpe import CorpusError, Training
from bpe.readings.cost import CostCurve
from ui.controls import controls
from ui.corpora.trainings import Request, digest, shared
from ui.cost import charts as cost_charts
from ui.cost import tables
from ui.draw.palette import palette
from ui.draw.parts import styles
from ui.draw.say import say
from ui.draw.step_lines import PICK, step_lines
from ui.draw.table import table
from ui.draw.tables import as_csv
from ui.draw.tokens import visible
from ui.player import player
from ui.shell import session
from ui.shell.tabs import draw_tabs, open_tab
from ui.shell.text import t

CORPUS = "first-chapters"
SHARE = 0.2
"""Part of the occurrences that is held out."""

SEED = 0
WORDS = 5
STATUSES = ("in use", "intermediate", "dead")
SUMS = ("text", "total")
FORMULAS = Path(__file__).with_name("cost.css")


@dataclass(frozen=True)
class Run:
    """A training, what asked for it, and what it costs at each step."""

    training: Training
    request: Request
    costs: CostCurve


def cost_controls() -> Run:
    """Draw the pickers; return the training they ask for with its cost at each step."""
    training, request = controls.asked_training(default_corpus=CORPUS)
    return Run(training, request, tables.curve(training))


def cost_player(run: Run) -> int:
    """Draw the description length above the player; return the step."""
    styles()
    picture = st.container()
    step = player(run.training, key="cost", default=run.costs.best_step, words=WORDS)
    with picture:
        _picture(run, step)
    return step


def cost_panels(run: Run, step: int) -> None:
    """Draw all tabs for one step; only the open one is computed."""
    draw_tabs(
        "cost_tabs",
        "cost",
        {
            "merge": partial(_merge, run, step),
            "model": partial(_model, run, step),
            "unseen": partial(_unseen, run, step),
            "ledger": partial(_ledger, run, step),
        },
    )


def _picture(run: Run, step: int) -> None:
    """Draw the sum and its two parts by step, the minimum marked."""
    costs, best = run.costs, run.costs.best_step
    last = len(run.training)
    total = costs.total_bits
    kind = "start" if best == 0 else "end" if best == last else "within"
    if kind == "end" and run.training.stop.reason == "no_pairs":
        kind = "whole"
    if not last:
        kind = "pairless" if run.training.stop.reason == "no_pairs" else "none"
    say(
        f"cost.least_{kind}",
        best=f"{best:,}",
        bits=_bits(total[best]),
        start=_bits(total[0]),
        last=f"{last:,}",
        end=_bits(total[-1]),
        size=f"{int(costs.vocabulary_size[best]):,}",
    )
    look = {"x": t("charts.step"), "y": t("cost.length_axis"), "palette": palette(), "height": 340}
    frame = tables.lengths(costs)
    spoken = {
        "step": f"{step:,}",
        "total": _bits(total[step]),
        "best": f"{best:,}",
        "least": _bits(total[best]),
    }
    parts, alone = st.columns([3, 2])
    with parts:
        chart = step_lines(
            frame,
            step,
            series={name: t(f"cost.line_{name}") for name in tables.PARTS},
            title=t("cost.length_title"),
            number=",.0f",
            ticks="~s",
            pick=True,
            **look,
        )
        corpus, vocabulary = _bits(costs.corpus_bits[step]), _bits(costs.vocabulary_bits[step])
        alt = t("cost.length_alt", corpus=corpus, vocabulary=vocabulary, **spoken)
        _clickable(run, chart, "cost_parts", alt)
    with alone:
        chart = step_lines(
            frame[frame["series"] == "total"],
            step,
            series={"total": t("cost.line_total")},
            title=t("cost.sum_title"),
            number=",.0f",
            ticks=",.4~s",
            pick=True,
            zero=False,
            marked=("total", best, t("cost.least_label", step=f"{best:,}")),
            **look,
        )
        _clickable(run, chart, "cost_sum", t("cost.sum_alt", **spoken))
    hint, file = st.columns([5, 2], vertical_alignment="center")
    hint.caption(t("cost.click"))
    file.download_button(
        t("cost.download"),
        lambda: as_csv(tables.all_by_step(costs)),
        "cost.csv",
        "text/csv",
        key="cost_download",
        on_click="ignore",
        icon=":material/download:",
        width="stretch",
    )


def _merge(run: Run, step: int) -> None:
    """Break what the merge that led to this step changed into its terms."""
    heading = t("cost.merge_heading", step=f"{step:,}")
    st.subheader(heading, anchor=False)
    if not step:
        say("cost.step_zero")
        return
    training = run.training
    numbers = tables.merge_numbers(training, step)
    frame = tables.terms(training, step)
    exact = dict(zip(frame["name"], frame["exact"], strict=True))
    say(
        f"cost.merge_{'saves' if exact['total'] < 0 else 'costs'}",
        training.scheme,
        {"pair": numbers["pair"], "token": (numbers["token"],)},
        text=_bits(abs(exact["text"])),
        direction=_way(exact["text"]),
        spelling=_bits(exact["spelling"]),
        total=_bits(abs(exact["total"])),
    )
    frame = frame.assign(label=[_term(name, numbers) for name in frame["name"]])
    if numbers["twins"]:
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
            step=f"{step:,}",
            terms="; ".join(f"{row.label}: {row.value:+,.1f}" for row in bars.itertuples()),
        ),
    )
    _popular(run, frame, numbers)


def _popular(run: Run, frame, numbers) -> None:
    """Hold the popular formula against the exact change of the text, term by term."""
    st.html(FORMULAS)
    heading = t("cost.popular_heading")
    st.subheader(heading, anchor=False)
    st.latex(r"\text{count} \times \mathrm{PMI} = n \, \log_2 \frac{N \, n}{f(a) \, f(b)}")
    text = frame[frame["name"] == "text"].iloc[0]
    missing = frame[frame["name"] != "text"].set_index("name")["missing"]
    say(
        "cost.popular_said",
        popular=_bits(abs(text["popular"])),
        popular_way=_way(text["popular"]),
        exact=_bits(abs(text["exact"])),
        exact_way=_way(text["exact"]),
        length=_bits(abs(missing["length"])),
        tokens=_bits(missing.drop("length").dropna().sum()),
        gap=_bits(abs(text["missing"])),
        direction=t("cost.too_much" if text["missing"] > 0 else "cost.too_little"),
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


def _term(name: str, numbers: dict) -> str:
    """Name a term of the change, with the numbers it comes from."""
    left, right = (visible(token) for token in numbers["pair"])
    return t(
        f"cost.term_{name}",
        left=left,
        right=right,
        token=visible(numbers["token"]),
        **{key: f"{numbers[key]:,}" for key in ("n", "N", "N_after")},
        **{f"f_{key}": f"{numbers[key]:,}" for key in ("left", "right")},
        **{f"g_{key}": f"{numbers[f'{key}_after']:,}" for key in ("left", "right")},
    )


def _model(run: Run, step: int) -> None:
    """State the coding model in words and in a formula, with the numbers of this step."""
    st.html(FORMULAS)
    st.subheader(t("cost.model_heading"), anchor=False)
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
        step=f"{step:,}",
        N=f"{int(costs.tokens[step]):,}",
        V=f"{int(costs.vocabulary_size[step]):,}",
        A=f"{len(run.training.alphabet):,}",
        corpus=_bits(costs.corpus_bits[step]),
        vocabulary=_bits(costs.vocabulary_bits[step]),
        total=_bits(costs.total_bits[step]),
    )
    st.markdown(t("cost.model_merge"))
    st.latex(
        r"\begin{aligned} \Delta L = {} & g(N - n) - g(N) \\"
        r" & + g(f(a)) - g(f(a) - n) \\ & + g(f(b)) - g(f(b) - n) - g(n) \\"
        r" & + (|c| + 1) \log_2 (A + 1) \\ g(x) = {} & x \log_2 x \end{aligned}"
    )
    st.markdown(t("cost.model_limits"))
    st.caption(t("cost.model_source"))


def _unseen(run: Run, step: int) -> None:
    """Train on a part of the corpus; follow it and the part it never saw, step by step."""
    st.subheader(t("cost.unseen_heading"), anchor=False)
    st.markdown(t("cost.unseen_how", share=f"{SHARE:.0%}"))
    try:
        kept, held_out = tables.parted(run.training, SHARE, SEED)
    except CorpusError:
        say("cost.unseen_one_word")
        return
    request = replace(
        run.request,
        digest=digest("kept", run.request.digest, f"{SHARE} {SEED}"),
        corpus=lambda: kept,
    )
    training = controls.trained(request, st.empty(), _give_up_unseen)
    seen, unseen = tables.curve(training), tables.curve_of(training, held_out)
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
        st.caption(t("cost.unseen_left_out", n=f"{unseen.left_out:,}"))
    for place, name in enumerate(tables.MEASURES):
        if place % 2 == 0:
            cells = st.columns(2)
        with cells[place % 2]:
            _measure(run, frame.iloc[place], name, series, here, last)


def _give_up_unseen(request: Request) -> None:
    """Cancel the tab's own run, and leave the tab: it would begin the run again."""
    shared.leave(request, session.reader())
    open_tab("cost_tabs")


def _say_unseen(seen: CostCurve, unseen: CostCurve, here: int, last: int) -> None:
    lowest = tables.least(unseen, "bits_per_unit")
    say(
        f"cost.unseen_said_{'turns' if lowest < last else 'falls'}",
        step=f"{here:,}",
        seen=f"{seen.tokens_per_word[here]:.2f}",
        unseen=f"{unseen.tokens_per_word[here]:.2f}",
        lowest=f"{lowest:,}",
    )


def _measure(run: Run, values, name: str, series, here: int, last: int) -> None:
    """Draw one number by step, for the text that was seen and the one that was not."""
    frame = tables.measure(name, series)
    _, number = tables.MEASURES[name]
    label = t(f"cost.measure_{name}")
    _clickable(
        run,
        step_lines(
            frame,
            here,
            series={line: t(f"cost.line_{line}") for line in series},
            title=label,
            x=t("charts.step"),
            y=t(f"cost.axis_{name}"),
            palette=palette(),
            number=number,
            ticks=number if number in (",d", ".0%") else ",.3~f",
            last=last,
            height=300,
            pick=True,
            log=name == "tokens" and bool((frame["value"] > 0).all()),
        ),
        f"cost_{name}",
        t(
            "cost.measure_alt",
            name=label,
            step=f"{here:,}",
            seen=values["seen"],
            unseen=values["unseen"],
        ),
    )


def _ledger(run: Run, step: int) -> None:
    """Show what every entry of the vocabulary is there for."""
    snapshot = run.training.snapshot(step)
    heading = t("cost.ledger_heading", step=f"{step:,}")
    st.subheader(heading, anchor=False)
    st.markdown(t("cost.ledger_words"))
    table(
        tables.ledger_numbers(snapshot),
        ("kind", "in_use", "intermediate", "dead", "all"),
        heading,
        labels={"kind": lambda row: t(f"cost.kind_{row['kind']}")},
        area="cost",
    )
    special = "special" if run.training.scheme.unknown == "unk" else "no_special"
    say(f"cost.ledger_{special}", n=f"{len(snapshot.vocabulary):,}")
    status = st.radio(
        t("cost.ledger_show"),
        STATUSES,
        index=1,
        format_func=lambda name: t(f"cost.column_{name.replace(' ', '_')}"),
        key="cost_status",
        horizontal=True,
        persist_state="session",
    )
    search = st.text_input(t("cost.ledger_search"), key="cost_token_search")
    frame = tables.entries(snapshot, status, search)
    if frame.empty and not search:
        say(f"cost.none_{status.replace(' ', '_')}")
        return
    columns = {
        "in use": ("token", "kind", "count", "born"),
        "intermediate": ("token", "kind", "born", "inside"),
        "dead": ("token", "kind"),
    }[status]
    table(
        frame,
        columns,
        heading,
        run.training.scheme,
        labels={"kind": lambda row: t(f"cost.kind_{row['kind']}")},
        titles={"kind": "token_kind"},
        search=search,
        area="cost",
    )


def _clickable(run: Run, chart, key: str, alt: str) -> None:
    """Draw a chart whose points move the player to their step."""
    st.altair_chart(
        chart,
        key=key,
        on_select=partial(_picked, key, len(run.training), run.costs.best_step),
        selection_mode=PICK,
        alt=alt,
    )


def _picked(key: str, last: int, default: int) -> None:
    """Take over the step that was clicked. It comes from outside: anything else is ignored."""
    state = session.value(key) or {}
    match (state.get("selection") or {}).get(PICK):
        case [{"step": step}, *_] if isinstance(step, int) and step >= 0:
            session.choose_step(min(step, last), default)


def _way(change: float) -> str:
    return t("cost.shorter" if change < 0 else "cost.longer")


def _bits(value: float) -> str:
    """Write bits: whole ones where there are many."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.1f}"
