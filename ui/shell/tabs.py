"""Tabs that stay open: another language or another page does not lead back to the first one."""

from collections.abc import Callable, Mapping

import streamlit as st

from bpe import CorpusError
from ui.shell import session
from ui.shell.page import Page
from ui.shell.text import refusal, t


def draw_tabs(page: Page, draw: Mapping[str, Callable[[], object]]) -> str:
    """Draw the tabs of a page, name -> what draws it, fill the open one and return its name.

    The names are those of `page.tabs`, in the same order.
    The session keeps the name of the open one, since Streamlit knows a tab by its label only and
    forgets it on another page.
    """
    if (*draw,) != page.tabs:
        raise ValueError(f"draw must name the tabs of {page.name} in their order, got {[*draw]}.")
    labels = {name: t(f"{page.name}.tab_{name}") for name in page.tabs}
    if session.value(page.row) not in labels.values():
        session.widget(page.row, labels[session.recall(page.row) or page.tabs[0]])
    drawn = st.tabs([*labels.values()], key=page.row, on_change="rerun")
    places = dict(zip(labels, drawn, strict=True))
    opened = next(name for name, place in places.items() if place.open)
    session.remember(page.row, opened)
    with places[opened]:
        try:
            draw[opened]()
        except CorpusError as error:  # what is asked for in a tab alone may be too much
            st.error(refusal(error))
    return opened


def open_tab(page: Page, name: str | None = None) -> None:
    """Open a tab at the next run, from a callback; the first one where none is named."""
    session.remember(page.row, name)
    session.undraw(page.row)
