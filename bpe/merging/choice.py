"""The choice of a pair: by its score, and among equals by the tie rule.

Training chooses with these, and whoever reads the record asks them what another rule would choose.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from ..corpus import LARGEST
from ..schemes import Scheme, TieRule
from ..text.pieces import sentencepiece_forbids
from .cells import Token, join

Key = Callable[[int], Any]
Ids = Sequence[int] | Mapping[int, int]

_FALLING = bytes(max(254 - byte, 0) for byte in range(256))


def pair_scores(counts: np.ndarray, lefts: np.ndarray, rights: np.ndarray) -> np.ndarray:
    """Return count(ab) / (count(a) * count(b)), the score of WordPiece, of many pairs (float64).

    counts, lefts, rights: occurrences of each pair, of its left and of its right token. A pair
    that does not occur has score 0. Each score is rounded once, so that equal ones are equal
    floats; of those `truly_best` tells which are more than nearly so.
    Source: the Hugging Face course, chapter 6; no library trains by it.

    >>> pair_scores(np.array([15, 0]), np.array([15, 5]), np.array([36, 0])).round(4).tolist()
    [0.0278, 0.0]
    """
    products = np.multiply(lefts, rights, dtype=np.float64)
    scores = np.zeros(len(products))
    np.divide(counts, products, out=scores, where=counts > 0)
    # A product that no float holds was rounded before it divided.
    for place in np.flatnonzero((products > LARGEST) & (counts > 0)).tolist():
        scores[place] = int(counts[place]) / (int(lefts[place]) * int(rights[place]))
    return scores


def truly_best(counts: np.ndarray, lefts: np.ndarray, rights: np.ndarray) -> np.ndarray:
    """Return the places of the pairs whose score is the largest, where whole numbers decide.

    counts, lefts, rights: as of `pair_scores`, of at least one pair, all of which occur.

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
    """Say whether there can be pairs that must not be merged."""
    return scheme.rules != "none" or scheme.max_token_length is not None


def forbidden(left: Token, right: Token, scheme: Scheme, size: int = 0) -> str | None:
    """Return which rule of the scheme keeps two tokens from being merged, or `None`.

    size: the tokens of the alphabet that both are made of. "length" is the limit of SentencePiece,
    "max_length" a limit that somebody set, which then is in its place.

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

    UTF-8 sorts as its characters do, and has no byte above 247.

    >>> sorted(["a", "ab", "b"], key=descending)
    ['b', 'ab', 'a']
    """
    text = token.decode("latin-1") if isinstance(token, bytes) else token
    return text.encode("utf-8", "surrogatepass").translate(_FALLING) + b"\xff"


def tie_key(
    rule: TieRule,
    scheme: Scheme,
    tokens: Sequence[Token],
    lefts: Ids,
    rights: Ids,
    first_cell: Callable[[int], int],
) -> Key:
    """Return the function pair id -> key: of equally good pairs the one with the least key wins.

    lefts, rights: the token ids of each pair, by pair id. `first_cell` tells at which cell a pair
    occurs first. Pairs that read alike (a mark, and the same characters typed as text) are told
    apart by their ids.
    """

    def smallest_ids(pair: int) -> tuple[int, int]:
        return lefts[pair], rights[pair]

    # A token stands in many pairs.
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
