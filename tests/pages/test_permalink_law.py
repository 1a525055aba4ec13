"""A page reached by any clicks is the page that its link opens in a fresh session."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from urllib.parse import parse_qs, parse_qsl

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from tests.cases import for_each
from tests.pages.helpers import query, tab
from tests.pages.walking import Press, difference, drawn, presses
from ui.samples import samples
from ui.shell.pages import PAGES, page_named

WALKS = 60 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 6
"""Walks from each page."""

LONGEST = 5
"""Steps of a walk."""

LEFT_OUT = {
    "give_up": "a job has to run",
    "vote_open": "a room is of the browser that opened it",
    "share_more": "pressed at the end of each walk",
    "FormSubmitter:paste": "own text",
    "FormSubmitter:check_paste": "own text",
    "pasted_text": "own text",
    "check_pasted": "own text",
    "models_all": "it opens every tokenizer",
}
"""Controls that are not pressed."""

OWN = (
    "Your own text",
    "Your own file",
    "Two files of your own",
    "自己的文本",
    "自己的文件",
    "自己的两个文件",
)
"""Options that stand for own text."""


LARGE = 20_000
"""Bytes of a sample that takes long to learn; it is not picked."""


def large_titles() -> tuple[str, ...]:
    """Return what large samples are called."""
    paths = {each: each.files or (each.path,) for each in samples().values()}
    sizes = {each: sum(path.stat().st_size for path in found) for each, found in paths.items()}
    return tuple(title for each in sizes if sizes[each] > LARGE for title in each.title.values())


@dataclass
class Walk:
    """A reader on the way: the app, the page, and the addresses that Back leads to."""

    app: AppTest
    page: str
    behind: list[tuple[str, dict[str, str]]]

    def ways(self) -> list[tuple[str, Callable[[], object]]]:
        """Return what can be done next, as a name and what does it."""
        found = [
            (str(each), partial(self.press, each))
            for each in presses(self.app, LEFT_OUT)
            if not each.what.endswith((*OWN, *large_titles()))
        ]
        found += [(f"step {at}", partial(self.step, at)) for at in (0, 2)]
        found += [(f"tab {name}", partial(self.open, name)) for name in page_named(self.page).views]
        links = zip(self.app.sidebar.get("page_link"), PAGES, strict=True)
        found += [(f"page {page.name}", partial(self.go, page.name, link)) for link, page in links]
        return found + ([("Back", self.back)] if self.behind else [])

    def press(self, press: Press) -> None:
        self.left()
        press(self.app)

    def step(self, at: int) -> None:
        self.app.query_params["step"] = str(at)
        self.app.run()

    def open(self, view: str) -> None:
        tab(self.app, self.page, view)

    def go(self, name: str, link) -> None:
        self.left()
        asked = parse_qs(link.proto.query_string)
        self.show(name, {key: values[-1] for key, values in asked.items()})

    def back(self) -> None:
        self.show(*self.behind.pop())

    def left(self) -> None:
        self.behind.append((self.page, query(self.app)))

    def show(self, name: str, asked: dict[str, str]) -> None:
        self.page = name
        self.app.query_params.clear()
        self.app.query_params.update(asked)
        self.app.switch_page(page_named(name).file)
        self.app.run()


def link_of(app: AppTest) -> dict[str, str]:
    """Return the query of the address to share, with text and tab."""
    if more := [each for each in app.toggle if each.key == "share_more"]:
        more[0].set_value(True).run()
    return dict(parse_qsl(app.code[0].value.partition("?")[2]))


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_a_link_opens_the_page_that_was_reached(open_page, page):
    """What stands in no address stays out of the walks; a walk that fails is told, the shortest."""

    @settings(
        max_examples=WALKS,
        suppress_health_check=[*HealthCheck],
        deadline=None,
        report_multiple_bugs=False,
    )
    @given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 99)), max_size=LONGEST))
    def walks(steps):
        walk = Walk(open_page(page, corpus="low-lower"), page, [])
        for kind, at in steps:
            ways = walk.ways()
            name, act = ways[(kind * 100 + at) % len(ways)]
            note(name)
            act()
        note(f"{walk.page} {link_of(walk.app)}")
        assert_link_opens(open_page, walk)

    walks()


@for_each(
    ("page", "ways"),
    [
        ("bytes", ["show_it_on"]),
        ("bytes", ["bytes_text = er", "tab cuts", "bytes_cuts = er"]),
        ("sentencepiece", ["show_it_on", "sentence_text = er", "normalizer = NFC"]),
        ("unigram", ["unigram_word = ", "tab sampling", "unigram_again"]),
        ("joint", ["joint_names = er", "tab filter", "joint_filter_side"]),
        ("encode", ["scheme = SentencePiece", "vocab_size = 3"]),
        ("unigram", ["vocab_size = 3"]),
        ("train", ["page wordpiece"]),
        ("wordpiece", ["corpus = hug"]),
        ("models", ["tab letters", "models_letters_show"]),
    ],
)
def test_a_link_opens_what_these_presses_lead_to(open_page, page, ways):
    """Each was forgotten once."""
    walk = Walk(open_page(page, corpus="low-lower"), page, [])
    for wanted in ways:
        next(act for name, act in walk.ways() if name.startswith(wanted))()
    assert_link_opens(open_page, walk)


def assert_link_opens(open_page, walk: Walk) -> None:
    """Open the link of a page in a fresh session: all that is drawn is the same."""
    link = link_of(walk.app)
    fresh = open_page(walk.page, **link)
    link_of(fresh)
    found = difference(drawn(walk.app), drawn(fresh))
    assert not found, found
