"""The elements of each page that must be fully visible when it opens."""

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.browser.helpers import eventually

CONTROLS = (".player .buttons button", ".player .slider", ".player .tools button")
CAPTION = ".player .caption"
PLAYER = (CAPTION, ".player .merged", ".player .learned", *CONTROLS)
ROWS = (".player .words tbody tr:not([hidden])", ".player .bars li:not([hidden])")
MENU = (
    ".menu-group",
    ".stSidebar [data-testid=stPageLink-NavLink]:visible",
    ".stSidebar .lesson-way",
)
# A player that hides its answer marks no pairs, so it has no rows to step through.
ASKED = (
    ".st-key-quiz_question .record-say",
    ".score .points",
    CAPTION,
    ".player .words tbody tr:not([hidden]) .token",
    ".player button:is(.hint, .reveal)",
    ".player .learned",
    *CONTROLS,
)
WHOLE = {
    "home": (".home-read .token", "[data-stage] .token", ".st-key-way_on a", *MENU),
    "train": PLAYER + ROWS,
    "wordpiece": (CAPTION, ".player .merged", *CONTROLS, *ROWS, ".player .title"),
    "encode": (".player .title", CAPTION, *CONTROLS, ".player .words tbody th .name"),
    "bytes": (".byte-strip tr", ".st-key-bytes_sentence", '[data-testid="stSlider"]'),
    "sentencepiece": (".stage", ".law"),
    "models": (".pair .sizes b", ".pair .token", ".pair .all-ids", ".wall li"),
    "check": (".verdict p", *PLAYER),
    "quiz": ASKED,
    "vote": (CAPTION, ".st-key-vote_open button", *CONTROLS),
    "unigram": (
        ".st-key-unigram_stage .record-say",
        ".lattice .edge",
        ".legend",
        CAPTION,
        *CONTROLS,
    ),
    "joint": (".st-key-joint_picture .record-grid", ".st-key-joint_picture .record-say", *CONTROLS),
}
"""Page -> selectors of elements that must be fully visible when it opens; each matches."""


LOW = {
    "check": (".verdict p", *CONTROLS),
    "unigram": (".lattice .edge", ".legend", *CONTROLS),
    "joint": (".st-key-joint_picture .record-grid", *CONTROLS),
    "vote": (".st-key-vote_open button", *CONTROLS),
    "wordpiece": (".player .words tbody .line .token", *CONTROLS),
}
"""The same on a projector of 1024 x 600 pixels."""


def assert_whole(page: Page, name: str, parts: Sequence[str] | None = None) -> None:
    """Fail if an element of a page is outside the window, cut off or covered.

    parts: selectors other than those of `WHOLE`.
    """

    def check() -> None:
        faults = []
        for selector in parts or WHOLE[name]:
            elements = page.locator(selector)
            assert elements.count() > 0, selector
            faults += elements.evaluate_all("looks.notWhole")
        assert not faults, "\n".join([*faults, *page.evaluate("looks.layout")])

    eventually(page, check)


MOST_CONTROLS, MOST_WORDS = 18, 120
"""Limits for the first screen of 1366 x 768 pixels, without the picture and the menu."""


def assert_is_one_act(page: Page) -> None:
    """Fail if the first screen has too many controls or words."""
    seen = page.evaluate("looks.firstScreen")
    assert len(seen["controls"]) <= MOST_CONTROLS, seen["controls"]
    assert len(seen["words"]) <= MOST_WORDS, " ".join(seen["words"])
