"""Bets on the next merge, held against counting the whole corpus again at every step."""

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import TIE_RULES, train
from bpe.readings.bets import judge, judge_ranks
from tests import strategies, twin

SIX_WORDS = "highest higher lower lowest cooler coolest"
WORST_LAST = ["right", "tied", "lower", "rare", "forbidden", "absent"]


def looks(pair, scheme) -> int:
    """Return the length of the token that a pair makes, its mark taken off."""
    token = twin.joined(*pair, scheme)
    if isinstance(token, bytes) or not scheme.mark:
        return len(token)
    if token.startswith(scheme.mark):
        token = token[len(scheme.mark) :]
    return len(token) - len(scheme.mark) * token.endswith(scheme.mark)


def expected(state, corpus, scheme, least):
    """Yield for each way a pair reads what a reader with a pencil would say of it."""

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
    """Right, tied, lower, too rare or forbidden; counts, words, rules and what tempted."""
    training = train(corpus, scheme, min_frequency=least)
    for state in twin.run(corpus, scheme, min_frequency=least):
        snapshot = training.snapshot(state.step)
        if state.winner is None:
            with pytest.raises(ValueError, match=r"^step must be one that a merge follows, got "):
                judge(snapshot, [])
            return
        slow = dict(expected(state, corpus, scheme, least))
        for bet in judge(snapshot, list(slow)):
            found = (bet.verdict, bet.count, bet.score, bet.rules, bet.slip)
            assert (*found, bet.forbidden) == slow[bet.pair], bet.pair
        known = set(state.tokens)
        strange = [(a, b) for a in sorted(known)[:9] for b in sorted(known)[-9:]]
        for bet in judge(snapshot, strange):
            assert (bet.verdict == "absent") == (bet.pair not in slow)
            assert bet.verdict != "absent" or (bet.count, bet.score) == (0, 0)


def test_a_pair_that_is_nowhere_says_which_rule_would_forbid_it():
    """SentencePiece joins no two pieces before a mark; where no rule does, none is named."""
    snapshot = train("ab cd ab cd", "sentencepiece").snapshot(0)
    marked, plain = judge(snapshot, [("b", "▁"), ("c", "b")])
    assert (marked.verdict, plain.verdict) == ("absent", "absent")
    assert (marked.forbidden, plain.forbidden) == ("mark", None)


def test_the_last_step_of_a_run_has_nothing_to_bet_on():
    """Though a limit ended it and a pair would have come next."""
    training = train(SIX_WORDS, "paper", max_merges=2)
    assert training.snapshot(2).next is not None
    with pytest.raises(ValueError, match=r"got 2\. Use a step below len\(training\.merges\)\."):
        judge(training.snapshot(2), [("est", "</w>")])


def test_ranks_are_judged_for_each_two_neighbours():
    """Of an encoding's trace: every place of the lowest rank, overlapping ones too."""
    training = train("aaaa aa b ab ab", "huggingface")
    [word] = training.tokenizer().encode("aaab").words
    first = word.steps[0]
    assert judge_ranks(first.candidates, first.rank) == [
        "right" if each == first.rank else "unlearned" if each is None else "later"
        for each in first.candidates
    ]
    assert judge_ranks((7, 7, None, 9), 7) == ["right", "right", "unlearned", "later"]
    assert judge_ranks((None, None), None) == ["unlearned", "unlearned"]
    assert judge_ranks((), None) == []
