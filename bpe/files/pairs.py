"""Lists of merges in any format that people save or print: the pairs, by rank."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import cast

import regex

from ..errors import CorpusError, short
from ..input.opening import KINDS, check_size
from ..merging.cells import Token
from ..text.characters import as_bytes, byte_alias
from ..text.pretokenizers import pattern
from . import checks
from .by_tiktoken import TiktokenTokenizer, looks_like_ranks, read_ranks
from .checks import read_minbpe, read_text
from .layouts import Layout, Row, best_layout
from .patterns import WordRules

MAX_FILE_BYTES = KINDS["merges"].app.most
"""Maximum number of bytes of a list of merges."""

MAX_TEXT_CHARS = 400_000
"""Maximum number of characters of a text in which the merges of IDs are looked up."""

MAX_LOOKED_UP = 100
"""Maximum number of merges of IDs that are looked up in a text."""

MAX_SPECIAL = 10
"""Maximum number of special tokens before or after the IDs of an alphabet."""

_PICKLES = (".pkl", ".pickle", ".p", ".joblib", ".pt")


class MergeList(list[tuple[Token, Token]]):
    """Merges by rank, as `load_merges` reads them.

    Attributes:
        file: the name of their source. lines: the line of each merge, from 1.
    """

    def __init__(
        self, pairs: Iterable[tuple[Token, Token]], file: str, lines: Sequence[int]
    ) -> None:
        """Take the pairs, and the line of each."""
        super().__init__(pairs)
        self.file, self.lines = file, lines

    def __reduce__(self) -> tuple[object, ...]:
        return MergeList, ([*self], self.file, self.lines)


def load_merges(name: str, data: bytes, text: str | None = None) -> MergeList:
    """Return the merges of a file or of a pasted text, by rank.

    It may be a merges.txt, codes of subword-nmt or fastBPE, .tiktoken ranks, a .model of
    minbpe, a tokenizer.json, or what a program prints: lists, tuples, maps and records of pairs as
    Python, JSON, JavaScript, Java, Rust or Go write them, with or without counts, ranks and
    numbers, also cut off at the end; a merge on each line, also among other lines, as in
    "Merge 1: ('e', 's') -> es, count 9"; or the tokens that merges make, as books print them:
    "ne, new, ␣r". Nothing is ever run: a pickle is refused.

    Tokens may be str, bytes or IDs. IDs refer to the 256 bytes and to merged tokens, from 256 or a
    later number on. With the training `text`, IDs of bytes after special tokens and IDs of
    characters are also recognized: the numbering whose merges occur most in the text wins.

    Raises `CorpusError`, with the line of the first merge that cannot be read.

    >>> from bpe.interchange import load_merges
    >>> load_merges("mine.txt", b"[('e', 's'), ('es', 't')]")
    [('e', 's'), ('es', 't')]
    >>> load_merges("printed.txt", b"Start\\n1. e s -> es\\n2. es t -> est\\n").lines
    [2, 3]
    """
    name, rows = read_merges(name, data)
    if any(isinstance(item, int) for row in rows for item in row.pair):
        return MergeList(_tokens_of_ids(name, rows, text), name, [row.line for row in rows])
    size, pairs = 0, list[tuple[Token, Token]]()
    for row in rows:
        left, right = cast(tuple[Token, Token], row.pair)
        is_one = type(left) is type(right) and left and right
        if not is_one or any(
            isinstance(each, str) and _HALF.search(each) for each in (left, right)
        ):
            raise _unreadable(name, row.line, row.pair)
        size += len(left) + len(right)
        check_size(name, size, checks.MAX_FILE_BYTES)
        pairs.append((left, right))
    return MergeList(pairs, name, [row.line for row in rows])


_HALF = regex.compile("[\ud800-\udfff]")
"""Half of a surrogate pair: not valid in a text, but JSON and Python can write it."""


def read_merges(name: str, data: bytes) -> tuple[str, list[Row]]:
    """Return the name of an unpacked list, and its merges as written, IDs unchanged.

    Raises `CorpusError` as `load_merges` does, except for IDs.
    """
    checks.check_file(name, data)
    if data[:1] == b"\x80" or name.lower().endswith(_PICKLES):
        raise CorpusError("is_pickle", file=name)
    check_size(name, len(data), MAX_FILE_BYTES)
    name, data = checks.unpacked_file(name, data)
    text = read_text(name, data)
    if text.startswith("minbpe v"):
        merges = read_minbpe(name, text).merges
        first = len(text.rstrip("\n").split("\n")) - len(merges) + 1
        return name, [Row(line, pair) for line, pair in enumerate(merges, first)]
    if name.endswith(".tiktoken") or (text.count("\n") > 254 and looks_like_ranks(text)):
        # Merges do not depend on pre-tokenization. A pair gets the line of its merged token.
        rules = WordRules("text", "file", pattern("text"))
        pairs = [*TiktokenTokenizer(name, read_ranks(name, text), rules).pairs()]
        return name, [Row(257 + rank, pair) for rank, pair in enumerate(pairs)]
    found = best_layout(text) or Layout([], (1, text.strip().partition("\n")[0]))
    if found.wrong is not None:
        raise _unreadable(name, *found.wrong)
    return name, found.rows


def _unreadable(file: str, line: int, value: object) -> CorpusError:
    return CorpusError("merge", file=file, line=line, value=short(value))


# --- ids --------------------------------------------------------------------------------------


def _tokens_of_ids(file: str, rows: Sequence[Row], text: str | None) -> list[tuple[Token, Token]]:
    """Return the pairs of tokens that IDs represent, using the alphabet that fits the text best."""
    for row in rows:
        if not all(isinstance(item, int) for item in row.pair):
            raise _unreadable(file, row.line, row.pair)
    text = (text or "")[:MAX_TEXT_CHARS]
    data, first = as_bytes(text), rows[:MAX_LOOKED_UP]
    best: tuple[int, Alphabet, Sequence[int]] = -1, {}, ()
    for alphabet in _alphabets(text):
        for made in _made_ids(rows, alphabet):
            pairs, wrong = _spelled(file, first, alphabet, made)
            if wrong is not None:
                continue
            tokens = [left + right for left, right in pairs]  # type: ignore[operator]
            occur = sum(
                token in data if isinstance(token, bytes) else token.removesuffix("</w>") in text
                for token in tokens
            )
            if occur > best[0]:
                best = occur, alphabet, made
    if best[0] < 0:
        best = 0, next(_alphabets("")), range(256, 256 + len(rows))
    pairs, wrong = _spelled(file, rows, *best[1:])
    if wrong is not None:
        raise _unreadable(file, wrong.line, wrong.pair)
    return pairs


Alphabet = Mapping[int, Token]


def _alphabets(text: str) -> Iterator[Alphabet]:
    """Yield id -> token before any merge, the usual first: bytes, then characters of the text.

    Each also with some special tokens before it, which have the first IDs.
    """
    orders: list[Sequence[Token]] = [
        [bytes([byte]) for byte in range(256)],
        [bytes([byte]) for byte in byte_alias()],
    ]
    if not text:
        yield dict(enumerate(orders[0]))
        return
    for used in (sorted({*text}), [*dict.fromkeys(text)]):
        letters = [each for each in used if not each.isspace()]
        orders += [used, letters, [*letters, "</w>"], ["</w>", *letters]]
        orders.append(sorted([*letters, "</w>"]))
    for order, special in product(orders, range(MAX_SPECIAL + 1)):
        yield dict(enumerate(order, special))
    yield {ord(each): each for each in text}


def _made_ids(rows: Sequence[Row], alphabet: Alphabet) -> Iterator[Sequence[int]]:
    """Yield possible IDs of merged tokens: numbers next to the merges, or consecutive ones."""
    for column in zip(*(row.numbers for row in rows), strict=False):
        if all(left < right for left, right in pairwise(column)) and column[0] not in alphabet:
            yield column
    used = [(id_, at) for at, row in enumerate(rows) for id_ in _ids(row) if id_ not in alphabet]
    usual = max(alphabet) + 1
    lowest = max((id_ - at + 1 for id_, at in used), default=usual)
    highest = min((id_ for id_, _ in used), default=usual)
    firsts = range(lowest, highest + 1)[:MAX_SPECIAL]
    for first in dict.fromkeys((usual, *firsts) if lowest <= usual <= highest else firsts):
        yield range(first, first + len(rows))


def _ids(row: Row) -> tuple[int, int]:
    return cast(tuple[int, int], row.pair)


def _spelled(
    file: str, rows: Sequence[Row], alphabet: Alphabet, made: Sequence[int]
) -> tuple[list[tuple[Token, Token]], Row | None]:
    """Return the pairs of tokens up to the first unknown ID, and the row of that ID."""
    known, pairs, size = dict(alphabet), list[tuple[Token, Token]](), 0
    for row, id_ in zip(rows, made, strict=False):
        left, right = map(known.get, _ids(row))
        if left is None or right is None:
            return pairs, row
        size += len(left) + len(right)
        check_size(file, size, checks.MAX_FILE_BYTES)
        pairs.append((left, right))
        known[id_] = left + right  # type: ignore[operator]
    return pairs, None
