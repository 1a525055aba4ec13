"""The joint run: names split three ways above its player, and one function a tab."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from ui.controls.notes import takes_lines_for_words
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import heading, inline_row, search_line, searched, styles, text_line
from ui.draw.readings import Rows
from ui.draw.say import say
from ui.draw.table import Column, draw_table
from ui.joint import PAGE
from ui.joint.controls import Two
from ui.joint.readings import (
    THRESHOLDS,
    FilterResult,
    JointCosts,
    NameSplits,
    SharedWords,
    filtered,
    joint_costs,
    name_splits,
    shared_names,
    words_in_both,
)
from ui.player import step_player
from ui.shell import session
from ui.shell.tabs import draw_tabs
from ui.shell.text import t

STYLE = Path(__file__).with_name("joint.css")

NAMES = 5
"""Words of the picture: those that were typed, then shared ones; of the player, shared ones."""

WORD = Column("word", "word")
SPLITS = tuple(Column(run, "tokens", cuts=f"{run}_cuts") for run in ("first", "second", "joint"))

FREQUENT = 4
"""Frequent words in the player, beside the names."""

LONGEST_TEXT = 100
SEARCH = "joint_shared_search"


def joint_player(two: Two) -> int:
    """Draw the names split three ways above the player of the joint run; return its step."""
    styles(STYLE)
    above = st.container()
    words = two.read(shared_names, two.opening, NAMES)
    with st.container(key="joint_stage"):
        picture = st.container(key="joint_picture")
        step = step_player(
            two.joint,
            key="joint",
            pinned=words,
            default=two.opening,
            words=FREQUENT,
            brief=True,
            hide=None,
        )
    title = t("joint.picture_heading", step=step)
    with above, inline_row("joint"):
        st.header(title, anchor=False, width="content")
        text = _names_box(two)
    with picture:
        found = two.read(name_splits, step, text, words, NAMES)
        _draw_names(two, found, title)
        _say_agreement(two, found)
    return step


def _names_box(two: Two) -> str:
    """Ask for names to split; each pair of texts has its own to begin with."""
    return text_line(t("joint.names"), "joint_names", two.pair.compare, LONGEST_TEXT)


def _draw_names(two: Two, found: NameSplits, title: str) -> None:
    """Show some names, split by each of the three runs."""
    if not found.rows:
        say("joint.picture_empty")
        return
    _table(two, found.rows, (WORD, *SPLITS), title, stacks=True)


def _say_agreement(two: Two, found: NameSplits) -> None:
    """Say how many words the two split in two ways, or why hardly any can be shared."""
    whole = zip(two.titles, found.are_spaced, strict=True)
    unspaced = [title for title, is_spaced in whole if not is_spaced]
    for title in unspaced:
        say("joint.unspaced", title=title)
    if unspaced and takes_lines_for_words(two.joint.scheme):
        st.caption(t("controls.four_ways"))
    if not unspaced:
        first, second = two.titles
        shared, differ = found.shared, found.differing
        kind = "none_shared" if not shared else "some" if differ else "all"
        say(f"joint.agree_{kind}", shared=shared, differ=differ, first=first, second=second)


def shared_panel(two: Two, step: int) -> None:
    """Show every word of both texts, and by step how many are split alike."""
    title = heading("joint.shared_heading", step=step)
    found: SharedWords = two.read(words_in_both, step, searched(SEARCH))
    if not found.count:
        say("joint.agree_none_shared", first=two.titles[0], second=two.titles[1])
        return
    search = search_line(t("joint.shared_search"), SEARCH)
    counts = Column("count_first", template="{count_first:,} · {count_second:,}", header="counts")
    _table(two, found.rows, (WORD, counts, *SPLITS), title, search=search)
    alike = {t("joint.agreement_axis"): found.alike}
    title = t("joint.agreement_title")
    draw_lines(LineChart("joint_agreement", PAGE.name, alike, step, title))
    st.caption(t("joint.agreement_note"))


def cost_panel(two: Two, step: int) -> None:
    """Show tokens of each text alone and joined, and when the joint run catches up."""
    title = heading("joint.cost_heading", step=step)
    titles = dict(zip(("first_title", "second_title"), two.titles, strict=True))
    found: JointCosts = two.read(joint_costs, step)
    say("joint.cost_sizes", **titles, **found.sizes)
    columns = (
        Column("side", format=two.titles.__getitem__),
        Column("alone", format=_tokens),
        Column("joint", format=_tokens, header="joint_tokens"),
        Column("extra", template="{extra:+.1%}"),
        Column("reached", format=_reached),
    )
    _table(two, found.rows, columns, title)
    st.caption(t("joint.cost_note"))
    for side, whose in enumerate(two.titles):
        counts = found.by_step[side]
        lines = {t(f"joint.line_{name}"): values for name, values in counts.items()}
        above = t("joint.cost_lines", title=whose)
        draw_lines(LineChart(f"joint_cost_{side}", PAGE.name, lines, step, above))


def filter_panel(two: Two, step: int) -> None:
    """Split back the tokens that one text has too seldom, at a threshold to choose."""
    title = heading("joint.filter_heading", step=step)
    say("joint.filter_rule")
    whose, often = st.columns(2, gap="large")
    with whose:
        side = st.radio(
            t("joint.filter_side"),
            (1, 0),
            format_func=two.labels.__getitem__,
            horizontal=True,
            **session.kept("joint_filter_side", 1, (1, 0)),
        )
    with often:
        threshold = st.select_slider(
            t("joint.filter_threshold"),
            THRESHOLDS,
            **session.kept("joint_filter_threshold", 10, THRESHOLDS),
        )
    found: FilterResult = two.read(filtered, step, side, threshold)
    say("joint.filter_sum", title=two.titles[side], threshold=threshold, **found.sums)
    if not found.rows:
        kind = "nothing" if step else "step_zero"
        say(f"joint.filter_{kind}", threshold=threshold)
        return
    columns = (
        WORD,
        Column("count", "number", header="count_in"),
        Column("tokens", "split", header="before_after", above="before_tokens"),
    )
    _table(two, found.rows, columns, title, title=two.titles[side])


PANELS = {"shared": shared_panel, "cost": cost_panel, "filter": filter_panel}
"""Tab -> what draws it."""


def joint_panels(two: Two, step: int) -> None:
    """Draw the open tab at a step."""
    draw_tabs(PAGE, {name: partial(panel, two, step) for name, panel in PANELS.items()})


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
    draw_table(rows, columns, caption, two.joint.scheme, area="joint", names=names, **looks)


def _tokens(cost: tuple[str, int, float]) -> str:
    """Write how many tokens a text has, and how many that is for what white space parts."""
    part, tokens, each = cost
    return t(f"joint.tokens_a_{part}", tokens=tokens, each=f"{each:.2f}")


def _reached(step: int | None) -> str:
    return t("joint.reached_never") if step is None else t("joint.reached", step=step)
