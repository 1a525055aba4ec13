"""The tour, done as a reader does it, in a real browser."""

import re

from playwright.sync_api import expect

from tests.browser.helpers import assert_accessible, compose, go, open_group, settle
from tests.browser.tour.reading import (
    Doing,
    arrive,
    assert_points,
    card_of,
    tick,
    words,
)
from ui.tour.cards import CARDS


def test_the_whole_tour_is_done_by_doing(open_app):
    """Each card points at a control in sight, covers none of it, and is ticked off when used.

    Every other card is done on a phone.
    """
    page = open_app("", width=1366, height=768)
    page.get_by_role("button", name=words("en", "tour.tour")).click()
    doing = Doing(page)
    for at, card in enumerate(CARDS, 1):
        region = card_of(page, at)
        arrive(page, card.page, at)
        expect(region.get_by_role("heading")).to_have_text(words("en", f"tour.ask_{card.name}"))
        width, height = (1366, 768) if at % 2 else (390, 844)
        page.set_viewport_size({"width": width, "height": height})
        assert_points(page, region)
        tick(page, region, "en", getattr(doing, card.name))
        expect(region.locator(".after")).to_have_text(words("en", f"tour.say_{card.name}"))
        if at in (3, len(CARDS)):
            assert_accessible(page)
        last = at == len(CARDS)
        name = words("en", "tour.finish" if last else "tour.next")
        region.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".tour-card")).to_be_hidden()
    expect(page.locator(".tour-ring")).to_be_hidden()
    page.wait_for_url(lambda url: "tour=" not in url)
    expect(page.get_by_role("row", name=re.compile("singing")).first).to_be_visible()


def test_the_tour_goes_by_keyboard_alone(open_app):
    """The card has the focus when it opens, leads to its control, leaves the player its keys."""
    page = open_app("", width=1280, height=720)
    page.get_by_role("button", name="Tour", exact=True).focus()
    page.keyboard.press("Enter")
    card = card_of(page, 1)
    expect(card).to_be_focused()
    arrive(page, "models", 1)
    for _ in range(2):  # past the button that leaves
        page.keyboard.press("Tab")
    expect(card.get_by_role("button", name="Go to the control")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Show the tokens")).to_be_focused()
    tick(page, card, "en", lambda: page.keyboard.press("Enter"))
    for at, name in ((2, "home"), (3, "train")):
        card.get_by_role("button", name="Next").focus()
        page.keyboard.press(" ")
        card = card_of(page, at)
        expect(card).to_be_focused()
        arrive(page, name, at)
    player = page.locator(".player")
    expect(player).to_have_attribute("data-step", "1")
    tick(page, card, "en", lambda: page.keyboard.press("ArrowRight"))
    compose(page, "Escape")
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".tour-card")).to_be_hidden()
    page.wait_for_url(re.compile(r"/train\?(?!.*tour=)"))
    expect(player).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowRight")
    expect(player).to_have_attribute("data-step", "3")


def test_a_link_opens_any_card_with_the_state_its_words_speak_of(open_app):
    """Of a link that names a card and no more, the rest is found; a run that it names is kept.

    In another language a card has the text that its words speak of.
    """
    page = open_app("", tour=6, wait=False)
    card = card_of(page, 6)
    page.wait_for_url(re.compile(r"/encode\?"))
    settle(page)
    expect(page.locator(".st-key-encode_text textarea")).to_have_value("lowest")
    assert_points(page, card)
    again = open_app("train", corpus="hug", step=1, tour=3, locale="zh-CN")
    card = card_of(again, 3, "zh")
    expect(card.get_by_role("heading")).to_have_text(words("zh", "tour.ask_first"))
    expect(again.locator(".player")).to_have_attribute("data-step", "1")
    corpus = again.get_by_role("combobox", name=words("zh", "controls.corpus"))
    expect(corpus).to_have_value(re.compile("hug"))
    again.emulate_media(forced_colors="active")
    ring = again.locator(".tour-ring")
    expect(ring).to_be_visible()
    style = ring.evaluate(
        "e => [getComputedStyle(e).borderTopStyle, getComputedStyle(e).borderTopWidth]"
    )
    assert style == ["solid", "3px"], "high contrast keeps no shadow; the ring is a border there"
    again.get_by_role("combobox", name=words("zh", "common.language")).click()
    again.get_by_role("option", name="English").click()
    again.wait_for_url(re.compile("corpus=newer-wider"))
    card_of(again, 3)


def test_the_tour_is_left_and_gone_on_with(open_app):
    """Leaving forgets nothing: neither the card nor what was done, also after a reload.

    Back leads to the card before, and a page of the menu keeps the card that is open.
    """
    page = open_app("train", corpus="newer-wider", step=1, tour=3)
    tick(page, card_of(page, 3), "en", Doing(page).first)
    page.reload()
    settle(page)
    card = card_of(page, 3)
    expect(card.get_by_role("status")).to_have_text(re.compile("Done"))
    expect(page.locator(".player")).to_have_attribute("data-step", "2")
    card.get_by_role("button", name="Next").click()
    card = card_of(page, 4)
    arrive(page, "train", 4)
    card.get_by_role("button", name="Leave the tour").click()
    expect(card).to_be_hidden()
    home = page.get_by_role("link", name="Home", exact=True)
    expect(home).not_to_have_attribute("href", re.compile("tour="))
    home.click()
    page.wait_for_url(re.compile(r"/(\?[^?]*)?$"))
    settle(page)
    assert "tour=" not in page.url
    page.get_by_role("button", name="Tour · 4/9").click()
    card = card_of(page, 4)
    arrive(page, "train", 4)
    card.get_by_role("button", name="Back").click()
    expect(card_of(page, 3).get_by_role("status")).to_have_text(re.compile("Done"))
    go(page, "train", step=3, tour=4)
    for at, name in ((5, "train"), (6, "encode")):
        card_of(page, at - 1).get_by_role("button", name="Next").click()
        card_of(page, at)
        arrive(page, name, at)
    for at in (5, 4):
        page.go_back()
        card_of(page, at)
        arrive(page, "train", at)
    open_group(page, "bytes")
    page.get_by_role("link", name="Bytes", exact=True).click()
    page.wait_for_url(re.compile("/bytes"))
    settle(page)
    card = card_of(page, 4)
    card.get_by_role("button", name="Go to the control").click()
    page.wait_for_url(re.compile(r"/train\?.*tour=4"))
