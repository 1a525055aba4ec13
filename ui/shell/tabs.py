"""Tabs that stay open: another language or another page does not lead back to the first one.

Where details stand beside a page's picture, they are in a panel that is closed as the page opens.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from html import escape
from pathlib import Path

import streamlit as st

from bpe import CorpusError
from ui.shell import session
from ui.shell.fragments import rerun_only
from ui.shell.page import Page
from ui.shell.pages import page_named
from ui.shell.text import refusal, t

SCRIPT = Path(__file__).with_name("panel.js")
"""For components with a picture that the panel stands beside: `Panel`."""

PANEL = "panel"
"""The key of the panel, and of the part of a page that draws it by itself, if the page has one."""

_PAGE = "page"
_OPEN = "panel_of"
_SHUT = "panel_shut"


def arrive(name: str) -> None:
    """Note which page is shown, once a run of its script: the panel of another one is closed."""
    session.remember(_PAGE, name)
    if session.recall(_OPEN) != name:
        session.remember(_OPEN, None)


def draw_tabs(page: Page, draw: Mapping[str, Callable[[], object]]) -> str:
    """Draw the tabs of a page, fill the open one and return the name of what it shows.

    `draw` is name -> what draws it; the names are those of `page.views`, in the same order. In a
    tab of several parts the reader chooses one. While the panel that they stand in is closed,
    nothing is drawn and "" returned.
    The session keeps the name of the open one, since Streamlit knows a tab by its label only and
    forgets it on another page.
    """
    if (*draw,) != page.views:
        raise ValueError(f"draw must name the views of {page.name} in their order, got {[*draw]}.")
    if not page.beside:
        return _row(page, draw)
    with st.container(key=PANEL):
        if _is_open(page):
            return _row(page, draw)
        st.empty()  # the row's place, so that the mark's is the same
        _mark("")
    return ""


def _row(page: Page, draw: Mapping[str, Callable[[], object]]) -> str:
    labels = {name: t(f"{page.name}.tab_{name}") for name in page.tabs}
    if session.value(page.row) not in labels.values():
        session.widget(page.row, labels[session.recall(page.row) or page.tabs[0]])
    drawn = st.tabs([*labels.values()], key=page.row, on_change="rerun")
    places = dict(zip(labels, drawn, strict=True))
    opened = next(name for name, place in places.items() if place.open)
    session.remember(page.row, opened)
    with places[opened]:
        shown = _part(page, opened) if opened in page.parts else opened
    if page.beside:
        _mark(shown, page.tabs.index(opened))
    with places[opened]:
        try:
            draw[shown]()
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


def _is_open(page: Page) -> bool:
    return not page.beside or session.recall(_OPEN) == page.name


def details_button(page: Page) -> None:
    """Draw the button that opens and closes the panel of a page whose picture has none."""
    st.button(
        t("player.details"),
        key="details",
        on_click=lambda: turn_panel(is_open=not _is_open(page)),
        width="content",
    )


@contextmanager
def picture(page: Page) -> Iterator[None]:
    """Draw what is inside as the picture that the page's panel stands beside: it makes room."""
    with st.container(key=f"{page.name}_stage"), st.container():
        yield


def turn_panel(*, is_open: bool) -> None:
    """Open or close the panel of the page that is shown, from a callback."""
    name = session.recall(_PAGE)
    session.remember(_SHUT, None if is_open or name is None else opened(page_named(name)))
    session.remember(_OPEN, name if is_open else None)
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
        **session.kept(_chosen(page, tab), parts[0]),
    )
    return chosen or parts[0]


def _chosen(page: Page, tab: str) -> str:
    """Name what keeps the part of a tab that was chosen."""
    return f"{page.row}_{tab}"


def open_tab(page: Page, name: str | None = None) -> None:
    """Open a tab or a part of one at the next run, from a callback; without a name the first."""
    tab = page.tab_of(name)
    session.remember(page.row, tab)
    session.undraw(page.row)
    session.remember(_OPEN, page.name)
    if tab != name:
        session.widget(_chosen(page, str(tab)), name)


def is_told(page: Page, name: str) -> bool:
    """Say whether an address names this tab for no more than that it is open, or was just shut.

    The player writes the open tab into the address, and a run of the page may come before it has
    written that the panel is closed.
    """
    shut = session.recall(_SHUT)
    session.remember(_SHUT, None)
    return name in (opened(page), shut)


def opened(page: Page) -> str | None:
    """Return the name of the open tab, or of the part that it shows; None where none is shown."""
    tab = session.recall(page.row) if _is_open(page) else None
    if tab is None:
        return None
    return session.value(_chosen(page, tab), page.parts.get(tab, (tab,))[0])
