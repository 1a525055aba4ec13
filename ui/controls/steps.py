"""The step of a run, chosen off the player, by a slider."""

import streamlit as st

from ui.shell import session
from ui.shell.text import t


def step_slider(key: str, last: int, default: int) -> int:
    """Let the reader choose how many merges there are, from none to the `last`; return them.

    The step is that of the run, which the address carries. The label is `<area>.step` and the help
    `<area>.step_help`, of the area that the key begins with; of a run without merges
    `<area>.no_merges` is said.
    """
    area, step = key.partition("_")[0], session.step(last, default)
    if not last:
        st.caption(t(f"{area}.no_merges"))
        return 0
    st.slider(
        t(f"{area}.step"),
        0,
        last,
        key=session.widget(key, step),
        on_change=lambda: session.choose_step(session.value(key), default),
        help=t(f"{area}.step_help"),
    )
    return step
