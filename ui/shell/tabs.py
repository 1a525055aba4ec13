"""Tabs that stay open: another language or another page does not lead back to the first one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from ui.catalogue import Refusal
from ui.shell import session
from ui.shell.text import refusal, t


def draw_tabs(key: str, area: str, draw: Mapping[str, Callable[[], object]]) -> str:
    """Draw tabs, name -> what draws it, fill the open one and return its name.

    The label of a tab is `<area>.tab_<name>`. The session keeps the name of the open one, since
    Streamlit knows a tab by its label only and forgets it on another page.
    """
    labels = {name: t(f"{area}.tab_{name}") for name in draw}
    if session.value(key) not in labels.values():
        kept = session.recall(key)
        if kept is not None and kept not in labels:  # only a link can name such a tab
            session.report("tab", str(kept))
            open_tab(key)
            st.rerun()
        session.widget(key, labels[kept if kept in labels else next(iter(labels))])
    places = dict(zip(labels, st.tabs([*labels.values()], key=key, on_change="rerun"), strict=True))
    opened = next(name for name, place in places.items() if place.open)
    session.remember(key, opened)
    with places[opened]:
        try:
            draw[opened]()
        except Refusal as error:  # what is asked for in a tab alone may be too much
            st.error(refusal(error))
    return opened


def open_tab(key: str, name: str | None = None) -> None:
    """Open a tab at the next run, from a callback; the first one where none is named."""
    session.remember(key, name)
    session.undraw(key)
