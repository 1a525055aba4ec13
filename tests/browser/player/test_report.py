"""When a step is reported to Python on a page with dependent content below the player."""

import pytest

from tests.browser.player.moving import TRAINING, wait
from tests.browser.player.reading import press
from tests.cases import for_each
from tests.sample_runs import run_with
from ui.details import PANEL as TABS
from ui.player import step_player

BELOW = """(height) => {
    const below = document.body.appendChild(document.createElement("div"));
    below.style.height = `${height}px`;
    below.innerHTML = "<a href='#'>a link</a>";
    const other = Object.assign(document.createElement("button"), { textContent: "other" });
    document.body.prepend(other);
}"""


PANEL = """() => {
    const panel = Object.assign(document.createElement("div"), { className: "st-key-panel" });
    panel.innerHTML = "<i data-tab='words'></i>";
    document.body.append(panel);
}"""

SCROLLED = """new Promise((done) => {
    addEventListener("scroll", done);
    scrollTo(0, 200);
})"""


@pytest.fixture
def above(drawn):
    """Draw a player that fills the screen, with 2,000 px of content below that follow its step."""
    return lambda **options: filling(drawn, **options)


def filling(opened, **options):
    """Draw a player as high as the screen and content below, with the function `opened`."""
    run = run_with(TRAINING)
    draw = lambda: step_player(run, "p", default=2, follows=[TABS], **options)  # noqa: E731
    mounted = opened(draw, clock=True, height=500, step="2")
    wait(mounted, 1)  # the previous player leaves
    mounted.root.evaluate("host => { host.style.minHeight = '500px'; }")
    mounted.page.evaluate(BELOW, 2000)
    return mounted


def told(mounted):
    """Return the steps that were reported to Python."""
    return [step for name, (_, step) in mounted.sent if name == "step"]


def assert_tells_nothing_more(mounted, milliseconds=1000):
    """Expect that no step is reported to Python in the given time."""
    before = told(mounted)
    wait(mounted, milliseconds)
    assert told(mounted) == before


def test_what_is_off_the_screen_hears_of_a_step_only_after_a_long_rest(above):
    """While the dependent content is off the screen, a step is reported 4.5 s after the last move.

    The address has the step earlier.
    """
    mounted = above()
    for _ in range(3):
        press(mounted, "ArrowRight")
        assert_tells_nothing_more(mounted, 4400)
    assert "step=5" in mounted.page.url
    wait(mounted, 150)
    assert told(mounted) == [5]
    assert_tells_nothing_more(mounted, 10_000)


def test_it_hears_once_the_reader_looks_or_reaches_there(above):
    """Printing, focusing a link in the content below or scrolling to it reports the step early."""
    mounted = above()
    for step, (turns, after) in enumerate(
        [
            ("dispatchEvent(new Event('beforeprint'))", 0),
            ("document.querySelector('a').focus({ preventScroll: true })", 0),
            (SCROLLED, 310),
        ],
        3,
    ):
        press(mounted, "ArrowRight")
        assert_tells_nothing_more(mounted)
        mounted.page.evaluate(turns)
        wait(mounted, after)
        assert told(mounted)[-1:] == [step], turns


def test_it_hears_once_another_control_is_pointed_at(above):
    """Pointing at a control outside the player reports the step; the player's own controls do not.

    A step of a replaced run is not reported for the next run.
    """
    mounted = above()
    mounted.root.get_by_role("button", name="Next step").click()
    mounted.root.get_by_role("button", name="Next step").hover()
    wait(mounted, 1000)
    assert told(mounted) == []
    mounted.page.get_by_role("button", name="other", exact=True).hover()
    assert told(mounted) == [], "the control may be pressed at this moment, and asks then"
    wait(mounted, 310)
    assert told(mounted) == [3]
    press(mounted, "ArrowRight")
    mounted.update(generation=mounted.data["generation"] + 1, start=1)
    mounted.page.get_by_role("link", name="a link").hover()
    assert told(mounted) == [3]
    assert_tells_nothing_more(mounted, 10_000)


@for_each(("hides", "shown"), [(True, "() => {}"), (False, PANEL)])
def test_bets_and_open_details_hear_soon_of_a_step(above, hides, shown):
    """If the answer is hidden or the details are open, a step is reported after 300 ms."""
    mounted = above(hide=hides)
    mounted.page.evaluate(shown)
    press(mounted, "ArrowRight")
    wait(mounted, 310)
    assert told(mounted) == [3]


APP = """() => {
    const app = document.body.appendChild(document.createElement("div"));
    app.className = "stApp";
    app.dataset.testScriptState = "notRunning";
    window.app = app.dataset;
}"""


def test_a_choice_is_answered_before_a_step_is_told(above):
    """After a choice by a control or by Back, a step is reported only once the app has run.

    If both arrived together, the server would take the previous values of the controls for a
    choice.
    """
    mounted = above()
    mounted.page.evaluate(APP)
    other = mounted.page.get_by_role("button", name="other", exact=True)
    for step, is_back in ((3, True), (4, False)):
        press(mounted, "ArrowRight")
        if is_back:
            other.hover()
            mounted.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
        else:
            other.click()
        assert_tells_nothing_more(mounted, 500)
        mounted.page.evaluate("window.app.testScriptState = 'running'")
        assert_tells_nothing_more(mounted)
        mounted.page.evaluate("window.app.testScriptState = 'notRunning'")
        wait(mounted, 100)
        assert told(mounted)[-1] == step, is_back


def test_a_choice_of_another_run_leaves_no_step_to_tell(above):
    """After the choice of another run, the step of the previous run is not reported.

    A control that causes no run of the app delays the report of a step by one second.
    """
    mounted = above()
    mounted.page.evaluate(APP)
    press(mounted, "ArrowRight")
    mounted.page.get_by_role("button", name="other", exact=True).press("Enter")
    wait(mounted, 500)
    mounted.update(generation=mounted.data["generation"] + 1, start=1)
    assert_tells_nothing_more(mounted, 10_000)
    press(mounted, "ArrowRight")
    mounted.page.get_by_role("button", name="other", exact=True).click()
    assert_tells_nothing_more(mounted, 900)
    wait(mounted, 200)
    assert told(mounted) == [2]


LINKS = """() => {
    for (const href of ["encode?corpus=six-words&step=2", "models?corpus=six-words", "?lang=en"]) {
        document.body.append(Object.assign(document.createElement("a"), { textContent: href }));
        document.body.lastChild.setAttribute("href", href);
    }
}"""
LISTEN = """() => {
    window.clicks = [];
    addEventListener("click", (event) => {
        window.clicks.push(event.target.textContent);
        event.preventDefault();
    });
    const isBeside = (event) => event.ctrlKey || event.metaKey || event.shiftKey;
    addEventListener("click", (event) => isBeside(event) && event.preventDefault(), true);
    addEventListener("popstate", () => window.clicks.push(location.search));
}"""
HREFS = "[...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))"
CLICK = """([place, keys]) => {
    const how = { bubbles: true, cancelable: true, ...keys };
    const event = new MouseEvent("click", how);
    document.querySelectorAll("a")[place].dispatchEvent(event);
    return window.clicks.splice(0);
}"""


def test_links_to_the_same_run_lead_to_the_step(above):
    """The player writes its step into links to the same run; pointing at others reports it.

    A link that Python has drawn since has the step once it is pointed at or focused.
    """
    mounted = above()
    mounted.page.evaluate(LINKS)
    mounted.update(links={"encode": "corpus=six-words"})
    press(mounted, "ArrowRight")
    wait(mounted, 150)
    hrefs = ["#", "encode?corpus=six-words&step=3", "models?corpus=six-words", "?lang=en"]
    assert mounted.page.evaluate(HREFS) == hrefs
    link = mounted.page.locator("a", has_text="encode")
    for reach in (link.hover, link.focus):
        link.evaluate("(link, href) => link.setAttribute('href', href)", hrefs[1].replace("3", "1"))
        reach()
        assert mounted.page.evaluate(HREFS) == hrefs
    assert told(mounted) == []
    mounted.page.locator("a", has_text="models").hover()
    assert told(mounted) == [3]


def test_a_link_is_followed_at_the_step_on_the_screen(component_page):
    """A click on a link to the same run opens its address with the current step.

    Streamlit hears of the new address as it hears of Back. Any other link is followed once Python
    knows the step, and the answer to a choice made at that moment comes first. With Ctrl, Cmd or
    Shift the browser opens a link in a new tab.
    """
    mounted = filling(lambda *args, **named: component_page(*args, **named)[0])
    for script in (LINKS, LISTEN, APP):
        mounted.page.evaluate(script)
    mounted.update(links={"encode": "corpus=six-words"})
    press(mounted, "ArrowRight")
    for key in ("ctrlKey", "metaKey", "shiftKey"):
        assert mounted.page.evaluate(CLICK, [1, {key: True}]) == [], "Streamlit would open it here"
        assert mounted.page.evaluate(CLICK, [3, {key: True}]) == ["?lang=en"]
        assert "step=3" in mounted.page.url, "Back leads to what was on the screen"
    assert told(mounted) == []
    before = mounted.page.url
    assert mounted.page.evaluate(CLICK, [1, {}]) == []
    mounted.page.wait_for_function("window.clicks.length === 1")
    assert mounted.page.evaluate("window.clicks.pop()") == "?corpus=six-words&step=3"
    assert mounted.page.url.endswith("/encode?corpus=six-words&step=3")
    assert_tells_nothing_more(mounted, 10_000)
    mounted.page.evaluate("(address) => history.replaceState(null, '', address)", before)
    press(mounted, "ArrowRight")
    other = mounted.page.get_by_role("button", name="other", exact=True)
    other.click()
    mounted.page.evaluate("window.clicks.splice(0)")
    assert mounted.page.evaluate(CLICK, [2, {}]) == []
    assert told(mounted) == []
    for _ in range(3):
        wait(mounted, 1000)
    mounted.page.wait_for_function("window.clicks.length === 1")
    assert told(mounted) == [4]
