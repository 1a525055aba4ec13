"""Details: the tabs of a page, in a panel next to its picture that is closed as the page opens.

The panel is a fragment: if the reader stops at another step, only the panel is redrawn. The open
tab is a choice in the address; a script writes it there (`details.js`).
"""

from collections.abc import Callable, Mapping
from functools import partial
from html import escape

import streamlit as st

from bpe import CorpusError
from ui import state
from ui.draw.parts import styles
from ui.frame import frame_follows
from ui.panel import PANEL
from ui.runs import AnyRun
from ui.text import refusal, t
from ui.waiting import bars_placed, place_bars

Draw = Callable[..., object]
"""Function that draws one tab: called with the runs of the page, and the step."""


def details(draw: Mapping[str, Draw | None], *runs: AnyRun, default: int, last: int) -> None:
    """Draw the open tab at the step: name -> function, as in `Page.views`; None for no tab.

    default: the first step of the player. last: the last step of the longest run.
    """
    st.fragment(_fragment, key=PANEL)(draw, runs, default, last, state.state().shown, [])


def _fragment(
    draw: Mapping[str, Draw | None],
    runs: tuple[AnyRun, ...],
    default: int,
    last: int,
    shown: state.Settings | None,
    drawn: list[bool],
) -> None:
    # Only in reruns of the fragment, not when the page itself runs.
    if drawn and (state.settings() != shown or frame_follows()):
        st.rerun()
    drawn.append(True)
    styles()
    place_bars(PANEL)
    step = state.step(last, default)
    draw_tabs({name: panel and partial(panel, *runs, step) for name, panel in draw.items()})


def draw_tabs(draw: Mapping[str, Callable[[], object] | None]) -> str:
    """Draw the tabs of the page, fill the open one and return the name of its view.

    draw: name -> function, or None for a tab that is not offered; the names are those of
        `Page.views`, in the same order. In a tab with several parts the reader chooses one.

    While the panel is closed, nothing is drawn, and "" is returned.
    """
    page, wanted = state.state().page, state.choices().tab
    if (*draw,) != page.views:
        raise ValueError(f"draw must name the views of {page.name} in their order, got {[*draw]}.")
    with st.container(key=PANEL):
        if not wanted:
            st.empty()  # reserve the row's place, so that the mark's place does not change
            _mark("")
            return ""
        tabs = [tab for tab in page.tabs if draw[page.parts.get(tab, (tab,))[0]]]
        tab = page.tab_of(wanted)
        tab = tab if tab in tabs else tabs[0]
        parts = page.parts.get(tab, (tab,))
        view = wanted if wanted in parts else parts[0]
        # Streamlit identifies a tab by its label, which depends on the language.
        labels = [t(f"{page.name}.tab_{name}") for name in tabs]
        row = state.shows(f"{page.name}_tabs", labels[tabs.index(tab)])
        pressed = partial(_pressed, row, dict(zip(labels, tabs, strict=True)))
        place = st.tabs(labels, key=row, on_change=pressed)[tabs.index(tab)]
        st.session_state[f"{page.name}_view"] = st.session_state[f"{page.name}_{tab}_view"] = view
        state.open_tab(view)
        _mark(view, tabs.index(tab))
        with place, bars_placed("tab"):
            if len(parts) > 1:
                key = state.shows(f"{page.name}_{tab}_part", view)
                st.segmented_control(
                    t(f"{page.name}.tab_{tab}"),
                    parts,
                    required=True,
                    format_func=lambda part: t(f"{page.name}.tab_{part}"),
                    label_visibility="collapsed",
                    key=key,
                    on_change=lambda: state.open_tab(st.session_state[key] or view),
                )
            try:
                if panel := draw[view]:
                    panel()
            except CorpusError as error:  # a tab's request may exceed a limit
                st.error(refusal(error))
    return view


def _pressed(row: str, tabs: Mapping[str, str]) -> None:
    """Open a tab at its last open part."""
    tab = tabs[st.session_state[row]]
    state.open_tab(st.session_state.get(f"{state.state().page.name}_{tab}_view", tab))


def _mark(name: str, at: int | None = None) -> None:
    """Tell the browser which view is open: details.js shows the panel and writes it to the address.

    at: the position of its tab in the row.

    While the mark is missing, the panel is hidden, and the focus in it is lost.
    """
    place = "" if at is None else f' data-at="{at}"'
    st.html(f'<i data-tab="{name}"{place} data-edge="{escape(t("player.edge"))}"></i>')
