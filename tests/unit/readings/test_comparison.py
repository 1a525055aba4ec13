"""Two runs of one corpus: where they differ and meet, and their rules and vocabularies."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.readings.comparison import (
    Meeting,
    TwoRuns,
    compared_vocabularies,
    differing_rules,
    meetings,
    parting_step,
    plain_bytes,
    shared_token_counts,
    shared_tokens,
    split_words,
    suggested_fork,
)
from bpe.unigram import train_unigram
from tests.data import SIX_WORDS
from tests.strategies import corpora, runs, schemes, words

PROSE = (
    "the cat sat on the mat and the rat ate that hat, then the other cat ate the rat. "
    "the hat that the cat had was at the other end of the mat. "
) * 3


def learn(scheme, merges=None):
    return train(Corpus.from_text(PROSE, scheme), scheme, max_merges=merges)


def of(name, **rules):
    return replace(PRESETS[name], **rules)


@pytest.mark.parametrize(
    ("first", "second", "parts"),
    [
        (of("paper"), of("paper"), ()),
        (of("paper"), of("paper", tie_rule="largest"), ("ties",)),
        (of("paper"), of("paper", boundary="none"), ("mark",)),
        (of("huggingface"), of("huggingface", pretokenizer="text"), ("words",)),
        (of("huggingface"), of("huggingface", special_tokens=("a",)), ("words",)),
        (of("wordpiece"), of("wordpiece", score="count"), ("score",)),
        (of("paper"), of("paper", max_token_length=2), ("rules",)),
        (of("sentencepiece"), of("gpt"), ("words", "units", "mark", "rules", "ties")),
    ],
)
def test_schemes_differ_in_parts_of_their_rules_and_runs_part_by_them(first, second, parts):
    """Runs part at the first step at which the texts of their merged pairs differ."""
    assert differing_rules(first, second) == differing_rules(second, first) == parts
    runs = learn(first), learn(second)
    step = parting_step(*runs)
    assert (step is None) == (not parts)
    for at in range(0 if step is None else step + 1):
        said = [[plain_bytes(token, run.scheme) for token in run.merges[at].pair] for run in runs]
        assert (said[0] == said[1]) == (at < step)


def test_a_mark_and_a_space_are_not_what_a_token_says():
    """est</w>, ##est, ▁est and b' est' have the same text est; a mark alone has an empty text.

    Tokens of two runs are shared if their texts are equal.
    """
    said = {
        plain_bytes("est</w>", PRESETS["paper"]),
        plain_bytes("##est", PRESETS["wordpiece"]),
        plain_bytes("▁est", PRESETS["sentencepiece"]),
        plain_bytes(b" est", PRESETS["gpt"]),
    }
    assert said == {b"est"}
    assert plain_bytes("</w>", PRESETS["paper"]) == b""
    assert plain_bytes("##", PRESETS["huggingface"]) == b"##"
    both, first, second = shared_token_counts(learn(of("paper"), 40), learn(of("gpt"), 40))
    assert 0 < both < min(first, second) <= 40
    assert shared_token_counts(learn(of("huggingface"), 5), learn(of("huggingface"), 9)) == (
        5,
        5,
        9,
    )


def test_runs_that_only_a_limit_ends_do_not_part():
    """A run that a limit ended does not part from a longer run; a run without further pairs does.

    Two runs may meet at their last steps, one a step earlier than the other.
    """
    assert parting_step(learn(of("paper"), 3), learn(of("paper"), 9)) is None
    ended, longer = train("ab", "huggingface"), train("abc", "huggingface")
    assert parting_step(ended, longer) == 1
    assert parting_step(train("low lower", vocab_size=9), train("low lower")) is None
    run, fork = train(SIX_WORDS), train(SIX_WORDS, forced={0: ("h", "e")})
    last = Meeting(len(run), len(fork))
    assert last == (19, 20)
    assert [[*meetings(run, fork, after)] for after in (18, 19)] == [[last], []]


BY_COUNT = replace(PRESETS["wordpiece"], score="count")


def both(corpus, **limits):
    return train(corpus, BY_COUNT, **limits), train(corpus, "wordpiece", **limits)


@given(corpora(st.one_of(words, runs)))
def test_each_step_is_that_of_both_records_and_before_they_part_both_have_the_same_splits(corpus):
    """At each step, the learned tokens are those of both runs; a shorter run stays at its end.

    Before the parting step all splits are equal, and at this step the merged pairs differ.
    """
    runs = both(corpus)
    two = TwoRuns(*runs)
    assert two.last == max(map(len, runs))
    for step in range(two.last + 1):
        learned = [[merge.token for merge in run.merges[:step]] for run in runs]
        first, second = map(set, learned)
        tokens = two.learned(step)
        assert list(tokens.both) == [token for token in learned[0] if token in second]
        assert list(tokens.first) == [token for token in learned[0] if token not in second]
        assert list(tokens.second) == [token for token in learned[1] if token not in first]
    part = two.parting
    for step in range((part if part is not None else len(runs[0])) + 1):
        splits = [[run.snapshot(step).tokens(word) for word in corpus.words] for run in runs]
        assert splits[0] == splits[1]
    if part is None:
        assert len(runs[0]) == len(runs[1])
    else:
        assert runs[0].merges[part].pair != runs[1].merges[part].pair


def splits(training):
    """Return, for each step, where the tokens of each word begin."""
    return [
        [
            [sum(map(len, map(str, tokens[:end]))) for end in range(len(tokens))]
            for tokens in (snapshot.tokens(word) for word in training.corpus.words)
        ]
        for snapshot in training.snapshots()
    ]


@given(
    corpus=corpora(st.one_of(words, runs), max_words=5),
    rules=schemes.filter(lambda scheme: scheme.units == "characters"),
    data=st.data(),
)
def test_two_futures_meet_where_all_words_are_split_alike(corpus, rules, data):
    """The meetings equal those found by comparing every step of a run with every step of the other.

    `met` and `meeting` are the first ones after the runs have parted.
    """
    run = train(corpus, rules)
    assume(len(run))
    step = data.draw(st.integers(0, len(run) - 1))
    pairs = [each.pair for each in run.snapshot(step).pairs() if not each.forbidden]
    fork = train(corpus, rules, forced={step: data.draw(st.sampled_from(pairs))})
    one, other = splits(run), splits(fork)
    expected = [
        Meeting(i, j) for i in range(len(one)) for j in range(len(other)) if one[i] == other[j]
    ]
    assert list(meetings(run, fork)) == expected
    both = TwoRuns(run, fork)
    if both.parting is not None:
        later = [each for each in expected if min(each) > both.parting]
        assert both.met == next(iter(later), None)
        assert both.meeting == next((one for one, other in later if one == other), None)
        if both.met and rules.tie_rule != "smallest-ids":
            assert both.parts_again(both.met) is None


def test_a_lost_tie_is_made_up_for_and_leaves_one_token_behind():
    """With (r, </w>) first, all splits are equal again after five merges.

    One run then has the token er, the other has r</w>. If one of two runs was cut short, only the
    other has further merges.
    """
    run = train(SIX_WORDS)
    choice = suggested_fork(run)
    assert (choice.step, choice.pair.pair) == (0, ("r", "</w>"))
    both = TwoRuns(run, train(SIX_WORDS, forced={0: choice.pair.pair}))
    assert (both.parting, both.met, both.meeting) == (0, (5, 5), 5)
    assert both.parts_again(both.met) is None
    assert [each.step for each in both.differences()] == [0, 1, 2, 3, 4]
    first, *_, last = both.differences()
    assert (first.first.token, first.first_later) == ("es", 2)
    assert (first.second.token, first.second_later) == ("r</w>", None)
    assert (last.first.token, last.first_later) == ("er</w>", 5)
    short, whole = train(SIX_WORDS, max_merges=2), train(SIX_WORDS)
    for two in (TwoRuns(short, whole), TwoRuns(whole, short)):
        assert (two.parting, two.met, two.meeting) == (None, None, None)
        assert two.last == len(whole)
    rest = TwoRuns(short, whole).differences()
    assert [each.step for each in rest] == list(range(2, len(whole)))
    assert rest[0].first is None
    assert rest[0].second == whole.merges[2]


@pytest.mark.parametrize(
    ("scheme", "text", "step", "pair", "met", "again"),
    [
        ("paper", "ccacca bc", 1, ("a", "cc"), (3, 4), None),
        ("huggingface", "bcbac aaabc bcbcbcc cbca", 0, ("a", "b"), (7, 8), 2),
    ],
)
def test_two_runs_that_meet_at_different_steps_are_each_followed_from_its_own(
    scheme, text, step, pair, met, again
):
    """`parts_again` counts the equal merges of both runs after their own meeting steps."""
    run, fork = train(text, scheme), train(text, scheme, forced={step: pair})
    both = TwoRuns(run, fork)
    assert (both.met, both.parts_again(both.met)) == (met, again)
    alike = len(run) - met[0] if again is None else again
    left = [each.merges[at : at + alike + 1] for each, at in zip((run, fork), met, strict=True)]
    same = [one.pair == other.pair for one, other in zip(*left, strict=True)]
    assert same == [True] * alike + [False] * (again is not None)


@given(corpus=corpora(runs, max_words=4))
def test_what_is_tried_first_is_the_first_lost_tie_that_nothing_made_up_for(corpus):
    """The suggested pair is the first lost tie that the run never merges.

    A pair that the run merges later would only change the order of merges.
    """
    run = train(corpus)
    merged = {merge.pair for merge in run.merges}
    lost = [
        merge.rank for merge in run.merges if any(pair not in merged for pair in merge.ties[1:])
    ]
    if lost:
        choice = suggested_fork(run)
        assert choice.step == lost[0]
        assert choice.pair.pair in run.merges[choice.step].ties[1:]
        assert choice.pair.pair not in merged


def test_without_a_tie_the_second_pair_is_tried_and_without_two_pairs_nothing():
    """The suggestion is the second pair if no tie was lost, and None for a run of one pair.

    Under the tie rule smallest-ids, runs that met may part again, as their tokens have different
    ids.
    """
    choice = suggested_fork(train({"ab": 5, "cd": 3, "bx": 1}, "huggingface"))
    assert (choice.step, choice.pair.pair) == (0, ("c", "d"))
    assert suggested_fork(train({"ab": 2}, "huggingface")) is None
    assert suggested_fork(train("a", "huggingface")) is None
    rules = replace(PRESETS["paper"], tie_rule="smallest-ids")
    text = "ab ab cd cd abx abx cdx cdx"
    run = train(text, rules)
    second = run.merges[0].ties[1]
    both = TwoRuns(run, train(text, rules, forced={0: second}))
    assert both.met is not None
    assert both.parts_again(both.met) is not None


SIX = "highest higher lower lowest lowest cooler coolest"


@pytest.fixture(scope="module")
def compared():
    """Return the compared vocabularies, the Unigram training, and the other trainings."""
    unigram = train_unigram(SIX, vocab_size=17)
    others = {
        "bpe": train(unigram.corpus, PRESETS["sentencepiece"], vocab_size=17),
        "wordpiece": train(unigram.corpus, "wordpiece", vocab_size=16),
    }
    return compared_vocabularies(unigram, others), unigram, others


def test_each_has_the_numbers_of_its_record_and_all_are_spelled_alike(compared):
    """Sizes, tokens per word and mean lengths equal those of the records.

    The tokens of each vocabulary join to the word with the mark ▁, also if its scheme has another
    mark.
    """
    compared, unigram, others = compared
    assert [each.name for each in compared] == ["bpe", "wordpiece", "unigram"]
    assert [len(each.tokens) for each in compared] == [17, 16, 17]
    assert [each.is_full for each in compared] == [True, False, True]
    counts = dict(zip(unigram.corpus.words, unigram.corpus.counts, strict=True))
    assert counts["lowest"] == 2
    for each in compared:
        tokens = sum(len(each.split(word)) * count for word, count in counts.items())
        assert each.token_count == tokens
        assert each.tokens_per_word == tokens / 7
    assert compared[0].tokens == frozenset(others["bpe"].tokens)
    lengths = [len(token.replace("▁", "")) for token in unigram.pieces]
    assert compared[2].mean_length == pytest.approx(sum(lengths) / 17)
    for word in unigram.corpus.words:
        for each in compared:
            assert "".join(each.split(word)) == "▁" + word
            assert set(each.split(word)) <= each.tokens
        snapshot = others["wordpiece"].snapshot(len(others["wordpiece"]))
        pieces = [token.removeprefix("##") for token in snapshot.tokens(word)]
        assert [token.removeprefix("▁") for token in compared[1].split(word)] == pieces
        assert compared[2].split(word) == unigram.model.best("▁" + word)
    with pytest.raises(ValueError, match="tokens must be characters"):
        compared_vocabularies(unigram, {"gpt": train(SIX, "gpt", max_merges=2)})


def test_every_token_is_in_one_overlap_and_every_word_is_split_by_each(compared):
    """Groups of tokens shared by all vocabularies come first, and in a group the longest tokens.

    A search finds words regardless of case.
    """
    compared, unigram, _ = compared
    found = shared_tokens(compared)
    order = [(-len(each.names), each.names) for each in found]
    assert order == sorted(order)
    assert all(not {*one.tokens} & {*other.tokens} for one, other in combinations(found, 2))
    for each in compared:
        mine = [token for group in found if each.name in group.names for token in group.tokens]
        assert set(mine) == each.tokens
    for group in found:
        assert [*group.tokens] == sorted(group.tokens, key=lambda token: (-len(token), token))
    found = list(split_words(compared, unigram))
    assert {each.text for each in found} == {*unigram.corpus.words}
    assert (found[0].text, found[0].count) == ("lowest", 2)
    for each in found:
        assert each.splits == tuple(every.split(each.text) for every in compared)
        assert each.is_alike == (each.splits[0] == each.splits[1] == each.splits[2])
    assert {each.text for each in split_words(compared, unigram, "COOL")} == {"cooler", "coolest"}
