"""How many merges?, run without a browser: what it says is what the record says."""

import json

import pytest

from bpe import train
from bpe.readings.cost import description_length, description_length_of, merge_terms
from tests.pages.helpers import said, tab, tables
from tests.sample_runs import trained
from ui.cost import tables as cost_tables
from ui.shell.navigation import page_named


@pytest.fixture(scope="module")
def training():
    return trained(page_named("cost").shows.text)


def test_the_page_opens_at_the_minimum(open_page, training):
    """The sum is least there; both charts offer their steps to click."""
    app = open_page("cost", tab="merge")
    costs = description_length(training)
    assert f"after {costs.best_step} merges: {costs.total_bits.min():,.0f} bits" in said(app)
    assert f"step {costs.best_step} changed" in app.header[0].value
    for chart in app.get("vega_lite_chart")[:2]:
        [param] = json.loads(chart.proto.spec)["params"]
        assert param["select"]["fields"] == ["step"]
        assert list(chart.proto.selection_mode) == [param["name"]]


def test_a_merge_is_broken_into_its_terms(open_page, training):
    """The sentence, the table and the chart have the same change; step 0 has none."""
    app = open_page("cost", step=60, tab="merge")
    app.session_state["cost_researchers"] = True
    app.run()
    exact = merge_terms(training, 59)
    assert f"costs {exact.spelling:,.1f} bits" in said(app)
    assert f"saves {-exact.change:,.1f} bits" in said(app)
    [table] = tables(app)
    assert f"{exact.length:+,.1f}" in table.texts[1]
    assert any(f"{exact.change:+,.1f}" in chart.proto.alt for chart in app.get("vega_lite_chart"))
    app = open_page("cost", corpus="six-words", step=0, tab="merge")
    assert "Nothing has been merged yet" in said(app)


def test_a_popular_formula_may_promise_the_wrong_direction(open_page):
    """A negative gain is said as a longer text, never as minus so many bits shorter.

    A pair of equal tokens has one term less: what it takes, it takes from one token.
    """
    app = open_page("cost", corpus="aaabdaaabac", scheme="huggingface", step=1, tab="merge")
    app.session_state["cost_researchers"] = True
    app.run()
    assert "By the formula the text becomes 2.3 bits longer" in said(app)
    assert "-" not in said(app).split("By the formula")[1].split("</p>")[0]
    [table] = tables(app)
    assert len(table.rows) == 1 + 4


def test_unseen_text_is_text_the_run_has_not_seen(open_page, training):
    """The numbers are those of a run on four fifths, and of its merges on the last fifth."""
    app = tab(open_page("cost", step=200), "cost", "unseen")
    kept, held_out = training.corpus.split(0.2, 0)
    run = train(kept, "paper", max_merges=len(training))
    seen, unseen = description_length(run), description_length_of(run, held_out)
    rows = tables(app)[0].texts
    assert f"{seen.tokens[200]:,}" in rows[1]
    assert f"{unseen.tokens[200]:,}" in rows[1]
    assert f"{unseen.tokens_per_word[200]:.2f}" in said(app)
    assert len(app.get("vega_lite_chart")) == 2 + len(cost_tables.MEASURES)
    token, byte = unseen.model_bits_per_token, unseen.model_bits_per_byte
    size = len(run.alphabet) + 200
    assert f"With {size:,}: {token[200]:.2f} bits per token, {byte[200]:.3f} bits per" in said(app)
    ranked = [each.proto.spec for each in app.get("vega_lite_chart")][-2:]
    assert all("Tokens in the vocabulary" in spec for spec in ranked)
