"""How many merges?, run without a browser: what it says is what the record says."""

import pytest
from ui.cost.panels import least_said

from bpe import train
from bpe.readings.cost import description_length, description_length_of, merge_numbers, merge_terms
from tests.cases import for_each
from tests.pages.helpers import said, tab
from tests.sample_runs import trained
from ui.catalogue import catalogue
from ui.shell.navigation import page_named

WORDS = catalogue("en")


@pytest.fixture(scope="module")
def training():
    return trained(page_named("cost").shows.text)


def alts(app):
    """The words for each chart."""
    return [each.proto.alt for each in app.get("vega_lite_chart")]


def test_the_page_opens_at_the_minimum_of_one_chart(open_page, training):
    """The sum is least there; the chart says all three lines, and offers its steps to click."""
    app = open_page("cost")
    costs = description_length(training)
    best, total = costs.best_step, costs.total_bits
    assert f"after {best} merges: {total.min():,.0f} bits" in said(app)
    assert f"with {len(training.snapshot(best).vocabulary):,} tokens in the vocabulary" in said(app)
    [chart] = app.get("vega_lite_chart")
    assert chart.proto.alt == WORDS["cost.length_alt"].format(
        step=best,
        total=f"{total[best]:,.0f}",
        corpus=f"{costs.corpus_bits[best]:,.0f}",
        vocabulary=f"{costs.vocabulary_bits[best]:,.0f}",
        best=best,
        least=f"{total.min():,.0f}",
    )
    assert len(chart.proto.selection_mode) == 1


@for_each(
    "text, scheme, merges, says",
    [
        ("highest higher lower lowest cooler coolest", "paper", None, "Merging does not pay here"),
        ("hug " * 10 + "pug " * 5 + "hugs " * 5, "paper", None, "Merging to the end pays"),
        ("low lower lowest " * 9, "paper", 2, "More merges may pay"),
        ("low lower", "paper", 0, "This run has no merges"),
        ("a", "huggingface", None, "nothing to merge"),
    ],
)
def test_the_minimum_may_be_at_either_end(text, scheme, merges, says):
    """What to do about it depends on why; one letter has no neighbour to merge with."""
    assert says in least_said(train(text, scheme, max_merges=merges))


def test_a_merge_is_broken_into_its_terms(open_page, training):
    """The sentence and the bars have the record's change; step 0 has none."""
    app = open_page("cost", step=60, tab="merge")
    terms, met = merge_terms(training, 59), merge_numbers(training, 59)
    assert app.header[0].value.startswith("What the merge of step 60 changed")
    assert f"costs {terms.spelling:,.1f} bits" in said(app)
    assert f"saves {-terms.total:,.1f} bits" in said(app)
    expected = [
        f"Fewer tokens, N: {met.total:,} → {met.total_after:,}: {terms.length:+,.1f}",
        f"{met.pair[0]} gets rarer: {met.left:,} → {met.left_after:,}: {terms.left:+,.1f}",
        f"{met.pair[1]} gets rarer: {met.right:,} → {met.right_after:,}: {terms.right:+,.1f}",
        f"New {met.token}: 0 → {met.replaced:,}: {terms.new:+,.1f}",
        f"Text in all: {terms.text:+,.1f}",
        f"Spelling {met.token}: {terms.spelling:+,.1f}",
        f"Text and vocabulary: {terms.total:+,.1f}",
    ]
    assert alts(app)[1].split(". ", 1)[1].split("; ") == expected
    app = open_page("cost", corpus="six-words", step=0, tab="merge")
    assert "Nothing has been merged yet" in said(app)
    app = open_page("cost", corpus="aaabdaaabac", scheme="huggingface", step=1, tab="merge")
    twins = merge_terms(train("aaabdaaabac", "huggingface"), 0)
    shown = alts(app)[1].split("; ")
    assert len(shown) == len(expected) - 1, "equal tokens lose at once"
    assert shown[1].endswith(f": {twins.left:+,.1f}")
    app = open_page("cost", step=800, tab="merge")
    terms = merge_terms(training, 799)
    assert terms.text < 0 < terms.total
    assert f"{-terms.text:,.1f} bits shorter" in said(app)
    assert f"this merge costs {terms.total:,.1f} bits: it does not pay" in said(app)


def test_unseen_text_is_text_the_run_has_not_seen(open_page, training):
    """The bits are those of a run on four fifths, and of its merges on the last fifth."""
    app = tab(open_page("cost", step=200), "cost", "unseen")
    kept, held_out = training.corpus.split(0.2, 0)
    run = train(kept, "paper", max_merges=len(training))
    seen, unseen = description_length(run), description_length_of(run, held_out)
    numbers = {"seen": seen.bits_per_byte[200], "unseen": unseen.bits_per_byte[200]}
    spoken = {name: f"{number:.3f}" for name, number in numbers.items()} | {"step": 200}
    assert unseen.turning_point is None
    assert WORDS["cost.unseen_falls"].format(last=len(run), **spoken) in said(app)
    assert alts(app)[1:] == [WORDS["cost.unseen_alt"].format(**spoken)]
    assert any(f"does not have ({unseen.left_out:,})" in each.value for each in app.caption)


def test_where_nothing_can_be_held_out_it_is_said(open_page):
    """One word is not to be parted."""
    app = open_page("cost", corpus="aaabdaaabac", scheme="minbpe", tab="unseen")
    assert "This corpus has one word only" in said(app)
