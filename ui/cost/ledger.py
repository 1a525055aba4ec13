"""The tab on what every entry of the vocabulary is there for."""

import streamlit as st

from bpe.readings.ledger import STATUSES
from ui.cost import tables
from ui.cost.run import Run
from ui.draw.say import say
from ui.draw.table import table
from ui.shell.text import t


def ledger_panel(run: Run, step: int) -> None:
    """Show what every entry of the vocabulary is there for."""
    snapshot = run.training.snapshot(step)
    heading = t("cost.ledger_heading", step=step)
    st.header(heading, anchor=False)
    st.markdown(t("cost.ledger_words"))
    table(
        tables.ledger_numbers(snapshot),
        ("kind", "in_use", "intermediate", "dead", "all"),
        heading,
        labels={"kind": lambda row: t(f"cost.kind_{row['kind']}")},
        area="cost",
    )
    special = "special" if run.training.scheme.unknown == "unk" else "no_special"
    say(f"cost.ledger_{special}", n=len(snapshot.vocabulary))
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
