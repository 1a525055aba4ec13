"""Bars of what a reader waits for: where they stand, and giving up at once.

A press of a part's own button waits until all that is being drawn is there; one of the page's
own interrupts it. So the page has the one button that gives up, unseen, and what reads *Cancel*
beside a bar is markup that presses it (`frame.js`). Streamlit's issue #11030 would end this.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.shell import session
from ui.shell.text import t

KEY = "give_up"
"""The key of the page's own button."""

_WAITS = "waits_for"

_place: ContextVar[DeltaGenerator | None] = ContextVar("place", default=None)


def place_bars(key: str) -> None:
    """Have the bars of all that is waited for below, in a page or a part of it, stand here.

    Where a bar came in between, it would move all that stands below it, and the browser would make
    the fields, tabs and components there anew.
    """
    _place.set(st.container(key=f"{key}_waits").empty())


@contextmanager
def bars_placed(key: str) -> Iterator[None]:
    """Have the bars of what is waited for meanwhile stand here."""
    before = _place.get()
    place_bars(key)
    try:
        yield
    finally:
        _place.set(before)


def place_of_bars() -> DeltaGenerator | None:
    """Return where bars stand; None where nothing is said of it."""
    return _place.get()


def button() -> None:
    """Draw the page's own button, outside of all its parts; nobody sees it."""
    offered: list[Callable[[], None]] = []
    session.remember(_WAITS, offered)
    st.button(t("common.cancel"), key=KEY, on_click=_pressed, args=(offered,))


def offer(give_up: Callable[[], None]) -> None:
    """Draw *Cancel* beside a bar: a press calls this, and draws the page anew."""
    session.recall(_WAITS, []).append(give_up)
    st.html(f'<button class="cancel">{escape(t("common.cancel"))}</button>', width="content")


def _pressed(offered: list[Callable[[], None]]) -> None:
    for give_up in offered[-1:]:
        give_up()
