"""Charts draw the run's totals as they are and mark the current step."""

from itertools import pairwise

import pandas as pd

from bpe import train
from tests.cases import for_each
from ui.draw import charts, tables
from ui.draw.palette import PALETTES

RUNS = {
    "paper": train("highest higher lower lowest cooler coolest", "paper"),
    "bytes": train("aaabdaaabac", "minbpe"),
    "wordpiece": train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "wordpiece"),
}


def chart(frame, step, column="tokens"):
    drawn = charts.over_time(frame, column, step, title="A title", x="Steps", y="Tokens")
    return drawn, drawn.to_dict()


def rows(layer, column):
    return list(zip(layer.data["step"], layer.data[column], strict=True))


def frame_of(values):
    return pd.DataFrame({"step": range(len(values)), "tokens": values})


@for_each("name", RUNS)
def test_the_line_goes_through_the_record(name):
    """Every step, in order, down for tokens and up for the vocabulary; the mark on the line."""
    run = RUNS[name]
    frame = tables.over_time(run)
    expected = {
        "tokens": [run.snapshot(step).token_count for step in range(len(run) + 1)],
        "vocabulary": [len(run.snapshot(step).vocabulary) for step in range(len(run) + 1)],
        "winner": [merge.count for merge in run.merges],
    }
    for column, values in expected.items():
        for step in (1, len(run)):
            drawn, spec = chart(frame, step, column)
            line, rule, dot, label = drawn.layer
            assert rows(line, column) == list(enumerate(values))
            assert list(rule.data["step"]) == [step]
            here = [(step, values[step])] if step < len(values) else []
            assert rows(dot, column) == rows(label, column) == here
            for layer in spec["layer"]:
                assert layer["encoding"]["x"]["field"] == "step"
            assert spec["layer"][0]["encoding"]["y"]["field"] == column
            assert label.encoding.text.shorthand == f"{column}:Q"


def test_a_chart_has_a_title_and_axes_with_units():
    """Whole numbers, grouped; the last step is the end of the axis, also of a run without one."""
    _, spec = chart(frame_of([44, 41, 38]), 1)
    encoding = spec["layer"][0]["encoding"]
    assert spec["title"]["text"] == "A title"
    assert (encoding["x"]["title"], encoding["y"]["title"]) == ("Steps", "Tokens")
    assert encoding["x"]["scale"] == {"domain": [0, 2], "nice": False}
    assert encoding["x"]["axis"] == {"format": ",d", "grid": False, "tickMinStep": 1}
    assert encoding["y"]["scale"] == {"nice": True, "zero": True}
    assert encoding["y"]["axis"]["format"] == ",d"
    assert encoding["y"]["axis"]["tickMinStep"] == 1
    assert encoding["y"]["axis"]["minExtent"] == charts.AXIS
    assert [(each["field"], each["title"], each["format"]) for each in encoding["tooltip"]] == [
        ("step", "Steps", ",d"),
        ("tokens", "Tokens", ",d"),
    ]
    assert spec["layer"][3]["encoding"]["text"]["format"] == ",d"
    _, spec = chart(frame_of([5]), 0)
    assert spec["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 1]


def test_the_mark_has_the_colour_of_the_current_step():
    """Rule, dot and number; the line is a stair, since a count holds until the next merge."""
    _, spec = chart(frame_of([44, 41, 38]), 1)
    line, *marks = (layer["mark"] for layer in spec["layer"])
    assert [mark["type"] for mark in marks] == ["rule", "point", "text"]
    assert {mark["color"] for mark in marks} == {PALETTES["light"].accent}
    assert marks[1]["fill"] == PALETTES["light"].accent
    assert (line["type"], line["interpolate"]) == ("line", "step-after")


@for_each(
    ("values", "step", "side"),
    [
        (range(50, 29, -1), 0, "left"),
        (range(50, 29, -1), 18, "left"),
        (range(50, 29, -1), 19, "right"),
        (range(30, 51), 2, "left"),
        (range(30, 51), 3, "right"),
        ([5] * 21, 18, "left"),
        ([5] * 21, 19, "right"),
    ],
)
def test_the_number_stands_where_the_line_is_not(values, step, side):
    """Left of the mark near the end and on a rise, or else right of it; above it."""
    _, spec = chart(frame_of(values), step)
    label = spec["layer"][3]["mark"]
    assert label["align"] == side
    assert (label["dx"] < 0) == (side == "right")
    assert label["dx"] != 0
    assert label["dy"] < 0


def test_a_missing_value_is_left_out_of_the_line():
    """The last step has no next merge: no point there, and no dot."""
    frame = frame_of([1, 2, 3]).assign(winner=pd.Series([3, 3, pd.NA], dtype="Int64"))
    drawn, _ = chart(frame, 2, "winner")
    assert list(drawn.layer[0].data["winner"]) == [3, 3]
    assert drawn.layer[2].data.empty


@for_each(("n", "dots"), [(60, True), (61, False)])
def test_a_short_run_has_a_dot_at_each_step(n, dots):
    """Up to sixty of them."""
    _, spec = chart(frame_of(range(n)), 0)
    assert spec["layer"][0]["mark"]["point"] is dots


@for_each(("n", "drawn"), [(800, 800), (801, 401), (8001, 729), (0, 0)])
def test_a_long_run_is_thinned_evenly(n, drawn):
    """About 800 points: both ends, the current step, and every so many of the others."""
    frame = frame_of(range(n))
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
def test_values_over_two_orders_of_magnitude_get_a_log_scale(values, wide):
    """With a label at powers of ten only; nothing is drawn on a log scale from 0 on."""
    assert charts.is_wide(pd.Series(values)) is wide
    _, spec = chart(frame_of(values), 0)
    up = spec["layer"][0]["encoding"]["y"]
    assert (up["scale"].get("type") == "log") is wide
    powers = [10**power for power in range(len(str(max(values))) + 1)]
    assert up["axis"].get("values") == (powers if wide else None)
