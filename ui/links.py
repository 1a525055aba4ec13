"""Links between pages that keep the reader's run: the menu, and the link to the next page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui import state
from ui.pages import PAGES, page_named
from ui.state import Page
from ui.text import t


@dataclass(frozen=True)
class Link:
    """A drawn link to a page: its place, query and label."""

    place: DeltaGenerator
    page: Page
    label: str
    query: Mapping[str, str]


def title(page: Page) -> str:
    """Return the name of the page in the menu."""
    return t(f"{page.name}.title")


def link(name: str, label: str, **choices: Any) -> Link:
    """Draw a link to a page that keeps the language and the run, at its step.

    choices: choices that differ from the reader's; None for the default.
    """
    page = page_named(name)
    return _link(page, label, state.query_to(page, **choices))


def _link(page: Page, label: str, query: Mapping[str, str]) -> Link:
    place = st.page_link(page.file, label=label, icon=page.icon, query_params=query)
    return Link(place, page, label, query)


def menu() -> list[Link]:
    """Draw one link per page, with each group below its name.

    The current page's group is open. `frame.js` opens another and closes this one.
    """
    drawn = []
    for group, pages in groupby(PAGES, key=lambda page: page.group):
        with st.container(key=f"menu_{group}"):
            name, is_open = escape(t(f"nav.group_{group}")), group == state.state().page.group
            shown = f'aria-expanded="{str(is_open).lower()}"'
            st.html(f'<button class="menu-group" {shown}>{name}</button>')
            drawn += [_link(page, title(page), state.query_to(page)) for page in pages]
    return drawn


def renew(links: Sequence[Link]) -> None:
    """Redraw the links whose target has changed; the player adds the step (`links_to_run`)."""
    for each in links:
        query = state.query_to(each.page)
        if query != each.query:
            with each.place:
                _link(each.page, each.label, query)


def links_to_run() -> dict[str, str]:
    """Return the pages that show this page's run, each with a query without the step.

    The player writes its step into these links in the browser.
    """
    queries = {page.name: state.query_to(page) for page in PAGES if state.leads_to_run(page)}
    return {
        name: urlencode({key: value for key, value in query.items() if key != "step"})
        for name, query in queries.items()
    }


def next_page() -> Link:
    """Draw the link to the next page of the menu, with a reason to continue."""
    following = PAGES[(PAGES.index(state.state().page) + 1) % len(PAGES)]
    with st.container(key="way_on_next"):
        st.markdown(t(f"{following.name}.why_now"))
    return link(following.name, t("nav.next", page=title(following)))
