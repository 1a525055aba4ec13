"""The tabs of a page, in a panel beside its picture that is closed as the page opens.

The open one stays: another language or another page does not lead back to the first one.
"""

from collections.abc import Callable, Mapping
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitAPIException

from bpe import CorpusError
from ui.shell import session
from ui.shell.giving_up import bars_placed
from ui.shell.page import Page
from ui.shell.text import language, refusal, t


def rerun_only(*names: str) -> None:
    """Let a callback draw anew the parts so called, in place of the part its widget stands in.

    Where the page has no such part, nothing changes.
    """
    try:
        st.rerun(names)
    except StreamlitAPIException:
        return


KEY = "more"
NAMES = ("settings", "about", "share", "downloads")


def more(page: Page) -> Mapping[str, DeltaGenerator]:
    """Draw the button, and return the places behind it: name -> place.

    Every page has those that are always there, and those that it names itself.
    """
    labels = {name: t(f"common.{name}") for name in NAMES if name in ("about", "share", *page.more)}
    box = st.popover(
        t("common.more"),
        icon=":material/more_horiz:",
        width="content",
        key=KEY,
        on_change="rerun",
    )
    with box:
        # Streamlit knows a tab by its label: another language or another page has a row of its own.
        key = f"{KEY}_{page.name}_{language()}"
        drawn = st.tabs([*labels.values()], key=key, on_change="rerun")
    places = dict(zip(labels, drawn, strict=True))
    shown = next(name for name, place in places.items() if place.open)
    session.remember(KEY, shown if box.open else None)
    return places


def looks_at(name: str) -> bool:
    """Say whether the reader looks at this part of what is behind the button."""
    return session.recall(KEY) == name


PANEL = "panel"
"""The key of the panel, and of the part of a page that draws it by itself, if the page has one."""

_OPEN = "panel_of"
_SHUT = "panel_shut"


def draw_tabs(page: Page, draw: Mapping[str, Callable[[], object] | None]) -> str:
    """Draw the tabs of a page, fill the open one and return the name of what it shows.

    `draw` is name -> what draws it, or None for a tab that is not offered here; the names are those
    of `page.views`, in the same order. In a tab of several parts the reader chooses one. While the
    panel is closed, nothing is drawn and "" returned.
    The session keeps the name of the open one, since Streamlit knows a tab by its label only and
    forgets it on another page.
    """
    if (*draw,) != page.views:
        raise ValueError(f"draw must name the views of {page.name} in their order, got {[*draw]}.")
    with st.container(key=PANEL):
        if not _is_open(page):
            st.empty()  # the row's place, so that the mark's is the same
            _mark("")
            return ""
        tabs = [tab for tab in page.tabs if draw[page.parts.get(tab, (tab,))[0]]]
        labels = {name: t(f"{page.name}.tab_{name}") for name in tabs}
        if session.value(page.row) not in labels.values():
            session.widget(page.row, labels.get(session.recall(page.row), labels[tabs[0]]))
        drawn = st.tabs([*labels.values()], key=page.row, on_change="rerun")
        tab, place = next(each for each in zip(labels, drawn, strict=True) if each[1].open)
        session.remember(page.row, tab)
        with place:
            shown = _part(page, tab) if tab in page.parts else tab
        _mark(shown, tabs.index(tab))
        with place, bars_placed("tab"):
            try:
                if panel := draw[shown]:
                    panel()
            except CorpusError as error:  # what is asked for in a tab alone may be too much
                st.error(refusal(error))
    return shown


def _mark(name: str, at: int | None = None) -> None:
    """Tell the browser what is open: panel.js shows the panel, and writes it into the address.

    at: the place of its tab in the row.

    Where the mark is missing for a moment, the panel is hidden and the focus in it lost.
    """
    place = "" if at is None else f' data-at="{at}"'
    st.html(f'<i data-tab="{name}"{place} data-edge="{escape(t("player.edge"))}"></i>')


def visit(page: Page) -> tuple[str, int]:
    """Name this visit of a page: it owns what is over with the next page."""
    return page.name, session.state().visits


def _is_open(page: Page) -> bool:
    return bool(session.recall(_OPEN, False, of=visit(page)))


def picture(page: Page) -> DeltaGenerator:
    """Return the place of the picture that the page's panel stands beside: it makes room."""
    return st.container(key=f"{page.name}_stage").container()


def turn_panel(is_open: bool | None = None) -> None:
    """Open or close the panel of the page that is shown, from a callback; else turn it round."""
    page = session.state().page
    is_open = not _is_open(page) if is_open is None else is_open
    session.remember(_SHUT, opened(page), of=visit(page))
    session.remember(_OPEN, is_open, of=visit(page))
    rerun_only(PANEL)


def _part(page: Page, tab: str) -> str:
    """Let the reader choose a part of a tab; it is kept as the open tab is."""
    parts = page.parts[tab]
    chosen = st.segmented_control(
        t(f"{page.name}.tab_{tab}"),
        parts,
        required=True,
        format_func=lambda part: t(f"{page.name}.tab_{part}"),
        label_visibility="collapsed",
        **session.kept(_chosen(page, tab), parts[0], parts),
    )
    return chosen or parts[0]


def _chosen(page: Page, tab: str) -> str:
    """Name what keeps the part of a tab that was chosen."""
    return f"{page.row}_{tab}"


def open_tab(page: Page, name: str | None = None) -> None:
    """Open a tab or a part of one at the next run, from a callback; without a name the first."""
    tab = page.tab_of(name)
    session.remember(page.row, tab)
    session.widget(page.row, None)
    session.remember(_OPEN, True, of=visit(page))
    if tab != name:
        session.widget(_chosen(page, str(tab)), name)


def follow_tab(page: Page, name: str | None) -> None:
    """Open the tab that a new address names, if any.

    Not one that is open, or was just shut: the browser writes the open tab into the address, and a
    run of the page may come before it has written that the panel is closed.
    """
    shut = session.take(_SHUT, of=visit(page))
    if name is None or not page.tabs or name in (opened(page), shut):
        return
    found = name if page.tab_of(name) else None
    open_tab(page, found)
    if found is None:
        session.forget("tab", name)


def opened(page: Page) -> str | None:
    """Return the name of the open tab, or of the part that it shows; None where none is shown."""
    tab = session.recall(page.row) if _is_open(page) else None
    if tab is None:
        return None
    return session.value(_chosen(page, tab), page.parts.get(tab, (tab,))[0])
