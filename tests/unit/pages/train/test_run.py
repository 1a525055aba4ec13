"""The run over time and its end: what is shown is what the record says."""

from bpe import train
from tests.cases import for_each
from tests.unit.pages.train.helpers import RUNS, TRAININGS, draw, names, said
from ui.train.run import over_time_panel, stop_panel


@for_each("name, share", [("six-words", 0), ("prefix", 0.5), ("bytes", 1)])
def test_charts_say_their_first_current_and_last_value(name, share):
    """Whoever sees no chart is told what it draws; after the last merge none is next: a dash."""
    run = TRAININGS[name]
    last = len(run.merges)
    step = int(share * last)
    app = draw(over_time_panel, run, step)
    sizes = [len(run.snapshot(each).vocabulary) for each in (0, step, last)]
    tokens = [run.snapshot(each).token_count for each in (0, step, last)]
    counts = [run.merges[each].count for each in (0, min(step, last - 1), last - 1)]
    now = "–" if step == last else f"{counts[1]:,}"
    at_last = "at the last merge"
    expected = [
        f"Line chart of the tokens in the whole corpus by step: {tokens[0]:,} at the start, "
        f"{tokens[1]:,} at step {step}, {tokens[2]:,} at the end.",
        f"Line chart of the vocabulary size by step: {sizes[0]:,} at the start, "
        f"{sizes[1]:,} at step {step}, {sizes[2]:,} at the end.",
        "Line chart of the count of the pair that the next merge joins, by step: "
        f"{counts[0]:,} at the start, {now} at step {step}, {counts[2]:,} {at_last}.",
    ]
    charts = app.get("vega_lite_chart")
    assert [each.proto.alt for each in charts] == expected
    specs = [each.proto.spec for each in charts]
    titles = ["corpus shorter", "one token to the vocabulary", "next merge's pair occurs"]
    axes = ["Tokens in the corpus", "Tokens in the vocabulary", "Count of the winning pair"]
    for spec, title, axis in zip(specs, titles, axes, strict=True):
        assert title in spec
        assert axis in spec
        assert "Step (merges applied)" in spec
        assert '"#c2255c"' in spec


def test_a_run_without_merges_has_no_curve():
    """It says what to do instead."""
    app = draw(over_time_panel, train("ab", "paper", max_merges=0), 0)
    assert said(app)[0][0].startswith("This run has no merges")
    assert not app.get("vega_lite_chart")


def test_an_axis_says_that_its_scale_is_logarithmic():
    """Counts from a thousand down to one."""
    run = train({"ab": 1000, "cd": 1, "ef": 1}, "paper")
    specs = [each.proto.spec for each in draw(over_time_panel, run, 1).get("vega_lite_chart")]
    assert [", log scale" in spec for spec in specs] == [False, False, True]


STOPS = [
    ({"vocab_size": 17}, "The vocabulary reached the size that was asked for. Merges learned: 5."),
    ({"max_merges": 3}, "The number of merges that was asked for was reached: 3."),
    ({"min_frequency": 3}, "The best pair left has a count of 2, below"),
    ({}, "No pair was left that could be merged."),
]


@for_each(("limits", "why"), STOPS)
def test_the_reason_of_the_stop_and_what_was_next(limits, why):
    """The merge that did not happen is named with its count; totals stand with where they began."""
    run = train(RUNS["six-words"][0], "paper", **limits)
    app = draw(stop_panel, run)
    assert app.header[0].value == "Why training stopped"
    (reason, _), (following, tokens) = said(app)
    assert reason.startswith(why)
    if run.stop.merge is None:
        assert following == "A larger number of merges would not add another."
    else:
        merge = run.stop.merge
        assert tokens == names((*merge.pair, merge.token))
        assert following.endswith(f"with a count of {merge.count:,}.")
    start, end = run.snapshot(0), run.snapshot(len(run.merges))
    assert [(each.label, each.value, each.delta.strip()) for each in app.metric] == [
        ("Merges learned", f"{len(run.merges):,}", ""),
        (
            "Vocabulary size",
            f"{len(end.vocabulary):,}",
            f"at the start: {len(start.vocabulary):,}",
        ),
        ("Tokens in the corpus", f"{end.token_count:,}", f"at the start: {start.token_count:,}"),
    ]
