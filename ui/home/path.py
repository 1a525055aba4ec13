"""The ways from the first page: to the next one, into the tour, and to every page."""

import streamlit as st

from ui.shell import session
from ui.shell.navigation import link, next_page, title
from ui.shell.pages import PAGES, page_named
from ui.shell.text import t
from ui.tour.cards import CARDS


def way_on() -> None:
    """Draw the link to the next page as the one thing to press."""
    with st.container(key="way_on", width="content"):
        next_page("home")


def way_into_tour() -> None:
    """Draw the link to the first card of the tour."""
    first = CARDS[0]
    st.page_link(
        page_named(first.page).file,
        label=t("tour.start"),
        icon=":material/explore:",
        query_params={**session.language_chosen(), **first.query, "tour": "1"},
    )


def cards() -> None:
    """Draw the path through the pages: a numbered card each, saying what one learns there."""
    pages = PAGES[1:]
    with st.container(key="home_cards"):
        for start in range(0, len(pages), 3):
            row = zip(st.columns(3), pages[start : start + 3], strict=False)
            for number, (cell, page) in enumerate(row, start + 1):
                with cell.container(border=True, height="stretch"):
                    link(page.name, t("nav.numbered", number=number, page=title(page)))
                    st.markdown(t(f"{page.name}.card"))
