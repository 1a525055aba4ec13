"""Buttons with a box under them: drawing one and closing it from a callback."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def popover(label: str, key: str, icon: str, hint: str | None = None) -> DeltaGenerator:
    """Draw a button with a box under it, which `close_popover` closes.

    The page does not run when the box opens.
    """
    number = times_closed(key)
    return st.popover(label, key=f"{key}-{number}", icon=icon, help=hint, width="content")


def times_closed(key: str) -> int:
    """Return how often `close_popover` has closed a popover."""
    number: int = st.session_state.get(f"{key}_closed", 0)
    return number


def close_popover(key: str) -> None:
    """Close a popover, from a callback: the page draws another one in its place.

    Setting the state of a popover is not enough: if a busy server has not yet drawn it as open, it
    tells the browser of no change, and the box stays over the page.
    """
    st.session_state[f"{key}_closed"] = times_closed(key) + 1
