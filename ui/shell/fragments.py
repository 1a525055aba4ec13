"""The parts of a page that are drawn anew by themselves."""

import streamlit as st
from streamlit.errors import StreamlitAPIException

FOLLOWING = "following"
"""All of a page that follows the step of its player, but for `MENU_LINKS`."""

MENU_LINKS = "menu_links"
"""The links to other pages, which carry the step: they are drawn anew once the reader comes to a
link, or after a long rest."""


def rerun_only(*names: str) -> None:
    """Let a callback draw anew the parts so called, in place of the part its widget stands in.

    Where the page has no such part, nothing changes.
    """
    try:
        st.rerun(names)
    except StreamlitAPIException:
        return
