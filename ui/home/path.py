"""The ways from the first page: to watch the list being learned, and to every page."""

from functools import lru_cache

import streamlit as st

from ui.catalogue import catalogue
from ui.draw.parts import search_line
from ui.samples import training_samples
from ui.shell import session
from ui.shell.navigation import link, title
from ui.shell.pages import PAGES
from ui.shell.text import language, t

MOST_FOUND = 12
"""Answers that are listed of a search."""

ASKED = {
    "code": ("train", {"tab": "code"}),
    "slow": ("train", {"tab": "code", "step": "3"}),
    "size": ("train", {"tab": "stop"}),
    "order": ("train", {"tab": "claims"}),
    "pattern": ("encode", {"tab": "pattern"}),
    "stream": ("bytes", {"tab": "stream"}),
    "find": ("models", {"find": " SolidGoldMagikarp"}),
    "chat": ("models", {"tab": "chat"}),
    "rows": ("models", {"tab": "rows"}),
    "space": ("models", {"tab": "space"}),
    "adding": ("train", {"tab": "claims"}),
    "gone": ("train", {"tab": "claims"}),
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


@st.fragment
def what_is_asked() -> None:
    """List the questions that are asked most; of a search, all questions, claims and samples."""
    with st.container(key="home_asked"):
        st.header(t("home.asked"), anchor=False)
        asked = search_line(t("home.search"), "home_search", width=420)
        found = find_answers(asked, language())
        with st.container(gap=None):
            for label, page, query in found[:MOST_FOUND]:
                link(page, label, **query)
        if len(found) > MOST_FOUND:
            st.caption(t("home.search_more", n=len(found) - MOST_FOUND))
        if not found:
            st.caption(t("home.search_none"))


Answer = tuple[str, str, dict[str, str]]
"""What a link says, its page, and what its address carries."""


def find_answers(search: str, lang: str) -> list[Answer]:
    """Return the questions, claims and samples with each word of a search in their text.

    Without a search, the questions alone.
    """
    wanted = search.casefold().split()
    answers = _answers(lang)
    if not wanted:
        return [answer for answer, _ in answers[: len(ASKED)]]
    return [answer for answer, text in answers if all(word in text for word in wanted)]


@lru_cache
def _answers(lang: str) -> list[tuple[Answer, str]]:
    """List every answer with the text that a search looks through."""
    said = catalogue(lang)
    asked = [(said[f"home.asked_{name}"], page, query) for name, (page, query) in ASKED.items()]
    claims = [key for key in said if ".claim_" in key and key.replace("claim_", "truth_") in said]
    found: list[tuple[Answer, str]] = [(answer, answer[0].casefold()) for answer in asked]
    for key in claims:
        # Its truth and what runs say to it, by the name that they share.
        texts = [said[key], said[key.replace("claim_", "truth_")]]
        texts += [said[each] for each in said if each.startswith(f"{key}_")]
        found.append(((said[key], "train", {"tab": "claims"}), " ".join(texts).casefold()))
    for sample in training_samples().values():
        notes = [sample.title, sample.look_for, sample.source, *sample.with_scheme.values()]
        text = " ".join([*(each[lang] for each in notes), sample.prints]).casefold()
        label = said["home.search_sample"].format(title=sample.title[lang])
        query = {"corpus": sample.name} | ({"ties": sample.ties} if sample.ties else {})
        found.append(((label, "train", query), text))
    return found
