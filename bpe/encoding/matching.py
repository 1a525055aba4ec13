"""Encode one word: by merge ranks, by longest tokens, or by fewest tokens."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import count, pairwise, repeat
from math import inf
from typing import Any, NamedTuple, TypeVar

Ranks = Mapping[tuple[int, int], int]
Item = TypeVar("Item")

MAX_SCANNED = 40
"""Maximum number of units of a word for which scanning all pairs is as fast as a heap."""

WINDOW, MARGIN = 1000, 8
"""Units of a long word merged at a time, and number of tokens at the end that are merged again."""

_NONE, _GONE = 1 << 60, -1


def merge_by_rank(ids: list[int], ranks: Ranks, made: Sequence[int]) -> list[int]:
    """Merge the leftmost pair of lowest rank until none is left; may change `ids`.

    ranks: (left ID, right ID) -> rank. made: the new ID of each rank, all different.
    """
    if len(ids) > MAX_SCANNED:
        return _merge_in_windows(ids, ranks, made)
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


def _merge_in_windows(ids: list[int], ranks: Ranks, made: Sequence[int]) -> list[int]:
    """Merge a part of the word at a time, so that the work grows with its length.

    A token's ID determines all merges that made it. So two adjacent final tokens determine whether
    a pair of lowest rank ever crossed the boundary between them: if they remain adjacent once, they
    do so wherever the units before the boundary merge to a sequence that ends with the first, and
    the units after it to one that begins with the second. A window is therefore cut between two
    tokens, and the cut is correct if the window that starts there starts with the same token.
    """
    tokens: list[int] = []
    start, size = 0, WINDOW
    merged = _merge_in_place(ids[:size], ranks, made)
    while start + size < len(ids):
        places = [at for at, id_ in enumerate(merged) if id_ != _GONE]
        cut = places[-MARGIN] if len(places) > MARGIN else 0
        following = _merge_in_place(ids[start + cut : start + cut + size], ranks, made)
        if cut and following[0] == merged[cut]:
            tokens += [merged[at] for at in places[:-MARGIN]]
            start, merged = start + cut, following
        else:
            # From the start: in a larger window another token may follow the cut before it.
            tokens, start, size = [], 0, 2 * size
            merged = _merge_in_place(ids[:size], ranks, made)
    return tokens + [id_ for id_ in merged if id_ != _GONE]


def _merge_in_place(ids: Sequence[int], ranks: Ranks, made: Sequence[int]) -> list[int]:
    """Return the merged tokens, each at the place of its first unit, and `_GONE` elsewhere.

    The heap stores rank and place of each pair as one number. An entry is skipped if its pair is no
    longer at that place.
    """
    rank_of, size = ranks.get, len(ids)
    before, after = [*range(-1, size)], [*range(1, size + 2)]
    found = [*map(rank_of, pairwise(ids), repeat(_NONE)), _NONE]
    tokens = [*ids, _GONE]
    heap = [rank * size + at for at, rank in enumerate(found) if rank != _NONE]
    heapify(heap)
    while heap:
        rank, at = divmod(heappop(heap), size)
        if found[at] != rank:
            continue
        right = after[at]
        following = after[at] = after[right]
        new = tokens[at] = made[rank]
        tokens[right], found[right], before[following] = _GONE, _NONE, at
        rank = found[at] = rank_of((new, tokens[following]), _NONE)
        if rank != _NONE:
            heappush(heap, rank * size + at)
        left = before[at]
        if left >= 0:
            rank = found[left] = rank_of((tokens[left], new), _NONE)
            if rank != _NONE:
                heappush(heap, rank * size + left)
    return tokens[:size]


def replace_pair(ids: Sequence[Item], places: Sequence[int], new: Item) -> list[Item]:
    """Return `ids` with `new` replacing the two IDs at each of `places`.

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
"""Trie node: unit -> child node; `_END` ->

ID of the token spelled by the path. A node that has not been visited yet is the list of the tokens
below it. The full trie would have a node for each unit of each token, and tokens may be as long as
a text.
"""


class TokenSpan(NamedTuple):
    """A token matched in a word: the place of its first unit, its number of units, and its ID."""

    at: int
    size: int
    token: int


def fewest_cuts(size: int, fitting: Callable[[int], Iterable[tuple[int, int]]]) -> list[TokenSpan]:
    """Cut this many units into as few tokens as possible, left to right; empty if no segmentation
    exists.

    fitting: yields size and ID of every token that begins at a place, the shortest first. Among
        equally short segmentations the one with the longest first token wins, then the longest
        second one, and so on. Dynamic programming from the right: the best segmentation from a
        place is a token plus the best segmentation after it (PathPiece of Schmidt et al., 2024,
        except for the choice among equally short ones).
    """
    counts, ways = [inf] * size + [0.0], [TokenSpan(size, 0, _END)] * size
    for start in reversed(range(size)):
        for token, length in fitting(start):
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
    """Trie of a vocabulary's tokens, spelled in units of the alphabet.

    If two tokens have the same spelling, the older one counts.
    """

    def __init__(self, alphabet: Iterable[int], merges: Iterable[tuple[int, int, int]]) -> None:
        """Take the IDs of the alphabet, and (left, right, new) IDs by rank."""
        self._spelling: dict[int, tuple[int, ...]] = {id_: (id_,) for id_ in alphabet}
        self._parts: dict[int, tuple[int, int]] = {}
        spelling = self._spelling
        for left, right, new in merges:
            # A file may list a merge before those of its parts.
            if left in spelling and right in spelling and new not in spelling:
                spelling[new] = spelling[left] + spelling[right]
                self._parts[new] = left, right
        self._tree = self._node([*spelling], 0)

    def _node(self, tokens: Iterable[int], depth: int) -> _Node:
        """Return the trie node of tokens with a common prefix."""
        node: _Node = {}
        for token in tokens:
            units = self._spelling[token]
            if len(units) == depth:
                node.setdefault(_END, token)
            else:
                node.setdefault(units[depth], []).append(token)
        return node

    def matched(self, units: Sequence[int]) -> list[int]:
        """Return the tokens that `from_left` matches."""
        tokens: list[int] = []
        at, end = 0, len(units)
        while at < end:
            size, token = self._longest(units, at)
            tokens.append(token)
            at += size
        return tokens

    def from_left(self, units: Sequence[int]) -> Iterator[TokenSpan]:
        """Match the longest token that fits, then continue after it (WordPiece)."""
        at = 0
        while at < len(units):
            size, token = self._longest(units, at)
            yield TokenSpan(at, size, token)
            at += size

    def longest_first(self, units: Sequence[int]) -> Iterator[TokenSpan]:
        """Match the longest token that occurs anywhere, the leftmost first; then continue in the
        rest.

        No token crosses one that was matched before.
        """
        taken, beginning = bytearray(len(units)), self._beginning(units)
        heap = [(-max(sizes.values()), at) for at, sizes in enumerate(beginning)]
        heapify(heap)
        while heap:
            at = heappop(heap)[1]
            token, size = beginning[at].popitem()
            free = taken.find(1, at, at + size) - at
            if free < 0:
                taken[at : at + size] = bytes([1]) * size
                yield TokenSpan(at, size, token)
            elif free:
                heappush(heap, (-max(beginning[at].values()), at))

    def fewest(self, units: Sequence[int]) -> list[TokenSpan]:
        """Cut the units into as few tokens as possible; see `fewest_cuts`."""
        beginning = self._beginning(units)
        return fewest_cuts(len(units), lambda at: beginning[at].items())

    def _longest(self, units: Sequence[int], at: int) -> tuple[int, int]:
        """Return size and ID of the longest token from `at`.

        A unit that no token begins with represents itself.
        """
        node, size, token = self._tree, 1, units[at]
        for place in range(at, len(units)):
            following = node.get(units[place])
            if following is None:
                break
            if isinstance(following, list):
                following = node[units[place]] = self._node(following, place - at + 1)
            node = following
            if _END in node:
                size, token = place - at + 1, node[_END]
        return size, token

    def _beginning(self, units: Sequence[int]) -> list[dict[int, int]]:
        """Return for each place the tokens that begin there and their sizes, the shortest first.

        A token begins where its left part begins, if its right part begins where the left one ends.
        So the work depends on the number of these tokens, not on their length. A unit that no token
        begins with represents itself.
        """
        joined, found = self._joined, [dict[int, int]() for _ in range(len(units) + 1)]
        for at in reversed(range(len(units))):
            here = [(1, units[at])]
            for size, token in here:
                if (rights := joined.get(token)) and (after := found[at + size]):
                    fewer, other = sorted((rights, after), key=len)
                    here += [(size + after[id_], rights[id_]) for id_ in fewer if id_ in other]
            found[at] = {id_: size for size, id_ in sorted(here)}
        return found[:-1]

    @cached_property
    def _joined(self) -> Mapping[int, Mapping[int, int]]:
        """Left token -> right token -> merged token; of tokens with the same spelling the first."""
        spelling = self._spelling
        first = {units: token for token, units in reversed(spelling.items())}
        joined: dict[int, dict[int, int]] = {}
        for new, parts in self._parts.items():
            if first[spelling[new]] == new:
                left, right = (first[spelling[part]] for part in parts)
                joined.setdefault(left, {})[right] = new
        return joined


class Listed(NamedTuple):
    """A text tokenized by longest match against a list.

    Attributes:
        tokens: the matched tokens, left to right.
        missing: characters, and possibly the mark, that no token spells; each once.
        marked: whether a token ends with the mark; if none does, word ends are lost.
        text: the decoded tokens, without the missing characters.
    """

    tokens: tuple[str, ...]
    missing: tuple[str, ...]
    marked: bool
    text: str


def cut_by_list(
    text: str, vocabulary: Sequence[str], mark: str = "</w>", *, anywhere: bool = False
) -> Listed:
    """Cut each whitespace-separated word by longest match against a list; decode the tokens.

    From the left, always the longest token that fits; or, with `anywhere`, the longest that occurs
    in the word, then the same for the parts left and right of it, as some articles do. Among
    equally long tokens the first in the list wins; the mark counts as one letter.

    If a token of the list ends with the mark, each word ends with the mark, and it is decoded to a
    space.

    >>> listed = cut_by_list("the highest", ["the</w>", "high", "est</w>", "moun", "tain</w>"])
    >>> listed.tokens, listed.text
    (('the</w>', 'high', 'est</w>'), 'the highest')
    >>> [cut_by_list("abcd", ["ab", "bcd", "cd"], anywhere=way).tokens for way in (False, True)]
    [('ab', 'cd'), ('bcd',)]
    """
    marked = any(token.endswith(mark) for token in vocabulary)
    # A single unused character replaces the mark, so that no token matches inside it.
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
    """Yield the longest token that fits and True, or else one character and False."""
    at = 0
    while at < len(word):
        found = next((token for token in longest if word.startswith(token, at)), "")
        yield found or word[at], bool(found)
        at += len(found) or 1


def _longest_anywhere(word: str, longest: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Do the same as `_longest_from_left`, matching the longest token that occurs anywhere."""
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
