"""Files that a reader brings: what is in them, and the words of each kind.

What is said of a file is small, but for a text. Words of tables are read again, from the file,
wherever they are trained on.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain, islice
from pathlib import Path

from bpe import Corpus, Scheme
from bpe.counting.origin import Origin, check_words
from bpe.counting.parts import count_part, joined
from bpe.counting.reading import Stretch, pieces_in
from bpe.counting.tables import holds_counts, opened, read_counts
from bpe.input.encodings import decoded
from bpe.input.kinds import KINDS, SUFFIXES, Limits, kind_of, unpacked_name
from bpe.input.opening import check_size, unpack
from bpe.input.rows import Parquet, cells, check_rows, lines_of, refusals
from ui.catalogue import Refusal
from ui.corpora import limits as sizes
from ui.corpora.making import checked

_WORD_NAMES = {"word", "words", "token", "term", "text", "词", "词语", "单词", "词元"}
_COUNT_NAMES = {"count", "counts", "frequency", "freq", "n", "次数", "频数", "词频", "计数"}
_HEAD = 100
"""Rows that tell which columns are the words and the counts."""

_LONGEST_NAME = 40
_FIELD = "text"
"""Where a line of JSON has its text."""


@dataclass(frozen=True)
class TextFile:
    """A text and the encoding it was read in.

    Attributes:
        encoding: None for documents, a line of JSON each, whose words are counted one by one.
    """

    text: str
    encoding: str | None


@dataclass(frozen=True)
class TableFile:
    """Rows of words and counts, not yet told apart.

    Attributes:
        columns: the names, or numbers from 1 where the file gives no names; long ones are cut.
        rows: how many there are.
        word, count: positions of the columns that look like the words and the counts.
        encoding: what the cells were read in; None for a format that says so itself.
    """

    columns: tuple[str, ...]
    rows: int
    word: int
    count: int
    encoding: str | None


@dataclass(frozen=True)
class CountsFile:
    """A file of counts that `python -m bpe count` wrote.

    Attributes:
        origin: what the words were counted from, and how.
        rows: words in it, or about so many.
        size: bytes that they take when they are read, or about so many.
        encoding: none, since the format says so itself.
    """

    origin: Origin
    rows: int
    size: int
    encoding: None = None


Content = TextFile | TableFile | CountsFile


def read(
    data: bytes, name: str, encoding: str | None = None, limits: Limits | None = None
) -> Content:
    """Say what is in a file, by its name's ending; `encoding` overrides the guess.

    Raises CorpusError where the file is too large, binary, broken or empty.
    """
    data, name, kind, limits = _unpacked(data, name, limits)
    if kind == "text":
        return TextFile(*decoded(data, encoding))
    with refusals(name):
        if holds_counts(name, BytesIO(data), with_origin=True):
            return _counts_file(data, name, limits)
        if kind == "lines":
            return TextFile("\n".join(_documents(data, name, limits)), None)
        if kind == "parquet":
            return _parquet_file(data, name, limits)
        return _cells_file(data, encoding, limits, tabs=name.lower().endswith(".tsv"))


def _unpacked(data: bytes, name: str, limits: Limits | None) -> tuple[bytes, str, str, Limits]:
    """Return what is packed in a file, its name, its kind, and the limits of that kind."""
    kind = kind_of(name)
    if kind is None:
        raise Refusal("unknown_kind", kinds=", ".join(SUFFIXES))
    limits = limits or KINDS[kind].app
    data = unpack(name, data, limits)
    if not data:
        raise Refusal("empty_file")
    return data, unpacked_name(name), kind, limits


def _documents(data: bytes, name: str, limits: Limits) -> Iterator[str]:
    pieces = pieces_in(BytesIO(data), Stretch(Path(name)), Scheme(), _FIELD, limits)
    return chain.from_iterable(piece.texts() for piece in pieces)


def _counts_file(data: bytes, name: str, limits: Limits) -> CountsFile:
    rows, size = data.count(b"\n"), len(data)
    if name.lower().endswith(".parquet"):
        table = _parquet(data, name, limits)
        rows, size = table.rows, sum(table.groups)
    check_rows(rows, limits)
    with opened(name, BytesIO(data), limits) as found:
        assert found.origin is not None
        return CountsFile(found.origin, rows, size)


def _parquet(data: bytes, name: str, limits: Limits) -> Parquet:
    table = Parquet(BytesIO(data), limits)
    check_size(name, sum(table.groups), 2 * (limits.size or 0))
    return table


def _parquet_file(data: bytes, name: str, limits: Limits) -> TableFile:
    table = _parquet(data, name, limits)
    if len(table.columns) < 2:
        raise Refusal("one_column")
    first = next(table.read(table.columns, batch=_HEAD), None)
    head = [list(map(_cell, row)) for row in zip(*first or [[]], strict=True)]
    return _guessed(table.columns, head, table.rows, None)


def _cells_file(data: bytes, encoding: str | None, limits: Limits, *, tabs: bool) -> TableFile:
    rows, encoding = _rows_of_text(data, encoding, limits, tabs=tabs)
    head = list(islice(rows, _HEAD + 1))
    total, width = len(head), max(map(len, head), default=0)
    for row in rows:
        total, width = total + 1, max(width, len(row))
    if not total:
        raise Refusal("no_words")
    if width < 2:
        raise Refusal("one_column")
    head = [row + [""] * (width - len(row)) for row in head]
    if _has_names(head[0]):
        return _guessed(head[0], head[1:], total - 1, encoding)
    return _guessed([str(number + 1) for number in range(width)], head, total, encoding)


def _rows_of_text(
    data: bytes, encoding: str | None, limits: Limits, *, tabs: bool
) -> tuple[Iterator[list[str]], str]:
    """Read rows of comma-, semicolon- or tab-separated cells. Returns them and the encoding."""
    text, encoding = decoded(data, encoding)
    first = next((line for line in lines_of(text) if line != "\n"), "")
    delimiter = "\t" if tabs else max(",;\t", key=first.count)
    return cells(lines_of(text), delimiter, limits=limits), encoding


def _has_names(first: Sequence[str]) -> bool:
    """Say whether a first row is one of names, since no cell of it is a count."""
    return all(_count(cell) is None for cell in first)


def _guessed(
    columns: Sequence[str], head: Sequence[Sequence[str]], rows: int, encoding: str | None
) -> TableFile:
    """Find the words and the counts among the columns."""
    if not rows:
        raise Refusal("no_words")
    numeric = [
        position
        for position in range(len(columns))
        if all(_count(row[position]) is not None for row in head[:_HEAD])
    ]
    # Tables without usual names tend to put the count right after the word, and ranks before it.
    first_text = next((each for each in range(len(columns)) if each not in numeric), 0)
    after = [position for position in numeric if position > first_text] or numeric
    count = _position(columns, _COUNT_NAMES, numeric, default=after[0] if after else 1)
    others = [position for position in range(len(columns)) if position != count]
    texts = [position for position in others if position not in numeric]
    word = _position(columns, _WORD_NAMES, others, default=(texts or others)[0])
    names = tuple(shortened(name, _LONGEST_NAME) for name in columns)
    return TableFile(names, rows, word, count, encoding)


def _position(columns: Sequence[str], names: set[str], among: Iterable[int], default: int) -> int:
    """Find the first of some columns that bears one of the usual names."""
    named = (position for position in among if columns[position].strip().lower() in names)
    return next(named, default)


def corpus_of_table(
    name: str, data: bytes, encoding: str | None, word: int, count: int, _: Scheme
) -> Corpus:
    """Read the words of a table. Raises CorpusError for what is no count, and for no word."""
    return Corpus.from_counts(word_counts(data, name, encoding, word, count), source=name)


def word_counts(
    data: bytes,
    name: str,
    encoding: str | None,
    word: int,
    count: int,
    limits: Limits | None = None,
) -> dict[str, int]:
    """Read words and counts from two columns; equal words are added up.

    Raises CorpusError for a count that is not a positive whole number, and where no word is left.
    """
    if word == count:
        raise Refusal("same_column")
    data, name, kind, limits = _unpacked(data, name, limits)
    counts: dict[str, int] = {}
    size = 0
    with refusals(name):
        if kind == "parquet":
            rows = _pairs_of_parquet(_parquet(data, name, limits), word, count)
        else:
            tabs = name.lower().endswith(".tsv")
            rows = _pairs_of_text(_rows_of_text(data, encoding, limits, tabs=tabs)[0], word, count)
        for number, (cell, amount) in enumerate(rows, start=1):
            text = cell.strip()
            if not text:
                continue
            found = _count(amount)
            if found is None:
                raise Refusal("bad_count", row=number, value=shortened(amount))
            if len(text) > sizes.LONGEST_WORD:
                raise Refusal("long_word", length=len(text), limit=sizes.LONGEST_WORD)
            if text not in counts:
                size += len(text)
                check_size(name, size, 2 * (limits.size or 0))
            counts[text] = counts.get(text, 0) + found
    if not counts:
        raise Refusal("no_words")
    return counts


def _pairs_of_text(rows: Iterator[list[str]], word: int, count: int) -> Iterator[tuple[str, str]]:
    first = next(rows, [])
    for row in rows if _has_names(first) else chain([first], rows):
        yield (row[word] if word < len(row) else "", row[count] if count < len(row) else "")


def _pairs_of_parquet(table: Parquet, word: int, count: int) -> Iterator[tuple[str, str]]:
    for words, counts in table.read([table.columns[word], table.columns[count]]):
        yield from zip(map(_cell, words), map(_cell, counts), strict=True)


def corpus_of_counts(name: str, data: bytes, scheme: Scheme) -> Corpus:
    """Read the words of counts.

    Raises CorpusError for a scheme that finds other words, before they are read, or a faulty file.
    """
    data, inner, _, limits = _unpacked(data, name, None)
    with opened(inner, BytesIO(data), limits) as table:
        if table.origin is not None:
            check_words(table.origin.scheme, scheme)
    counts, origin = read_counts(inner, BytesIO(data), limits)
    corpus = replace(Corpus.from_counts(counts, source=name), origin=origin)
    return checked(corpus, sizes.LONGEST_WORD)


def corpus_of_lines(name: str, data: bytes, scheme: Scheme) -> Corpus:
    """Count the words of documents, none of which goes over the end of one."""
    data, inner, _, limits = _unpacked(data, name, None)
    pieces = pieces_in(BytesIO(data), Stretch(Path(inner)), scheme, _FIELD, limits)
    counts = joined(count_part([piece], scheme) for piece in pieces)
    if not counts:
        raise Refusal("no_words")
    whole = scheme.pretokenizer == "text"
    return checked(
        Corpus.from_counts(counts, source=name),
        sizes.LONGEST_WHOLE if whole else sizes.LONGEST_WORD,
    )


def _cell(value: object) -> str:
    if isinstance(value, bytes):  # how some writers store text
        return value.decode("utf-8")
    return "" if value is None else str(value)


def _count(cell: str) -> int | None:
    """Read a positive whole number, also where a spreadsheet wrote it as 12.0."""
    match = re.fullmatch(r"\+?([0-9]{1,15})(?:\.0+)?", cell.strip())
    return (int(match[1]) or None) if match else None


def shortened(text: str, most: int = 20) -> str:
    """Return a text as a label can show it."""
    return text if len(text) <= most else text[: most - 1] + "…"
