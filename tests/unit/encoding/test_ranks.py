"""What plain merges promise: several ways to apply them, one result."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from bpe.encoding.ranks import merge, merge_everywhere
from tests import twin
from tests.strategies import TIE_RULES, corpora, letters, scheme


def ranks_of(steps):
    """Pair of ids -> (rank, new id), from the twin's steps."""
    return {step.winner: (step.step, len(step.tokens)) for step in steps if step.winner is not None}


@given(corpus=corpora(letters), others=st.lists(letters, min_size=1, max_size=5), data=st.data())
def test_one_ordered_pass_is_repeated_lowest_rank(corpus, others, data):
    """Both textbook descriptions of encoding, and the tokenizer, give the same tokens."""
    rules = scheme(
        boundary=data.draw(st.sampled_from(("none", "suffix"))),
        tie_rule=data.draw(st.sampled_from(TIE_RULES)),
    )
    steps = twin.run(corpus, rules)
    tokenizer = train(corpus, rules).tokenizer()
    tokens, ranks = steps[-1].tokens, ranks_of(steps)
    ids = {token: i for i, token in enumerate(tokens)}
    for word in others:
        start = [*word, *([rules.mark] if rules.boundary == "suffix" else [])]
        if any(character not in ids for character in start):
            continue
        start = [ids[character] for character in start]
        expected = twin.encode_by_rank(start, ranks)
        assert twin.encode_in_one_pass(start, ranks) == expected
        assert list(tokenizer.encode(word).ids) == expected
        assert list(tokenizer.encode(word).tokens) == [tokens[i] for i in expected]


@given(corpus=corpora(letters), others=st.lists(letters, min_size=1, max_size=5), data=st.data())
def test_what_plain_merges_promise(corpus, others, data):
    """No two merges make one token, each token encodes to itself, and strings serve as ids."""
    rules = scheme(boundary="none", tie_rule=data.draw(st.sampled_from(TIE_RULES)))
    training = train(corpus, rules)
    tokens = [merge.token for merge in training.merges]
    assert len({*tokens, *training.alphabet}) == len(tokens) + len(training.alphabet)
    tokenizer = training.tokenizer()
    for token in training.tokens:
        assert tokenizer.encode_word(token)[0] == (token,)
    known = set(training.alphabet)
    for word in others:
        if set(word) <= known:
            assert tokenizer.encode_word(word)[0] == by_joined_string(word, tokens)


def by_joined_string(word, tokens):
    """Join the leftmost two neighbours whose string was merged earliest, again and again."""
    ranks = {token: rank for rank, token in enumerate(tokens)}
    parts = list(word)
    while True:
        found = [
            (ranks[left + right], at)
            for at, (left, right) in enumerate(pairwise(parts))
            if left + right in ranks
        ]
        if not found:
            return tuple(parts)
        at = min(found)[1]
        parts[at : at + 2] = [parts[at] + parts[at + 1]]


def test_a_merge_that_outranks_its_parts_tells_the_two_ways_apart():
    """One place at a time goes on with what a merge has just made; everywhere comes back later."""
    merged = {(1, 2): 1, (0, 3): 0}
    assert merge([1, 2, 0, 1, 2], merged, [4, 3]) == [3, 4]
    listed = {(1, 2): 1, (3, 1): 0}
    assert merge([1, 2, 1, 2], listed, [4, 3]) == [4, 2]
    assert merge_everywhere([1, 2, 1, 2], listed, [4, 3]) == [3, 3]
    assert merge_everywhere([5, 6], listed, [4, 3]) == [5, 6]
