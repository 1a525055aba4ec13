"""Playing: its pace, its end, and who stops it."""

import pytest

from bpe import train
from tests.browser.player.moving import LAST, button, other_words, shown, wait
from tests.browser.player.reading import press
from ui.player import player


def test_playing_goes_on_until_the_last_step(one):
    """A step a second; at the end it stops, and from the end it starts again at 0."""
    mounted = one(step=LAST - 2)
    press(mounted, " ")
    state = shown(mounted)
    assert (state["playing"], state["play"], state["title"]) == (True, "Pause", "Pause (Space)")
    assert state["icons"] == ["playing"]
    assert state["step"] == LAST - 2
    wait(mounted, 800)
    assert shown(mounted)["step"] == LAST - 2
    wait(mounted, 100)
    assert shown(mounted)["step"] == LAST - 1
    wait(mounted, 1000)
    state = shown(mounted)
    assert (state["step"], state["playing"], state["play"]) == (LAST, False, "Play")
    assert (state["title"], state["icons"]) == ("Play (Space)", ["still"])
    press(mounted, " ")
    state = shown(mounted)
    assert (state["step"], state["playing"]) == (0, True)
    wait(mounted, 1000)
    assert shown(mounted)["step"] == 1


@pytest.mark.parametrize("stop", ["ArrowRight", "End", "Home", " "])
def test_a_reader_who_takes_over_stops_the_playing(one, stop):
    """Any move of their own, and Space; the clock does not go on behind it."""
    mounted = one()
    press(mounted, " ")
    wait(mounted, 1100)
    press(mounted, stop)
    state = shown(mounted)
    assert state["step"] == {"ArrowRight": 4, "End": LAST, "Home": 0, " ": 3}[stop]
    assert not state["playing"]
    wait(mounted, 5000)
    assert shown(mounted)["step"] == state["step"]


def test_the_speed_is_in_steps_a_second(one):
    """Each speed's own pace, also when it is changed while playing; it lasts through new data."""
    mounted = one(step=0)
    speed = mounted.root.get_by_role("combobox", name="Speed", exact=True)
    labels = speed.locator("option").all_text_contents()
    assert labels == [
        "0.5 steps/s",
        "1 step/s",
        "2 steps/s",
        "5 steps/s",
        "10 steps/s",
        "50 steps/s",
    ]
    assert speed.input_value() == "1"
    speed.select_option("2")
    assert not shown(mounted)["playing"], "choosing a speed does not play"
    button(mounted, "Play").click()
    wait(mounted, 1950)
    assert shown(mounted)["step"] == 4
    speed.select_option("0.5")
    wait(mounted, 1900)
    assert shown(mounted)["step"] == 4
    wait(mounted, 100)
    assert shown(mounted)["step"] == 5
    other = other_words(mounted, "zh")
    mounted.update(payload=other)
    assert speed.input_value() == "0.5"


def test_playing_stops_where_nobody_looks(one):
    """A hidden page does not play on."""
    mounted = one()
    press(mounted, " ")
    mounted.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert shown(mounted)["playing"]
    mounted.page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { value: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    assert not shown(mounted)["playing"]


def test_a_run_without_merges_has_nothing_to_play(component_page):
    """Space and the buttons leave it at step 0."""
    empty = train("a b", "huggingface")
    [mounted] = component_page(lambda: player(empty, "p"), clock=True)
    press(mounted, " ")
    wait(mounted, 3000)
    state = shown(mounted)
    assert (state["step"], state["playing"]) == (0, False)
    assert button(mounted, "Play").get_attribute("aria-disabled") == "true"
