"""The parts of a page that are drawn anew by themselves."""

from contextlib import AbstractContextManager, nullcontext

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils import script_run_context

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


def is_asked_alone() -> bool:
    """Say whether exactly one part of the page asked for this run.

    A busy server answers several requests in one run. If a callback then had other parts drawn in
    their place, the tab or the text that the reader has chosen meanwhile would be lost.

    Streamlit has no public way to ask this. Where its private list is gone, the answer is no, and
    all that was asked for is drawn.
    """
    asked = getattr(get_script_run_ctx(), "fragment_ids_this_run", None)
    return asked is not None and len(asked) == 1


def of_page() -> AbstractContextManager[None]:
    """Draw what is inside as the page's own, in whatever part of it that stands.

    A press of a part's button waits until all that is being drawn is there; one of the page's own
    interrupts it, as a button that cancels has to.

    Streamlit has no public way to say so. Where its private one is gone, that press waits, too.
    """
    scoped = getattr(getattr(script_run_context, "ThreadState", None), "scoped", None)
    if scoped is None or get_script_run_ctx() is None:
        return nullcontext()
    found: AbstractContextManager[None] = scoped(fragment_id=None)
    return found
