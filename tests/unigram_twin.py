"""A Unigram trainer that enumerates every split of every word: slow, and obviously correct."""

import math
from collections import Counter

import pytest

NOISE = 1e-9


def near(value):
    """Return a value that compares equal up to rounding."""
    return pytest.approx(value, rel=NOISE, abs=NOISE)


class Tie(Exception):
    """Raised if rounding noise decides between two outcomes, so that neither can be required."""


def splits(word, pieces):
    """Return every split of a word into pieces."""
    if not word:
        return [()]
    return [
        (word[:end], *rest)
        for end in range(1, len(word) + 1)
        if word[:end] in pieces
        for rest in splits(word[end:], pieces)
    ]


def log_probability(tokens, scores):
    """Return the log probability of one split."""
    return sum(scores[token] for token in tokens)


def shares(word, scores):
    """Return each split of a word with its part of the word's probability."""
    found = splits(word, scores)
    weights = [math.exp(log_probability(tokens, scores)) for tokens in found]
    return {tokens: weight / sum(weights) for tokens, weight in zip(found, weights, strict=True)}


def log_likelihood(words, scores):
    """Return the log-likelihood of all words over all their splits."""
    return sum(
        count
        * math.log(
            sum(math.exp(log_probability(tokens, scores)) for tokens in splits(word, scores))
        )
        for word, count in words.items()
    )


def expected_counts(words, scores):
    """Return the expected count of each piece in the words."""
    expected = Counter(dict.fromkeys(scores, 0.0))
    for word, count in words.items():
        for tokens, share in shares(word, scores).items():
            for token in tokens:
                expected[token] += count * share
    return expected


def best(word, scores, without=None):
    """Return the best split; raise `Tie` if a split into other pieces is as good."""
    found = splits(word, scores.keys() - {without})
    top = max(log_probability(tokens, scores) for tokens in found)
    tied = [tokens for tokens in found if log_probability(tokens, scores) > top - NOISE]
    if len({tuple(sorted(tokens)) for tokens in tied}) > 1:
        raise Tie
    return max(tied, key=lambda tokens: [len(token) for token in reversed(tokens)])


def best_counts(words, scores):
    """Return the count of each piece in the best splits."""
    counts = Counter()
    for word, count in words.items():
        for token in best(word, scores):
            counts[token] += count
    return counts


def loss(piece, scores, counts):
    """Return the loss of the best splits if a piece is replaced by its next best split."""
    uses = counts[piece]
    if not uses:
        return 0.0
    parts = best(piece, scores, without=piece)
    whole = sum(counts.values())
    before = uses * math.log(uses / whole)
    after = uses * sum(
        math.log((counts[part] + uses) / (whole + uses * (len(parts) - 1))) for part in parts
    )
    return before - after


def seeds(words, size, longest):
    """Return the seed pieces with their probabilities."""
    occurs = Counter()
    for word, count in words.items():
        for start in range(len(word)):
            for end in range(start + 1, min(len(word), start + longest) + 1):
                occurs[word[start:end]] += count
    characters = [piece for piece in occurs if len(piece) == 1]
    longer = [piece for piece in occurs if len(piece) > 1 and occurs[piece] >= 2]
    longer.sort(key=lambda piece: (-occurs[piece] * len(piece), len(piece), piece))
    chosen = characters + longer[: max(0, size - len(characters))]
    whole = sum(occurs[piece] * len(piece) for piece in chosen)
    return {piece: occurs[piece] * len(piece) / whole for piece in chosen}
