"""A skyline and line charts: they show the record and are synchronized with the player."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from bpe import PRESETS, train
from bpe.readings.lifetimes import skyline
from tests.browser.player.reading import painted
from tests.browser.training import TOKENS
from tests.data import SIX_WORDS
from tests.sample_runs import run_with
from ui.draw.lines import LineChart, draw_lines
from ui.draw.resplit import draw_resplit
from ui.own_text import sources
from ui.player import step_player
from ui.samples import samples
from ui.views.train_token import draw_skyline, opening_life

CORPUS = "first-chapters"


@pytest.fixture(scope="module")
def training():
    source = sources.of_sample(samples()[CORPUS])
    return train(source.corpus(PRESETS["paper"]), "paper", max_merges=source.merges)


SMALL = train(SIX_WORDS, "paper")
WORD = "highest"


def sky(mounted) -> dict:
    return painted(mounted, "reads.sky")


def draw_both(training, word):
    """Draw the skyline of a word, and the player of its run."""
    run, id_ = run_with(training), opening_life(training, len(training), covers=False).id
    draw_skyline(run, id_, training.word_index(word), 2)
    step_player(run, "train", default=2)


@pytest.fixture
def both(component_page):
    """The player and the skyline of one run on a bare page, as the app mounts them."""
    return component_page(lambda: draw_both(SMALL, WORD))


def draw_passage(training, text):
    """Draw a passage, and the player of its run."""
    draw_resplit(training, text, "train", 2)
    step_player(run_with(training), "train", default=2)


def test_a_passage_is_split_as_the_record_says_at_every_step(component_page):
    """At each step the passage shows the tokens of its words and their number.

    A step of another player changes nothing.
    """
    words = SIX_WORDS.split()[:3]
    drawn, steps = component_page(lambda: draw_passage(SMALL, " ".join(words)))
    steps.root.get_by_role("button", name="First step").click()
    for step in range(len(SMALL) + 1):
        expect(steps.root.locator(".player")).to_have_attribute("data-step", str(step))
        splits = [SMALL.snapshot(step).tokens(word) for word in words]
        shown = drawn.root.locator(".sentence .token").evaluate_all(TOKENS)
        assert shown == [token for split in splits for token in split]
        expect(drawn.root.locator(".label b")).to_contain_text(f"{len(shown)} token")
        if step < len(SMALL):
            steps.root.get_by_role("button", name="Next step").click()
    other = {"detail": {"key": "of another player", "step": 0}}
    drawn.page.evaluate("(told) => document.dispatchEvent(new CustomEvent('step', told))", other)
    assert drawn.root.locator(".sentence .token").evaluate_all(TOKENS) == shown


def test_the_skyline_is_the_record_at_every_step_and_follows_the_player(both):
    """The pieces are the word's tokens, and a wall is as high as the step that erased it.

    While the answer is hidden, only walls up to the current step are drawn.
    """
    drawn, steps = both
    found = skyline(SMALL, WORD)
    assert sky(drawn)["at"] == 2
    steps.root.get_by_role("button", name="First step").click()
    for step in range(len(SMALL) + 1):
        now = sky(drawn)
        assert now["at"] == step
        expected = [[token.token, token.start, token.end] for token in found.at(step)]
        assert now["pieces"] == expected
        assert now["line"] == pytest.approx(step / len(SMALL), abs=0.04)
        for place, (cell, erased, height, fallen) in enumerate(now["walls"]):
            assert cell == place + 1
            assert erased == found.heights[place]
            assert height == pytest.approx(erased / len(SMALL), abs=0.02)
            assert fallen == (erased <= step)
        assert now["bricks"] == pytest.approx(1, abs=0.05), "they fill the picture"
        drawn.update(covers=True)  # as while the answer is hidden
        kept = [height for height in found.heights if height <= step]
        assert drawn.root.locator(".wall:visible").count() == len(kept)
        assert sky(drawn)["bricks"] == pytest.approx(step / len(SMALL), abs=0.05), "to the line"
        assert drawn.root.locator(".roof:visible").count() <= len(kept)
        drawn.update(covers=False)
        if step < len(SMALL):
            steps.root.get_by_role("button", name="Next step").click()


def test_a_click_beside_a_walls_top_means_the_wall(component_page, training):
    """A click less than six pixels from a wall's top goes to the wall's step.

    A click further away goes to the step at its own height. A pixel covers many steps here.
    """
    word = max(training.corpus.words[:500], key=len)
    drawn, steps = component_page(lambda: draw_both(training, word))
    tops = drawn.root.locator(".wall").evaluate_all(
        "walls => walls.map((wall) => [+wall.dataset.erased, wall.getBoundingClientRect().top])"
    )
    tops = [wall for wall in tops if wall[0] > 0]
    # The wall whose top is farthest from other tops.
    erased, top = max(tops, key=lambda wall: sorted(abs(wall[1] - top) for _, top in tops)[1])
    assert len(training) > 10 * (len(tops) + 1)
    at, x = steps.root.locator(".player"), drawn.root.locator(".field").bounding_box()["x"] + 3
    ticks = drawn.root.locator(".tick").evaluate_all(
        "all => all.map((tick) => [tick.innerText, tick.getBoundingClientRect().bottom])"
    )
    assert (ticks[0][0], ticks[-1][0]) == (f"{len(training):,}", "0")
    assert all(below[1] - above[1] >= 17 for above, below in pairwise(ticks))
    for away in (-8, -5, 5, 8):
        # At step 0 the line has no tokens, which a click would open.
        steps.root.get_by_role("button", name="First step").click()
        drawn.page.mouse.click(x, top + away)
        expect(at).not_to_have_attribute("data-step", "0")
        assert (int(at.get_attribute("data-step")) == erased) == (abs(away) < 6)


def test_the_line_leads_the_player_by_mouse_finger_and_key(both):
    """Clicks, drags and keys on the line move the player; Page Up and Page Down stop at walls.

    A finger moves the line only by its grip. A drag that starts on a token does not open it.
    """
    drawn, steps = both
    page = drawn.page
    at = steps.root.locator(".player")
    grip = drawn.root.get_by_role("slider", name="The line across the skyline")
    field = drawn.root.locator(".field").bounding_box()

    def height(step: int) -> float:
        return field["y"] + field["height"] * (1 - step / len(SMALL))

    page.mouse.click(field["x"] + 3, height(12))
    expect(at).to_have_attribute("data-step", "12")
    box = drawn.root.locator(".piece").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + height(5) - height(12), steps=5)
    page.mouse.up()
    expect(at).to_have_attribute("data-step", "5")
    assert drawn.sent == []
    steep = skyline(SMALL, WORD).heights
    last = str(len(SMALL))
    keys = {"ArrowUp": "6", "ArrowLeft": "5", "ArrowRight": "6", "ArrowDown": "5"}
    keys |= {"End": last, "Home": "0"}
    first, second = sorted(steep)[:2]
    highest = str(max(steep))
    assert highest < last
    paging = [("PageUp", str(first)), ("PageUp", str(second)), ("PageDown", str(first))]
    paging += [("End", last), ("PageDown", highest), ("PageUp", last), ("Alt+Home", last)]
    paging += [("Home", "0"), ("PageUp", str(first)), ("Control+End", str(first))]
    for key, step in [*keys.items(), *paging]:
        grip.press(key)
        expect(at).to_have_attribute("data-step", step)
        assert grip.get_attribute("aria-valuenow") == step
    page.mouse.click(field["x"] + 3, height(12), button="right")
    grip.press("PageDown")
    expect(at).to_have_attribute("data-step", "0")
    piece = drawn.root.locator(".piece").first
    piece.focus()
    page.keyboard.press("ArrowRight")
    expect(at).to_have_attribute("data-step", "1")
    expect(piece).to_be_focused()
    grip.press("Home")

    def touch(selector: str, upwards: float) -> None:
        part = drawn.root.locator(selector).first
        centre = part.bounding_box()
        spot = {"clientX": centre["x"] + 5, "pointerType": "touch", "bubbles": True}
        start = centre["y"] + centre["height"] / 2
        part.dispatch_event("pointerdown", {**spot, "clientY": start, "composed": True})
        page.evaluate(
            "init => dispatchEvent(new PointerEvent('pointermove', init))",
            {**spot, "clientY": start - upwards},
        )
        page.evaluate("() => dispatchEvent(new PointerEvent('pointerup'))")

    touch(".ticks", 50)
    touch(".walls", 50)
    expect(at).to_have_attribute("data-step", "0")
    touch(".grip", height(0) - height(3))
    expect(at).to_have_attribute("data-step", "3")
    assert drawn.sent == []
    drawn.root.locator(".piece").first.click()
    [[name, id_]] = drawn.sent
    assert name == "asked"
    assert id_ == skyline(SMALL, WORD).at(3)[0].id


def test_a_run_without_a_merge_has_a_line_at_its_foot(component_page):
    """The only number on the scale is 0."""
    drawn, _ = component_page(lambda: draw_both(train("ab", max_merges=0), "ab"))
    assert sky(drawn)["line"] == pytest.approx(0, abs=0.04)
    expect(drawn.root.locator(".tick")).to_have_text(["0"])


def test_lines_have_the_numbers_of_the_players_step_and_a_drag_leads_it(component_page):
    """A drag beyond the end of the lines goes to the last step, and a requested mark is drawn."""
    values = [100 - step * step / 5 for step in range(len(SMALL) + 1)]

    def draw():
        draw_lines(LineChart("lines", "train", {"Sum": values}, 2, "Bits", marked=4))
        step_player(run_with(SMALL), "train", default=2)

    drawn, steps = component_page(draw)
    at, number = steps.root.locator(".player"), drawn.root.locator(".one")
    expect(number).to_have_text("Sum: 99")
    for name, shown in (("Next step", "Sum: 98"), ("First step", "Sum: 100")):
        steps.root.get_by_role("button", name=name).click()
        expect(number).to_have_text(shown)
        drawn.update(step=2)
        expect(number).to_have_text(shown)  # late data change nothing
    box = drawn.root.locator(".plot").bounding_box()
    x, y = box["x"], box["y"] + box["height"] / 2
    drawn.page.mouse.move(x + box["width"] / 4, y)
    drawn.page.mouse.down()
    drawn.page.mouse.move(x + 10 * box["width"] / len(SMALL), y + 300, steps=5)
    expect(at).to_have_attribute("data-step", "10")
    expect(number).to_have_text("Sum: 80")
    here = drawn.root.locator(".here")
    expect(here).to_have_text(f"Step 10 of {len(SMALL)} · Sum: 80")
    drawn.page.mouse.move(x + box["width"] + 50, y)
    drawn.page.mouse.up()
    expect(at).to_have_attribute("data-step", str(len(SMALL)))
    expect(drawn.root.locator("path.marked")).to_have_count(1)
    drawn.page.mouse.move(0, 0)
    expect(here).to_have_text("")
    steps.root.get_by_role("button", name="First step").click()
    assert_lines_are_drawn(drawn, steps)


def assert_lines_are_drawn(drawn, steps):
    """Expect lines on a linear and a log scale and as stairs; a long line has fewer points.

    A line that has ended shows a dash instead of a number.
    """

    def ways() -> list[str]:
        found = drawn.root.locator("path.line")
        return found.evaluate_all("all => all.map((each) => each.getAttribute('d'))")

    powers = {"lines": [{"name": "Sum", "values": [100, 10, 1]}], "marked": None}
    powers |= {"most": 100, "least": 1, "last": 2}
    drawn.update(**powers, log=", log scale")
    assert ways() == ["M0.0 0.00L500.0 50.00L1000.0 100.00"]
    expect(drawn.root.locator(".range")).to_have_text("1 – 100, log scale")
    drawn.update(**powers | {"least": 0}, stairs=True, digits=1)
    assert ways() == ["M0.0 0.00H500.0V90.00H1000.0V99.00"]
    expect(drawn.root.locator(".range")).to_have_text("100.0")
    expect(drawn.root.locator(".last")).to_have_text("2")
    expect(drawn.root.locator("path.area")).to_have_count(1)
    long = [{"name": "long", "values": [*range(1_301)]}, {"name": "short", "values": [7]}]
    drawn.update(lines=long, most=1_300, last=1_300)
    assert [way.endswith("L1000.0 0.00") for way in ways()] == [True, False]
    assert 400 < ways()[0].count("L") <= 600
    expect(drawn.root.locator("path.area")).to_have_count(0)
    dots, numbers = drawn.root.locator(".dot"), drawn.root.locator(".one")
    for name, shown in (("First step", "short: 7"), ("Next step", "short: –")):
        steps.root.get_by_role("button", name=name).click(force=True)
        expect(numbers.last).to_have_text(shown)
        assert [dots.nth(at).is_visible() for at in (0, 1)] == [True, name == "First step"]
