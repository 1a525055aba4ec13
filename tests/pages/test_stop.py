"""The tab When to stop of Step through BPE, without a browser: it shows the record."""

from html import escape

import pytest

from bpe import PRESETS, train
from bpe.readings.description_length import (
    description_length,
    description_length_of,
    merge_numbers,
    merge_terms,
)
from tests.data import SIX_WORDS
from tests.pages.helpers import lines, payloads, said, sent, tables
from tests.sample_runs import trained
from ui.catalogue import catalogue
from ui.own_text.sources import of_sample
from ui.samples import samples
from ui.text import t
from ui.views.train import COSTS, corpus_of_part, least_said

WORDS = catalogue("en")
CORPUS = "first-chapters"


@pytest.fixture(scope="module")
def training():
    return trained(CORPUS)


def opened(open_page, *folds, corpus=CORPUS, **query):
    """Open the tab with some of its folds open."""
    app = open_page("train", corpus=corpus, tab="stop", **query)
    for name in folds:
        app.session_state[f"train_fold_{name}"] = True
    return app.run()


def test_the_least_sum_is_told_when_it_is_asked_for(open_page, training):
    """The curve is always shown; its minimum is marked and told when the reader opens the fold.

    The tokens at a step are the first of all tokens.
    """
    costs, whole = description_length(training), len(training.tokens)
    prefix = f"The {whole - len(training) + 7:,} tokens at step 7 are the first of the {whole:,} at"
    best, total = costs.best_step, costs.total_bits
    for asked, marked in (((), None), (("least",), best)):
        app = opened(open_page, *asked, step=7)
        [drawn] = lines(app)
        bits = [getattr(costs, f"{name}_bits").round().tolist() for name in COSTS]
        assert [line["values"] for line in drawn["lines"]] == bits
        assert (drawn["step"], drawn["marked"]) == (7, marked)
        assert (f"after {best} merges: {total.min():,.0f} bits" in said(app)) == bool(asked)
        assert prefix in said(app)


@pytest.mark.parametrize(
    ("text", "scheme", "merges", "kind"),
    [
        (SIX_WORDS, "paper", None, "start"),
        ("hug " * 10 + "pug " * 5 + "hugs " * 5, "paper", None, "whole"),
        ("low lower lowest " * 9, "paper", 2, "end"),
        ("low " * 99 + SIX_WORDS, "paper", None, "within"),
        ("low lower", "paper", 0, "none"),
        ("a", "huggingface", None, "pairless"),
    ],
)
def test_the_minimum_may_be_at_either_end(text, scheme, merges, kind):
    """Each place of the minimum has its own sentence; a text of one letter has no pairs."""
    run = train(text, scheme, max_merges=merges)
    costs = description_length(run)
    best, total = costs.best_step, costs.total_bits
    bits = {"bits": total[best], "start": total[0], "end": total[-1]}
    said = {name: f"{n:,.0f}" if n >= 1000 else f"{n:,.1f}" for name, n in bits.items()}
    told = {"best": best, "last": len(run), "size": len(run.alphabet) + best, **said}
    assert least_said(run, costs) == escape(t(f"stop.least_{kind}", **told))


def test_where_no_merge_pays_a_text_is_offered_where_some_do(open_page):
    app = opened(open_page, corpus="six-words")
    assert not description_length(train(SIX_WORDS, "paper")).best_step
    bare = opened(open_page, corpus="six-words", max_merges=0)
    assert "stop_longer" not in [each.key for each in bare.button]
    app.button(key="stop_longer").click().run()
    assert app.selectbox(key="corpus").value == CORPUS
    assert [each for each in sent(app) if "lines" in each]
    assert not [each for each in app.button if each.key == "stop_longer"]


def test_a_merge_is_broken_into_its_terms(open_page, training):
    """The sentence and the table have the record's change; equal tokens have one row less."""

    def terms_of(app):
        [table] = tables(app)
        return [text.strip().rsplit(maxsplit=1) for text in table.texts[1:]]

    app = opened(open_page, "terms", step=60)
    terms, met = merge_terms(training, 59), merge_numbers(training, 59)
    assert f"costs {terms.spelling:,.1f} bits" in said(app)
    assert f"saves {-terms.total:,.1f} bits" in said(app)
    length, left, *_, total = terms_of(app)
    numbers = f"{met.total:,} → {met.total_after:,}"
    assert length == [f"Fewer tokens, N: {numbers}", f"{terms.length:+,.1f}"]
    assert left[0].startswith(f"{met.pair[0]} gets rarer: {met.left:,} → {met.left_after:,}")
    assert (len(terms_of(app)), total) == (7, ["Text and vocabulary", f"{terms.total:+,.1f}"])
    assert "Nothing has been merged yet" in said(opened(open_page, "terms", step=0))
    query = {"corpus": "aaabdaaabac", "scheme": "huggingface", "step": 1}
    assert len(terms_of(opened(open_page, "terms", **query))) == 6, "equal tokens lose at once"
    terms = merge_terms(training, 799)
    assert terms.text < 0 < terms.total
    text = said(opened(open_page, "terms", step=800))
    assert f"his merge costs {terms.total:,.1f} bits: it does not pay" in text


def test_unseen_text_is_text_the_run_has_not_seen(open_page, training):
    """The bits are those of a run on four fifths, and of its merges on the last fifth.

    Another text uses the same limits.
    """
    app = opened(open_page, "unseen", corpus="four-stories", scheme="paper", max_merges=300)
    app.selectbox(key="corpus").select(CORPUS).run()
    app.query_params["step"] = "200"
    app.run()
    text, scheme = of_sample(samples()[CORPUS]).text, PRESETS["paper"]
    kept, held_out = (corpus_of_part(text, part, "", scheme) for part in (False, True))
    assert sum(held_out.counts) + sum(kept.counts) == sum(training.corpus.counts)
    run = train(kept, "paper", max_merges=300)
    curves = description_length(run), description_length_of(run, held_out)
    drawn = lines(app)[-1]
    shown = [line["values"][200] for line in drawn["lines"]]
    assert drawn["least"] == min(min(line["values"]) for line in drawn["lines"]) > 0
    assert shown == [round(each.bits_per_byte[200], 3) for each in curves]
    spoken = dict(zip(("seen", "unseen"), map("{:.3f}".format, shown), strict=True))
    falls = WORDS["stop.unseen_falls"].format(last=len(run), step=200, **spoken)
    assert (curves[1].turning_point, falls in said(app)) == (None, True)
    unknown = WORDS["stop.unseen_unknown"].format(n=curves[1].unknown)
    assert (unknown in [each.value for each in app.caption]) == bool(curves[1].unknown)


def test_where_nothing_can_be_held_out_it_is_said(open_page):
    """A text of one sentence cannot be divided; from a table of counts, words are held out."""
    app = opened(open_page, "unseen", corpus="aaabdaaabac", scheme="minbpe")
    assert "This corpus has only one sentence" in said(app)
    app = opened(open_page, "unseen", corpus="hug")
    assert "This corpus has only one" not in said(app)
    assert t("stop.unseen_how_counts", share="20%") in [each.value for each in app.markdown]


def test_the_beginning_of_the_text_is_split_next_to_the_curve_as_the_record_does(
    open_page, training
):
    """Splits are sent for all steps, since they follow the slider; a table sends frequent words."""
    [shown] = payloads(opened(open_page, step=100), "count")
    names = [name for name, *_ in shown["tokens"]]
    for step in (0, 100, len(training)):
        splits = [[each for each in word if each[0] <= step][-1][1] for word in shown["words"]]
        drawn = [[names[token] for token in tokens] for tokens in splits]
        words = ["".join(tokens).removesuffix("</w>") for tokens in drawn]
        assert drawn == [[*training.snapshot(step).tokens(word)] for word in words]
    [of_table] = payloads(opened(open_page, corpus="low-lower"), "count")
    assert len(of_table["words"]) == 4
