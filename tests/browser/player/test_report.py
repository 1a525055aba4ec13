"""When Python hears of a step on a page where all that follows it stands below the player."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import settle
from tests.browser.player.moving import TRAINING, wait
from tests.browser.player.reading import press
from ui.player import player
from ui.shell.fragments import FOLLOWING

BELOW = """(height) => {
    const below = document.body.appendChild(document.createElement("div"));
    below.style.height = `${height}px`;
    below.innerHTML = "<a href='#'>a link</a>";
    const other = Object.assign(document.createElement("button"), { textContent: "other" });
    document.body.prepend(other);
}"""


SCROLLED = """new Promise((done) => {
    addEventListener("scroll", done);
    scrollTo(0, 200);
})"""


@pytest.fixture
def above(component_page):
    """A player that fills the screen, and 2,000 px below it that follow its step."""

    def above(**options):
        draw = options.pop("draw", lambda: player(TRAINING, "p", default=2, follows=FOLLOWING))
        [mounted] = component_page(draw, clock=True, height=500, step="2", **options)
        mounted.page.evaluate("document.querySelector('.component').style.minHeight = '500px'")
        mounted.page.evaluate(BELOW, 2000)
        return mounted

    return above


def told(mounted):
    """Return the steps that Python has heard of."""
    return [step for name, (_, step, *_) in mounted.sent if name == "step"]


def led(mounted):
    """Return the steps that links were to carry."""
    return [step for name, (_, step, *led) in mounted.sent if name == "step" and led == [True]]


def test_what_is_off_the_screen_hears_of_a_step_only_after_a_long_rest(above):
    """Nothing for 4.5 s, and the address at once."""
    mounted = above()
    for _ in range(3):
        press(mounted, "ArrowRight")
        wait(mounted, 4400)
    assert told(mounted) == []
    assert "step=5" in mounted.page.url
    wait(mounted, 150)
    assert (told(mounted), led(mounted)) == ([5], [5])
    wait(mounted, 10_000)
    assert told(mounted) == [5]


@pytest.mark.parametrize(
    ("turns", "after"),
    [
        (SCROLLED, 310),
        ("document.querySelector('a').focus({ preventScroll: true })", 0),
        ("dispatchEvent(new Event('beforeprint'))", 0),
    ],
    ids=["scrolled", "a link by keyboard", "printed"],
)
def test_it_hears_once_the_reader_looks_or_reaches_there(above, turns, after):
    """By scrolling, by the focus, and for printing."""
    mounted = above()
    press(mounted, "ArrowRight")
    wait(mounted, 1000)
    assert told(mounted) == []
    mounted.page.evaluate(turns)
    wait(mounted, after)
    assert told(mounted) == [3]


def test_it_hears_once_another_control_is_pointed_at(above):
    """What is about to be used shall know the step; the player's own controls ask for nothing."""
    mounted = above()
    mounted.root.get_by_role("button", name="Next step").click()
    mounted.root.get_by_role("button", name="Next step").hover()
    wait(mounted, 1000)
    assert told(mounted) == []
    mounted.page.get_by_role("button", name="other").hover()
    assert told(mounted) == [], "the control may be pressed at this moment, and asks then"
    wait(mounted, 310)
    assert (told(mounted), led(mounted)) == ([3], [])


def test_links_carry_the_step_once_the_reader_comes_to_one(above):
    """Also a step that was told before; once is enough until the next one."""
    mounted = above()
    mounted.page.evaluate(SCROLLED)
    press(mounted, "ArrowRight")
    wait(mounted, 310)
    assert (told(mounted), led(mounted)) == ([3], [])
    for _ in range(2):
        mounted.page.get_by_role("link", name="a link").hover()
        mounted.page.get_by_role("button", name="other").hover()
    assert (told(mounted), led(mounted)) == ([3, 3], [3])
    press(mounted, "ArrowRight")
    wait(mounted, 100)
    mounted.page.get_by_role("link", name="a link").hover()
    assert (told(mounted), led(mounted)) == ([3, 3, 4], [3, 4])
    wait(mounted, 10_000)
    assert told(mounted) == [3, 3, 4]


def test_links_nobody_comes_to_carry_the_step_after_a_long_rest(above):
    """For a list of links that is read out, say; what follows the step heard of it before."""
    mounted = above()
    mounted.page.evaluate(SCROLLED)
    press(mounted, "ArrowRight")
    wait(mounted, 4400)
    assert (told(mounted), led(mounted)) == ([3], [])
    wait(mounted, 10_000)
    assert (told(mounted), led(mounted)) == ([3, 3], [3])


def test_a_step_of_the_run_before_is_not_told_of_another(above):
    """A run that replaces it opens where Python says, and Python hears nothing of it."""
    mounted = above()
    press(mounted, "ArrowRight")
    mounted.update(generation=mounted.data["generation"] + 1, start=1)
    wait(mounted, 10_000)
    assert told(mounted) == []


APP = """() => {
    const app = document.body.appendChild(document.createElement("div"));
    app.className = "stApp";
    app.dataset.testScriptState = "notRunning";
    window.app = app.dataset;
}"""


@pytest.mark.parametrize("is_back", [False, True], ids=["a control", "Back"])
def test_a_choice_is_answered_before_a_step_is_told(above, is_back):
    """Together with it, the server would hear what the controls showed before, as a choice."""
    mounted = above()
    mounted.page.evaluate(APP)
    press(mounted, "ArrowRight")
    other = mounted.page.get_by_role("button", name="other")
    if is_back:
        other.hover()
        mounted.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    else:
        other.click()
    wait(mounted, 500)
    assert told(mounted) == []
    mounted.page.evaluate("window.app.testScriptState = 'running'")
    wait(mounted, 1000)
    assert told(mounted) == []
    mounted.page.evaluate("window.app.testScriptState = 'notRunning'")
    wait(mounted, 100)
    assert (told(mounted), led(mounted)) == ([3], [])


def test_a_choice_of_another_run_leaves_no_step_to_tell(above):
    """The step of the run before; and a control that asks nothing holds a step up for a second."""
    mounted = above()
    mounted.page.evaluate(APP)
    press(mounted, "ArrowRight")
    mounted.page.get_by_role("button", name="other").press("Enter")
    wait(mounted, 500)
    mounted.update(generation=mounted.data["generation"] + 1, start=1)
    wait(mounted, 10_000)
    assert told(mounted) == []
    press(mounted, "ArrowRight")
    mounted.page.get_by_role("button", name="other").click()
    wait(mounted, 900)
    assert told(mounted) == []
    wait(mounted, 200)
    assert told(mounted) == [2]


def test_a_link_that_is_reached_at_once_after_a_choice_waits_for_its_answer(above):
    """It is followed in the end, and once."""
    mounted = above()
    mounted.page.evaluate(APP)
    mounted.page.evaluate(CLICKS)
    press(mounted, "ArrowRight")
    mounted.page.get_by_role("button", name="other").click()
    mounted.page.evaluate("window.clicks.splice(0)")
    assert mounted.page.evaluate(CLICK, {}) == []
    assert told(mounted) == []
    wait(mounted, 1100)
    assert (told(mounted), led(mounted)) == ([3], [3])
    for _ in range(3):
        wait(mounted, 1000)
    mounted.page.wait_for_function("window.clicks.length === 1")


CLICKS = """() => {
    window.clicks = [];
    addEventListener("click", (event) => {
        window.clicks.push(["ctrlKey", "metaKey", "shiftKey"].filter((key) => event[key]));
        event.preventDefault();
    });
}"""
CLICK = """(keys) => {
    const how = { bubbles: true, cancelable: true, ...keys };
    document.querySelector("a").dispatchEvent(new MouseEvent("click", how));
    return window.clicks.splice(0);
}"""


def test_a_link_waits_for_the_step_unless_it_is_opened_beside_the_page(above):
    """With Ctrl, Cmd or Shift it opens in a tab or window of its own, by the browser, at once."""
    mounted = above()
    mounted.page.evaluate(CLICKS)
    press(mounted, "ArrowRight")
    for key in ("ctrlKey", "metaKey", "shiftKey"):
        assert mounted.page.evaluate(CLICK, {key: True}) == [[key]]
        assert told(mounted) == []
    assert mounted.page.evaluate(CLICK, {}) == []
    assert (told(mounted), led(mounted)) == ([3], [3])
    mounted.page.wait_for_function("window.clicks.length === 1")


def test_what_is_on_the_screen_hears_soon(above):
    """As it is where the player leaves room below it, and while the answer is hidden."""
    mounted = above()
    mounted.page.evaluate(SCROLLED)
    press(mounted, "ArrowRight")
    wait(mounted, 310)
    assert told(mounted) == [3]
    hidden = above(draw=lambda: player(TRAINING, "q", default=2, follows=FOLLOWING, hide=True))
    press(hidden, "ArrowRight")
    wait(hidden, 310)
    assert told(hidden) == [3]


def test_a_class_steps_along_without_asking_the_server(open_app):
    """On the page itself: eighteen steps send nothing; a link has the step at once."""
    page = open_app("train", step=0, width=1366, height=768)
    asked = page.evaluate("window.wire.asked")
    for step in range(1, 19):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("spinbutton", name="Go to step")).to_have_value(str(step))
        page.wait_for_timeout(200)
    assert page.evaluate("window.wire.asked") == asked
    menu = page.get_by_role("navigation", name="Pages")
    link = menu.get_by_role("link", name="Encode and decode")
    link.hover()
    expect(link).to_have_attribute("href", re.compile("step=18"))
    settle(page)
    page.get_by_role("heading", name="Step through BPE").click()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("spinbutton", name="Go to step")).to_have_value("17")
    link.click()
    page.wait_for_url("**/encode?**step=17**")
    expect(page.get_by_role("slider", name="Merges the tokenizer has")).to_have_value("17")
