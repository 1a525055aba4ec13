"""Tabs that stay open: another language or another page does not lead back to the first one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from ui.shell import session


def tabs(key: str, labels: Mapping[str, str]) -> dict:
    """Draw tabs, name -> label, and return name -> container; `.open` tells the one to fill.

    The session keeps the name of the open one, since Streamlit knows a tab by its label only and
    forgets it on another page.
    """
    if session.value(key) not in labels.values():
        kept = session.recall(key)
        session.widget(key, labels[kept if kept in labels else next(iter(labels))])
    drawn = dict(zip(labels, st.tabs([*labels.values()], key=key, on_change="rerun"), strict=True))
    session.remember(key, next(name for name, tab in drawn.items() if tab.open))
    return drawn


def draw_tabs(key: str, labels: Mapping[str, str], draw: Mapping[str, Callable[[], None]]) -> None:
    """Draw tabs, name -> label, and what is in the open one; the others are not computed."""
    for name, tab in tabs(key, labels).items():
        if tab.open:
            with tab:
                draw[name]()


def open_tab(key: str, name: str | None = None) -> None:
    """Open a tab at the next run, from a callback; the first one where none is named."""
    session.remember(key, name)
    session.undraw(key)
