"""The lesson in use: with a clicker, mouse, or phones, forwards and backwards."""

import re
from io import BytesIO

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.helpers import assert_accessible, becomes, compose, eventually, go, settle
from ui.catalogue import LANGUAGES, catalogue
from ui.lesson.own_words import plan_on
from ui.lesson.stops import PLAN, merged, plan_in, told
from ui.samples import samples
from ui.text import speaking


def at(page: Page, beat: dict) -> None:
    """Wait until the page and the address show a beat of the lesson."""
    path = "" if beat["page"] == "home" else beat["page"]
    wanted = {"path": f"/{path}", "stop": beat["stop"], "phase": beat["phase"]}
    try:  # learning a novel takes time
        page.wait_for_function("looks.isAtBeat", arg=wanted, timeout=120_000, polling=50)
    except TimeoutError as error:
        raise AssertionError(f"{wanted} is not {page.evaluate('looks.beat()')}") from error


def assert_said(look: dict, beat: dict, lang: str) -> None:
    """Check the question of a beat, its number and its corpus, and whether it is the last one."""
    words, asked = catalogue(lang), ""
    if beat["stop"] == "end":
        asked = words["lesson.ask_end"]
    elif beat["phase"] not in ("answer", "merge"):
        parts = (words[f"lesson.{what}_{beat['name']}"] for what in ("lead", "ask"))
        asked = LANGUAGES[lang].between.join(parts)
    where = words["lesson.where"].format(at=beat["stop"], of=len(PLAN) - 1)
    corpus = beat["query"].get("corpus")
    text = samples()[corpus].title[lang] if corpus else ""
    assert look["said"] == [
        asked,
        words["lesson.where_end"] if beat["stop"] == "end" else where,
        text,
    ]
    assert look["atEnd"] == (beat["stop"] == "end")


def assert_beat(page: Page, beat: dict, lang: str = "en") -> None:
    """Check the step of a beat, whether its answer is shown, and that its type is legible."""
    at(page, beat)
    phase = beat["phase"]
    has_step = "step" in beat["query"] and phase not in ("open", "tally")
    if has_step:
        expect(page.locator(".player")).to_have_attribute("data-step", beat["query"]["step"])

    def check() -> None:
        look = page.evaluate("looks.ofBeat")
        assert_said(look, beat, lang)
        if has_step:
            # No word shown of the novel has the pair that comes after twelve merges.
            is_ringed = beat["query"]["hide"] == "0" and (beat["stop"], phase) != ("6", "merge")
            assert bool(look["rings"]) == is_ringed, (look, beat)
        assert look["least"] >= 3.38, look
        assert look["loud"] >= 4.5, look

    eventually(page, check)
    headline = page.locator("[data-headline]")
    expect(headline).to_have_count(1 if phase == "answer" else 0)
    if phase == "answer":
        expect(headline).to_be_visible()
        assert headline.inner_text()
    assert_whole(page)


def assert_whole(page: Page) -> None:
    """Wait until neither the sentence nor the picture is cut off."""
    cut = "(({ cut, faults }) => [cut, faults])(looks.ofBeat())"
    becomes(page, lambda: page.evaluate(cut), [False, []])


def assert_fits_other_projectors(page: Page) -> None:
    """At 4:3 and 16:10, where lines are narrower, neither sentence nor picture is cut off.

    The window gets its size back in the end.
    """
    others = ({"width": 1024, "height": 768}, {"width": 1280, "height": 800})
    for size in (*others, page.viewport_size):
        page.set_viewport_size(size)
        assert_whole(page)


TURNED = 4
"""Number of beats after which three changes of page have been watched."""


def beats_without_votes(lang: str) -> list[dict]:
    """Return the beats that the clicker leads through if nobody votes."""
    return [beat for beat in told(plan_in(lang)) if beat["phase"] != "tally"]


def test_the_whole_lesson_goes_forward_and_back_by_the_clicker(open_app):
    """Page Down leads through the lesson in English, and Page Up back through it in Chinese.

    The way back is on a larger, dark screen. All beats fit other projectors. The picture of a page
    stays until the next page is drawn, so no page is seen without styles or with the menu. Page Up
    hides answers again.
    """
    page = open_app("train", corpus="hug", step=2, width=1366, height=768)
    came_from = page.url
    page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(); }")
    page.locator(".lesson-way").click()
    expect(page.locator(".lesson-title")).to_be_visible()
    expect(page.locator("[data-stop], .stMain [data-token]")).to_have_count(0)
    expect(page.locator(".lesson-strip .where")).to_have_text(catalogue("en")["lesson.title_where"])
    first, *others = beats_without_votes("en")
    page.keyboard.press("PageDown")
    assert_beat(page, first)
    page.wait_for_function("!document.getAnimations().length")
    page.evaluate("looks.watchTurns()")
    for number, beat in enumerate(others, 1):
        page.keyboard.press("PageDown")
        assert_beat(page, beat)
        if number == TURNED:
            turns = page.evaluate("looks.turns")
            assert turns["held"] > 0
            assert turns["bare"] == 0, turns
            # While turns are watched, the window keeps its size.
            for seen in (first, *others[:TURNED]):
                place = [seen["stop"], seen["phase"]]
                page.evaluate("([stop, phase]) => lesson.go(lesson.place(stop, phase))", place)
                at(page, seen)
                assert_fits_other_projectors(page)
        elif number > TURNED:
            assert_fits_other_projectors(page)
    page.keyboard.press("PageDown")  # nothing comes after it
    expect(page.locator(".lesson-ask .says p")).to_have_count(4)

    page.set_viewport_size({"width": 1920, "height": 1080})
    page.emulate_media(color_scheme="dark")
    page.goto(f"{page.url}&lang=zh")
    last, *others = reversed(beats_without_votes("zh"))
    assert_beat(page, last, "zh")
    for beat in others:
        page.keyboard.press("PageUp")
        assert_beat(page, beat, "zh")
        assert_fits_other_projectors(page)
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.keyboard.press("PageUp")
    expect(page.locator(".lesson-title")).to_be_visible()
    expect(page.locator("[data-stop]")).to_have_count(0)
    page.keyboard.press("PageUp")  # nothing comes before it
    expect(page.locator(".lesson-title")).to_be_visible()
    page.get_by_role("button", name=catalogue("zh")["lesson.back"], exact=True).click()
    page.wait_for_url(came_from)
    expect(page.locator(".lesson-strip")).to_be_hidden()
    expect(page.locator(".player")).to_have_attribute("data-step", "2")


def test_an_arrow_is_a_beat_and_never_shows_what_is_still_asked(open_app):
    """At stop 3 an arrow key merges once and does not show what stop 4 asks.

    At stop 5 the arrow key steps on after the merge.
    """
    page = open_app("", present=1, stop=3, phase="question", wait=False)
    beats = {(beat["stop"], beat["phase"]): beat for beat in told(plan_in("en"))}
    at(page, beats["3", "question"])
    for phase in ("answer", "merge"):
        page.keyboard.press("ArrowRight")
        at(page, beats["3", phase])
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert_beat(page, beats["3", "merge"])
    page.keyboard.press("ArrowLeft")
    assert_beat(page, beats["3", "answer"])
    page.evaluate("lesson.go(lesson.place('5', 'answer'))")
    at(page, beats["5", "answer"])
    page.keyboard.press("ArrowRight")
    at(page, beats["5", "merge"])
    says = page.locator(".lesson-ask .says")
    expect(says).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".player")).to_have_attribute("data-step", "6")
    expect(says).to_be_hidden()


def test_a_class_votes_by_the_clicker_and_phones_are_told(open_app):
    """The clicker opens and closes a vote, shows the votes and then the answer.

    Q shows the address of the room as a QR code, V votes again, and a phone is told whether its bet
    was right.
    """
    page = open_app("", present=1, stop=4, phase="question", wait=False)
    beats = {(beat["stop"], beat["phase"]): beat for beat in told(plan_in("en"))}
    at(page, beats["4", "question"])
    page.keyboard.press("PageDown")
    at(page, beats["4", "open"])
    votes, learned = (page.locator(each).bounding_box() for each in (".vote-count", ".learned"))
    assert votes["y"] + votes["height"] <= learned["y"]
    address = page.locator("[data-room]").get_attribute("data-address")
    phone = page.context.new_page()
    phone.goto(address)
    row = phone.get_by_role("row", name=re.compile("hug")).first
    for token in ("h", "ug"):
        row.locator(f'[data-token="{token}"]').first.click()
    expect(page.locator("[data-votes]")).to_have_attribute("data-votes", "1")
    page.keyboard.press("q")
    code = page.locator(".lesson-code")
    expect(code.locator(".link")).to_have_text(address.partition("://")[2])

    def seen() -> list[str]:
        picture = Image.open(BytesIO(code.screenshot()))
        return [each.text for each in zxingcpp.read_barcodes(picture)]

    becomes(page, seen, [address])
    page.keyboard.press("Escape")
    expect(code).to_be_hidden()
    page.keyboard.press("PageDown")
    at(page, beats["4", "tally"])
    expect(page.locator(".vote-bars li")).to_have_count(1)
    expect(page.locator("[data-headline]")).to_have_count(0)
    page.keyboard.press("v")
    at(page, beats["4", "open"])
    expect(page.locator("[data-votes]")).to_have_attribute("data-votes", "0")
    for token in ("h", "ug"):
        row.locator(f'[data-token="{token}"]').first.click()
    expect(page.locator("[data-votes]")).to_have_attribute("data-votes", "1")
    page.keyboard.press("PageDown")
    at(page, beats["4", "tally"])
    page.keyboard.press("PageDown")
    assert_beat(page, beats["4", "answer"])
    words = catalogue("en")
    wrong = words["vote.phone_wrong"].format(answer="(h, ug)")
    expect(phone.locator(".ask")).to_have_text(wrong)
    expect(phone.locator(".sent")).to_have_text(words["vote.phone_look"])
    expect(phone.locator(".question")).to_be_hidden()
    page.keyboard.press("PageUp")
    at(page, beats["4", "tally"])
    phone.close()


def leave(page: Page) -> None:
    """Press Escape twice."""
    for _ in range(2):
        page.keyboard.press("Escape")
    page.wait_for_url(lambda url: not re.search("present|stop|phase", url))
    settle(page)


def test_keys_of_a_lecturer(open_app):
    """Keys show a black screen, a list of keys, a clock and a pointer; Escape asks once.

    After leaving, the link Lesson leads back to the beat.
    """
    page = open_app("", present=1, stop=6, phase="answer", wait=False, width=1366, height=768)
    [beat] = [b for b in told(plan_in("en")) if (b["stop"], b["phase"]) == ("6", "answer")]
    at(page, beat)
    black, keys, dot = (page.locator(f".lesson-{name}") for name in ("black", "keys", "dot"))
    for key in ("b", "PageDown"):  # the next press only ends the black screen
        page.keyboard.press("b")
        expect(black).to_be_visible()
        page.keyboard.press(key)
        expect(black).to_be_hidden()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    expect(keys).to_be_focused()
    expect(keys.locator("p")).to_have_count(10)
    assert_accessible(page)
    page.keyboard.press("PageDown")
    expect(keys).to_be_hidden()
    at(page, beat)
    page.keyboard.press("t")
    expect(page.locator(".lesson-strip .clock")).to_have_text("0 minutes · planned 28")
    page.keyboard.press(".")
    page.mouse.move(420, 310)
    expect(dot).to_be_visible()
    page.keyboard.press(".")
    for is_held in (False, True, False):
        (page.mouse.down if is_held else page.mouse.up)()
        expect(dot).to_be_visible(visible=is_held)
    compose(page, "Escape")
    asks = page.locator(".lesson-leave")
    expect(asks).to_be_hidden()
    page.keyboard.press("Escape")
    expect(asks).to_be_visible()
    page.keyboard.press("t")
    expect(asks).to_be_hidden()
    leave(page)
    expect(page.locator(".lesson-strip")).to_be_hidden()
    page.get_by_role("link", name="Home", exact=True).click()
    page.wait_for_url(re.compile(r"/(\?[^?]*)?$"))
    settle(page)
    page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(); }")
    page.get_by_role("link", name="Lesson", exact=True).click()
    at(page, beat)


def test_a_lesson_that_is_given_again_begins_anew(open_app):
    """A lesson starts at its title without the old clock, but resumes once where it was left.

    After the last beat it does not resume. Back on the title leads to the page of the last start.
    """
    page, beats = open_app("train", corpus="hug", step=2), told(plan_in("en"))
    page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(); }")
    lesson, title = page.locator(".lesson-way"), page.locator(".lesson-title")
    clock = page.locator(".lesson-strip .clock")
    lesson.click()
    expect(title).to_be_visible()
    page.keyboard.press("t")
    expect(clock).to_be_visible()
    page.evaluate("lesson.go(lesson.data.beats.length - 1)")
    at(page, beats[-1])
    leave(page)
    lesson.click()
    expect(title).to_be_visible()
    expect(clock).to_be_hidden()
    page.evaluate("lesson.go(0)")
    at(page, beats[0])
    leave(page)
    begun = page.url
    lesson.click()
    at(page, beats[0])  # a lesson left before its end resumes once
    page.evaluate("lesson.go(-1)")
    expect(title).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    page.wait_for_url(begun)
    settle(page)
    lesson.click()
    expect(title).to_be_visible()
    for beat in beats[:2]:
        page.keyboard.press("PageDown")
        at(page, beat)
    leave(page)
    page.evaluate("lesson.route.change({ present: 1 })")
    page.get_by_role("button", name="Next", exact=True).click()
    at(page, beats[0])


def test_on_a_page_of_ones_own_page_down_steps(open_app):
    """With `present=1` on a page, Page Down steps the player and starts no lesson.

    Command keys typed into a text box are only text.
    """
    page = open_app("train", corpus="hug", step=2, present=1)
    player = page.locator(".player")
    page.keyboard.press("PageDown")
    expect(player).to_have_attribute("data-step", "3")
    page.keyboard.press("PageUp")
    expect(player).to_have_attribute("data-step", "2")
    expect(page.locator("[data-stop]")).to_have_count(0)
    expect(page.get_by_role("button", name="Next step")).to_be_visible()
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_disabled()
    go(page, "encode", present=1)
    box = page.locator(".st-key-encode_sentence textarea")
    box.fill("")
    box.press_sequentially("q.?b")
    expect(box).to_have_value("q.?b")
    for part in ("dot", "code", "keys", "black"):
        expect(page.locator(f".lesson-{part}")).to_be_hidden()


def test_alone_one_goes_by_next_and_back_on_a_phone(open_app):
    """In Chinese on a phone, Next and Back lead through the beats, and nothing is too wide."""
    words = catalogue("zh")
    page = open_app("", present=1, lang="zh", width=390, height=844)
    onward = page.get_by_role("button", name=words["lesson.next"], exact=True)
    beats = told(plan_in("zh"))
    for beat in beats[:5]:
        onward.click()
        at(page, beat)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def reached() -> None:
        assert onward.bounding_box()["height"] >= 40

    eventually(page, reached)
    page.get_by_role("button", name=words["lesson.back"], exact=True).click()
    at(page, beats[3])


def test_a_class_types_its_words_on_the_title(open_app):
    """Page Down takes words along that were just typed; back on the title they are in the box.

    Without words the lesson is the usual one.
    """
    words, text = catalogue("en"), "anna hanna johanna jan johannes maria martin marta lena leon"
    plan = plan_on(text, "en")
    beats = {(beat["stop"], beat["phase"]): beat for beat in told(plan)}
    page = open_app("", present=1, wait=False, width=1366, height=768)
    box = page.get_by_label(words["lesson.words"])
    box.fill(text.replace(" ", ","))
    page.keyboard.press("PageDown")
    at(page, beats["1", "question"])
    for stop, phase in (("3", "answer"), ("9", "merge")):
        page.evaluate("([stop, phase]) => lesson.go(lesson.place(stop, phase))", [stop, phase])
        at(page, beats[stop, phase])
        source = words["controls.corpus_pasted"]
        becomes(page, lambda: page.evaluate("looks.ofBeat")["said"][2], source)
        assert_whole(page)
    with speaking("en"):
        said = merged(next(each for each in plan if each.name == "score"))
    expect(page.locator(".lesson-ask .says")).to_have_text(said)
    page.evaluate("lesson.go(-1)")
    expect(box).to_have_value(text)
    expect(page.locator(".words-said")).to_contain_text("use your words")
    assert_accessible(page)
    box.fill("")
    page.keyboard.press("PageDown")
    [usual] = [b for b in told(plan_in("en")) if (b["stop"], b["phase"]) == ("1", "question")]
    at(page, usual)
    assert "lesson=" not in page.url
