"""Pages whose picture is more than a player show it whole on a projector, beside its controls."""

import pytest

from tests.browser.headings import assert_headings
from tests.browser.helpers import becomes, eventually, settle

SIZES = ({"width": 1366, "height": 768}, {"width": 1280, "height": 720})
CONTROLS = (".player .buttons button", ".player .slider", ".player .goto", ".player .tools button")
PICTURES = {
    "unigram": ("svg[role=img]", "svg .edge", ".legend", ".player .caption", *CONTROLS),
    "cost": (".st-key-cost_parts", ".st-key-cost_sum", ".player .caption", *CONTROLS),
    "joint": (".st-key-joint_picture .record-grid", ".player .caption", *CONTROLS),
    "levels": ("[data-testid=stSlider]", "[data-testid=stTextInput]", ".level-ways"),
}

_OFF_SCREEN = """(elements) => elements.flatMap(element => {
    const {left, top, right, bottom} = element.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
        ? [`${element.localName}.${element.getAttribute("class")}: ${[left, top, right, bottom]}`]
        : [];
})"""

_PLACES = """buttons => buttons.map(button => {
    const {x, y} = button.getBoundingClientRect();
    return [Math.round(x), Math.round(y)];
})"""


def assert_whole(page, name: str) -> None:
    def check() -> None:
        for selector in PICTURES[name]:
            elements = page.locator(selector)
            if name == "levels":
                elements = elements.first
            assert elements.count() > 0, selector
            assert elements.evaluate_all(_OFF_SCREEN) == [], selector

    eventually(page, check)


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_and_its_controls_are_whole(open_app, name):
    """As the page opens, in a window of another size, step by step, and in Chinese."""
    larger, smaller = SIZES
    page = open_app(name, **larger)
    assert_whole(page, name)
    assert_headings(page, name)
    page.set_viewport_size(smaller)
    settle(page)
    assert_whole(page, name)
    if name != "levels":
        assert_whole_at_each_step(page, name)
    page = open_app(name, **smaller, locale="zh-CN")
    assert_whole(page, name)


def assert_whole_at_each_step(page, name: str) -> None:
    """The buttons stay where they are, too."""
    buttons = page.locator(CONTROLS[0])
    start = buttons.evaluate_all(_PLACES)
    for action in ("first", "next", "last"):
        page.locator(f'.player [data-do="{action}"]').dispatch_event("click")
        page.wait_for_timeout(400)  # Python hears of the step once the reader rests
        settle(page)
        assert_whole(page, name)
        becomes(page, lambda: buttons.evaluate_all(_PLACES), start)
