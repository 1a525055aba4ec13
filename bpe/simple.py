"""Byte-pair encoding as Sennrich et al. (2016) print it, with every snapshot kept.

Read this first. `bpe.train(text, "paper")` gives the same snapshots and can handle ten megabytes,
because it updates only the counts that a merge changes. Here everything is recounted at every step.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

MARK = "</w>"

Pair = tuple[str, str]
Splits = dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Step:
    """The state after some merges.

    Attributes:
        pair: the pair merged last; None at step 0.
        count: occurrences of that pair when it was merged.
        pairs: the count of every pair, before the next merge.
        splits: word -> its tokens, in the order in which words were first seen.
        vocabulary: the alphabet, sorted, the end-of-word mark, and a token for each merge.
    """

    pair: Pair | None
    count: int
    pairs: Counter[Pair]
    splits: Splits
    vocabulary: list[str]


def train(text: str, max_merges: int) -> list[Step]:
    """Merge the most frequent pair, at most `max_merges` times; return all steps, step 0 first.

    >>> steps = train("highest higher lower lowest cooler coolest", 5)
    >>> [step.pair for step in steps[1:4]], [step.count for step in steps[1:4]]
    ([('e', 's'), ('es', 't'), ('est', '</w>')], [3, 3, 3])
    >>> steps[3].splits["highest"], steps[5].vocabulary[-2:]
    (('h', 'i', 'g', 'h', 'est</w>'), ['er', 'er</w>'])
    """
    words = Counter(text.split())
    splits = {word: (*word, MARK) for word in words}
    vocabulary = [*sorted({*"".join(words)}), MARK]
    pairs = count_pairs(splits, words)
    steps = [Step(None, 0, pairs, splits, vocabulary)]
    while pairs and len(steps) <= max_merges:
        pair = max(pairs, key=pairs.__getitem__)  # among equal counts, the pair seen first
        count = pairs[pair]
        splits = {word: merge_pair(tokens, pair) for word, tokens in splits.items()}
        vocabulary = [*vocabulary, "".join(pair)]
        pairs = count_pairs(splits, words)
        steps.append(Step(pair, count, pairs, splits, vocabulary))
    return steps


def count_pairs(splits: Splits, words: Counter[str]) -> Counter[Pair]:
    """Count adjacent pairs of tokens, weighting each word by its count."""
    pairs = Counter[Pair]()
    for word, tokens in splits.items():
        for pair in pairwise(tokens):
            pairs[pair] += words[word]
    return pairs


def merge_pair(tokens: tuple[str, ...], pair: Pair) -> tuple[str, ...]:
    """Replace each occurrence of a pair by one token, from the left."""
    merged: list[str] = []
    for token in tokens:
        # A merged token is never the pair's left token, so "aaa" becomes "aa", "a".
        if merged and (merged[-1], token) == pair:
            merged[-1] += token
        else:
            merged.append(token)
    return tuple(merged)
