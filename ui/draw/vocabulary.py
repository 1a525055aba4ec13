"""The vocabulary at a step: a sum, and its entries by what each is there for."""

from html import escape

import streamlit as st

from ui.draw.parts import heading, search_line, searched, segmented
from ui.draw.readings import STATUS_NAMES, VocabularyAtStep
from ui.draw.say import say, write
from ui.draw.table import Column, draw_table
from ui.shell import session
from ui.shell.text import t

COLUMNS = (
    Column("token", "token"),
    Column("id", "number"),
    Column("kind", message="tables.kind_{kind}", header="token_kind"),
    Column("count", "number", bar=True),
    Column("born", "number"),
)


def vocabulary_asked(key: str) -> tuple[str, str]:
    """Return the search and the status that the reader has chosen, for `vocabulary_at`."""
    session.kept(f"{key}_status", STATUS_NAMES[0], STATUS_NAMES)
    status: str | None = session.value(f"{key}_status")
    return searched(f"{key}_token_search"), status or STATUS_NAMES[0]


def draw_vocabulary(found: VocabularyAtStep, key: str) -> None:
    """Draw the vocabulary as a sum and as a list: all of it, or the entries of one status."""
    title = heading("tables.vocabulary_heading", step=found.step)
    _draw_sum(found)
    scheme, numbers = found.scheme, found.statuses
    status = segmented(
        t("tables.status"),
        STATUS_NAMES,
        lambda name: f"{t(f'tables.status_{name}')} ({numbers[name]:,})",
        f"{key}_status",
    )
    said = f"alphabet_{scheme.units}" if status == "all" else f"means_{status}"
    st.caption(t(f"tables.{said}"))
    if scheme.unknown == "unk":
        st.caption(t("tables.special_unk", n=numbers["all"]))
    elif not scheme.special_tokens:
        st.caption(t("tables.special_none"))
    search = search_line(t("tables.vocabulary_search"), f"{key}_token_search")
    if not numbers[status]:
        say(f"tables.none_{status}")
        return
    inside = (Column("inside", "token"),) if status == "intermediate" else ()
    draw_table(found.rows, (*COLUMNS, *inside), title, scheme, area="tables", search=search)


def _draw_sum(found: VocabularyAtStep) -> None:
    terms = [
        f"<b>{number:,}</b> {escape(t(f'tables.sum_{kind}'))}"
        for kind, number in found.kinds.items()
        if number or kind != "mark"
    ]
    size = f"<b>{found.size:,}</b> {escape(t('tables.sum_size'))}"
    write(f'<p class="record-sum">{" + ".join(terms)} = {size}</p>')
