"""Tabs that stay open: another language or another page does not lead back to the first one."""

from collections.abc import Callable, Mapping

import streamlit as st

from bpe import CorpusError
from ui.shell import session
from ui.shell.page import Page
from ui.shell.text import refusal, t


def draw_tabs(page: Page, draw: Mapping[str, Callable[[], object]]) -> str:
    """Draw the tabs of a page, fill the open one and return the name of what it shows.

    `draw` is name -> what draws it; the names are those of `page.views`, in the same order. In a
    tab of several parts the reader chooses one.
    The session keeps the name of the open one, since Streamlit knows a tab by its label only and
    forgets it on another page.
    """
    if (*draw,) != page.views:
        raise ValueError(f"draw must name the views of {page.name} in their order, got {[*draw]}.")
    labels = {name: t(f"{page.name}.tab_{name}") for name in page.tabs}
    if session.value(page.row) not in labels.values():
        session.widget(page.row, labels[session.recall(page.row) or page.tabs[0]])
    drawn = st.tabs([*labels.values()], key=page.row, on_change="rerun")
    places = dict(zip(labels, drawn, strict=True))
    opened = next(name for name, place in places.items() if place.open)
    session.remember(page.row, opened)
    with places[opened]:
        shown = _part(page, opened) if opened in page.parts else opened
        try:
            draw[shown]()
        except CorpusError as error:  # what is asked for in a tab alone may be too much
            st.error(refusal(error))
    return shown


def _part(page: Page, tab: str) -> str:
    """Let the reader choose a part of a tab; it is kept as the open tab is."""
    parts = page.parts[tab]
    chosen = st.segmented_control(
        t(f"{page.name}.tab_{tab}"),
        parts,
        required=True,
        format_func=lambda part: t(f"{page.name}.tab_{part}"),
        label_visibility="collapsed",
        **session.kept(_chosen(page, tab), parts[0]),
    )
    return chosen or parts[0]


def _chosen(page: Page, tab: str) -> str:
    """Name what keeps the part of a tab that was chosen."""
    return f"{page.row}_{tab}"


def open_tab(page: Page, name: str | None = None) -> None:
    """Open a tab or a part of one at the next run, from a callback; without a name the first."""
    tab = page.tab_of(name)
    session.remember(page.row, tab)
    session.undraw(page.row)
    if tab != name:
        session.remember(_chosen(page, str(tab)), name)


def opened(page: Page) -> str | None:
    """Return the name of the open tab, or of the part that it shows; None before it was drawn."""
    tab = session.recall(page.row)
    return session.recall(_chosen(page, tab), tab) if tab else None
