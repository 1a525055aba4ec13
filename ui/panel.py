"""The panel of Details next to a page's picture: opening and closing it."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitAPIException

from ui import state

PANEL = "panel"
"""The key of the panel, and of its fragment."""


def rerun_only(*names: str) -> None:
    """Let a callback rerun the fragments of these keys instead of its widget's fragment.

    Without such a fragment, nothing changes.
    """
    try:
        st.rerun(names)
    except StreamlitAPIException:
        return


def turn_panel(is_open: bool | None = None) -> None:
    """Open or close the current page's panel, from a callback; by default toggle it."""
    page, now = state.state().page, state.choices().tab
    is_open = not now if is_open is None else is_open
    last = st.session_state.get(f"{page.name}_view", page.tabs[0])
    state.open_tab((now or last) if is_open else None)
    rerun_only(PANEL)


def picture() -> DeltaGenerator:
    """Return the place of the picture next to the panel, which shrinks when the panel opens."""
    return st.container(key=f"{state.state().page.name}_stage").container()
