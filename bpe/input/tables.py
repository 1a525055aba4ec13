"""Tables: rows of CSV, JSON or Parquet, and the columns with texts, words or counts."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import IO, Any, AnyStr, TextIO

from ..errors import CorpusError, short, utf8
from .opening import UNBOUNDED, Limits, pyarrow

HEAD = 100
"""Number of rows from which the columns are determined."""

_LONGEST_CELL = 2**31 - 1
_BROKEN = (ValueError, IndexError, OSError, OverflowError, RuntimeError, csv.Error)
_MAX_DEPTH = 20  # depth of the objects in a row searched for fields
_LONGEST_PATH = 200  # characters
_BATCH = 16  # rows of Parquet in memory at once
_CELL_CHARS = 20  # characters of a cell shown in a sentence


def lines_in(file: IO[AnyStr], limits: Limits = UNBOUNDED) -> Iterator[AnyStr]:
    """Yield the lines of a file with their line ends.

    Raises `CorpusError` for a line longer than the limit.
    """
    number = 1
    while line := file.readline(limits.whole + 1):
        if len(line) > limits.whole:
            raise CorpusError("long_row", row=number, limit=limits.whole)
        yield line
        number += 1


def cells(
    lines: Iterable[str], delimiter: str = ",", *, strict: bool = False, limits: Limits = UNBOUNDED
) -> Iterator[list[str]]:
    """Yield the rows of a CSV that are not blank, whatever their length.

    Raises `csv.Error` for invalid CSV, and `CorpusError` for too many or too long rows.
    """
    rows = held = 0

    def bounded() -> Iterator[str]:
        nonlocal held
        for line in lines:
            held += len(line)
            if held > limits.row:
                raise CorpusError("long_row", row=rows + 1, limit=limits.row)
            yield line

    longest = csv.field_size_limit(_LONGEST_CELL)
    try:
        for row in csv.reader(bounded(), delimiter=delimiter, strict=strict):
            held = 0
            if row:
                rows += 1
                check_shape(rows, len(row), limits)
                yield row
    finally:
        csv.field_size_limit(longest)


def check_shape(rows: int, columns: int, limits: Limits) -> None:
    """Raise `CorpusError` for too many rows or columns."""
    if limits.rows is not None and rows > limits.rows:
        raise CorpusError("many_rows", limit=limits.rows)
    if limits.columns is not None and columns > limits.columns:
        raise CorpusError("many_columns", limit=limits.columns)


@contextmanager
def table_errors(name: str, *, counts: bool = False) -> Iterator[None]:
    """Turn errors about a broken table, or broken counts, into `CorpusError`."""
    try:
        yield
    except CorpusError:
        raise
    except _BROKEN as error:
        if isinstance(error, OSError) and error.filename:
            raise
        said = " ".join(str(error).split())[:120]
        if counts:
            raise CorpusError("counts_file", file=name, error=said) from error
        raise CorpusError("broken_table", file=name, error=said) from error


class BadJson(Exception):
    """A row with invalid JSON: its number and its text."""

    def __init__(self, number: int, held: str):
        super().__init__(number, held)
        self.number, self.held = number, held


class NoArray(Exception):
    """A JSON text without an array."""


def json_lines(text: TextIO, limits: Limits) -> Iterator[tuple[int, object]]:
    """Yield the number of each line and its value. Raises `BadJson`."""
    for number, line in enumerate(lines_in(text, limits), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError) as error:
                raise BadJson(number, line.strip()) from error


def json_items(text: str) -> Iterator[tuple[int, object]]:
    """Yield the items of a JSON array, each with its number. Raises `BadJson` and `NoArray`."""
    begin = _ARRAY.match(text)
    if begin is None:
        raise NoArray
    at, number, decoder = begin.end(), 0, json.JSONDecoder()
    while text[at : at + 1] != "]":
        number += 1
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise BadJson(number, text[at : at + 99]) from error
        yield number, value
        found = _BETWEEN.match(text, at)
        at = at if found is None else found.end()


_ARRAY, _BETWEEN = re.compile(r"\s*\[\s*"), re.compile(r"\s*,?\s*")


def parquet_rows(file: IO[bytes], name: str, columns: Sequence[str] | None) -> Iterator[Any]:
    """Yield rows as mappings of the requested columns, or of all columns that can contain words."""
    with table_errors(name):
        schema = _parquet(file).schema_arrow
        types = {each.name: str(each.type) for each in schema if schema.names.count(each.name) == 1}
        if columns is None:
            columns = [each for each, kind in types.items() if _HOLDS_WORDS.match(kind)]
        else:
            columns = [each if each in types else each.partition(".")[0] for each in columns]
        if not types.keys() >= {*columns}:
            raise CorpusError("column", file=name, field=columns[0], value=short(schema.names))
        # A dictionary column stores each value once, but a small file may refer to it millions of
        # times.
        strings = [each for each in columns if types[each] in ("string", "large_string")]
        file.seek(0)
        table = _parquet(file, read_dictionary=strings)
        wanted = [*dict.fromkeys(columns)]
        for rows in table.iter_batches(_BATCH, columns=wanted, use_threads=False):
            yield from rows.to_pylist()


_HOLDS_WORDS = re.compile("(large_|dictionary<values=)*(string|list|struct)|u?int")


def _parquet(file: IO[bytes], **options: Any) -> Any:
    return pyarrow().parquet.ParquetFile(file, **options)


def values_at(value: object, path: str) -> Iterator[object]:
    """Yield the values at a path of names in a row; for a list, the values in each item.

    >>> list(values_at({"a": [{"b": "low"}, {"b": "lower"}]}, "a.b"))
    ['low', 'lower']
    """
    if isinstance(value, list):
        for each in value:
            yield from values_at(each, path)
    elif not path:
        yield value
    elif isinstance(value, dict):
        if path in value:
            yield from values_at(value[path], "")
            return
        first, _, rest = path.partition(".")
        if rest and first in value:
            yield from values_at(value[first], rest)


def paths_in(rows: Iterable[object], limits: Limits) -> list[str]:
    """Return the paths to texts and numbers in some rows, in the order in which they occur."""
    found: dict[str, None] = {}

    def look(value: object, path: str, depth: int) -> None:
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            for name, each in value.items():
                if len(path) + len(name) < _LONGEST_PATH:
                    look(each, f"{path}.{name}" if path else name, depth + 1)
        elif isinstance(value, list) and depth < _MAX_DEPTH:
            for each in value:
                look(each, path, depth + 1)
        elif isinstance(value, str | int) and not isinstance(value, bool):
            found[path] = None
            check_shape(0, len(found), limits)

    for row in rows:
        look(row, "", 0)
    return list(found)


_WORDS = {"word", "words", "token", "term", "text", "词", "词语", "单词", "词元"}
_COUNTS = {"count", "counts", "frequency", "freq", "n", "次数", "频数", "词频", "计数"}
_TEXTS = ("text", "content", "sentence", "document", "review", "article", "body", "文本", "内容")
_LABELS = {"label", "labels", "class", "class index", "category", "target", "sentiment", "score"}
_LABELS |= {"stars", "rating", "id", "idx", "index", "label_id", "标签", "类别", "编号"}
_SENTENCE = re.compile(r"\S\s+\S|[。！？，；]|[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7a3]{13}")
_PHRASE_CHARS = 30
_NAMES = {*_WORDS, *_COUNTS, *_TEXTS, *_LABELS}


@dataclass(frozen=True)
class TableColumns:
    """Columns of a table: their names, the column of texts or words, and that of the counts.

    Without counts, each cell is a text.
    """

    names: tuple[str, ...]
    text: int
    count: int | None


def csv_columns(rows: Iterator[list[str]]) -> tuple[TableColumns, bool]:
    """Return the columns of a CSV, and whether its first row has their names.

    Without names in the file, the names are numbers. Raises `CorpusError` for no row.
    """
    head = list(islice(rows, HEAD + 1))
    width = max(map(len, head), default=0)
    head = [row + [""] * (width - len(row)) for row in head]
    if not head:
        raise CorpusError("no_words")
    text, count = guess_columns(head[0], head[1:])
    named = _has_names(head[0], head[1:], text)
    if named:
        if not head[1:]:
            raise CorpusError("no_words")
        return TableColumns(tuple(head[0]), text, count), True
    names = [str(number + 1) for number in range(width)]
    return TableColumns(tuple(names), *guess_columns(names, head)), False


def _has_names(first: Sequence[str], rest: Sequence[Sequence[str]], text: int) -> bool:
    """Return whether a first row contains the names of the columns."""
    if any(count_in(cell) is not None for cell in first):
        return False
    if {cell.strip().lower() for cell in first} & _NAMES:
        return True
    if _is_sentences([first[text]]):
        return False
    return bool(rest)


def guess_columns(
    names: Sequence[str], head: Sequence[Sequence[Any]], *, is_json: bool = False
) -> tuple[int, int | None]:
    """Return the column of texts or words, and the column of their counts, if there is one.

    Counts are next to words; a number next to sentences is a label. In a table of words without the
    usual names, the count usually follows the word, and a rank precedes it. JSON fields have names,
    so words and counts must be named as such.
    """
    usual = [(name.rpartition(".")[2] if is_json else name).strip().lower() for name in names]
    columns = [[row[at] for row in head[:HEAD]] for at in range(len(names))]
    filled = [[each for each in column if each not in ("", None)] for column in columns]
    numeric = [
        at
        for at, column in enumerate(filled)
        if column and all(count_in(each) is not None for each in column)
    ]
    others = [at for at in range(len(names)) if at not in numeric and filled[at]]
    # The longest cells are the text, unless a column is named so.
    lengths = {at: sum(len(str(each)) for each in filled[at]) / len(filled[at]) for at in others}
    named = [at for each in _TEXTS for at in others if usual[at] == each]
    best = named[0] if named else max(others, key=lengths.__getitem__, default=0)
    after = [at for at in numeric if at > (others or [0])[0]] or numeric
    after = [at for at in after if usual[at] not in _LABELS]
    called = [at for at in numeric if usual[at] in _COUNTS]
    empty = [at for at in range(len(names)) if usual[at] in _COUNTS] if not numeric else []
    counts = called or ([] if is_json else after or empty)
    if not counts or (is_json and not {*usual} & (_WORDS - {"text"})):
        return best, None
    count = counts[0]
    words = [at for at in (others or numeric) if at != count]
    word = next((at for at in words if usual[at] in _WORDS), (words or [0])[0])
    if called or empty:  # phrases can be counted, too
        is_text = lengths.get(word, 0) > _PHRASE_CHARS
    else:
        is_text = any(_is_sentences(filled[at]) for at in others)
    return (best, None) if is_text else (word, count)


def _is_sentences(column: Sequence[Any]) -> bool:
    """Return whether most cells have more than one word."""
    return 2 * sum(bool(_SENTENCE.search(str(each).strip())) for each in column) > len(column)


def chosen_columns(
    columns: TableColumns, name: str, field: str | None, counts: str | None
) -> TableColumns:
    """Return the columns that a reader chose: a name, or a number from 1; "none" for no counts.

    With only a column of texts, its cells are texts. Raises `CorpusError` for a missing column, and
    if both are the same.
    """
    if field is None and counts is None:
        return columns
    count = None if counts in (None, NO_COUNTS) else _place(columns, name, counts or "")
    text = columns.text if field is None else _place(columns, name, field)
    if field is None and text == count:
        text = next((at for at in range(len(columns.names)) if at != count), text)
    if text == count:
        raise CorpusError("same_column", file=name)
    return replace(columns, text=text, count=count)


NO_COUNTS = "none"
"""Value instead of a counts column if each cell is a text."""


def _place(columns: TableColumns, name: str, wanted: str) -> int:
    """Return the position of a column by its name, or else by its number."""
    number = int(wanted) if re.fullmatch("[0-9]{1,9}", wanted) else 0
    if wanted in columns.names:
        found = [at for at, each in enumerate(columns.names) if each == wanted]
    else:
        found = [number - 1] if 0 < number <= len(columns.names) else []
    if len(found) != 1:
        raise CorpusError("column", file=name, field=wanted, value=short([*columns.names]))
    return found[0]


def count_in(cell: object) -> int | None:
    """Read a positive whole number, also where a spreadsheet wrote it as 12.0."""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return cell if cell > 0 else None
    match = (
        re.fullmatch(r"\s*\+?([0-9]{1,15})(?:\.0+)?\s*", cell) if isinstance(cell, str) else None
    )
    return (int(match[1]) or None) if match else None


def word_and_count(number: int, word: object, count: object) -> tuple[str, int] | None:
    """Return a word with its count; None if there is no word.

    Raises `CorpusError` for a count that is not a positive whole number.
    """
    text = word.strip() if isinstance(word, str) else ("" if word is None else str(word))
    if not text:
        return None
    found = count_in(count)
    if found is None:
        raise CorpusError(
            "bad_count", row=number, value=short_cell("" if count is None else str(count))
        )
    utf8(text)
    return text, found


def short_cell(text: str, most: int = _CELL_CHARS) -> str:
    """Return a text shortened for a label."""
    return text if len(text) <= most else text[: most - 1] + "…"


_LISTED = re.compile(r"\s*(?P<word>\S+)[ \t]+(?P<count>[0-9]{1,15})\s*")
_TALLIED = re.compile(r"\s+(?P<count>[0-9]{1,15})[ \t]+(?P<word>\S+)\s*")  # as `uniq -c` writes


def list_form(lines: Iterable[str]) -> re.Pattern[str] | None:
    """Return the format of a list of words with their counts, or None.

    Every line that is not blank must match. A list has at least two lines, and
    no repeated word among the first lines.
    """
    rows = (line for line in lines if line.strip())
    head = [*islice(rows, HEAD)]
    for form in (_LISTED, _TALLIED):
        found = [form.fullmatch(line) for line in head]
        words = [match["word"] for match in found if match]
        if not all(found) or len({*words}) != len(head) or all(map(str.isdecimal, words)):
            continue
        if len(head) > 1 and all(map(form.fullmatch, rows)):
            return form
        return None
    return None
