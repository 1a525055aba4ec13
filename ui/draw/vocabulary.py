"""The vocabulary at a step: a sum, a list, and the tokens no longer in use."""

from html import escape

import streamlit as st

from bpe import Snapshot
from ui.draw import tables
from ui.draw.parts import beside, heading
from ui.draw.say import say
from ui.draw.table import table
from ui.shell.text import t


def vocabulary_panel(snapshot: Snapshot, key: str) -> None:
    """Show the vocabulary as a sum and as a list, and the tokens no longer in use."""
    title = heading("tables.vocabulary_heading", step=snapshot.step)
    _sum(snapshot)
    st.caption(t(f"tables.alphabet_{snapshot.training.scheme.units}"))
    scheme = snapshot.training.scheme
    everything, retired = beside()
    kinds = {"kind": lambda row: t(f"tables.kind_{row['kind']}")}
    with everything:
        search = st.text_input(t("tables.vocabulary_search"), key=f"{key}_token_search")
        table(
            tables.vocabulary(snapshot, search=search),
            ("token", "id", "kind", "count", "born"),
            title,
            scheme,
            area="tables",
            titles={"kind": "token_kind"},
            search=search,
            labels=kinds,
            bars="count",
        )
    with retired:
        title = heading("tables.retired_heading")
        unused = tables.vocabulary(snapshot, unused=True)
        if unused.empty:
            say("tables.retired_none")
            return
        say("tables.retired_why")
        table(
            unused,
            ("token", "kind", "born"),
            title,
            scheme,
            area="tables",
            titles={"kind": "token_kind"},
            labels=kinds,
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
