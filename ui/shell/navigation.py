"""The menu: which pages there are, in reading order, and which runs each can show."""

from dataclasses import dataclass, field

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.corpora.samples import first_sample, parallel_samples
from ui.shell import session
from ui.shell.runs import Shows
from ui.shell.text import t
from ui.tour.cards import CARDS


@dataclass(frozen=True)
class Page:
    """One entry of the menu. Its label is nav.<name>, its address the file's name."""

    name: str
    file: str
    icon: str
    shows: Shows = field(default_factory=Shows)


NOVEL = "pride-and-prejudice"

PAGES = (
    Page("home", "app.py", ":material/home:"),
    Page(
        "levels",
        "pages/levels.py",
        ":material/stacks:",
        # Words between white space, so that the levels can be compared.
        Shows(NOVEL, schemes=("paper", "subword-nmt", "huggingface"), needs="length"),
    ),
    Page("train", "pages/train.py", ":material/skip_next:", Shows(first_sample().name)),
    Page(
        "wordpiece",
        "pages/wordpiece.py",
        ":material/compare:",
        Shows("hug", schemes=("wordpiece",), scheme="wordpiece"),
    ),
    Page("encode", "pages/encode.py", ":material/swap_horiz:", Shows(NOVEL)),
    Page(
        "bytes",
        "pages/bytes.py",
        ":material/memory:",
        Shows(
            "chinese-classics", schemes=("gpt", "minbpe", "cs336"), scheme="gpt", needs="characters"
        ),
    ),
    Page(
        "sentencepiece",
        "pages/sentencepiece.py",
        ":material/space_bar:",
        Shows(NOVEL, schemes=("sentencepiece",), scheme="sentencepiece", needs="length"),
    ),
    Page(
        "unigram",
        "pages/unigram.py",
        ":material/content_cut:",
        Shows("six-words", schemes=("unigram",), scheme="unigram"),
    ),
    Page(
        "joint",
        "pages/joint.py",
        ":material/translate:",
        Shows(
            next(iter(parallel_samples())),
            schemes=("subword-nmt", "paper", "huggingface", "gpt", "sentencepiece"),
            scheme="subword-nmt",
            choice="pair",
        ),
    ),
    Page("cost", "pages/cost.py", ":material/show_chart:", Shows("first-chapters", needs="length")),
    Page("life", "pages/life.py", ":material/account_tree:", Shows(NOVEL)),
    Page("quiz", "pages/quiz.py", ":material/quiz:"),
    Page("models", "pages/models.py", ":material/forum:"),
    Page("whatif", "pages/whatif.py", ":material/alt_route:", Shows(first_sample().name)),
    Page("check", "pages/check.py", ":material/rule:", Shows("four-stories", scheme="cs336")),
)


def page_named(name: str) -> Page:
    """Return the page called `name` in the menu."""
    return next(page for page in PAGES if page.name == name)


@dataclass
class Menu:
    """The menu as it was drawn, to lead on with the run that came up on the page since."""

    places: tuple[DeltaGenerator, ...]
    queries: tuple[dict[str, str], ...]
    renewed: list[tuple[DeltaGenerator, Page]] | None = None

    def renew(self, stepping: bool = False) -> None:
        """Draw the links again that lead elsewhere now; with `stepping` those that may soon, too.

        A part of the page that is run again by itself may draw only where it drew when all of the
        page was run, and the browser drops what it does not draw this time: so it is the same
        links each time.
        """
        if self.renewed is None:
            now = session.queries(page.shows for page in PAGES)
            links = zip(self.places, PAGES, self.queries, now, strict=True)
            self.renewed = [
                (place, page)
                for place, page, before, query in links
                if (stepping and session.follows_step(page.shows)) or query != before
            ]
        queries = session.queries(page.shows for _, page in self.renewed)
        for (place, page), query in zip(self.renewed, queries, strict=True):
            with place:
                _link(page, t(f"nav.{page.name}"), query)


def menu() -> Menu:
    """Draw one link a page, each keeping the run the reader is on."""
    queries = tuple(session.queries(page.shows for page in PAGES))
    links = zip(PAGES, queries, strict=True)
    return Menu(tuple(_link(page, t(f"nav.{page.name}"), query) for page, query in links), queries)


def link(page: Page, label: str, **choices: str | None) -> None:
    """Draw a link to `page` that keeps the language and the run, with the step it was left at.

    `choices` are others than the reader's that it carries; those that are None it leaves out.
    """
    [query] = session.queries([page.shows])
    carried = {**query, **choices}
    _link(page, label, {name: value for name, value in carried.items() if value is not None})


def _link(page: Page, label: str, query: dict[str, str]) -> DeltaGenerator:
    return st.page_link(page.file, label=label, icon=page.icon, query_params=query)


def next_page(name: str, *, why: bool = False) -> None:
    """Draw the one way on: a link to the page that comes after `name` in the menu.

    With `why` one sentence says what to look at there, and why now.
    """
    here = [page.name for page in PAGES].index(name)
    following = PAGES[(here + 1) % len(PAGES)]
    if why:
        st.markdown(t(f"nav.why_{following.name}"))
    link(following, t("nav.next", page=t(f"nav.{following.name}")))


def way_on(name: str) -> None:
    """Draw the link to the page after `name` as the one thing to press."""
    with st.container(key="way_on", width="content"):
        next_page(name)


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
    for start in range(0, len(pages), 3):
        row = zip(st.columns(3), pages[start : start + 3], strict=False)
        for number, (cell, page) in enumerate(row, start + 1):
            with cell.container(border=True, height="stretch"):
                link(page, t("nav.numbered", number=number, page=t(f"nav.{page.name}")))
                st.markdown(t(f"home.card_{page.name}"))
