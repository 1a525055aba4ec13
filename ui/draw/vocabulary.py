"""The vocabulary at a step: a sum, and its entries by what each is there for."""

from html import escape

import streamlit as st

from bpe import Snapshot
from ui.draw import tables
from ui.draw.parts import LIVE, heading, segmented
from ui.draw.say import say
from ui.draw.table import table
from ui.shell.text import t


def vocabulary_panel(snapshot: Snapshot, key: str) -> None:
    """Show the vocabulary as a sum and as a list: all of it, or the entries of one status."""
    title = heading("tables.vocabulary_heading", step=snapshot.step)
    _sum(snapshot)
    scheme = snapshot.training.scheme
    numbers = tables.statuses(snapshot)
    status = segmented(
        t("tables.status"),
        tables.STATUS_NAMES,
        lambda name: f"{t(f'tables.status_{name}')} ({numbers[name]:,})",
        f"{key}_status",
    )
    said = f"alphabet_{scheme.units}" if status == "all" else f"means_{status}"
    st.caption(t(f"tables.{said}"))
    if scheme.unknown == "unk":
        st.caption(t("tables.special_unk", n=numbers["all"]))
    elif not scheme.special_tokens:
        st.caption(t("tables.special_none"))
    search = st.text_input(t("tables.vocabulary_search"), key=f"{key}_token_search", live=LIVE)
    if not numbers[status]:
        say(f"tables.none_{status}")
        return
    inside = ("inside",) if status == "intermediate" else ()
    table(
        tables.vocabulary(snapshot, search=search, status=status),
        ("token", "id", "kind", "count", "born", *inside),
        title,
        scheme,
        area="tables",
        titles={"kind": "token_kind"},
        search=search,
        labels={"kind": lambda row: t(f"tables.kind_{row['kind']}")},
        bars="count",
    )


def _sum(snapshot: Snapshot) -> None:
    terms = [
        f"<b>{number:,}</b> {escape(t(f'tables.sum_{kind}'))}"
        for kind, number in snapshot.kinds.items()
        if number or kind != "mark"
    ]
    whole = snapshot.training.vocabulary_sizes[snapshot.step]
    size = f"<b>{whole:,}</b> {escape(t('tables.sum_size'))}"
    st.html(f'<p class="record-sum">{" + ".join(terms)} = {size}</p>')
