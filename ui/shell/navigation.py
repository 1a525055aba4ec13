"""The menu: which pages there are, in reading order."""

from dataclasses import dataclass

import streamlit as st

from ui.shell import session
from ui.shell.text import t


@dataclass(frozen=True)
class Page:
    """One entry of the menu. Its label is nav.<name>, its address the file's name."""

    name: str
    file: str
    icon: str


PAGES = (
    Page("home", "app.py", ":material/home:"),
    Page("levels", "pages/levels.py", ":material/stacks:"),
    Page("train", "pages/train.py", ":material/skip_next:"),
    Page("wordpiece", "pages/wordpiece.py", ":material/compare:"),
    Page("encode", "pages/encode.py", ":material/swap_horiz:"),
    Page("bytes", "pages/bytes.py", ":material/memory:"),
    Page("sentencepiece", "pages/sentencepiece.py", ":material/space_bar:"),
    Page("unigram", "pages/unigram.py", ":material/content_cut:"),
    Page("joint", "pages/joint.py", ":material/translate:"),
    Page("cost", "pages/cost.py", ":material/show_chart:"),
)


def menu() -> None:
    """Draw one link a page, each keeping what the reader has chosen."""
    for page in PAGES:
        link(page, t(f"nav.{page.name}"))


def link(page: Page, label: str) -> None:
    """Draw a link to `page` that keeps the language, the corpus and the settings."""
    st.page_link(page.file, label=label, icon=page.icon, query_params=session.query())


def next_page(name: str) -> None:
    """Draw the one way on: a link to the page that comes after `name` in the menu."""
    here = [page.name for page in PAGES].index(name)
    following = PAGES[(here + 1) % len(PAGES)]
    link(following, t("nav.next", page=t(f"nav.{following.name}")))


def cards() -> None:
    """Draw one card a page, home left out, saying what one learns there."""
    pages = PAGES[1:]
    for start in range(0, len(pages), 3):
        row = zip(st.columns(3), pages[start : start + 3], strict=False)
        for cell, page in row:
            with cell.container(border=True, height="stretch"):
                link(page, t(f"nav.{page.name}"))
                st.markdown(t(f"home.card_{page.name}"))
