"""The parts of a page that are drawn anew by themselves."""

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx

FOLLOWING = "following"
"""All of a page that follows the step of its player, but for `LEADING`."""

LEADING = "leading"
"""The links to other pages, which carry the step: they follow once the reader comes to a link, or
after a long rest."""


def rerun_only(*names: str) -> None:
    """Let a callback draw anew the parts so called, in place of the part its widget stands in.

    Where the page has no such part, nothing changes.
    """
    try:
        st.rerun(names)
    except StreamlitAPIException:
        return


def is_asked_alone() -> bool:
    """Say whether this run was asked for by one part of the page, and by nothing else since.

    A server that is busy draws at once what was asked for meanwhile: a callback that had other
    parts drawn in their place would lose the tab or the text that the reader has chosen.
    """
    context = get_script_run_ctx()
    asked = context.fragment_ids_this_run if context else None
    return asked is not None and len(asked) == 1
