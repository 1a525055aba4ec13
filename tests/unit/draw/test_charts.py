"""Charts of numbers by step: lines told apart, the current step marked, steps to click.

That each chart on a page has its words and the theme's colours is looked at wherever one is drawn,
by `tests.pages.helpers`.
"""

from itertools import pairwise

import pandas as pd

from tests.cases import for_each
from ui.catalogue import catalogue
from ui.draw import charts
from ui.draw.charts import DASHES, step_lines
from ui.draw.palette import PALETTES
from ui.draw.tables import by_series

FRAME = by_series({"one": [9, 7, 5, 4, 4], "two": [8, 6, 3]})


def spec(step=2, frame=FRAME, **options):
    looks = {"series": {"one": "The one", "two": "The other"}, "title": "Title", "y": "Value"}
    return step_lines(frame, step, **(looks | options)).to_dict(validate=False)


def alone(values, step=0, **options):
    return spec(step, by_series({"one": values}), series={"one": "1"}, **options)


def texts(chart):
    return [layer["mark"] for layer in chart["layer"] if layer["mark"]["type"] == "text"]


def test_each_line_goes_through_its_values_with_its_own_colour_and_stroke():
    """Told apart without colour; one legend, which one line does not need; a run may end early."""
    drawn = step_lines(FRAME, 2, series={"one": "The one", "two": "The other"}, y="").layer[1].data
    assert drawn.groupby("line")["value"].apply(list).to_dict() == {
        "The one": [9, 7, 5, 4, 4],
        "The other": [8, 6, 3],
    }
    line, single = (each["layer"][1]["encoding"] for each in (spec(), alone([9, 7])))
    assert line["color"]["scale"]["range"] == [*PALETTES["light"].series[:2]]
    assert line["strokeDash"]["scale"]["range"] == [*DASHES[:2]]
    assert line["color"]["legend"] == line["strokeDash"]["legend"] != single["color"]["legend"]
    assert single["color"]["legend"] is single["strokeDash"]["legend"] is None


@for_each(("step", "values"), [(0, [8, 9]), (2, [3, 5]), (3, [4])])
def test_the_current_step_has_a_rule_and_its_values(step, values):
    """One number a line, each twice (a rim of paper below it); the lowest stands below its line."""
    drawn = step_lines(FRAME, step, series={"one": "The one", "two": "The other"}, y="")
    assert list(drawn.layer[0].data["step"]) == [step]
    found = [layer.data["value"].tolist() for layer in drawn.layer if layer.mark.type == "text"]
    assert found == [[value] for value in values for _ in range(2)]
    below = [mark["dy"] > 0 for mark in texts(spec(step))]
    assert below == [True] * 2 + [False] * 2 * (len(values) - 1)


def test_the_axis_ends_at_the_last_step_or_where_it_is_told_to():
    """It has a length before any merge."""
    chart = spec()
    for told, last in ((chart, 4), (spec(last=9), 9), (alone([3]), 1)):
        assert told["layer"][1]["encoding"]["x"]["scale"]["domain"] == [0, last]
    titles = [chart["layer"][1]["encoding"][name]["title"] for name in "xy"]
    assert [chart["title"]["text"], *titles] == ["Title", catalogue("en")["charts.step"], "Value"]


def test_a_number_between_two_stands_on_the_side_where_there_is_room():
    """Near the one above it, it stands below its line; near the one below it, above."""
    for middle, sides in ((90, [True, True, False]), (10, [True, False, False])):
        frame = by_series({"low": [0], "middle": [middle], "high": [100]})
        chart = spec(0, frame, series={"low": "L", "middle": "M", "high": "H"})
        assert [mark["dy"] > 0 for mark in texts(chart)[::2]] == sides


@for_each(
    ("values", "step", "side"),
    [
        (range(50, 29, -1), 0, "left"),
        (range(50, 29, -1), 16, "left"),
        (range(50, 29, -1), 17, "right"),
        (range(30, 51), 2, "left"),
        (range(30, 51), 3, "right"),
        ([5] * 21, 16, "left"),
        ([5] * 21, 17, "right"),
    ],
)
def test_a_number_alone_stands_where_the_line_is_not(values, step, side):
    """Above it: left of the mark near the end and on a rise, or else right of it."""
    found = texts(alone(values, step))
    assert {(mark["align"], mark["dy"] < 0) for mark in found} == {(side, True)}


@for_each(("n", "drawn"), [(800, 800), (801, 401), (8001, 729), (0, 0)])
def test_a_long_run_is_thinned_evenly(n, drawn):
    """About 800 points: both ends, the current step, and every so many of the others."""
    frame = by_series({"one": range(n)})
    steps = list(charts.thin(frame, 0)["step"])
    assert abs(len(steps) - drawn) <= 1
    if n:
        assert {0, n - 1} <= set(steps)
        assert len({after - before for before, after in pairwise(steps[:-1])}) == 1
        middle = n // 2 + 1
        assert middle in set(charts.thin(frame, middle)["step"])


@for_each(
    ("values", "wide"),
    [([5000, 50, 2], True), ([1, 101], True), ([1, 100], False), ([0, 5000], False), ([7], False)],
)
def test_a_log_scale_over_two_orders_of_magnitude_names_powers_of_ten(values, wide):
    """It would draw a line at every digit, and says so; nothing is drawn on one from 0 on."""
    assert charts.is_wide(pd.Series(values)) is wide
    up = alone(values, log=wide)["layer"][1]["encoding"]["y"]
    powers = [10**power for power in range(len(str(max(values))) + 1)]
    assert up["axis"].get("values") == (powers if wide else None)
    assert up["title"] == "Value" + (catalogue("en")["charts.log"] if wide else "")
