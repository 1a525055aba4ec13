"""Lay out what stands around the joint run: names split three ways, and one function a tab."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import LIVE, heading, inline_row, styles
from ui.draw.readings import Rows
from ui.draw.say import say
from ui.draw.table import Column, draw_table
from ui.joint import PAGE, tables
from ui.joint.controls import Two
from ui.player import step_player
from ui.shell.tabs import draw_tabs
from ui.shell.text import t

STYLE = Path(__file__).with_name("joint.css")

NAMES = 5
"""Words of the picture: those that were typed, then shared ones; of the player, shared ones."""

WORD = Column("word", "word")
SPLITS = tuple(Column(run, "tokens") for run in ("first", "second", "joint"))

FREQUENT = 4
"""Frequent words in the player, beside the names."""

LONGEST_TEXT = 100


def joint_player(two: Two) -> int:
    """Draw the names split three ways above the player of the joint run; return its step."""
    styles(STYLE)
    above = st.container()
    names = tables.names(two.runs, two.opening, NAMES)
    with st.container(key="joint_stage"):
        picture = st.container(key="joint_picture")
        step = step_player(
            two.joint,
            key="joint",
            pinned=names,
            default=two.opening,
            words=FREQUENT,
            brief=True,
            hide=None,
        )
    title = t("joint.picture_heading", step=step)
    with above, inline_row("joint"):
        st.header(title, anchor=False, width="content")
        text = _text(two)
    with picture:
        _picture(two, tables.splits(two.runs, step, text, names, NAMES), title)
        _say_agreement(two, step)
    return step


def joint_panels(two: Two, step: int) -> None:
    """Draw all tabs for one step; only the open one is computed."""
    draw_tabs(
        PAGE,
        {
            "shared": partial(_shared, two, step),
            "cost": partial(_cost, two, step),
            "filter": partial(_filter, two, step),
        },
    )


def _picture(two: Two, rows: Rows, title: str) -> None:
    """Show some names, split by each of the three runs."""
    if not rows:
        say("joint.picture_empty")
        return
    _table(two, rows, (WORD, *SPLITS), title, badges={"differ": t("joint.badge_differ")})


def _text(two: Two) -> str:
    """Ask for names to split; each pair of texts has its own to begin with."""
    sources = "-".join(source.digest[:12] for source in two.pair.sources)
    return st.text_input(
        t("joint.names"),
        value=two.pair.compare,
        key=f"joint_names_{sources}",
        max_chars=LONGEST_TEXT,
        persist_state="session",
    )


def _say_agreement(two: Two, step: int) -> None:
    """Say how many words the two split in two ways, or why hardly any can be shared."""
    shared = tables.shared_words(two.runs, step)
    differ = sum(not word.agrees_alone for word in shared)
    first, second = two.titles
    whole = zip(two.titles, two.runs.corpora, strict=True)
    unspaced = [title for title, corpus in whole if not tables.has_spaces(corpus)]
    for title in unspaced:
        say("joint.unspaced", title=title)
    if not unspaced:
        kind = "none_shared" if not shared else "some" if differ else "all"
        say(f"joint.agree_{kind}", shared=len(shared), differ=differ, first=first, second=second)


def _shared(two: Two, step: int) -> None:
    """Show every word of both texts, and by step how many are split alike."""
    title = heading("joint.shared_heading", step=step)
    if not tables.shared_words(two.runs, step):
        say("joint.agree_none_shared", first=two.titles[0], second=two.titles[1])
        return
    search = st.text_input(t("joint.shared_search"), key="joint_shared_search", live=LIVE)
    counts = Column("count_first", template="{count_first:,} · {count_second:,}", header="counts")
    _table(
        two,
        tables.shared(two.runs, step, search),
        (WORD, counts, *SPLITS),
        title,
        search=search,
        badges={"differ": t("joint.badge_differ")},
    )
    alike = {t("joint.agreement_axis"): tables.agreement(two.runs)}
    title = t("joint.agreement_title")
    draw_lines(LineChart("joint_agreement", PAGE.name, alike, step, title))
    st.caption(t("joint.agreement_note"))


def _cost(two: Two, step: int) -> None:
    """Show tokens of each text alone and joined, and when the joint run catches up."""
    title = heading("joint.cost_heading", step=step)
    titles = dict(zip(("first_title", "second_title"), two.titles, strict=True))
    say("joint.cost_sizes", **titles, **two.runs.sizes(step))
    columns = (
        Column("side", format=two.titles.__getitem__),
        Column("alone", format=_tokens),
        Column("joint", format=_tokens, header="joint_tokens"),
        Column("extra", template="{extra:+.1%}"),
        Column("reached", format=_reached),
    )
    _table(two, tables.costs(two.runs, step), columns, title)
    st.caption(t("joint.cost_note"))
    for side, whose in enumerate(two.titles):
        lines = {
            t(f"joint.line_{name}"): values
            for name, values in tables.tokens_by_step(two.runs, side).items()
        }
        above = t("joint.cost_lines", title=whose)
        draw_lines(LineChart(f"joint_cost_{side}", PAGE.name, lines, step, above))


def _filter(two: Two, step: int) -> None:
    """Split back the tokens that one text has too seldom, at a threshold to choose."""
    title = heading("joint.filter_heading", step=step)
    say("joint.filter_rule")
    whose, often = st.columns(2, gap="large")
    with whose:
        side = st.radio(
            t("joint.filter_side"),
            (1, 0),
            format_func=two.labels.__getitem__,
            key="joint_filter_side",
            horizontal=True,
            persist_state="session",
        )
    with often:
        threshold = st.select_slider(
            t("joint.filter_threshold"),
            tables.THRESHOLDS,
            value=10,
            key="joint_filter_threshold",
            persist_state="session",
        )
    sums = tables.filter_sums(two.runs, step, side, threshold)
    say(
        "joint.filter_sum",
        title=two.titles[side],
        threshold=threshold,
        **sums,
    )
    rows = tables.split_back(two.runs, step, side, threshold)
    if not rows:
        kind = "nothing" if step else "step_zero"
        say(f"joint.filter_{kind}", threshold=threshold)
        return
    columns = (
        WORD,
        Column("count", "number", header="count_in"),
        Column("tokens", "split", header="before_after", above="before_tokens"),
    )
    _table(two, rows, columns, title, title=two.titles[side])


def _table(
    two: Two,
    rows: Rows,
    columns: Sequence[Column],
    caption: str,
    *,
    title: str = "",
    **looks: Any,
) -> None:
    """Draw a table whose headers may name the two texts, or `title`."""
    names = {**dict(zip(("first", "second"), two.titles, strict=True)), "title": title}
    draw_table(rows, columns, caption, two.runs.joint.scheme, area="joint", names=names, **looks)


def _tokens(cost: tuple[str, int, float]) -> str:
    """Write how many tokens a text has, and how many that is for what white space parts."""
    part, tokens, each = cost
    return t(f"joint.tokens_a_{part}", tokens=tokens, each=f"{each:.2f}")


def _reached(step: int | None) -> str:
    return t("joint.reached_never") if step is None else t("joint.reached", step=step)
