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
from ui.tour.cards import PLAN


def read(picture: bytes) -> list[str]:
    """Read the QR codes in a picture, as a phone does."""
    return [found.text for found in zxingcpp.read_barcodes(Image.open(BytesIO(picture)))]


def said(page: Page, at: int, lang: str = "en") -> None:
    """Wait for a stop of the plan, named in the strip."""
    title = words(lang, f"tour.stop_{PLAN[at - 1].name}")
    expect(page.locator(".presenter .said")).to_have_text(re.compile(re.escape(title)))
    page.wait_for_url(re.compile(rf"/{PLAN[at - 1].page}\?.*present=1"))
    settle(page)


def lift(page: Page, at: int) -> None:
    """Wait for the question of a stop over its page, and lift it."""
    said(page, at)
    cover = page.locator(".presenter-ask")
    expect(cover.locator(".asked")).to_have_text(words("en", f"tour.stop_{PLAN[at - 1].name}"))
    page.keyboard.press("PageDown")
    expect(cover).to_be_hidden()


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


COVERED = """() => [0.02, 0.5, 0.98].every((x) => [0.02, 0.25, 0.5, 0.75, 0.9].every((y) =>
    document.elementFromPoint(x * innerWidth, y * innerHeight).closest(".presenter-ask")))"""


def test_every_stop_of_the_lesson_asks_before_it_shows(open_app):
    """Its question lies over the whole page in large type; below, a player hides what is next."""
    page = open_app("", present=1, width=1366, height=768)
    for at, stop in enumerate(PLAN, 1):
        page.keyboard.press("PageDown")
        said(page, at)
        eventually(page, lambda: _assert_covered(page))
        if "sentence" in stop.query:
            expect(page.locator(".presenter-ask .about")).to_have_text(stop.query["sentence"])
        lift(page, at)
        if stop.name == "vote" or stop.query.get("hide") == "1":
            expect(page.locator(".player").first).to_be_visible()
            expect(page.locator(".player.guessing").first).to_be_visible()
            expect(page.locator(".next-left")).to_have_count(0)
    expect(page.get_by_role("button", name=words("en", "tour.present_next"))).to_be_disabled()


def _assert_covered(page: Page) -> None:
    assert page.evaluate(COVERED)
    asked = page.locator(".presenter-ask .asked")
    assert asked.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 48


def test_a_lesson_is_led_by_keys_alone(open_app):
    """Page Down leads through the plan, arrows step the run, and Esc leads back into the page."""
    page = open_app("train", corpus="hug", step=0, present=1, width=1366, height=768)
    menu = page.get_by_role("link", name="Home", exact=True)
    expect(menu).to_be_hidden()
    expect(page.get_by_role("button", name="More", exact=True)).to_be_hidden()
    fills(page)
    what = page.locator(".presenter .what")
    expect(what).to_have_text(re.compile("^Step through BPE · hug, pug, .* · "))
    page.keyboard.press("ArrowRight")
    player = page.locator(".player")
    expect(player).to_have_attribute("data-step", "1")
    page.keyboard.press("PageDown")
    lift(page, 4)
    expect(page.get_by_role("button", name="Open a vote")).to_be_visible()
    page.keyboard.press("PageDown")
    lift(page, 5)
    fills(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    said(page, 6)
    assert_accessible(page)
    page.keyboard.press("PageUp")
    lift(page, 5)
    fills(page)
    expect(player).to_have_attribute("data-step", "0")
    page.reload()
    said(page, 5)
    page.keyboard.press("Escape")
    expect(page.locator(".presenter")).to_be_hidden()
    expect(player).not_to_have_class(re.compile("present"))
    expect(menu).to_be_visible()
    page.wait_for_url(lambda url: "present" not in url)
    settle(page)
    page.get_by_role("button", name="Next step").click()
    expect(player).to_have_attribute("data-step", "1")


def test_keys_that_are_typed_are_no_commands(open_app):
    """A full stop and a q belong to the text one types; Page Down still leads on."""
    page = open_app("encode", present=1)
    box = page.locator(".st-key-encode_text textarea")
    box.fill("")
    box.press_sequentially("q.")
    expect(box).to_have_value("q.")
    expect(page.locator(".presenter-dot")).to_be_hidden()
    expect(page.locator(".presenter-code")).to_be_hidden()
    for key in ("PageDown", "Escape"):
        compose(page, key)
    said(page, 7)
    box.press("PageDown")
    said(page, 8)


def test_a_dot_follows_the_mouse(open_app):
    """While a button of the mouse is held, or for as long as the full stop has switched it on."""
    page = open_app("levels", present=1)
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
    said(page, 4, "zh")
    page.get_by_role("button", name=words("zh", "tour.present_leave")).click()
    expect(page.locator(".presenter")).to_be_hidden()
    expect(page.locator("html")).not_to_have_class(re.compile("presenting"))
