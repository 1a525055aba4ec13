"""Bets are judged as a slow recount judges them, and the findings in runs are right."""

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES, train
from bpe.readings import prediction
from tests import strategies, twin
from tests.data import HUG, SIX_WORDS

WORST_LAST = ["right", "tied", "lower", "rare", "forbidden", "absent"]


def looks(pair, scheme) -> int:
    """Return the length of the token that a pair makes, without its mark."""
    token = twin.joined(*pair, scheme)
    if isinstance(token, bytes) or not scheme.mark:
        return len(token)
    if token.startswith(scheme.mark):
        token = token[len(scheme.mark) :]
    return len(token) - len(scheme.mark) * token.endswith(scheme.mark)


def expected(state, corpus, scheme, least):
    """Yield each pair of texts with the verdict that counting by hand would give."""

    def words(pair):
        return sum(pair in pairwise(word) for word in state.words)

    alike = defaultdict(list)
    for pair in state.counts:
        alike[state.text(pair)].append(pair)
    won = state.text(state.winner)
    for text, pairs in alike.items():
        said = []
        for pair in pairs:
            verdict = "lower"
            if pair == state.winner:
                verdict = "right"
            elif pair in state.ties:
                verdict = "tied"
            elif state.forbids(pair):
                verdict = "forbidden"
            elif state.counts[pair] < least:
                verdict = "rare"
            said.append((WORST_LAST.index(verdict), -state.scores[pair], pair))
        worst, _, pair = min(said)
        verdict = WORST_LAST[worst]
        rules = tuple(
            rule
            for rule in TIE_RULES
            if verdict == "tied" and state.text(state.winners[rule]) == text
        )
        slip = None
        if verdict == "lower":
            if scheme.score == "wordpiece" and state.counts[pair] > state.counts[state.winner]:
                slip = "count"
            elif words(pair) > words(state.winner):
                slip = "words"
            elif looks(text, scheme) > looks(won, scheme):
                slip = "longer"
        count, score = state.counts[pair], state.scores[pair]
        yield text, (verdict, count, score, rules, slip, state.forbids(pair))


@given(
    corpus=st.one_of(
        strategies.corpora(),
        strategies.corpora(strategies.long_words, max_words=2),
        strategies.corpora(st.text("ab1▁好か", min_size=1, max_size=9)),
    ),
    scheme=strategies.schemes,
    least=st.integers(1, 3),
)
def test_every_pair_at_every_step_is_judged_as_recounting_finds(corpus, scheme, least):
    """The verdict, count, score, tie rules, slip and forbidding rule equal a recount."""
    training = train(corpus, scheme, min_frequency=least)
    for state in twin.run(corpus, scheme, min_frequency=least):
        snapshot = training.snapshot(state.step)
        if state.winner is None:
            with pytest.raises(ValueError, match=r"^step must be one that a merge follows, got "):
                prediction.judge(snapshot, [])
            return
        slow = dict(expected(state, corpus, scheme, least))
        for bet in prediction.judge(snapshot, list(slow)):
            found = (bet.verdict, bet.count, bet.score, bet.rules, bet.slip)
            assert (*found, bet.forbidden) == slow[bet.pair], bet.pair
        known = set(state.tokens)
        strange = [(a, b) for a in sorted(known)[:9] for b in sorted(known)[-9:]]
        for bet in prediction.judge(snapshot, strange):
            assert (bet.verdict == "absent") == (bet.pair not in slow)
            assert bet.verdict != "absent" or (bet.count, bet.score) == (0, 0)


def test_a_pair_that_is_nowhere_says_which_rule_would_forbid_it():
    """An absent pair names the rule that would forbid it, if any.

    No bet is possible at the last step, even if only a limit ended the run.
    """
    snapshot = train("ab cd ab cd", "sentencepiece").snapshot(0)
    marked, plain = prediction.judge(snapshot, [("b", "▁"), ("c", "b")])
    assert (marked.verdict, plain.verdict) == ("absent", "absent")
    assert (marked.forbidden, plain.forbidden) == ("mark", None)
    training = train(SIX_WORDS, "paper", max_merges=2)
    assert training.snapshot(2).next is not None
    with pytest.raises(ValueError, match=r"got 2\. Use a step below len\(training\.merges\)\."):
        prediction.judge(training.snapshot(2), [("est", "</w>")])


def test_ranks_are_judged_for_each_two_neighbours():
    """In a trace, every pair of the lowest rank is right, also overlapping pairs."""
    training = train("aaaa aa b ab ab", "huggingface")
    [word] = training.tokenizer().encode("aaab").words
    first = word.steps[0]
    assert prediction.judge_ranks(first.candidates, first.rank) == [
        "right" if each == first.rank else "unlearned" if each is None else "later"
        for each in first.candidates
    ]
    assert prediction.judge_ranks((7, 7, None, 9), 7) == ["right", "right", "unlearned", "later"]
    assert prediction.judge_ranks((None, None), None) == ["unlearned", "unlearned"]
    assert prediction.judge_ranks((), None) == []


PLAIN = replace(PRESETS["paper"], boundary="none")

FOUND = [
    # (a, b) occurs 5 times in one word, (c, d) 4 times in two.
    (
        *(prediction.find_weights, {"ab": 5, "cd": 3, "cde": 1}, PLAIN),
        {"pair": ("a", "b"), "other": ("c", "d")},
        {"count": 5, "words": 1, "other_count": 4, "other_words": 2},
    ),
    # The example is the word with the most m; of 1, 2 and 3 pairs, 1, 1 and 2 are replaced.
    (
        *(prediction.find_overlap, {"mma": 9, "ammm": 1, "mmmm": 1}, PLAIN),
        {"pair": ("m", "m"), "before": ("m",) * 4, "after": ("mm", "mm")},
        {"count": 9 + 2 + 3, "replaced": 9 + 1 + 2},
    ),
    (
        *(prediction.find_ties, {"ba": 2, "cd": 2}, PLAIN),
        dict.fromkeys(["by_first", "by_smallest", "by_smallest_ids", "by_shortest"], ("b", "a"))
        | {"by_largest": ("c", "d")},
        {"tied": 2, "count": 2},
    ),
    (
        *(prediction.find_mark, {"be": 2, "see": 2, "ax": 1}, PRESETS["paper"]),
        {"pair": ("e", "</w>"), "token": ("e</w>",), "letter": ("e",)},
        {"count": 4, "left": 2},
    ),
    (
        *(prediction.find_score, HUG, "wordpiece"),
        {"pair": ("##g", "##s"), "other": ("##u", "##g")},
        {"count": 5, "score": 5 / (20 * 5), "other_count": 20, "other_score": 20 / (36 * 20)},
    ),
    (
        *(prediction.find_half_characters, {"他": 3, "们": 2, "仅": 1}, "gpt"),
        {"pair": (b"\xe4", b"\xbb"), "token": (b"\xe4\xbb",)},
        {"count": 6, "characters": "他 们 仅"},
    ),
]


@pytest.mark.parametrize(("lesson", "words", "scheme", "tokens", "values"), FOUND)
def test_a_lesson_is_told_with_the_numbers_of_the_run(lesson, words, scheme, tokens, values):
    found = lesson(train(words, scheme))
    assert (found.tokens, found.values) == (tokens, pytest.approx(values))


MISSED = [
    # The winner itself is in the most words.
    (prediction.find_weights, {"ab": 3, "abc": 3, "cd": 1}, PLAIN),
    # Two pairs tie.
    (prediction.find_weights, {"ab": 4, "cd": 3, "cde": 1}, PLAIN),
    (prediction.find_overlap, {"mm": 2, "ma": 1}, PLAIN),
    (prediction.find_overlap, {"mmma": 1, "ca": 2}, PLAIN),
    (prediction.find_overlap, {"m": 2}, PLAIN),
    (prediction.find_ties, {"ab": 2, "cd": 1}, PLAIN),
    (prediction.find_ties, {"a": 2}, PLAIN),
    # Each e is at the end of a word.
    (prediction.find_mark, {"be": 2, "we": 2}, PRESETS["paper"]),
    # A pair without the mark comes first.
    (prediction.find_mark, {"ten": 2, "tea": 2, "at": 1}, PRESETS["paper"]),
    # The pair of e and the mark ties with another pair.
    (prediction.find_mark, {"ae": 1, "be": 1, "cdf": 2, "ea": 1}, PRESETS["paper"]),
    (prediction.find_score, {"ab": 2}, "wordpiece"),
    # (a, ##b) and (c, ##d) share the score.
    (prediction.find_score, {"ab": 2, "cd": 2, "xy": 9, "xz": 3, "wy": 3}, "wordpiece"),
    # (x, ##y) and (##y, ##x) share the count.
    (prediction.find_score, {"ab": 2, "xyxz": 9, "yx": 3}, "wordpiece"),
    (prediction.find_half_characters, {"é": 2, "è": 2}, "gpt"),
    # The token is half of one character only, whose bytes are F0 90 90 90.
    (prediction.find_half_characters, {"\U00010410": 3}, "gpt"),
    # The first pair ties with another that comes later.
    (prediction.find_half_characters, {"他": 2, "们": 1, "ab": 3}, "minbpe"),
    (prediction.find_half_characters, {"ab": 3, "éa": 1}, "gpt"),
    (prediction.find_half_characters, {"ab": 3}, PLAIN),
    (prediction.find_half_characters, {"a": 3}, "gpt"),
]


@pytest.mark.parametrize(("lesson", "words", "scheme"), MISSED)
def test_a_lesson_is_not_found_where_one_thing_is_missing(lesson, words, scheme):
    assert lesson(train(words, scheme)) is None


@pytest.mark.parametrize(
    ("word", "there"), [("nest", True), ("low", False), ("znest", False), ("", False)]
)
def test_the_order_of_merges_shows_in_a_word_of_known_letters(word, there):
    """There is no finding if both methods split the word alike, or if a letter is unknown."""
    training = train("low lower lowest new newest wide widest slow slowest", max_merges=9)
    found = prediction.find_order(training, word)
    assert (found is not None) == there
    if found:
        longest = "ne", "s", "t", "</w>"
        assert found.tokens == {"merges": ("n", "est</w>"), "longest": longest}
        assert found.values == {"word": word, "by_merges": 2, "by_longest": 4}
