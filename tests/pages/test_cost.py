"""How many merges?, run without a browser: what it says is what the record says."""

import json

import pytest

from bpe import PRESETS, train
from bpe.readings.cost import description_length, description_length_of, merge_terms
from tests.markup import scrolled
from tests.pages.helpers import markup, tables
from tests.pages.test_controls import paste
from ui.corpora import sources
from ui.corpora.samples import samples
from ui.cost import tables as cost_tables
from ui.shell.navigation import page_named

TABS = ("This merge", "The coding model", "Unseen text", "Vocabulary ledger")


def tab(app, label: str):
    app.session_state["cost_tabs"] = label
    return app.run()


def said(app) -> str:
    return " ".join(body for body in markup(app) if "record-say" in body)


@pytest.fixture(scope="module")
def training():
    source = sources.of_sample(samples()[page_named("cost").shows.text])
    return train(source.corpus(PRESETS["paper"]), "paper", max_merges=source.merges)


def test_the_page_opens_at_the_minimum(open_page, training):
    """The sum is least there, and the sentence says how many bits that is."""
    app = open_page("cost")
    assert not app.exception
    costs = description_length(training)
    assert f"after {costs.best_step} merges: {costs.total_bits.min():,.0f} bits" in said(app)
    assert f"step {costs.best_step} changed" in app.header[0].value


def test_a_merge_is_broken_into_its_terms(open_page, training):
    """The sentence, the table and the chart have the same change."""
    app = open_page("cost", step=60)
    exact = merge_terms(training, 59)
    assert f"costs {exact.spelling:,.1f} bits" in said(app)
    assert f"saves {-exact.change:,.1f} bits" in said(app)
    [table] = tables(app)
    assert f"{exact.length:+,.1f}" in table.texts[1]
    assert any(f"{exact.change:+,.1f}" in chart.proto.alt for chart in app.get("vega_lite_chart"))


def test_step_zero_says_what_to_do(open_page):
    """No merge, no terms."""
    app = open_page("cost", step=0)
    assert not app.exception
    assert "Nothing has been merged yet" in said(app)


def test_a_pair_of_equal_tokens_has_one_term_less(open_page):
    """What it takes, it takes from one token."""
    app = open_page("cost", corpus="aaabdaaabac", scheme="paper", step=1)
    [table] = tables(app)
    assert len(table.rows) == 1 + 4


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"corpus": "six-words"}, "Merging does not pay here"),
        ({"corpus": "hug", "scheme": "paper"}, "Merging to the end pays"),
        ({"max_merges": 48}, "More merges may pay"),
        ({"max_merges": 0}, "This run has no merges"),
    ],
)
def test_the_minimum_may_be_at_either_end(open_page, query, sentence):
    """And what to do about it depends on why."""
    app = open_page("cost", **query)
    assert not app.exception
    assert sentence in said(app)


def test_unseen_text_is_text_the_run_has_not_seen(open_page, training):
    """The numbers are those of a run on four fifths, and of its merges on the last fifth."""
    app = tab(open_page("cost", step=200), "Unseen text")
    kept, held_out = training.corpus.split(0.2, 0)
    run = train(kept, "paper", max_merges=len(training))
    seen, unseen = description_length(run), description_length_of(run, held_out)
    rows = tables(app)[0].texts
    assert f"{seen.tokens[200]:,}" in rows[1]
    assert f"{unseen.tokens[200]:,}" in rows[1]
    assert f"{unseen.tokens_per_word[200]:.2f}" in said(app)
    assert len(app.get("vega_lite_chart")) == 2 + len(cost_tables.MEASURES)


def test_the_ledger_lists_each_kind(open_page, training):
    """The sums, then the entries of the status chosen."""
    app = tab(open_page("cost"), "Vocabulary ledger")
    numbers, listed = tables(scrolled(app))
    snapshot = training.snapshot(description_length(training).best_step)
    frame = cost_tables.ledger_numbers(snapshot)
    for row, text in zip(frame.to_dict("records"), numbers.texts[1:], strict=True):
        assert str(row["all"]) in text
    assert len(listed.rows) - 1 == len(cost_tables.entries(snapshot, "intermediate"))
    app.radio(key="cost_status").set_value("in use").run()
    listed = tables(scrolled(app))[1]
    assert len(listed.rows) - 1 == len(cost_tables.entries(snapshot, "in use"))


def test_bytes_that_the_text_never_has_are_dead(open_page):
    """Of the 256 entries that a byte-level vocabulary begins with."""
    app = tab(open_page("cost", corpus="source-code"), "Vocabulary ledger")
    app.radio(key="cost_status").set_value("dead").run()
    source = sources.of_sample(samples()["source-code"])
    used = {*"".join(source.corpus(PRESETS["gpt"]).words).encode()}
    assert len(tables(scrolled(app))[1].rows) - 1 == 256 - len(used)


def test_charts_offer_steps_to_click(open_page):
    """A selection by step, under the name that the page listens to."""
    app = open_page("cost")
    for chart in app.get("vega_lite_chart")[:2]:
        [param] = json.loads(chart.proto.spec)["params"]
        assert param["select"]["fields"] == ["step"]
        assert list(chart.proto.selection_mode) == [param["name"]]


def test_the_page_speaks_chinese(open_page):
    """Tabs and sentences."""
    app = open_page("cost", locale="zh-CN")
    assert [each.label for each in app.tabs] == ["这次合并", "编码模型", "没见过的文本", "词表账本"]
    assert "比特" in said(app)


def test_no_pair_at_all_is_not_blamed_on_the_limits(open_page):
    """One letter without a mark has no neighbour to merge with."""
    app = paste(open_page("cost", scheme="huggingface"), "a")
    assert not app.exception
    assert "nothing to merge" in said(app)


def test_a_popular_formula_may_promise_the_wrong_direction(open_page):
    """A negative gain is said as a longer text, never as minus so many bits shorter."""
    app = open_page("cost", corpus="aaabdaaabac", scheme="huggingface", step=1)
    assert "By the formula the text becomes 2.3 bits longer" in said(app)
    assert "-" not in said(app).split("By the formula")[1].split("</p>")[0]


def test_the_open_tab_stays_open_in_another_language(open_page):
    """The session keeps its name, not its label."""
    app = tab(open_page("cost"), "Vocabulary ledger")
    app.selectbox(key="language").set_value("zh").run()
    assert not app.exception
    assert app.session_state["cost_tabs"] == "词表账本"
