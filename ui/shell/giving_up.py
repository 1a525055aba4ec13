"""Giving up what a reader waits for, at once, in whatever part of a page the bar stands.

A press of a part's own button waits until all that is being drawn is there; one of the page's
own interrupts it. So the page has the one button that gives up, unseen, and what reads *Cancel*
beside a bar is markup that presses it (`frame.js`). Streamlit's issue #11030 would end this.
"""

from collections.abc import Callable
from html import escape

import streamlit as st

from ui.shell import session
from ui.shell.text import t

KEY = "give_up"
"""The key of the page's own button."""

_WAITS = "waits_for"


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
