"""The tables on cost say what the record and the brute force say."""

import pytest

from bpe import Corpus, CorpusError, train
from bpe.readings.cost import description_length_of
from tests.cases import for_each
from ui.controls.held_out import parted
from ui.cost import tables
from ui.cost.panels import least_said

WORDS = {"low": 5, "lower": 2, "newest": 6, "widest": 3, "aaaa": 4}


@pytest.fixture(scope="module")
def training():
    return train(Corpus.from_counts(WORDS), "paper")


@pytest.fixture(params=[1, 3, 8])
def step(request):
    return request.param


def test_the_sum_is_its_two_parts(training):
    """At every step, in the order of the legend."""
    frame = tables.lengths(tables.curve(training))
    assert list(dict.fromkeys(frame["series"])) == list(tables.PARTS)
    wide = frame.pivot(index="step", columns="series", values="value")
    assert wide["total"].to_numpy() == pytest.approx((wide["corpus"] + wide["vocabulary"]).values)
    assert len(wide) == len(training) + 1


def test_terms_add_up_to_what_the_curve_changes(training, step):
    """Each sum is the sum of the rows above it, and the last is the step of the curve."""
    frame = tables.terms(training, step).set_index("name")
    exact = frame["exact"]
    assert exact["text"] == pytest.approx(exact[list(tables.TERMS)].sum())
    assert exact["total"] == pytest.approx(exact["text"] + exact["spelling"])
    total = tables.curve(training).total_bits
    assert exact["total"] == pytest.approx(total[step] - total[step - 1])


def test_the_missing_part_is_exact_less_popular(training, step):
    """Term by term; the formula promises too much by the length and too little by the parts."""
    frame = tables.terms(training, step).set_index("name")
    for name in (*tables.TERMS, "text"):
        row = frame.loc[name]
        assert row["missing"] == pytest.approx(row["exact"] - row["popular"])
    assert frame.loc["length", "missing"] < 0
    assert frame.loc["left", "missing"] >= 0
    assert frame.loc["right", "missing"] >= 0


def test_measures_are_followed_to_the_end_of_a_shorter_run(training):
    """A step beyond the end shows the end; every measure has a row and a curve."""
    costs = tables.curve(training)
    kept, held_out = parted(training)
    other = description_length_of(train(kept, "paper", max_merges=3), held_out.corpus)
    series = {"seen": costs, "unseen": other}
    at_end = tables.measures(len(training), series)
    assert list(at_end["name"]) == list(tables.MEASURES)
    assert list(tables.measures(3, series)["unseen"]) == list(at_end["unseen"])
    for name in tables.MEASURES:
        frame = tables.measure(name, series)
        assert set(frame["series"]) == {"seen", "unseen"}
        assert frame["step"].max() == len(training)


def test_a_single_word_cannot_be_parted():
    """The engine refuses, and the page says so."""
    with pytest.raises(CorpusError):
        parted(train("one", "paper"))


def test_the_download_has_every_number_of_every_step(training):
    """One row a step, one column a number, each that of the curve."""
    costs = tables.curve(training)
    frame = tables.all_by_step(costs)
    assert list(frame["step"]) == list(range(len(training) + 1))
    named = {name: attribute for name, (attribute, _) in tables.MEASURES.items()}
    same = ("corpus_bits", "vocabulary_bits", "total_bits", "vocabulary_size", "in_use")
    for name, attribute in {**named, **{name: name for name in same}}.items():
        assert list(frame[name]) == list(getattr(costs, attribute))
    assert set(frame.columns) == {"step", *named, *same}


def test_measures_are_written_in_their_own_format(training):
    """Whole tokens, a percentage, two or three digits: what the record has at that step."""
    costs = tables.curve(training)
    shown = tables.measures(3, {"seen": costs}).set_index("name")["seen"]
    tokens, words = costs.tokens[3], sum(WORDS.values())
    assert shown["tokens"] == str(training.snapshot(3).token_count)
    assert shown["tokens_per_word"] == f"{tokens / words:.2f}"
    assert shown["units_per_token"] == f"{training.snapshot(0).token_count / tokens:.2f}"
    assert shown["share_in_use"] == f"{costs.share_in_use[3]:.0%}"
    assert shown["entropy"] == f"{costs.corpus_bits[3] / tokens:.2f}"
    assert len(shown["bits_per_unit"].split(".")[1]) == 3


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
    run = train(text, scheme, max_merges=merges)
    assert says in least_said(run, tables.curve(run))
