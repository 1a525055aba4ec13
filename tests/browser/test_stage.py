"""The stage of the lesson: everything keeps its place, and a merge can be followed."""

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.helpers import becomes, choose, settle
from tests.browser.test_lesson_given import at
from tests.cases import for_each
from ui.catalogue import catalogue
from ui.lesson.stops import plan_in, told

SIZES = [{"width": 1366, "height": 768}, {"width": 1920, "height": 1080}]


def beats(lang: str = "en") -> dict[tuple[str, str], dict]:
    """Return the beats by stop and phase."""
    return {(beat["stop"], beat["phase"]): beat for beat in told(plan_in(lang))}


def go_to(page: Page, stop: str, phase: str) -> None:
    """Turn to a beat of the lesson."""
    page.evaluate("([stop, phase]) => lesson.go(lesson.place(stop, phase))", [stop, phase])
    at(page, beats()[stop, phase])


def stage(page: Page) -> dict:
    """Return the places of the parts of the stage."""
    return page.locator(".player").evaluate("looks.stage")


@for_each("size", SIZES)
def test_everything_keeps_its_place_and_size_from_press_to_press(open_app, size):
    """Words, counts, boxes, pairs and learned tokens move at most 2 pixels in stops 3 to 5."""
    page = open_app("", present=1, stop=3, phase="question", wait=False, **size)
    at(page, beats()["3", "question"])
    first = stage(page)
    assert len(first["names"]) == len(first["counts"]) == 5
    for beat in told(plan_in("en")):
        if beat["stop"] not in ("3", "4", "5") or beat["phase"] in ("open", "tally"):
            continue
        go_to(page, beat["stop"], beat["phase"])
        for name, places in stage(page).items():
            for place, expected in zip(places, first[name], strict=True):
                assert place == pytest.approx(expected, abs=2), (beat["stop"], beat["phase"], name)


def opacity(page: Page) -> str:
    """Return the opacity of the sentence."""
    says = page.locator(".lesson-ask .says")
    return says.evaluate("each => getComputedStyle(each).opacity")


@for_each("size", SIZES)
def test_in_no_frame_of_a_merge_two_boxes_overlap(open_app, size):
    """At each stop with a merge, tokens, bars and learned tokens are watched frame by frame.

    The sentence appears after the movement.
    """
    page = open_app("", present=1, stop=3, phase="answer", wait=False, **size)
    at(page, beats()["3", "answer"])
    for stop in ("3", "4", "5", "6", "9"):
        go_to(page, stop, "answer")
        player = page.locator(".player")
        player.evaluate("looks.watchStage")
        page.keyboard.press("PageDown")
        at(page, beats()[stop, "merge"])
        becomes(page, partial(opacity, page), "1")
        expect(player.locator(".ghost")).to_have_count(0)
        assert page.evaluate("looks.flown") > 0
        assert not page.evaluate("looks.early")
        assert page.evaluate("looks.overlaps") == [], stop


def test_a_merge_that_is_shown_again_moves_again(open_app):
    """Page Up and Page Down within a second are no burst of steps: the token flies once more."""
    page = open_app("", present=1, stop=3, phase="merge", wait=False)
    at(page, beats()["3", "merge"])
    page.keyboard.press("PageUp")
    at(page, beats()["3", "answer"])
    page.locator(".player").evaluate("looks.watchStage")
    page.keyboard.press("PageDown")
    at(page, beats()["3", "merge"])
    assert page.evaluate("looks.flown") > 0


def test_the_sum_is_under_the_winner_in_the_colour_of_its_words(open_app):
    """The sum is 10 + 5 + 5 = 20, and these counts are lit.

    After a merge, a pair whose count has changed also shows its old count.
    """
    page = open_app("", present=1, stop=3, phase="answer", wait=False)
    at(page, beats()["3", "answer"])
    player = page.locator(".player")
    expect(player.locator(".bars .sum")).to_have_text("10 + 5 + 5 = 20")
    lit = player.locator(".words .adds .count")
    expect(lit).to_have_text(["10", "5", "5"])
    colour = "each => getComputedStyle(each).color"
    assert lit.first.evaluate(colour) == player.locator(".sum b").first.evaluate(colour)
    go_to(page, "4", "answer")
    changed = player.locator(".bars .bar", has_text="17 →")
    expect(changed.locator(".value")).to_have_text("12")
    now, old = (
        changed.locator(f".{part}").evaluate("each => each.getBoundingClientRect().width")
        for part in ("now", "old")
    )
    assert now / old == pytest.approx(12 / 17, abs=0.01)


def test_twelve_merges_are_one_movement_and_a_counter(open_app):
    """After the first merge a counter runs to twelve, and then the sentence appears."""
    page = open_app("", present=1, stop=6, phase="answer", wait=False, **SIZES[0])
    at(page, beats()["6", "answer"])
    page.keyboard.press("PageDown")
    asked, says = page.locator(".lesson-ask .asked"), page.locator(".lesson-ask .says")
    expect(asked).to_have_text("1 / 12")
    expect(says).to_be_hidden()
    expect(asked).to_have_text(re.compile(r"^([5-9]|1[01]) / 12$"))
    at(page, beats()["6", "merge"])
    expect(asked).to_have_text("")
    expect(says).to_contain_text(catalogue("en")["lesson.merge_novel"][:5])
    learned = page.locator(".player .learned .token")
    expect(learned).to_have_count(12)
    page.set_viewport_size({"width": 800, "height": 600})  # the first rows make room
    becomes(page, lambda: 5 <= learned.count() < 12, True)
    expect(learned.last).to_have_class(re.compile("fresh"))


def test_a_clicker_cannot_break_it(open_app):
    """Space goes to the next beat, End and Home do nothing, and two presses skip no question.

    The bar shows at once that a press was received.
    """
    page = open_app("", present=1, wait=False)
    title, bar = page.locator(".lesson-title"), page.locator(".lesson-bar")
    expect(title).to_be_visible()
    page.keyboard.press("PageUp")
    expect(title).to_be_visible()
    expect(bar).not_to_contain_class("on")
    heard = """() => {
        const press = () => dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown" }));
        press();
        press();
        return document.querySelector(".lesson-bar").matches(".on");
    }"""
    assert page.evaluate(heard)
    at(page, beats()["1", "question"])
    expect(bar).not_to_contain_class("on")
    go_to(page, "3", "question")
    for key in ("End", "Home"):
        page.keyboard.press(key)
    expect(page.locator(".player")).to_have_attribute("data-step", "0")
    assert page.locator(".player .next-left").count() == 0
    page.keyboard.press("Space")
    at(page, beats()["3", "answer"])
    page.keyboard.press("Space")
    at(page, beats()["3", "merge"])


def test_nothing_lights_up_under_a_mouse_that_rests(open_app):
    """After a clicker's press, the token under the resting pointer is no longer lit."""
    page = open_app("", present=1, stop=5, phase="answer", wait=False)
    at(page, beats()["5", "answer"])
    token = page.locator(".words .token").first.bounding_box()
    page.mouse.move(token["x"] + 5, token["y"] + 5)
    lit = page.locator(".player .lit")
    expect(lit.first).to_be_attached()
    page.keyboard.press("PageDown")
    at(page, beats()["5", "merge"])
    expect(lit).to_have_count(0)


def test_who_leaves_during_a_question_sees_the_own_text_uncovered(open_app):
    """Leaving the lesson shows the answer, and the reader's own text has the lesson's scheme."""
    page = open_app("", present=1, stop=5, phase="question", wait=False)
    at(page, beats()["5", "question"])
    for _ in range(2):
        page.keyboard.press("Escape")
    page.wait_for_url(lambda url: not re.search("present|stop|phase|hide", url))
    settle(page)
    expect(page.locator(".player")).not_to_contain_class("guessing")
    choose(page, "Corpus", "Your own text")
    settle(page)
    expect(page.locator(".player [data-token='</w>']")).to_have_count(0)
