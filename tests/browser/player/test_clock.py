"""Playing: its pace, its end, and what stops it."""

from tests.browser.player.moving import LAST, button, other_words, shown, wait
from tests.browser.player.reading import press


def test_playing_has_a_pace_and_an_end(one):
    """Playing makes one step per second and stops at the last step; from there it restarts at 0.

    A chosen speed changes the pace, also during playing, and stays when the data change.
    """
    mounted = one(step=LAST - 2, width=1400)
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
    press(mounted, "Home")
    speed = mounted.root.get_by_role("combobox", name="Speed", exact=True)
    labels = speed.locator("option").all_text_contents()
    each = ("0.5 steps", "1 step", "2 steps", "5 steps", "10 steps", "50 steps")
    assert labels == [f"{name}/s" for name in each]
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
    mounted.update(payload=other_words(mounted, "zh"))
    assert speed.input_value() == "0.5"


def test_a_reader_who_takes_over_or_looks_away_stops_the_playing(one):
    """An arrow key, Home, End, Space and switching to another browser tab each stop the playing."""
    mounted = one()
    stops = {"ArrowRight": 4, "End": LAST, "Home": 0, " ": 3}
    for generation, (stop, step) in enumerate(stops.items(), mounted.data["generation"] + 1):
        mounted.update(generation=generation, start=2)
        press(mounted, " ")
        wait(mounted, 1100)
        press(mounted, stop)
        state = shown(mounted)
        assert (state["step"], state["playing"]) == (step, False), stop
        wait(mounted, 5000)
        assert shown(mounted)["step"] == step, stop
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
