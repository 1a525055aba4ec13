"""The tab on all lives: a point a token, to filter and to open."""

from functools import partial

import streamlit as st

from ui.draw.downloads import file_name, offer_table
from ui.draw.names import names_of
from ui.draw.palette import palette
from ui.draw.parts import heading
from ui.draw.say import say
from ui.draw.table import table
from ui.draw.tables import ROWS
from ui.life import charts, tables
from ui.life.shown import Shown, open_token
from ui.shell import session
from ui.shell.text import t


def everyone_panel(shown: Shown) -> None:
    """Draw the lives of all merged tokens, and list those the reader filters."""
    training = shown.training
    frame = tables.everyone(training)
    title = heading("life.everyone_heading")
    if frame.empty:
        say("life.everyone_none")
        return
    numbers = {fate: int((frame["fate"] == fate).sum()) for fate in tables.FATES[1:]}
    say("life.everyone_said", all=len(frame), **numbers)
    filters = st.container(horizontal=True, vertical_alignment="bottom")
    with filters:
        kind = st.segmented_control(
            t("life.fate"),
            tables.FATES,
            required=True,
            format_func=lambda name: t(f"life.fate_{name}"),
            **session.kept("life_fate", "all"),
        )
        search = st.text_input(t("life.search"), **session.kept("life_search", ""))
        least = st.number_input(
            t("life.least"), 2, int(frame["length"].max()), **session.kept("life_least", 2)
        )
    kept = tables.chosen(frame, kind or "all", search or "", int(least or 2))
    if kept.empty:
        say("life.nobody")
        return
    texts = {
        **{name: t(f"life.column_{name}") for name in ("token", "births", "left")},
        **{name: t(f"life.axis_{name}") for name in ("born", "share")},
        **{name: t(f"life.fate_{name}") for name in tables.FATES[1:]},
    }
    st.altair_chart(
        charts.lives(kept, frame[frame["id"] == shown.life.id], len(training), texts, palette()),
        key="life_everyone",
        on_select=partial(_picked, names_of(training)),
        selection_mode=charts.PICK,
        alt=t("life.everyone_alt", n=len(kept), last=len(training)),
    )
    hint, file = st.columns([5, 2], vertical_alignment="center")
    hint.caption(t("life.everyone_how"))
    offer_table(
        t("life.download"),
        lambda: kept.drop(columns=["name", "drawn"]),
        file_name(training, "lives.csv"),
        "life_download",
        file,
        width="stretch",
    )
    rows = kept.sort_values(["share", "births"], ascending=[True, False]).head(ROWS)
    rows.attrs["more"] = len(kept) > len(rows)
    table(
        rows,
        ("token", "born", "births", "left", "share", "gone"),
        title,
        training.scheme,
        area="life",
        labels={
            "share": lambda row: f"{row['share']:.1%}",
            "gone": lambda row: f"{int(row['gone']):,}" if row["fate"] == "gone" else "",
        },
    )


def _picked(names: list[str]) -> None:
    """Open the token whose point was clicked. It comes from outside: anything else is ignored."""
    state = session.value("life_everyone") or {}
    match (state.get("selection") or {}).get(charts.PICK):
        case [{"id": id_}, *_] if type(id_) is int and 0 <= id_ < len(names):
            open_token(names[id_])
