"""A skyline and lines by step: they are the record's, lead the player and follow it."""

import pytest
from playwright.sync_api import expect

from bpe import PRESETS, train
from bpe.readings.lifetimes import skyline
from tests.browser.player.reading import painted
from tests.data import SIX_WORDS
from tests.sample_runs import handle_of
from ui.corpora import sources
from ui.draw.lines import LineChart, draw_lines
from ui.player import step_player
from ui.samples import samples
from ui.train.token.panel import draw_skyline
from ui.train.token.readings import token_facts

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
    run = handle_of(training)
    shown = token_facts(training, None, word, len(training))
    draw_skyline(run, shown, 2)
    step_player(run, "train", default=2)


@pytest.fixture
def both(component_page):
    """The player and the skyline of one run on a bare page, as the app mounts them."""
    return component_page(lambda: draw_both(SMALL, WORD))


def test_the_skyline_is_the_record_at_every_step_and_follows_the_player(both):
    """Its pieces are the word's tokens there; walls are as high as the step that erased them."""
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
        drawn.update(covers=True)  # as while the answer is hidden
        kept = [height for height in found.heights if height <= step]
        assert drawn.root.locator(".wall:visible").count() == len(kept)
        assert drawn.root.locator(".roof:visible").count() <= len(kept)
        drawn.update(covers=False)
        if step < len(SMALL):
            steps.root.get_by_role("button", name="Next step").click()


def test_a_click_beside_a_walls_top_means_the_wall(component_page, training):
    """Up to six pixels away, where a pixel is many steps; further away it means its own height."""
    word = max(training.corpus.words[:500], key=len)
    drawn, steps = component_page(lambda: draw_both(training, word))
    tops = drawn.root.locator(".wall").evaluate_all(
        "walls => walls.map((wall) => [+wall.dataset.erased, wall.getBoundingClientRect().top])"
    )
    tops = [wall for wall in tops if wall[0] > 0]
    # The one that stands most by itself.
    erased, top = max(tops, key=lambda wall: sorted(abs(wall[1] - top) for _, top in tops)[1])
    assert len(training) > 10 * (len(tops) + 1)
    at, x = steps.root.locator(".player"), drawn.root.locator(".field").bounding_box()["x"] + 3
    for away in (-8, -5, 5, 8):
        # Away with the tokens on the line, which a click would open.
        steps.root.get_by_role("button", name="First step").click()
        drawn.page.mouse.click(x, top + away)
        expect(at).not_to_have_attribute("data-step", "0")
        assert (int(at.get_attribute("data-step")) == erased) == (abs(away) < 6)


def test_the_line_leads_the_player_by_mouse_finger_and_key(both):
    """It stops at the walls' tops; a finger beside it is the page's; a drag is no click."""
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
    paging = [("PageUp", str(first)), ("PageUp", str(second)), ("PageDown", str(first))]
    for key, step in [*keys.items(), *paging]:
        grip.press(key)
        expect(at).to_have_attribute("data-step", step)
        assert grip.get_attribute("aria-valuenow") == step
    grip.press("PageDown")
    expect(at).to_have_attribute("data-step", "0")

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


def test_lines_have_the_numbers_of_the_players_step_and_a_drag_leads_it(component_page):
    """Also beyond the end of the lines; a mark stands where it is asked for."""
    values = [100 - step * step / 5 for step in range(len(SMALL) + 1)]

    def draw():
        draw_lines(LineChart("lines", "train", {"Sum": values}, 2, "Bits", marked=4))
        step_player(handle_of(SMALL), "train", default=2)

    drawn, steps = component_page(draw)
    at, number = steps.root.locator(".player"), drawn.root.locator(".one")
    expect(number).to_have_text("Sum: 99")
    steps.root.get_by_role("button", name="Next step").click()
    expect(number).to_have_text("Sum: 98")
    drawn.update(step=2)
    expect(number).to_have_text("Sum: 98")  # the server is late
    box = drawn.root.locator(".plot").bounding_box()
    x, y = box["x"], box["y"] + box["height"] / 2
    drawn.page.mouse.move(x + box["width"] / 4, y)
    drawn.page.mouse.down()
    drawn.page.mouse.move(x + 10 * box["width"] / len(SMALL), y + 300, steps=5)
    expect(at).to_have_attribute("data-step", "10")
    expect(number).to_have_text("Sum: 80")
    drawn.page.mouse.move(x + box["width"] + 50, y)
    drawn.page.mouse.up()
    expect(at).to_have_attribute("data-step", str(len(SMALL)))
    expect(drawn.root.locator("path.marked")).to_have_count(1)
    powers = {"lines": [{"name": "Sum", "values": [100, 10, 1]}], "log": ", log scale"}
    drawn.update(**powers, least=1, most=100, last=2, marked=None)
    ways = drawn.root.locator("path.line").evaluate_all(
        "all => all.map((each) => each.getAttribute('d'))"
    )
    assert ways == ["M0.0 0.00L500.0 50.00L1000.0 100.00"]
    expect(drawn.root.locator(".range")).to_have_text("1 – 100, log scale")
