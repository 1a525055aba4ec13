"""The presenter, as a teacher uses it before a class: by keys, by mouse, with a code for phones."""

import re
from io import BytesIO

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.helpers import (
    assert_accessible,
    becomes,
    compose,
    eventually,
    go,
    open_more,
    settle,
)
from tests.browser.tour.reading import words
from ui.tour.cards import NEW, PLAN, RECALL, STOPS

NEXT, TOKENS = ".next-left", ".stMain [data-token]"
BETS = ("first", "vote", "ties", "novel", "score")
"""Stops whose answer is the pair merged next; that of others is how something is cut."""

# What hides something: a box that scrolls in one that scrolls, a sentence that is cut, two bars one
# on the other, a picture of no height.
HIDDEN = """() => {
    const faults = [];
    const up = (element) => element.parentElement ?? element.getRootNode().host;
    const scrolls = (box) => box.scrollHeight > box.clientHeight + 1
        && /auto|scroll/.test(getComputedStyle(box).overflowY);
    const all = (root) => [...root.querySelectorAll("*")]
        .flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
    for (const box of all(document.body)) {
        if (!box.checkVisibility() || !scrolls(box)) continue;
        for (let outer = up(box); outer; outer = up(outer)) {
            if (scrolls(outer)) faults.push(["scrolls in", box.className, outer.className]);
        }
    }
    const asked = document.querySelector(".presenter-ask");
    const strip = document.querySelector(".presenter");
    if (asked.scrollHeight > asked.clientHeight + 1) faults.push("the answer is cut");
    const [above, below] = [asked, strip].map((part) => part.getBoundingClientRect());
    const main = document.querySelector(".stMainBlockContainer");
    const { top } = main.firstElementChild.getBoundingClientRect();
    if (top < above.bottom) faults.push("the page is under the question");
    for (const player of all(main).filter((each) => each.matches(".player"))) {
        const { height } = player.querySelector(".words").getBoundingClientRect();
        if (player.matches(".present") && height < 200) faults.push(`${height} px high`);
        for (const part of player.querySelectorAll(".caption, .side")) {
            if (part.scrollHeight > part.clientHeight + 1) faults.push(`${part.className} is cut`);
        }
        const { bottom } = player.querySelector(".controls").getBoundingClientRect();
        if (bottom > below.top) faults.push("the controls are cut");
    }
    return faults;
}"""


def read(picture: bytes) -> list[str]:
    """Read the QR codes in a picture, as a phone does."""
    return [found.text for found in zxingcpp.read_barcodes(Image.open(BytesIO(picture)))]


def at(page: Page, stop: str, phase: str, lang: str = "en") -> None:
    """Wait until a stop is shown, with its question or its answer; the address says the same."""
    shown = page.locator("[data-stop]")
    expect(shown).to_have_attribute("data-stop", stop)
    expect(shown).to_have_attribute("data-phase", phase)
    plan = PLAN[STOPS.index(stop)]
    expect(shown.locator(".asked")).to_have_text(words(lang, f"tour.ask_{plan.name}"))
    path = "" if plan.page == "home" else plan.page
    page.wait_for_url(re.compile(rf"/{path}\?.*present=1.*stop={stop}&phase={phase}"))
    settle(page)


def assert_whole(page: Page) -> None:
    """Nothing of question, answer and picture is hidden by something else, on two projectors."""

    def check() -> None:
        faults = page.evaluate(HIDDEN)
        assert faults == [], page.url

    for width, height in ((1920, 1080), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        eventually(page, check, 5)


def fills(page: Page) -> None:
    """Wait until the player fills the window above the strip, and nothing covers its controls."""
    player = page.locator(".player.present")
    expect(player).to_be_visible()
    button = player.locator("[data-do=next]")
    button.click(trial=True)

    def check() -> None:
        assert player.bounding_box()["width"] == page.viewport_size["width"]
        strip = page.locator(".presenter").bounding_box()
        box = button.bounding_box()
        assert box["y"] + box["height"] <= strip["y"]

    eventually(page, check)


def test_the_whole_lesson_is_given_by_page_down_alone(open_app):
    """At each stop a question above its picture, no answer in either; then both, in sight whole."""
    page = open_app("", present=1, width=1366, height=768)
    shown, says = page.locator("[data-stop]"), page.locator(".presenter-ask .says p")
    expect(shown).to_have_count(0)
    for stop, plan in zip(STOPS[:-1], PLAN, strict=False):
        page.keyboard.press("PageDown")
        at(page, stop, "question")
        answer = page.locator(NEXT if plan.name in BETS else TOKENS)
        expect(says).to_have_count(0)
        expect(answer).to_have_count(0)
        assert_whole(page)
        page.keyboard.press("PageDown")
        at(page, stop, "answer")
        expect(says).to_have_text(words("en", f"tour.say_{plan.name}"))
        expect(answer.first).to_be_in_viewport(ratio=1)
        assert_whole(page)
    page.keyboard.press("PageDown")
    at(page, "end", "answer")
    expect(says).to_have_text([words("en", f"tour.recall_{n}").format(word=NEW) for n in RECALL])
    assert_whole(page)
    assert_accessible(page)
    expect(page.get_by_role("button", name=words("en", "tour.present_next"))).to_be_disabled()


def test_a_lesson_is_led_by_keys_alone(open_app):
    """Page Up goes back the same way, an address opens its stop, and Esc leads into the page."""
    page = open_app("", present=1, stop=5, phase="answer", wait=False, width=1366, height=768)
    at(page, "5", "answer")
    fills(page)
    expect(page.locator(NEXT).first).to_be_visible()
    page.keyboard.press("PageUp")
    at(page, "5", "question")
    expect(page.locator(NEXT)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    player = page.locator(".player")
    page.wait_for_url(re.compile("step=1"))
    page.reload()
    at(page, "5", "question")
    expect(player).to_have_attribute("data-step", "1")
    for phase in ("answer", "question"):
        page.keyboard.press("PageUp")
        at(page, "4", phase)
    for phase in ("answer", "question"):
        page.keyboard.press("PageUp")
        at(page, "3", phase)
    expect(page.get_by_role("link", name="Home", exact=True)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".presenter")).to_be_hidden()
    expect(page.locator("[data-stop]")).to_have_count(0)
    expect(player).not_to_have_class(re.compile("present"))
    page.wait_for_url(lambda url: not re.search("present|stop|phase", url))
    settle(page)
    page.get_by_role("button", name="Next step").click()
    expect(player).to_have_attribute("data-step", "2")
    go(page, "", present=1)
    expect(page.locator("[data-stop]")).to_have_count(0)
    page.keyboard.press("PageDown")
    at(page, "1", "question")


def test_keys_that_are_typed_are_no_commands(open_app):
    """A full stop and a q belong to the text one types; Page Down still leads on."""
    page = open_app("", present=1, stop=7, phase="answer", wait=False)
    at(page, "7", "answer")
    box = page.locator(".st-key-encode_text textarea")
    box.fill("")
    box.press_sequentially("q.?")
    expect(box).to_have_value("q.?")
    for part in ("dot", "code", "keys"):
        expect(page.locator(f".presenter-{part}")).to_be_hidden()
    for key in ("PageDown", "Escape"):
        compose(page, key)
    at(page, "7", "answer")
    box.press("PageDown")
    at(page, "8", "question")


def test_the_keys_are_listed_as_the_strip_names_them(open_app):
    """Among them the full stop, with which a dot follows the mouse, as while a button is held."""
    page = open_app("bytes", present=1)
    page.keyboard.press("?")
    listed = page.locator(".presenter-keys")
    expect(listed).to_be_visible()
    labels = page.locator(".presenter button").evaluate_all(
        "all => all.map((each) => each.getAttribute('aria-label'))"
    )
    assert len(labels) == 6
    for label in labels:
        expect(listed).to_contain_text(label)
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    dot = page.locator(".presenter-dot")
    page.mouse.move(300, 300)
    expect(dot).to_be_hidden()
    page.mouse.down()
    expect(dot).to_be_visible()
    page.mouse.move(420, 310)

    def there() -> None:
        box = dot.bounding_box()
        assert abs(box["x"] + box["width"] / 2 - 420) < 2
        assert abs(box["y"] + box["height"] / 2 - 310) < 2

    eventually(page, there)
    page.mouse.up()
    expect(dot).to_be_hidden()
    page.keyboard.press(".")
    expect(dot).to_be_visible()
    page.keyboard.press(".")
    expect(dot).to_be_hidden()


def test_the_code_on_the_screen_is_the_link_of_what_is_on_the_screen(open_app):
    """It is read off the screen in both themes, is another after a step, and stands in Share."""
    page = open_app("train", corpus="hug", step=2, present=1)
    fills(page)
    page.keyboard.press("q")
    code = page.locator(".presenter-code")
    expect(code).to_be_visible()
    link = code.locator(".link")
    expect(link).to_have_text(re.compile(r"/train\?corpus=hug&step=2$"))
    becomes(page, lambda: read(code.screenshot()), [f"http://{link.inner_text()}"])
    expect(code.locator(".notes")).to_have_text(words("en", "tour.code_local"))
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    page.keyboard.press("ArrowRight")
    expect(link).to_have_text(re.compile(r"step=3$"))
    becomes(page, lambda: read(code.screenshot()), [f"http://{link.inner_text()}"])
    page.keyboard.press("Escape")
    expect(code).to_be_hidden()
    expect(page.locator(".presenter")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".presenter")).to_be_hidden()
    go(page, "train", corpus="hug", scheme="huggingface", step=2, lang="zh")
    body = open_more(page, words("zh", "common.share"))
    image = body.get_by_role("img")
    expect(image).to_be_visible()
    settle(page)
    link = body.locator("code").first.inner_text()
    assert link == page.url
    becomes(page, lambda: read(image.screenshot()), [link])


def test_the_menu_leads_into_the_presenter_and_a_button_out(open_app):
    """By mouse, in Chinese, on a phone's width: nothing is left over on the page after it."""
    page = open_app("train", locale="zh-CN", width=1280, height=720)
    # A window in full screen cannot be made narrow.
    page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(); }")
    page.get_by_role("button", name=words("zh", "tour.presenter")).click()
    page.wait_for_url("**present=1**")
    settle(page)
    page.set_viewport_size({"width": 390, "height": 844})
    fills(page)
    page.get_by_role("button", name=words("zh", "tour.present_next")).click()
    at(page, "1", "question", "zh")
    page.get_by_role("button", name=words("zh", "tour.present_leave")).click()
    expect(page.locator(".presenter")).to_be_hidden()
    expect(page.locator("html")).not_to_have_class(re.compile("presenting"))
