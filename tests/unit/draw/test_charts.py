"""Charts of numbers by step: lines told apart, the current step marked, steps to click."""

from itertools import pairwise

import pandas as pd

from tests.cases import for_each
from ui.catalogue import catalogue
from ui.draw import charts
from ui.draw.charts import AXIS, DASHES, PICK, step_lines
from ui.draw.palette import PALETTES
from ui.draw.tables import by_series

FRAME = pd.DataFrame(
    {
        "step": [*range(5), *range(3)],
        "value": [9, 7, 5, 4, 4, 8, 6, 3],
        "series": ["one"] * 5 + ["two"] * 3,
    }
)
LIGHT, STEP = PALETTES["light"], catalogue("en")["charts.step"]


def draw(step=2, frame=FRAME, **options):
    looks = {
        "series": {"one": "The one", "two": "The other"},
        "title": "Title",
        "y": "Value",
    }
    return step_lines(frame, step, **(looks | options))


def spec(step=2, **options):
    return draw(step, **options).to_dict(validate=False)  # pages draw them, and validate


def marks(chart):
    return [layer["mark"]["type"] for layer in chart["layer"]]


def texts(chart):
    return [layer["mark"] for layer in chart["layer"] if layer["mark"]["type"] == "text"]


def test_each_line_goes_through_its_values():
    """In their order, under the name of the series; a run may end before another."""
    drawn = draw().layer[1].data
    assert list(zip(drawn["line"], drawn["step"], drawn["value"], strict=True)) == [
        *(("The one", step, value) for step, value in enumerate([9, 7, 5, 4, 4])),
        *(("The other", step, value) for step, value in enumerate([8, 6, 3])),
    ]


def test_each_line_has_its_colour_and_stroke():
    """Told apart without colour; both named in one legend, which one line does not need."""
    line = spec()["layer"][1]["encoding"]
    assert line["color"]["scale"]["domain"] == ["The one", "The other"]
    assert line["color"]["scale"]["range"] == [*LIGHT.series[:2]]
    assert line["strokeDash"]["scale"]["domain"] == ["The one", "The other"]
    assert line["strokeDash"]["scale"]["range"] == [*DASHES[:2]]
    assert line["color"]["legend"]["orient"] == "top"
    assert line["color"]["legend"] == line["strokeDash"]["legend"]
    alone = spec(series={"one": "The one"}, frame=FRAME[:5])["layer"][1]["encoding"]
    assert alone["color"]["legend"] is alone["strokeDash"]["legend"] is None


def test_axes_have_titles_and_whole_numbers_where_values_are_whole():
    """The step axis ends at the last step, or where it is told to."""
    chart = spec()
    across, up = (chart["layer"][1]["encoding"][name] for name in "xy")
    assert (chart["title"]["text"], across["title"], up["title"]) == ("Title", STEP, "Value")
    assert across["scale"] == {"domain": [0, 4], "nice": False}
    assert across["axis"] == {"format": ",d", "grid": False, "tickMinStep": 1}
    assert up["scale"] == {"nice": True, "zero": True}
    assert up["axis"]["format"] == ",d"
    assert up["axis"]["tickMinStep"] == 1
    assert up["axis"]["minExtent"] == AXIS
    other = spec(number=".2f", ticks="~s", last=9, zero=False, height=99)
    across, up = (other["layer"][1]["encoding"][name] for name in "xy")
    assert across["scale"]["domain"] == [0, 9]
    assert up["axis"]["format"] == "~s"
    assert "tickMinStep" not in up["axis"]
    assert up["scale"]["zero"] is False
    assert (chart["height"], other["height"]) == (250, 99)
    up = spec(log=True)["layer"][1]["encoding"]["y"]
    assert (up["scale"], up["title"]) == ({"type": "log"}, "Value" + catalogue("en")["charts.log"])
    assert "values" not in up["axis"]
    nothing = FRAME[FRAME["step"] == 0]
    assert spec(0, frame=nothing)["layer"][1]["encoding"]["x"]["scale"]["domain"] == [0, 1]


def test_a_point_tells_its_line_its_step_and_its_value():
    """In the format of the numbers; one line alone needs no name."""
    tooltip = spec(number=".1f")["layer"][-1]["encoding"]["tooltip"]
    assert [(each["field"], each.get("format")) for each in tooltip] == [
        ("line", None),
        ("step", ",d"),
        ("value", ".1f"),
    ]
    assert [each["title"] for each in tooltip][1:] == [STEP, "Value"]
    alone = spec(series={"one": "1"}, frame=FRAME[:5])["layer"][-1]["encoding"]["tooltip"]
    assert [each["field"] for each in alone] == ["step", "value"]


@for_each(("step", "values"), [(0, [8, 9]), (2, [3, 5]), (3, [4])])
def test_the_current_step_has_a_rule_and_its_values(step, values):
    """One number a line, each twice (a rim of paper below it); the lowest stands below its line."""
    drawn, chart = draw(step), spec(step)
    assert marks(chart)[0] == "rule"
    assert list(drawn.layer[0].data["step"]) == [step]
    assert chart["layer"][0]["mark"]["color"] == LIGHT.quiet
    assert sorted(drawn.layer[2].data["value"]) == values
    found = [layer.data["value"].tolist() for layer in drawn.layer if layer.mark.type == "text"]
    assert found == [[value] for value in values for _ in range(2)]
    assert [mark["dy"] > 0 for mark in texts(chart)] == [True] * 2 + [False] * 2 * (len(values) - 1)
    assert [mark.get("stroke") for mark in texts(chart)] == [LIGHT.paper, None] * len(values)
    assert {mark["color"] for mark in texts(chart)} == {LIGHT.ink}


def test_a_number_alone_stands_above_its_line():
    """And in the format of the numbers."""
    chart = spec(series={"one": "1"}, frame=FRAME[:5], number=".1f")
    assert all(mark["dy"] < 0 for mark in texts(chart))
    last = [layer for layer in chart["layer"] if layer["mark"]["type"] == "text"][-1]
    assert last["encoding"]["text"]["format"] == ".1f"
    assert last["encoding"]["text"]["field"] == "value"


def test_a_click_selects_the_nearest_step():
    """Only where asked for; anywhere else a point can still be pointed at."""
    chart = spec(pick=True)
    [param] = chart["params"]
    assert param["name"] == PICK
    select = param["select"]
    assert (select["type"], select["fields"], select["on"]) == ("point", ["step"], "click")
    assert select["nearest"] is True
    assert select["clear"] is False
    assert "params" not in spec()
    for each in (chart, spec()):
        assert each["layer"][-1]["mark"]["type"] == "point"
        assert each["layer"][-1]["mark"]["opacity"] == 0
        assert "tooltip" in each["layer"][-1]["encoding"]


def test_a_number_between_two_stands_on_the_side_where_there_is_room():
    """Near the one above it, it stands below its line; near the one below it, above."""
    for middle, sides in ((90, [True, True, False]), (10, [True, False, False])):
        rows = [(2, 0, "low"), (2, middle, "middle"), (2, 100, "high")]
        frame = pd.DataFrame(rows, columns=["step", "value", "series"])
        chart = spec(frame=frame, series={"low": "L", "middle": "M", "high": "H"})
        assert [mark["dy"] > 0 for mark in texts(chart)[::2]] == sides


def alone(values, step=0, **options):
    return spec(step, frame=by_series({"one": values}), series={"one": "1"}, **options)


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
    """Left of the mark near the end and on a rise, or else right of it."""
    assert {mark["align"] for mark in texts(alone(values, step))} == {side}


@for_each(("n", "dots"), [(60, True), (61, False)])
def test_stairs_of_a_short_run_have_a_dot_at_each_step(n, dots):
    """Up to sixty of them; beside another line there are none."""
    line = alone(range(n), stairs=True)["layer"][1]["mark"]
    assert (line["point"], line["interpolate"]) == (dots, "step-after")
    assert spec(stairs=True)["layer"][1]["mark"]["point"] is False


def test_lines_may_have_colours_of_their_own():
    """By the names of the series, in their order."""
    line = spec(colours={"two": "red", "one": "blue"})["layer"][1]["encoding"]
    assert line["color"]["scale"]["range"] == ["blue", "red"]


@for_each(("n", "drawn"), [(800, 800), (801, 401), (8001, 729), (0, 0)])
def test_a_long_run_is_thinned_evenly(n, drawn):
    """About 800 points: both ends, the current step, and every so many of the others."""
    frame = by_series({"one": range(n)})
    kept = charts.thin(frame, 0)
    steps = list(kept["step"])
    assert abs(len(steps) - drawn) <= 1
    if n:
        assert {0, n - 1} <= set(steps)
        gaps = {after - before for before, after in pairwise(steps[:-1])}
        assert len(gaps) == 1
        middle = n // 2 + 1
        assert middle in set(charts.thin(frame, middle)["step"])


@for_each(
    ("values", "wide"),
    [([5000, 50, 2], True), ([1, 101], True), ([1, 100], False), ([0, 5000], False), ([7], False)],
)
def test_a_log_scale_over_two_orders_of_magnitude_names_powers_of_ten(values, wide):
    """It would draw a line at every digit; nothing is drawn on a log scale from 0 on."""
    assert charts.is_wide(pd.Series(values)) is wide
    up = alone(values, log=wide)["layer"][1]["encoding"]["y"]
    powers = [10**power for power in range(len(str(max(values))) + 1)]
    assert up["axis"].get("values") == (powers if wide else None)
