"""Charts of numbers by step: lines told apart, the current step marked, steps to click."""

import pandas as pd

from ui.draw.palette import PALETTES
from ui.draw.step_lines import DASHES, PICK, step_lines

FRAME = pd.DataFrame(
    {
        "step": [*range(5), *range(3)],
        "value": [9, 7, 5, 4, 4, 8, 6, 3],
        "series": ["one"] * 5 + ["two"] * 3,
    }
)


def spec(**options):
    looks = {
        "series": {"one": "The one", "two": "The other"},
        "title": "Title",
        "x": "Step",
        "y": "Value",
        "palette": PALETTES["light"],
    }
    return step_lines(FRAME, 2, **(looks | options)).to_dict()


def marks(chart):
    return [layer["mark"]["type"] for layer in chart["layer"]]


def test_each_line_has_its_colour_and_stroke():
    """Told apart without colour; both named in one legend."""
    line = spec()["layer"][1]
    assert line["encoding"]["color"]["scale"]["domain"] == ["The one", "The other"]
    assert line["encoding"]["strokeDash"]["scale"]["range"] == [*DASHES[:2]]


def test_a_line_can_keep_its_place_in_the_palette():
    """Where the same thing is on several charts."""
    line = spec(series={"two": "The other"}, order=[1])["layer"][1]
    assert line["encoding"]["color"]["scale"]["range"] == [PALETTES["light"].series[1]]


def test_the_current_step_has_a_rule_and_its_values():
    """One number a line; the lowest stands below."""
    chart = spec()
    assert marks(chart)[0] == "rule"
    texts = [layer for layer in chart["layer"] if layer["mark"]["type"] == "text"]
    assert len(texts) == 4
    assert {layer["mark"]["dy"] > 0 for layer in texts} == {True, False}


def test_beyond_the_end_of_a_line_it_has_no_number():
    """The other line still has one."""
    chart = step_lines(
        FRAME, 4, series={"one": "1", "two": "2"}, title="", x="", y="", palette=PALETTES["dark"]
    ).to_dict()
    assert marks(chart).count("text") == 2


def test_a_click_selects_the_nearest_step():
    """Only where asked for."""
    [param] = spec(pick=True)["params"]
    assert param["name"] == PICK
    assert param["select"]["fields"] == ["step"]
    assert param["select"]["nearest"]
    assert "params" not in spec()


def test_a_point_can_be_marked():
    """With its label, in ink."""
    chart = spec(marked=("one", 3, "least"))
    data = [row for rows in chart["datasets"].values() for row in rows]
    assert {"step": 3, "value": 4, "series": "one", "label": "least"} in data
