"""The merge loop: which merges, in which order, and why it stops."""

from dataclasses import replace
from itertools import pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.merging.cells import lay_out
from bpe.merging.loop import run
from tests import twin
from tests.cases import for_each
from tests.strategies import (
    BOUNDARIES,
    TIE_RULES,
    corpora,
    long_words,
    runs,
    scheme,
    schemes,
    texts,
    words,
)

SIX_WORDS = "highest higher lower lowest cooler coolest"
TEXTBOOK = {"low": 5, "lower": 2, "newest": 6, "widest": 3}

GOLDEN = [
    (
        PRESETS["paper"],
        "e+s es+t est+</w> l+o lo+w n+e ne+w new+est</w> low+</w> w+i",
        [9, 9, 9, 7, 7, 6, 6, 6, 5, 3],
    ),
    (
        replace(PRESETS["paper"], boundary="attached"),
        "e+s es+t</w> l+o n+e ne+w new+est</w> lo+w</w> w+i wi+d wid+est</w>",
        [9, 9, 7, 6, 6, 6, 5, 3, 3, 3],
    ),
    (
        PRESETS["subword-nmt"],
        "s+t</w> e+st</w> l+o w+est</w> n+e ne+west</w> lo+w</w> w+i wi+d wid+est</w>",
        [9, 9, 7, 6, 6, 6, 5, 3, 3, 3],
    ),
    (
        PRESETS["huggingface"],
        "e+s es+t l+o lo+w e+w n+ew new+est d+est i+dest w+idest",
        None,
    ),
]


def pairs(training):
    return [merge.pair for merge in training.merges]


@for_each(("scheme", "merges", "counts"), GOLDEN)
def test_the_textbook_corpus_gives_the_known_merges(scheme, merges, counts):
    """Low, lower, newest, widest: ten merges as each scheme is known to learn them."""
    training = train(TEXTBOOK, scheme, max_merges=10)
    assert ["+".join(pair) for pair in pairs(training)] == merges.split()
    if counts:
        assert [merge.count for merge in training.merges] == counts


def test_sentencepiece_gives_the_known_pieces():
    """Pieces in the order in which SentencePiece learns them."""
    training = train(TEXTBOOK, "sentencepiece", max_merges=10)
    known = "es est lo low ▁low ew ▁n ▁new ▁newest id"
    assert [merge.token for merge in training.merges] == known.split()


def test_minbpe_gives_the_known_merges():
    """`aaabdaaabac`: minbpe takes aa, then aaa, where Wikipedia narrates aa, ab."""
    training = train("aaabdaaabac", "minbpe", max_merges=3)
    assert pairs(training) == [(b"a", b"a"), (b"aa", b"a"), (b"aaa", b"b")]


def test_six_words_give_the_merges_of_the_lesson():
    """The example of the design: five merges fill a vocabulary of seventeen."""
    training = train(SIX_WORDS, "paper", vocab_size=17)
    assert [merge.token for merge in training.merges] == ["es", "est", "est</w>", "er", "er</w>"]
    first = training.merges[0]
    assert (first.rank, first.pair, first.token, first.count, first.score) == (
        0,
        ("e", "s"),
        "es",
        3,
        3,
    )
    assert training.alphabet == (*sorted(set(SIX_WORDS) - {" "}), "</w>")
    assert training.snapshot(3).tokens("highest") == ("h", "i", "g", "h", "est</w>")


def test_wordpiece_prefers_hugs_to_hug():
    """The score divides by the tokens' counts: 1/15 for hu + ##gs beats 2/45 for hu + ##g."""
    training = train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "wordpiece")
    tokens = [merge.token for merge in training.merges]
    assert tokens[:4] == ["##gs", "hu", "hugs", "hug"]
    assert training.merges[2].score == pytest.approx(1 / 15)
    assert training.merges[2].count == 5


def test_a_run_of_three_counts_two_but_merges_once():
    """Counts overlap, merges do not; the left one wins."""
    training = train({"aaa": 4}, "huggingface")
    assert [(merge.pair, merge.count) for merge in training.merges] == [
        (("a", "a"), 8),
        (("aa", "a"), 4),
    ]
    assert training.snapshot(1).tokens("aaa") == ("aa", "a")
    assert training.snapshot(1).token_count == 8


def test_a_literal_mark_in_the_text_is_text():
    """The word a</w> holds four characters after the a; only the mark itself is the mark."""
    training = train({"a</w>": 3, "a": 2}, "paper")
    start = training.snapshot(0)
    assert start.tokens("a</w>") == ("a", "<", "/", "w", ">", "</w>")
    assert start.tokens("a") == ("a", "</w>")
    end = training.snapshot(len(training.merges))
    assert len(end.tokens("a</w>")) == len(end.tokens("a")) == 1
    ids = [token.id for token in end.vocabulary]
    assert ids == list(range(len(ids)))


@for_each("wide", [0, inf])
def test_pairs_that_print_alike_are_told_apart_by_their_ids(wide):
    """When nothing else decides, the smaller ids win, and no detail of the engine does.

    In the word a▁a the text holds the mark's character: (▁, a) is a pair of the text and another
    one with the mark, and both would make ▁a. The text's ▁ has the smaller id.
    """
    corpus, scheme = Corpus.from_counts({"a▁a": 1}), PRESETS["sentencepiece"]
    log = run(lay_out(corpus.words, corpus.counts, scheme), scheme, inf, wide=wide)
    first = log.merged[0]
    assert (log.lefts[first], log.rights[first]) == (1, 0)
    assert pairs(train(corpus, scheme)) == twin.merges(corpus, scheme)


@pytest.mark.parametrize("preset", PRESETS)
@given(data=st.data())
def test_a_preset_learns_what_its_slow_twin_learns(preset, data):
    """Every preset, to exhaustion, on words that may hold anything."""
    corpus = data.draw(corpora())
    scheme = PRESETS[preset]
    assert pairs(train(corpus, scheme)) == twin.merges(corpus, scheme)


@pytest.mark.parametrize("tie_rule", TIE_RULES)
@pytest.mark.parametrize("boundary", BOUNDARIES)
@given(corpus=corpora())
def test_every_tie_rule_works_with_every_boundary(tie_rule, boundary, corpus):
    """The twin again, for each tie rule with each boundary mark."""
    rules = scheme(boundary, tie_rule)
    assert pairs(train(corpus, rules)) == twin.merges(corpus, rules)


@given(text=texts(), scheme=schemes)
def test_text_trains_like_its_words(text, scheme):
    """Training on a text is training on the words and counts that the text has."""
    if not text.strip():
        return
    corpus = Corpus.from_text(text, scheme)
    if not len(corpus):
        return
    assert pairs(train(text, scheme)) == pairs(train(corpus, scheme)) == twin.merges(corpus, scheme)


@given(corpus=corpora(runs, max_words=4), minimum=st.integers(1, 9), scheme=schemes)
def test_minimum_frequency_bars_rare_pairs(corpus, minimum, scheme):
    """No merge of a rarer pair is learned, under either score."""
    training = train(corpus, scheme, min_frequency=minimum)
    assert pairs(training) == twin.merges(corpus, scheme, min_frequency=minimum)
    assert all(merge.count >= minimum for merge in training.merges)


@given(corpus=corpora(), scheme=schemes.filter(lambda scheme: scheme.score == "count"))
def test_the_winning_count_never_rises(corpus, scheme):
    """A pair is born with its largest count and only loses afterwards."""
    training = train(corpus, scheme)
    assert all(a.count >= b.count for a, b in pairwise(training.merges))


@given(corpus=corpora(), scheme=schemes, limit=st.integers(0, 12))
def test_a_shorter_run_is_the_start_of_a_longer_one(corpus, scheme, limit):
    """A limit only stops the run; it changes no merge before it."""
    whole = train(corpus, scheme)
    short = train(corpus, scheme, max_merges=limit)
    assert pairs(short) == pairs(whole)[:limit]
    if limit < len(whole.merges):
        assert short.stop.reason == "max_merges"
        assert short.stop.merge.pair == whole.merges[limit].pair
        assert short.stop.merge.count == whole.merges[limit].count


def test_it_stops_at_the_number_of_merges_and_names_the_next():
    """`max_merges` reached."""
    training = train(SIX_WORDS, "paper", max_merges=2)
    assert training.stop.reason == "max_merges"
    assert training.stop.merge.pair == ("est", "</w>")
    assert len(training.merges) == 2


def test_it_stops_at_the_vocabulary_size_and_names_the_next():
    """`vocab_size` counts alphabet, mark and merges."""
    training = train(SIX_WORDS, "paper", vocab_size=14)
    assert training.stop.reason == "vocab_size"
    assert training.stop.merge.pair == ("est", "</w>")
    assert len(training.snapshot(2).vocabulary) == 14


def test_it_stops_below_the_minimum_frequency_and_names_the_next():
    """The best pair left is too rare."""
    training = train(TEXTBOOK, "paper", min_frequency=6)
    assert training.stop.reason == "min_frequency"
    assert training.stop.merge.pair == ("low", "</w>")
    assert training.stop.merge.count == 5


def test_it_stops_when_no_pair_is_left():
    """Every word is one token; there is no next merge."""
    training = train({"ab": 2}, "paper")
    assert training.stop.reason == "no_pairs"
    assert training.stop.merge is None
    assert training.snapshot(len(training.merges)).tokens("ab") == ("ab</w>",)


def test_no_merge_at_all_is_a_run():
    """A run of no merges has one snapshot: the start."""
    training = train(SIX_WORDS, "paper", max_merges=0)
    assert len(training.merges) == 0
    assert training.stop.reason == "max_merges"
    assert training.stop.merge.pair == ("e", "s")
    assert training.snapshot(0).tokens("lower") == ("l", "o", "w", "e", "r", "</w>")
    assert list(training.token_counts) == [training.snapshot(0).token_count]
    assert len(training.tie_counts) == 0


def test_one_character_without_a_mark_has_no_pairs():
    """The smallest corpus there is."""
    training = train("a", "huggingface")
    assert training.stop.reason == "no_pairs"
    assert training.snapshot(0).tokens("a") == ("a",)
    assert training.snapshot(0).pairs() == []


def test_the_vocabulary_may_be_exactly_the_alphabet():
    """A vocabulary of the alphabet's size leaves room for no merge."""
    training = train(SIX_WORDS, "paper", vocab_size=12)
    assert len(training.merges) == 0
    assert training.stop.reason == "vocab_size"


@given(
    corpus=corpora(st.one_of(words, long_words)),
    wide=st.sampled_from((0, 1, 3, 48)),
    scheme=schemes,
    minimum=st.integers(1, 3),
)
def test_the_vectorised_and_the_plain_path_write_the_same_log(corpus, wide, scheme, minimum):
    """Where long lists of occurrences begin is a matter of speed alone, down to the pairs' ids."""
    cells = lay_out(corpus.words, corpus.counts, scheme)
    plain = vars(run(cells, scheme, inf, minimum, wide=inf))
    vectorised = vars(run(cells, scheme, inf, minimum, wide=wide))
    # A boundary that was never erased holds a pair, and the pairs' ids are the same.
    for name, value in plain.items():
        same = value.tolist() if hasattr(value, "tolist") else value
        found = vectorised[name]
        assert (found.tolist() if hasattr(found, "tolist") else found) == same, name


@given(corpus=corpora(long_words, max_words=4), scheme=schemes)
def test_long_words_of_few_letters_train_as_the_twin_does(corpus, scheme):
    """Runs and touching occurrences, in lists long enough for numpy."""
    assert pairs(train(corpus, scheme)) == twin.merges(corpus, scheme)


def test_progress_is_reported_up_to_the_end():
    """`on_progress(done, total)` never runs backwards and never past the total."""
    calls = []
    train(SIX_WORDS, "paper", max_merges=10, on_progress=lambda *call: calls.append(call))
    assert calls
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)
    assert all(0 <= done <= total for done, total in calls)


def test_progress_may_cancel_by_raising():
    """What the callback raises reaches the caller of `train`."""

    class Cancelled(Exception):
        pass

    def cancel(done, total):
        raise Cancelled

    with pytest.raises(Cancelled):
        train(SIX_WORDS, "paper", on_progress=cancel)
    assert train(SIX_WORDS, "paper", max_merges=1).merges[0].pair == ("e", "s")
