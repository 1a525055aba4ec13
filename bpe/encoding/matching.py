"""How the units of one word are cut: by the ranks of merges, by longest tokens, or by fewest."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import count, pairwise, repeat
from math import inf
from typing import Any, NamedTuple, TypeVar

Ranks = Mapping[tuple[int, int], int]
Item = TypeVar("Item")

_NONE = 1 << 60


def merge_by_rank(ids: list[int], ranks: Ranks, made: Sequence[int]) -> list[int]:
    """Merge the leftmost pair of lowest rank until none is left; may change `ids`.

    ranks: (left id, right id) -> rank. made: the new id of each rank.
    """
    rank_of = ranks.get
    found = list(map(rank_of, pairwise(ids), repeat(_NONE)))
    while found:
        rank = min(found)
        if rank == _NONE:
            break
        at = found.index(rank)
        new = ids[at] = made[rank]
        del ids[at + 1], found[at]
        if at:
            found[at - 1] = rank_of((ids[at - 1], new), _NONE)
        if at < len(found):
            found[at] = rank_of((new, ids[at + 1]), _NONE)
    return ids


def replace_pair(ids: Sequence[Item], places: Sequence[int], new: Item) -> list[Item]:
    """Return `ids` with `new` for the two from each of `places`.

    >>> replace_pair([1, 1, 1, 1, 1], [0, 2], 2)
    [2, 2, 1]
    """
    replaced: list[Item] = []
    last = 0
    for at in places:
        replaced += [*ids[last:at], new]
        last = at + 2
    return [*replaced, *ids[last:]]


_END = -1

_Node = dict[int, Any]
"""Unit -> the node behind it; under `_END` the token that is spelled by the way here."""


class TokenSpan(NamedTuple):
    """A token cut out of a word: the place of its first unit, how many units, and its id."""

    at: int
    size: int
    token: int


def fewest_cuts(size: int, fitting: Callable[[int], Iterable[tuple[int, int]]]) -> list[TokenSpan]:
    """Cut so many units into as few tokens as can be, left to right; none where no way leads there.

    fitting: yields size and id of every token that begins at a place, the shortest first. Of
    several such ways, the one whose first token is longest, then whose second one is, and so on.
    Found from the right: the shortest way from a place is a token and the shortest way from behind
    it (PathPiece of Schmidt et al., 2024, but for its choice among equal ways).
    """
    counts, ways = [inf] * size + [0.0], [TokenSpan(size, 0, _END)] * size
    for start in reversed(range(size)):
        for length, token in fitting(start):
            if counts[start + length] + 1 <= counts[start]:
                counts[start] = counts[start + length] + 1
                ways[start] = TokenSpan(start, length, token)
    cuts: list[TokenSpan] = []
    at = 0
    while at < size and counts[0] < inf:
        cuts.append(ways[at])
        at += ways[at].size
    return cuts


class Matcher:
    """Every token of a vocabulary by its spelling in units of the alphabet, as a tree of prefixes.

    Where two tokens are spelled alike the one that was made first counts.
    """

    def __init__(self, alphabet: Iterable[int], merges: Iterable[tuple[int, int, int]]) -> None:
        """Take the ids of the alphabet, and (left, right, new) ids by rank."""
        spelling: dict[int, tuple[int, ...]] = {id_: (id_,) for id_ in alphabet}
        for left, right, new in merges:
            # A file may list a merge before those of its parts.
            if left in spelling and right in spelling:
                spelling.setdefault(new, spelling[left] + spelling[right])
        self._tree: _Node = {}
        for token, units in spelling.items():
            node = self._tree
            for unit in units:
                node = node.setdefault(unit, {})
            node.setdefault(_END, token)

    def matched(self, units: Sequence[int]) -> list[int]:
        """Return the tokens that `from_left` cuts out."""
        tokens: list[int] = []
        at, end = 0, len(units)
        while at < end:
            size, token = self._longest(units, at, end)
            tokens.append(token)
            at += size
        return tokens

    def from_left(self, units: Sequence[int]) -> Iterator[TokenSpan]:
        """Cut out the longest token that fits, then go on behind it (WordPiece)."""
        at = 0
        while at < len(units):
            size, token = self._longest(units, at, len(units))
            yield TokenSpan(at, size, token)
            at += size

    def longest_first(self, units: Sequence[int]) -> Iterator[TokenSpan]:
        """Cut out the longest token that occurs anywhere, the leftmost of them; then in the rest.

        No token reaches across one that was cut out before.
        """
        taken = [False] * len(units)
        cuts = [TokenSpan(at, *self._longest(units, at, len(units))) for at in range(len(units))]
        heap = [(-cut.size, cut) for cut in cuts]
        heapify(heap)
        while heap:
            cut = heappop(heap)[1]
            end = cut.at
            while end < cut.at + cut.size and not taken[end]:
                end += 1
            if end == cut.at + cut.size:
                taken[cut.at : end] = [True] * cut.size
                yield cut
            elif end > cut.at:
                shorter = TokenSpan(cut.at, *self._longest(units, cut.at, end))
                heappush(heap, (-shorter.size, shorter))

    def fewest(self, units: Sequence[int]) -> list[TokenSpan]:
        """Cut the units into as few tokens as can be; see `fewest_cuts`."""
        return fewest_cuts(len(units), lambda at: self._fitting(units, at))

    def _fitting(self, units: Sequence[int], at: int) -> Iterator[tuple[int, int]]:
        """Yield size and id of every token that begins at `at`, the shortest first.

        A unit that no token begins with stands for itself.
        """
        yield 1, units[at]
        node = self._tree
        for place in range(at, len(units)):
            if units[place] not in node:
                return
            node = node[units[place]]
            if _END in node:
                yield place - at + 1, node[_END]

    def _longest(self, units: Sequence[int], at: int, end: int) -> tuple[int, int]:
        """Return size and id of the longest token from `at` that ends by `end`.

        A unit that no token begins with stands for itself.
        """
        node, size, token = self._tree, 1, units[at]
        for place in range(at, end):
            if units[place] not in node:
                break
            node = node[units[place]]
            if _END in node:
                size, token = place - at + 1, node[_END]
        return size, token


class Listed(NamedTuple):
    """A text cut by the longest tokens of a list.

    Attributes:
        tokens: those cut out, left to right.
        missing: what no token of the list spells, each once: characters, and perhaps the mark.
        marked: whether a token ends with the mark; without one, nothing says where words end.
        text: the tokens decoded, what was missing left out.
    """

    tokens: tuple[str, ...]
    missing: tuple[str, ...]
    marked: bool
    text: str


def cut_by_list(
    text: str, vocabulary: Sequence[str], mark: str = "</w>", *, anywhere: bool = False
) -> Listed:
    """Cut each word of a text, parted by whitespace, by the longest tokens of a list; decode them.

    From the left, always the longest that fits; or `anywhere` the longest that occurs in the word,
    then so what is left of it and right of it, as some articles have it. Of equally long tokens
    the first in the list counts; the mark is as long as one letter.

    Where a token of the list ends with the mark, it ends each word, and is decoded to a space.

    >>> listed = cut_by_list("the highest", ["the</w>", "high", "est</w>", "moun", "tain</w>"])
    >>> listed.tokens, listed.text
    (('the</w>', 'high', 'est</w>'), 'the highest')
    >>> [cut_by_list("abcd", ["ab", "bcd", "cd"], anywhere=way).tokens for way in (False, True)]
    [('ab', 'cd'), ('bcd',)]
    """
    marked = any(token.endswith(mark) for token in vocabulary)
    # One character, which nothing else has, stands for the mark: no token is found within it.
    used = {*text, *"".join(vocabulary)}
    sign = next(each for each in map(chr, count(0xE000)) if each not in used) if marked else ""
    listed = [
        token.removesuffix(mark) + sign if marked and token.endswith(mark) else token
        for token in filter(None, vocabulary)
    ]
    longest = sorted(listed, key=len, reverse=True)
    cut = _longest_anywhere if anywhere else _longest_from_left
    parts = [
        (part.replace(sign, mark) if marked else part, is_token)
        for word in text.split()
        for part, is_token in cut(word + sign, longest)
    ]
    tokens = tuple(part for part, is_token in parts if is_token)
    missing = tuple(dict.fromkeys(part for part, is_token in parts if not is_token))
    joined = "".join(tokens)
    return Listed(tokens, missing, marked, joined.replace(mark, " ").strip() if marked else joined)


def _longest_from_left(word: str, longest: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield the longest token that fits, the longest being first; else one character, and False."""
    at = 0
    while at < len(word):
        found = next((token for token in longest if word.startswith(token, at)), "")
        yield found or word[at], bool(found)
        at += len(found) or 1


def _longest_anywhere(word: str, longest: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield what `_longest_from_left` does, cut by the longest token that occurs anywhere."""
    waiting = [(word, False)]
    while waiting:
        part, is_token = waiting.pop()
        found = "" if is_token else next((token for token in longest if token in part), "")
        if found:
            left, _, right = part.partition(found)
            waiting += [(right, False), (found, True), (left, False)]
        elif is_token:
            yield part, True
        else:
            yield from ((letter, False) for letter in part)
