"""The course: the toy vocabulary of a popular course, and its numbers put right."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from .model import model_from_counts

COURSE_VOCABULARY: dict[str, int] = {
    "h": 15,
    "u": 36,
    "g": 20,
    "hu": 15,
    "ug": 20,
    "p": 17,
    "pu": 17,
    "n": 16,
    "un": 16,
    "b": 4,
    "bu": 4,
    "s": 5,
    "hug": 15,
    "gs": 5,
    "ugs": 5,
}
"""Every piece of hug, pug, pun, bun and hugs that the course starts from, with how often it occurs
in hug x 10, pug x 5, pun x 12, bun x 4, hugs x 5. The total is 210."""


@dataclass(frozen=True)
class CourseSplit:
    """A split with the course's pieces.

    Attributes:
        tokens: the split. terms: each token's count; `whole` is the sum of all counts.
        probability: the product of terms / whole.
        printed_terms, printed: the same with the counts that the course's text uses.

    >>> from bpe.unigram import course_splits
    >>> corpus = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> course_splits(corpus)[0].terms
    (17, 20)
    """

    tokens: tuple[str, ...]
    terms: tuple[int, ...]
    whole: int
    probability: float
    printed_terms: tuple[int, ...]
    printed: float


def course_splits(corpus: Mapping[str, int], word: str = "pug") -> list[CourseSplit]:
    """Return each split of pug as it is, and as the course prints it, the most probable first.

    The course counts p and pu in pug only and forgets pun, though its own list has them right.
    corpus: the course's five words with their counts.

    >>> from bpe.unigram import course_splits
    >>> corpus = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> [split.tokens for split in course_splits(corpus)]
    [('p', 'ug'), ('pu', 'g'), ('p', 'u', 'g')]
    """
    counts = COURSE_VOCABULARY
    printed = {**counts, "p": corpus[word], "pu": corpus[word]}
    whole = sum(counts.values())
    model = model_from_counts(counts)
    # Its sum of counts is the right one, so what it prints is no probability of any model.
    found = []
    for split in model.nbest(word, 100):
        terms = tuple(counts[token] for token in split.tokens)
        wrong = tuple(printed[token] for token in split.tokens)
        product = math.prod(term / whole for term in wrong)
        right = model.probability(split.tokens)
        found.append(CourseSplit(split.tokens, terms, whole, right, wrong, product))
    return found


def course_scores(word: str) -> tuple[float, float]:
    """Return -ln of the best split's probability, and what the course's code would print for it.

    Its search begins at 1 instead of 0.

    >>> from bpe.unigram import course_scores
    >>> [round(score, 4) for score in course_scores("hugs")]
    [6.3767, 7.3767]
    """
    model = model_from_counts(COURSE_VOCABULARY)
    score = -model.log_probability(model.best(word))
    return score, 1 + score
