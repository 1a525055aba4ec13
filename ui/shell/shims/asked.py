"""Which parts of a page asked for the run that goes on."""

from streamlit.runtime.scriptrunner import get_script_run_ctx


def is_asked_alone() -> bool:
    """Say whether exactly one part of the page asked for this run.

    A busy server answers several requests in one run. If a callback then had other parts drawn in
    their place, the tab or the text that the reader has chosen meanwhile would be lost.

    No issue: parts that a callback names by `st.rerun` replace what else was asked for; they would
    have to be added to it. Where Streamlit's private list is gone, the answer is no, and all that
    was asked for is drawn.
    """
    asked = getattr(get_script_run_ctx(), "fragment_ids_this_run", None)
    return asked is not None and len(asked) == 1
