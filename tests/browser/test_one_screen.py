"""One screen: on a projector each page shows its main picture whole, as it opens, unscrolled."""

from dataclasses import dataclass, field

import pytest

from tests.browser.headings import assert_headings, title
from tests.browser.helpers import eventually, settle
from tests.browser.test_pictures import PICTURES
from ui.shell.navigation import PAGES

SIZES = ((1366, 768), (1280, 720))

CONTROLS = (".player .buttons button", ".player .slider", ".player .tools button")
PLAYER = (".player .caption", ".player .merged", *CONTROLS)
ROWS = (".player .words tbody tr:not([hidden])", ".player .bars li:not([hidden])")
MENU = (".stSidebar [data-testid=stPageLink-NavLink]", ".guide-ways button:not([hidden])")
TRACE = (".player .caption", *CONTROLS, ROWS[0])
# A player that hides its answer marks no pair to step along.
ASKED = (
    ".st-key-quiz_question .record-say",
    ".score .points",
    ".player .caption",
    ".player .words tbody tr:not([hidden]) .token",
    ".player button:is(.hint, .reveal)",
    *CONTROLS,
)


@dataclass(frozen=True)
class Screen:
    """A page as it opens, and what of it must be seen whole: selectors, each finding something."""

    page: str
    whole: tuple[str, ...]
    query: dict[str, str | int] = field(default_factory=dict)


SCREENS = (
    Screen("", PLAYER + ROWS + MENU),
    Screen("train", PLAYER + ROWS),
    Screen("wordpiece", (*PLAYER, *ROWS, ".player .title")),
    Screen("encode", (".map .sizes b", ".map .text .token", ".map .tokens .token", *TRACE)),
    Screen("bytes", (".byte-strip tr", ".st-key-bytes_text", '[data-testid="stSlider"]')),
    Screen("sentencepiece", (".stage", ".law")),
    Screen("models", (".map .sizes b", ".map .text .token", ".map .tokens .token", *TRACE)),
    Screen("whatif", (*PLAYER, *ROWS, ".player .title", ".st-key-whatif_forking button")),
    Screen("check", (".verdict p", ".agreement .bars", *PLAYER)),
    Screen("quiz", ASKED),
    Screen("quiz", ASKED, {"round": 6}),
    Screen("quiz", ASKED, {"round": 7, "seed": 2}),
)

# Of each element: what it is, where a corner or its middle is cut off, off the screen or covered.
NOT_WHOLE = """(elements) => elements.filter(e => e.getClientRects().length).flatMap(element => {
    const name = `${element.localName}.${element.className} ${element.textContent.slice(0, 30)}`;
    const box = element.getBoundingClientRect();
    const seen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
    let around = element;
    while ((around = around.parentElement ?? around.getRootNode().host)) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const frame = around.getBoundingClientRect();
        seen.left = Math.max(seen.left, frame.left);
        seen.top = Math.max(seen.top, frame.top);
        seen.right = Math.min(seen.right, frame.right);
        seen.bottom = Math.min(seen.bottom, frame.bottom);
    }
    const faults = ["left", "top"].filter(side => box[side] < seen[side] - 1);
    faults.push(...["right", "bottom"].filter(side => box[side] > seen[side] + 1));
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const there = element.getRootNode().elementFromPoint(x, y);
    if (!element.contains(there) && !there?.contains(element)) faults.push("covered");
    return faults.length ? [`${name}: ${faults}`] : [];
})"""

# Step from here on with the button, and list what is wrong at each step.
_WALK = """async (root, {steps, whole}) => {
    const part = (selector) => [...root.querySelectorAll(selector)];
    const places = () => part(".buttons button").map(button => {
        const {x, y, width, height} = button.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join();
    }).join(" ");
    const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    const [start, faults] = [places(), []];
    let marked = 0;
    for (let step = 0; step <= steps; step += 1) {
        if (step) {
            root.querySelector('[data-do="next"]').click();
            await frame();
        }
        const wrong = (what) => faults.push(`step ${root.dataset.step}: ${what}`);
        if (Number(root.dataset.step) !== step) wrong(`is not step ${step}`);
        if (places() !== start) wrong("the buttons have moved");
        for (const words of part(".words")) {
            if (whole && words.scrollHeight > words.clientHeight) wrong("a word is cut");
            const next = words.querySelector(".next-left");
            if (!next) continue;
            marked += 1;
            const [box, room] = [next.getBoundingClientRect(), words.getBoundingClientRect()];
            const head = words.querySelector("thead").getBoundingClientRect().bottom;
            if (box.top < head - 1 || box.bottom > Math.min(room.bottom, innerHeight) + 1)
                wrong("the pair is out of sight");
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            if (!next.contains(root.getRootNode().elementFromPoint(x, y)))
                wrong("the pair is covered");
        }
        for (const caption of part(".caption"))
            if (whole && caption.scrollHeight > caption.clientHeight + 1) wrong("a caption is cut");
    }
    return {faults, marked};
}"""


def walk(page, steps, *, whole):
    """Step through a run and return how often a pair was marked; fail where one was not seen."""
    found = page.locator(".player").evaluate(_WALK, {"steps": steps, "whole": whole})
    assert not found["faults"], "\n".join(found["faults"])
    return found["marked"]


def resize(page, size):
    """Give the window another size, and wait until the page has followed."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    settle(page)


def first(page):
    """Go to the first step; a trace opens there, where the button is not to be pressed."""
    page.locator('.player [data-do="first"]').evaluate("button => button.click()")


def assert_whole(page, screen):
    """Fail where something of a screen is off the window, cut off or covered."""

    def check() -> None:
        faults = []
        for selector in screen.whole:
            elements = page.locator(selector)
            assert elements.count() > 0, selector
            faults += elements.evaluate_all(NOT_WHOLE)
        assert not faults, "\n".join(faults)

    eventually(page, check)


def assert_whole_at_each_step(page):
    """Fail where a step of the run shows no pair, or something of it is cut off or covered."""
    steps = int(page.locator(".player .slider").get_attribute("max"))
    first(page)
    assert walk(page, steps, whole=True) >= steps


@pytest.mark.parametrize(
    ("locale", "sizes"),
    [("zh-CN", SIZES), ("en-US", SIZES[::-1])],
    ids=["larger-zh", "smaller-en"],
)
@pytest.mark.parametrize(
    "screen",
    SCREENS,
    ids=lambda screen: "-".join([screen.page or "home", *map(str, screen.query.values())]),
)
def test_the_picture_is_whole_as_the_page_opens(open_app, screen, locale, sizes):
    """Nothing of it is off the screen, cut off or covered, in a window of another size neither.

    Stepping keeps it so. And its headings go down one level at a time, from its title.
    """
    width, height = sizes[0]
    page = open_app(
        screen.page,
        width=width,
        height=height,
        locale=locale,
        reduced_motion="reduce",
        **screen.query,
    )
    assert_whole(page, screen)
    assert_headings(page, screen.page or "home", locale[:2])
    resize(page, sizes[1])
    assert_whole(page, screen)
    if ROWS[0] not in screen.whole:
        return
    assert_whole_at_each_step(page)
    resize(page, sizes[0])
    assert_whole_at_each_step(page)


def test_every_page_of_the_menu_is_looked_at_and_has_a_title_of_its_own():
    """Here, where the picture is more than a player, or with a token's life."""
    looked_at = {screen.page or "home" for screen in SCREENS} | PICTURES.keys() | {"life"}
    assert looked_at == {page.name for page in PAGES}
    for lang in ("en", "zh"):
        assert len({title(page.name, lang) for page in PAGES}) == len(PAGES)


def test_the_pair_is_in_sight_at_each_step_of_a_novel(open_app):
    """Of a corpus with more words than the screen holds, the words box scrolls to the pair."""
    width, height = SIZES[0]
    page = open_app(
        "train",
        corpus="pride-and-prejudice",
        step=0,
        width=width,
        height=height,
        reduced_motion="reduce",
    )
    for size in SIZES:
        resize(page, size)
        first(page)
        assert walk(page, 20, whole=False) >= 20
