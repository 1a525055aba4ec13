"""The ways from the first page: to watch the list being learned, and to every page."""

import streamlit as st

from ui.shell import session
from ui.shell.navigation import link, title
from ui.shell.pages import PAGES
from ui.shell.text import t

ASKED = {
    "code": ("train", {"tab": "code"}),
    "order": ("train", {"tab": "claims"}),
    "find": ("models", {"find": " SolidGoldMagikarp"}),
    "chat": ("models", {"tab": "chat"}),
    "rows": ("models", {"tab": "rows"}),
    "space": ("models", {"tab": "space"}),
}
"""What everyone asks: where each question, `home.asked_<name>`, is answered."""


def watch_it_learn() -> None:
    """Say where the pieces come from, above the one thing to press, which shows it."""
    st.markdown(t("home.learned"))
    shown = "0" if session.answer_hidden()[1] else None
    with st.container(key="way_on", width="content"):
        link("train", t("home.watch"), step="0", play="1", hide=shown)


def all_pages() -> None:
    """List the pages, a line each: what it is called, and what one does there."""
    st.header(t("home.pages"), anchor=False)
    with st.container(key="home_pages", gap=None):
        for page in PAGES:
            with st.container(horizontal=True, vertical_alignment="center"):
                link(page.name, title(page))
                st.markdown(t(f"{page.name}.card"))


def what_is_asked() -> None:
    """List the questions that are asked most, each a link to its answer."""
    with st.container(key="home_asked"):
        st.header(t("home.asked"), anchor=False)
        with st.container(gap=None):
            for name, (page, query) in ASKED.items():
                link(page, t(f"home.asked_{name}"), **query)
