"""The bars of one merge: to the left what it saves, to the right what it costs."""

import pandas as pd
import pytest

from bpe import Corpus, train
from ui.catalogue import catalogue
from ui.cost import charts, tables
from ui.draw.palette import PALETTES

WORDS = {"low": 5, "lower": 2, "newest": 6, "widest": 3, "aaaa": 4}
SUMS = ("text", "total")
EN = catalogue("en")
SAVES, COSTS = EN["cost.saves"], EN["cost.costs"]


def balance(frame):
    return charts.balance(frame, SUMS).to_dict(validate=False)


@pytest.fixture(scope="module")
def frame():
    terms = tables.terms(train(Corpus.from_counts(WORDS), "paper"), 3)
    terms = terms.rename(columns={"exact": "value"})[["name", "value"]]
    return terms.assign(label=terms["name"].str.upper())


def test_each_term_is_a_bar_of_its_value_on_its_side(frame):
    """Below nothing it saves, above it costs, and sums are in ink; the record's order holds."""
    spec = balance(frame)
    bars = spec["layer"][0]
    assert bars["mark"]["type"] == "bar"
    rows = spec["datasets"][bars["data"]["name"]]
    assert [row["value"] for row in rows] == list(frame["value"])
    for row in rows:
        side = "sum" if row["name"] in SUMS else SAVES if row["value"] < 0 else COSTS
        assert row["side"] == side
    assert {row["side"] for row in rows} == {"sum", SAVES, COSTS}
    encoding = bars["encoding"]
    assert (encoding["x"]["field"], encoding["x"]["title"]) == ("value", EN["cost.change_axis"])
    assert (encoding["y"]["field"], encoding["y"]["sort"]) == ("label", list(frame["label"]))
    colours = PALETTES["light"]
    scale = encoding["color"]["scale"]
    assert scale["domain"] == [SAVES, COSTS, "sum"]
    assert scale["range"] == [
        colours.series[charts.SAVES],
        colours.series[charts.COSTS],
        colours.ink,
    ]
    assert encoding["color"]["legend"]["values"] == ["saves", "costs"]


def test_both_sides_have_room_for_the_longest_bar_and_its_number(frame):
    """Nothing stands in the middle."""
    low, high = balance(frame)["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert low == -high
    assert high >= 1.4 * frame["value"].abs().max()
    tiny = pd.DataFrame({"name": ["new"], "label": ["NEW"], "value": [0.0]})
    assert balance(tiny)["layer"][0]["encoding"]["x"]["scale"]["domain"][1] >= 1


def test_numbers_stand_at_the_outer_ends_of_their_bars(frame):
    """Signed, to one digit; left of a bar that saves, right of one that costs."""
    spec = balance(frame)
    _, rule, left, right = spec["layer"]
    assert rule["mark"]["type"] == "rule"
    assert spec["datasets"][rule["data"]["name"]] == [{"value": 0.0}]
    for layer, align, sign in ((left, "right", -1), (right, "left", 1)):
        assert layer["mark"]["align"] == align
        assert layer["mark"]["dx"] * sign > 0
        assert layer["encoding"]["text"]["field"] == "text"
        for row in spec["datasets"][layer["data"]["name"]]:
            assert (row["value"] >= 0) == (sign > 0)
            assert row["text"] == f"{row['value']:+,.1f}"
    drawn = [row for each in (left, right) for row in spec["datasets"][each["data"]["name"]]]
    assert len(drawn) == len(frame)
    assert spec["height"] > 40 * len(frame)
