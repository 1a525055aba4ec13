"""Answers of the record: merges, pairs, words and tokens as plain values."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import InitVar, dataclass, field
from operator import eq
from typing import Any, Literal, NamedTuple, overload

from .cells import Token

Pair = tuple[Token, Token]
Reason = Literal["vocab_size", "max_merges", "min_frequency", "no_pairs"]
Kind = Literal["alphabet", "mark", "special", "merge"]
ChangeKind = Literal["merged", "appeared", "vanished", "rose", "fell"]


@dataclass(frozen=True)
class Merge:
    """A learned rule: `pair` becomes `token`. It leads from step `rank` to step `rank + 1`.

    `count` is the number of occurrences when it was chosen (overlapping ones included, so "aaaa"
    has three of (a, a)); `score` is the criterion: the count, or the WordPiece score.

    A merge consists of these five values: copies, pickles and tables omit `ties`, which are looked
    up in the record on demand. Merges that differ only in `forced` are equal. For JSON and charts,
    which have no bytes, `rows_of` writes merges as rows of text.

    >>> from bpe import train
    >>> merge = train("low low lowest").merges[0]
    >>> merge
    Merge(rank=0, pair=('l', 'o'), token='lo', count=3, score=3)
    >>> merge.ties
    (('l', 'o'), ('o', 'w'))
    """

    rank: int
    pair: Pair
    token: Token
    count: int
    score: float
    find_ties: InitVar[Callable[[int], tuple[Pair, ...]] | None] = None
    was_forced: InitVar[bool] = False

    def __post_init__(
        self, find_ties: Callable[[int], tuple[Pair, ...]] | None, was_forced: bool
    ) -> None:
        if find_ties is not None:
            object.__setattr__(self, "_find_ties", find_ties)
        if was_forced:
            object.__setattr__(self, "_forced", True)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of a copy or a pickle: the values without the run."""
        return {name: value for name, value in vars(self).items() if name != "_find_ties"}

    @property
    def forced(self) -> bool:
        """True if this pair was forced, whatever the rule would have chosen."""
        return "_forced" in vars(self)

    @property
    def ties(self) -> tuple[Pair, ...]:
        """The tied pairs, the winner first; just the winner without a tie.

        The winner is the pair that the rule chooses. For a forced merge these are therefore the
        pairs that the rule would have chosen from, possibly without the merged pair.

        Raises `ValueError` for a merge that was copied or loaded and so has no training.
        """
        find_ties: Callable[[int], tuple[Pair, ...]] | None = vars(self).get("_find_ties")
        if find_ties is None:
            raise ValueError(
                f"ties must be asked of a merge of a training, got a copy of merge {self.rank}. "
                "Use training.merges[rank].ties or training.snapshot(rank).ties."
            )
        return find_ties(self.rank)


class Merges(Sequence[Merge]):
    """The merges of a training, each created on demand; equal to a tuple or list of them."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, length: int, find: Callable[[int], Merge]) -> None:
        """Take the number of merges, and a function that returns one by its rank."""
        self._length, self._find = length, find

    def __len__(self) -> int:
        """The number of merges."""
        return self._length

    @overload
    def __getitem__(self, rank: int) -> Merge: ...
    @overload
    def __getitem__(self, rank: slice) -> tuple[Merge, ...]: ...
    def __getitem__(self, rank: int | slice) -> Merge | tuple[Merge, ...]:
        ranks = range(self._length)[rank]
        return tuple(map(self._find, ranks)) if isinstance(ranks, range) else self._find(ranks)

    def __iter__(self) -> Iterator[Merge]:
        return map(self._find, range(self._length))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Merges | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the state of a copy or a pickle: the merges without the run."""
        return tuple, (tuple(self),)


@dataclass(frozen=True)
class Stop:
    """Stop reason, and the next merge if there is one (`None` for "no_pairs").

    >>> from bpe import train
    >>> stop = train("low low lowest", max_merges=2).stop
    >>> stop.reason, stop.merge.pair
    ('max_merges', ('low', '</w>'))
    """

    reason: Reason
    merge: Merge | None


@dataclass(frozen=True)
class PairCount:
    """A pair at a step: its occurrences and its score.

    `ids` are its token IDs; `forbidden` names the scheme's rule that forbids merging it.

    >>> from bpe import train
    >>> train("low low lowest").snapshot(0).pairs(1)
    [PairCount(pair=('l', 'o'), count=3, score=3)]
    """

    pair: Pair
    count: int
    score: float
    ids: tuple[int, int] = field(default=(-1, -1), repr=False, compare=False)
    forbidden: str | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class PairChange:
    """Change of a pair's count by the last merge; 0 means that it does not occur.

    `cause` is the pair the occurrences went to or came from; for the `merged` pair it is that pair
    itself. Two pairs can have the same text.

    >>> from bpe import train
    >>> changes = train("low low lowest").snapshot(1).changes
    >>> [(change.pair, change.before, change.after) for change in changes]
    [(('l', 'o'), 3, 0), (('o', 'w'), 3, 0), (('lo', 'w'), 0, 3)]
    """

    pair: Pair
    before: int
    after: int
    cause: Pair
    merged: bool = False

    @property
    def difference(self) -> int:
        """Change of the count; negative if it fell."""
        return self.after - self.before

    @property
    def kind(self) -> ChangeKind:
        """The kind of change."""
        if self.merged:
            return "merged"
        if not self.before:
            return "appeared"
        if not self.after:
            return "vanished"
        return "rose" if self.difference > 0 else "fell"


@dataclass(frozen=True)
class WordSplit:
    """A distinct word, its occurrences and its tokens; by the last merge: `changed`, `before`.

    >>> from bpe import train
    >>> train("low low lowest").snapshot(2).words(1)
    [WordSplit(text='low', count=2, tokens=('low', '</w>'), changed=True)]
    """

    text: str
    count: int
    tokens: tuple[Token, ...]
    changed: bool
    before: tuple[Token, ...] = field(default=(), repr=False, compare=False)


class VocabularyToken(NamedTuple):
    """A token, its ID, its occurrences now and the step it was born at (0 for the alphabet).

    >>> from bpe import train
    >>> train("low low lowest").snapshot(2).vocabulary[-1]
    VocabularyToken(token='low', id=8, count=3, born=2, kind='merge')
    """

    token: Token
    id: int
    count: int  # type: ignore[assignment]  # over tuple.count, which nobody asks of a token
    born: int
    kind: Kind
