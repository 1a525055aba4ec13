"""The choice of a pair: by its score, and among equals by the tie rule.

Training uses these functions; readings of a record use them to compare other rules.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from ..corpus import MAX_COUNT
from ..schemes import Scheme, TieRule
from ..text.characters import bytes_by_id
from ..text.pieces import sentencepiece_forbids
from .cells import Token, join

Key = Callable[[int], Any]
Ids = Sequence[int] | Mapping[int, int]

_FALLING = bytes(max(254 - byte, 0) for byte in range(256))


def pair_scores(counts: np.ndarray, lefts: np.ndarray, rights: np.ndarray) -> np.ndarray:
    """Return WordPiece's score count(ab) / (count(a) * count(b)) of many pairs (float64).

    counts, lefts, rights: occurrences of each pair, of its left and of its right token. A pair that
        does not occur has score 0. Each score is rounded once, so equal scores are equal floats;
        `truly_best` separates scores that only round to the same float.
    Source: the Hugging Face course, chapter 6; no common library trains by it.

    >>> pair_scores(np.array([15, 0]), np.array([15, 5]), np.array([36, 0])).round(4).tolist()
    [0.0278, 0.0]
    """
    products = np.multiply(lefts, rights, dtype=np.float64)
    scores = np.zeros(len(products))
    np.divide(counts, products, out=scores, where=counts > 0)
    # A product too large for an exact float was rounded before the division.
    for place in np.flatnonzero((products > MAX_COUNT) & (counts > 0)).tolist():
        scores[place] = int(counts[place]) / (int(lefts[place]) * int(rights[place]))
    return scores


def truly_best(counts: np.ndarray, lefts: np.ndarray, rights: np.ndarray) -> np.ndarray:
    """Return the indices of the pairs with the largest score, compared in exact integers.

    counts, lefts, rights: as in `pair_scores`, for at least one pair; all pairs occur.

    >>> truly_best(np.array([2, 4, 1]), np.array([3, 6, 1]), np.array([1, 1, 2])).tolist()
    [0, 1]
    """
    scored = list(zip(counts.tolist(), lefts.tolist(), rights.tolist(), strict=True))
    most, over = 0, 1
    for count, left, right in set(scored):
        if count * over > most * left * right:
            most, over = count, left * right
    equal = {each for each in set(scored) if each[0] * over == most * each[1] * each[2]}
    return np.flatnonzero([each in equal for each in scored])


def has_forbidden(scheme: Scheme) -> bool:
    """Return whether the scheme can forbid pairs."""
    return scheme.rules != "none" or scheme.max_token_length is not None


def forbidden(left: Token, right: Token, scheme: Scheme, size: int = 0) -> str | None:
    """Return the name of the scheme's rule that forbids merging two tokens, or `None`.

    size: number of alphabet tokens in both together. "length" is SentencePiece's default limit,
        "max_length" a limit that was set explicitly and replaces it.

    >>> from bpe import PRESETS
    >>> forbidden("x", "1", PRESETS["sentencepiece"])
    'script'
    """
    longest = scheme.max_token_length
    if longest is not None and size > longest:
        return "max_length"
    if scheme.rules == "none":
        return None
    token = join(left, right, scheme)
    return sentencepiece_forbids(token, longest) if isinstance(token, str) else None


def descending(token: Token) -> bytes:
    """Return a key that sorts the largest token first; the end of a token counts as smallest.

    UTF-8 sorts in the order of its characters and has no byte above 247.

    >>> sorted(["a", "ab", "b"], key=descending)
    ['b', 'ab', 'a']
    """
    text = token.decode("latin-1") if isinstance(token, bytes) else token
    return text.encode("utf-8", "surrogatepass").translate(_FALLING) + b"\xff"


def renumber(scheme: Scheme, order: str) -> Callable[[int], int]:
    """Return a function: token ID -> the ID that it would have with another byte order.

    >>> from bpe import PRESETS
    >>> [*map(renumber(PRESETS["gpt"], "gpt2"), (ord("!"), ord(" "), 256))]
    [0, 220, 256]
    """
    own, other = bytes_by_id(scheme.byte_order), bytes_by_id(order)
    ids = [other.index(byte) for byte in own]
    return lambda id_: ids[id_] if id_ < len(ids) else id_


def tie_key(
    rule: TieRule,
    scheme: Scheme,
    tokens: Sequence[Token],
    lefts: Ids,
    rights: Ids,
    first_cell: Callable[[int], int],
) -> Key:
    """Return a function: pair ID -> key; among equally good pairs the smallest key wins.

    lefts, rights: the token IDs of each pair, by pair ID. `first_cell` returns the first cell at
        which a pair occurs. Pairs with the same text (a mark, and the same characters typed as
        text) are distinguished by their IDs.
    """

    def smallest_ids(pair: int) -> tuple[int, int]:
        return lefts[pair], rights[pair]

    # A token occurs in many pairs.
    falling = cache(lambda id_: descending(tokens[id_]))

    def largest(pair: int) -> tuple[object, ...]:
        left, right = lefts[pair], rights[pair]
        return falling(left), falling(right), left, right

    def smallest(pair: int) -> tuple[object, ...]:
        left, right = lefts[pair], rights[pair]
        return tokens[left], tokens[right], left, right

    def shortest(pair: int) -> tuple[object, ...]:
        left, right = lefts[pair], rights[pair]
        token = join(tokens[left], tokens[right], scheme)
        return len(token), token, left, right

    keys: dict[TieRule, Key] = {
        "first": first_cell,
        "smallest-ids": smallest_ids,
        "largest": largest,
        "smallest": smallest,
        "shortest": shortest,
    }
    return keys[rule]
