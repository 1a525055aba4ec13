"""The menu, and links from page to page that keep the run the reader is on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.shell import session
from ui.shell.page import Page
from ui.shell.pages import PAGES, page_named
from ui.shell.text import t


@dataclass(frozen=True)
class Link:
    """A link to a page as it was drawn: where, and what it says."""

    place: DeltaGenerator
    page: Page
    label: str
    query: Mapping[str, str]


def renew(links: Sequence[Link]) -> None:
    """Draw the links again that lead elsewhere now; the player adds the step (`links_to_run`)."""
    for link in links:
        query = session.query_to(link.page.shows)
        if query != link.query:
            with link.place:
                _link(link.page, link.label, query)


def menu() -> list[Link]:
    """Draw one link a page, each keeping the run the reader is on, a group below its name.

    The group of the page that is shown is open. `frame.js` opens another and closes this one.
    """
    drawn = []
    for group, pages in groupby(PAGES, key=lambda page: page.group):
        with st.container(key=f"menu_{group}"):
            name, is_open = escape(t(f"nav.group_{group}")), group == session.state().page.group
            shown = f'aria-expanded="{str(is_open).lower()}"'
            st.html(f'<button class="menu-group" {shown}>{name}</button>')
            drawn += [_link(page, title(page), session.query_to(page.shows)) for page in pages]
    return drawn


def links_to_run() -> dict[str, str]:
    """Return the pages that show the run of this one, each with the query of a link but the step.

    The player writes its step into these links in the browser.
    """
    pages = [page for page in PAGES if session.leads_to_run(page.shows)]
    queries = ((page.name, session.query_to(page.shows)) for page in pages)
    return {
        name: urlencode({key: value for key, value in query.items() if key != "step"})
        for name, query in queries
    }


def title(page: Page) -> str:
    """What the page is called in the menu."""
    return t(f"{page.name}.title")


def link(name: str, label: str, **choices: str | None) -> Link:
    """Draw a link to a page that keeps the language and the run, with the step it was left at.

    `choices` are others than the reader's that it carries; those that are None it leaves out.
    """
    page = page_named(name)
    query = {**session.query_to(page.shows), **choices}
    return _link(page, label, {key: value for key, value in query.items() if value is not None})


def _link(page: Page, label: str, query: dict[str, str]) -> Link:
    place = st.page_link(page.file, label=label, icon=page.icon, query_params=query)
    return Link(place, page, label, query)


def next_page() -> Link:
    """Draw the one way on: a link to the next page of the menu, and why to look at it now."""
    following = PAGES[(PAGES.index(session.state().page) + 1) % len(PAGES)]
    with st.container(key="way_on_next"):
        st.markdown(t(f"{following.name}.why_now"))
    return link(following.name, t("nav.next", page=title(following)))
