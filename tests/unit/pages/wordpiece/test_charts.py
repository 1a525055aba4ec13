"""The charts of two runs: lines, marks and dots are where the tables say."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bpe import PRESETS, train
from bpe.readings.likelihood import measure
from tests.cases import for_each
from ui.catalogue import catalogue
from ui.draw.palette import PALETTES
from ui.wordpiece import charts, tables

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
BY_COUNT = replace(PRESETS["wordpiece"], score="count")
EN = catalogue("en")
BPE, WORDPIECE = EN["wordpiece.of_bpe"], EN["wordpiece.of_wordpiece"]


@pytest.fixture(scope="module")
def runs():
    return train(HUG, BY_COUNT), train(HUG, "wordpiece")


def data(spec, layer):
    return spec["datasets"][layer.get("data", spec.get("data"))["name"]]


def of_kind(spec, kind):
    return [layer for layer in spec["layer"] if layer["mark"]["type"] == kind]


def test_each_run_is_a_line_of_its_name_and_colour(runs):
    """Each holds from step to step what its column of the table says."""
    frame = tables.by_step(*runs)
    columns = {"bpe": frame["tokens_bpe"], "wordpiece": frame["tokens_wordpiece"]}
    names = {"wordpiece": "WordPiece", "bpe": "BPE"}
    spec = charts.two_runs(columns, 3, y="Tokens", names=names).to_dict(validate=False)
    rule, line, *_ = spec["layer"]
    assert [row["step"] for row in data(spec, rule)] == [3]
    drawn = [(row["line"], row["step"], row["value"]) for row in data(spec, line)]
    assert drawn == [
        (names[run], step, value) for run in columns for step, value in enumerate(columns[run])
    ]
    assert line["encoding"]["y"]["title"] == "Tokens"
    colour = line["encoding"]["color"]["scale"]
    named = charts.colours_of(PALETTES["light"])
    assert colour["domain"] == [names[run] for run in columns]
    assert colour["range"] == [named[run] for run in columns]
    assert line["mark"]["interpolate"] == "step-after"


def test_merged_counts_are_dots_on_a_log_scale(runs):
    """A shape and a colour a run; the minimum frequency is a dashed line where there is one."""
    frame = tables.merged_counts(*runs)
    spec = charts.merged_counts(frame, 1).to_dict(validate=False)
    [dots] = of_kind(spec, "point")
    drawn = [(row["run"], row["step"], row["count"]) for row in data(spec, dots)]
    assert drawn == [
        (name, merge.rank + 1, merge.count)
        for name, run in zip((BPE, WORDPIECE), runs, strict=True)
        for merge in run.merges
    ]
    assert not of_kind(spec, "rule")
    encoding = dots["encoding"]
    assert encoding["y"]["scale"]["type"] == "log"
    low, high = encoding["y"]["scale"]["domain"]
    assert low < frame["count"].min() <= frame["count"].max() < high
    assert encoding["y"]["axis"]["values"] == [1, 2, 5, 10, 20]
    for name in ("color", "shape"):
        assert encoding[name]["scale"]["domain"] == [BPE, WORDPIECE]
        assert len(set(encoding[name]["scale"]["range"])) == 2

    spec = charts.merged_counts(frame, 50).to_dict(validate=False)
    [rule] = of_kind(spec, "rule")
    assert data(spec, rule) == [{"count": 50, "label": EN["wordpiece.least_line"].format(least=50)}]
    assert rule["mark"]["strokeDash"]
    [dots] = of_kind(spec, "point")
    assert dots["encoding"]["y"]["scale"]["domain"][1] > 50


def test_a_long_run_is_drawn_in_part():
    """At most 2,000 dots of each run or so, evenly."""
    frame = tables.merged_counts(*(train({"ab": 1, "cd": 2}, BY_COUNT) for _ in range(2)))
    many = frame.loc[[0] * 9000].assign(step=range(1, 9001))
    spec = charts.merged_counts(many, 1).to_dict(validate=False)
    [dots] = of_kind(spec, "point")
    steps = [row["step"] for row in data(spec, dots)]
    assert 1000 <= len(steps) <= 2000
    assert len({after - before for before, after in pairwise(steps)}) == 1


@for_each("step", [0, 2])
def test_winners_are_marked_and_named_on_the_scatter(runs, step):
    """Each pair that some measure would merge is a mark with a label that names who would."""
    run = runs[1]
    found = measure(run.snapshot(step))
    places, winners = tables.places(run, step), tables.named_winners(run, step)
    spec = charts.scatter(places, winners).to_dict(validate=False)
    [dots] = of_kind(spec, "circle")
    assert len(data(spec, dots)) == len(places)
    x, y = dots["encoding"]["x"], dots["encoding"]["y"]
    for axis, field in ((x, "count"), (y, "score")):
        assert (axis["field"], axis["title"]) == (field, EN[f"wordpiece.axis_{field}"])
        low, high = axis["scale"]["domain"]
        assert low < places[field].min() <= places[field].max() < high
        assert axis["scale"]["type"] == "log"
    tooltip = dots["encoding"]["tooltip"]
    assert [(each["field"], each["title"], each.get("format")) for each in tooltip] == [
        (field, EN[f"wordpiece.axis_{title}"], form)
        for field, title, form in (
            ("example", "pair", None),
            ("pairs", "pairs", ",d"),
            ("count", "count", ",d"),
            ("score", "score", ".3g"),
            ("gain", "gain", ",.1f"),
        )
    ]
    marks, labels = of_kind(spec, "point"), of_kind(spec, "text")
    rows = {
        row: [by for by in ("count", "score", "gain") if found.winners[by] == row]
        for row in found.winners.values()
    }
    assert len(marks) == len(rows)
    assert len(labels) == 2 * len(rows)
    for mark, (row, measures) in zip(marks, rows.items(), strict=True):
        [drawn] = data(spec, mark)
        assert (drawn["count"], drawn["score"]) == (found.count[row], found.score[row])
        assert drawn["label"].endswith(
            f"({', '.join(EN[f'wordpiece.by_{by}'] for by in measures)})"
        )
        assert drawn["pair"] in drawn["label"]
    middle = (places["count"].min() * places["count"].max()) ** 0.5
    for label in labels:
        [drawn] = data(spec, label)
        right = label["mark"]["align"] == "right"
        assert right == (drawn["count"] > middle) == (label["mark"]["dx"] < 0)


@for_each("top", [2, 8])
def test_rank_lines_lead_from_place_to_place(runs, top):
    """Up to `top` a line each; beyond it further down, past a rule, never out of order."""
    lines = tables.rank_lines(runs[1], 0, top)
    spec = charts.rank_lines(lines, top).to_dict(validate=False)
    [line] = of_kind(spec, "line")
    drawn = data(spec, line)
    assert line["encoding"]["detail"]["field"] == "pair"
    assert line["encoding"]["x"]["sort"] == [EN["wordpiece.side_count"], EN["wordpiece.side_score"]]
    head = line["encoding"]["x"]["axis"]
    assert (head["orient"], head["labelAngle"]) == ("top", 0)
    assert head["labelPadding"] >= 0.8 * head["labelFontSize"]  # clear of the first line's names
    assert line["encoding"]["y"]["scale"]["reverse"]
    for by in ("count", "score"):
        side = [row for row in drawn if row["side"] == EN[f"wordpiece.side_{by}"]]
        assert [row["place"] for row in side] == list(lines[f"place_{by}"])
        for row in side:
            assert row["height"] == row["place"] if row["place"] <= top else row["height"] > top + 1
            assert row["number"] == f"{row['place']:,}"
            assert row["pair"] in row["label"]
            assert row["number"] in row["label"]
        side.sort(key=lambda row: row["place"])
        heights = [row["height"] for row in side]
        assert heights == sorted(heights)
        assert len(set(heights)) == len(heights)
    beyond = max(lines["place_count"].max(), lines["place_score"].max()) > top
    assert len(of_kind(spec, "rule")) == beyond
    for rule in of_kind(spec, "rule"):
        [row] = data(spec, rule)
        assert top < row["height"] < top + 1
        assert row["label"] == EN["wordpiece.beyond"]
    texts = [
        layer for layer in of_kind(spec, "text") if layer["encoding"]["text"]["field"] == "label"
    ]
    shown = [row for layer in texts for row in data(spec, layer) if "place" in row]
    assert sorted((row["side"], row["pair"]) for row in shown) == sorted(
        (row["side"], row["pair"]) for row in drawn if row["place"] <= top
    )


def test_places_beyond_the_top_are_a_line_a_doubling_apart():
    """Sixteen after eight is as far as two lines, thirty-two three."""
    assert charts._height(8, 8) == 8
    assert charts._height(16, 8) - 8 == 2
    assert charts._height(32, 8) - charts._height(16, 8) == 1


def test_ticks_are_1_2_5_and_powers_of_ten_for_large_counts():
    """None lies beyond the highest count."""
    assert charts._ticks(60) == [1, 2, 5, 10, 20, 50]
    assert charts._ticks(1000) == [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    assert charts._ticks(25_000) == [1, 10, 100, 1000, 10_000]
