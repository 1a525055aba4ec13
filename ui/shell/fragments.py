"""The parts of a page that are drawn anew by themselves."""

import streamlit as st
from streamlit.errors import StreamlitAPIException


def rerun_only(*names: str) -> None:
    """Let a callback draw anew the parts so called, in place of the part its widget stands in.

    Where the page has no such part, nothing changes.
    """
    try:
        st.rerun(names)
    except StreamlitAPIException:
        return
