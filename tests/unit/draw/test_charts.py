"""Charts draw the run's totals as they are and mark the current step."""

import pandas as pd
import pytest

from ui.draw import charts


def chart(frame, step, column="tokens"):
    drawn = charts.over_time(
        frame, column, step, title="A title", x="Steps", y="Tokens", accent="#c2255c"
    )
    return drawn, drawn.to_dict()


@pytest.fixture
def short():
    winner = pd.Series([3, 3, pd.NA], dtype="Int64")
    return pd.DataFrame({"step": [0, 1, 2], "tokens": [44, 41, 38], "winner": winner})


def test_a_chart_has_a_title_and_axes_with_units(short):
    """Title and axis titles are those given."""
    _, spec = chart(short, 1)
    encoding = spec["layer"][0]["encoding"]
    assert spec["title"]["text"] == "A title"
    assert (encoding["x"]["title"], encoding["y"]["title"]) == ("Steps", "Tokens")


def test_the_current_step_is_marked(short):
    """The rule stands at the step, the dot at its value."""
    drawn, _ = chart(short, 1)
    _, rule, dot, label = drawn.layer
    assert list(rule.data["step"]) == [1]
    assert dot.data.to_dict("records") == [{"step": 1, "tokens": 41}]
    assert label.data.to_dict("records") == [{"step": 1, "tokens": 41}]


def test_a_missing_value_is_left_out_of_the_line(short):
    """The last step has no next merge: no point there, and no dot."""
    drawn, _ = chart(short, 2, "winner")
    assert list(drawn.layer[0].data["winner"]) == [3, 3]
    assert drawn.layer[2].data.empty


def test_a_long_run_is_thinned_but_keeps_both_ends_and_the_current_step():
    """8,000 steps are drawn with about 800 points."""
    frame = pd.DataFrame({"step": range(8001), "tokens": range(20000, 11999, -1)})
    drawn, spec = chart(frame, 4321)
    steps = list(drawn.layer[0].data["step"])
    assert len(steps) <= charts.POINTS + 2
    assert {0, 4321, 8000} <= set(steps)
    assert "point" not in spec["layer"][0]["mark"] or not spec["layer"][0]["mark"]["point"]


def test_values_over_two_orders_of_magnitude_get_a_log_scale():
    """Counts that fall from 5,000 to 2 stay readable at the end."""
    frame = pd.DataFrame({"step": [0, 1, 2], "tokens": [5000, 50, 2]})
    _, spec = chart(frame, 0)
    assert spec["layer"][0]["encoding"]["y"]["scale"]["type"] == "log"
