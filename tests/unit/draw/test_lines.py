"""A chart of lines says what its steps are called, and where its scale begins and ends."""

from ui.draw.lines import LineChart
from ui.shell.text import t


def test_a_chart_of_rounds_counts_rounds_on_the_scale_of_its_values():
    """Its axis may go on behind the longest line."""
    looks = {"unit": "round", "last": 9, "digits": 1, "from_zero": False}
    found = LineChart("key", "player", {"a": [4, 2.25, 3]}, 1, **looks).payload()
    assert (found["least"], found["most"], found["last"]) == (2.2, 4, 9)
    assert found["axis"] == t("charts.round")
    assert found["at"] == t("player.round_of", step="{step}", steps="{steps}")
