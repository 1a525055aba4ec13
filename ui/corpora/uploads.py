"""Files that a reader brings: text, or words with their counts, from bytes of any kind.

Nothing here trusts the file: sizes are bounded before anything is unpacked, and whatever does not
fit is refused in one sentence.
"""

import codecs
import csv
import io
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

import pyarrow
from charset_normalizer import from_bytes
from pyarrow import parquet

from bpe import Corpus, Scheme
from bpe.schemes import as_scheme
from ui.catalogue import Refusal

MEGABYTE = 2**20
LARGEST = 20 * MEGABYTE  # of the file, and of what a .gz unpacks to
LONGEST_WORD = 100_000  # characters
LONGEST_WHOLE = 1_000_000  # characters of a text that is one word
MOST_ROWS = 2_000_000
TEXT_SUFFIXES = (".txt", ".md")
TABLE_SUFFIXES = (".csv", ".tsv", ".parquet")
ENCODINGS = (
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "gb18030",
    "big5",
    "shift_jis",
    "euc_jp",
    "euc_kr",
    "cp1252",
    "iso8859-1",
    "iso8859-2",
    "iso8859-15",
    "cp1250",
    "cp1251",
    "cp1253",
    "cp1254",
    "koi8-r",
    "mac_roman",
)
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WORD_NAMES = {"word", "words", "token", "term", "text", "词", "词语", "单词", "词元"}
_COUNT_NAMES = {"count", "counts", "frequency", "freq", "n", "次数", "频数", "词频", "计数"}
_SAMPLE = 64 * 1024
_LATIN = {"cp1250", "cp1254", "iso8859_2"}  # easily taken for cp1252, which is far more usual
_ABOUT_EQUAL = 0.1  # of the share of a text that looks wrong

csv.field_size_limit(LARGEST)  # a cell that is too long to be a word is refused by its length


@dataclass(frozen=True)
class TextFile:
    """A text and the encoding it was read in."""

    text: str
    encoding: str


@dataclass(frozen=True)
class TableFile:
    """Rows of words and counts, not yet told apart.

    Attributes:
        columns: the names, or numbers from 1 where the file gives no names.
        rows: cells as text, one tuple a row.
        word, count: positions of the columns that look like the words and the counts.
        encoding: what the cells were read in; None for a format that says so itself.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    word: int
    count: int
    encoding: str | None


def within_limit(data: bytes) -> bytes:
    """Return the content of a file. Raises Refusal for more than `LARGEST` bytes."""
    if len(data) > LARGEST:
        raise Refusal("too_large", size=_megabytes(len(data)), limit=LARGEST // MEGABYTE)
    return data


def read(data: bytes, name: str, encoding: str | None = None) -> TextFile | TableFile:
    """Read a file by its name's ending; `encoding` overrides the guess.

    A .gz that does not say what is in it holds text. Raises Refusal where the file is too large,
    binary, broken or empty.
    """
    suffixes = [suffix.lower() for suffix in PurePath(name).suffixes]
    data = within_limit(data)
    if suffixes and suffixes[-1] == ".gz":
        data = _unpacked(data)
        suffixes.pop()
        if not suffixes or suffixes[-1] not in (*TEXT_SUFFIXES, *TABLE_SUFFIXES, ".gz"):
            suffixes = [".txt"]
    suffix = suffixes[-1] if suffixes else ""
    if not data:
        raise Refusal("empty_file")
    if suffix == ".parquet":
        return _parquet(data)
    if suffix in TABLE_SUFFIXES:
        return _table(*_decoded(data, encoding), tabs=suffix == ".tsv")
    if suffix in TEXT_SUFFIXES:
        return TextFile(*_decoded(data, encoding))
    raise Refusal("unknown_kind", kinds=", ".join((*TEXT_SUFFIXES, *TABLE_SUFFIXES, ".gz")))


def corpus_of_text(text: str, scheme: str | Scheme, source: str) -> Corpus:
    """Split a text into words as `scheme` says.

    Raises Refusal where there are none, or one is too long to be a word. A scheme that takes the
    whole text as one word has a limit of its own.
    """
    if not text.strip():
        raise Refusal("no_words")
    whole = as_scheme(scheme).pretokenizer == "text"
    if whole and len(text) > LONGEST_WHOLE:
        raise Refusal("long_whole", length=len(text), limit=LONGEST_WHOLE)
    corpus = Corpus.from_text(text, scheme, source=source)
    longest = max(map(len, corpus.words))
    if longest > LONGEST_WORD and not whole:
        raise Refusal("long_word", length=longest, limit=LONGEST_WORD)
    return corpus


def word_counts(table: TableFile, word: int, count: int) -> dict[str, int]:
    """Read words and counts from two columns; equal words are added up.

    Raises Refusal for a count that is not a positive whole number, and where no word is left.
    """
    if word == count:
        raise Refusal("same_column")
    counts: Counter[str] = Counter()
    for number, row in enumerate(table.rows, start=1):
        text = row[word].strip()
        if not text:
            continue
        amount = _count(row[count])
        if amount is None:
            raise Refusal("bad_count", row=number, value=shortened(row[count]))
        if len(text) > LONGEST_WORD:
            raise Refusal("long_word", length=len(text), limit=LONGEST_WORD)
        counts[text] += amount
    if not counts:
        raise Refusal("no_words")
    return dict(counts)


def _unpacked(data: bytes) -> bytes:
    """Unpack gzip, all of its members, and stop as soon as the limit is passed."""
    unpacked = bytearray()
    while data:
        member = zlib.decompressobj(wbits=31)
        try:
            unpacked += member.decompress(data, LARGEST + 1 - len(unpacked))
        except zlib.error as error:
            raise Refusal("broken_gz") from error
        if len(unpacked) > LARGEST:
            raise Refusal("unpacks_too_large", limit=LARGEST // MEGABYTE)
        if not member.eof:
            raise Refusal("broken_gz")
        data = member.unused_data.lstrip(b"\0")
    return bytes(unpacked)


def _decoded(data: bytes, encoding: str | None) -> tuple[str, str]:
    """Decode, guessing the encoding where none is given. Returns the text and the encoding."""
    guessed = encoding or _guess(data)
    try:
        text = data.decode(guessed)
    except UnicodeDecodeError as error:
        raise Refusal("wrong_encoding", encoding=guessed) from error
    text = text.removeprefix("\ufeff")
    head = text[:_SAMPLE]
    if sum(map(_is_control, head)) > len(head) / 100:
        raise Refusal("binary")
    return text.replace("\r\n", "\n").replace("\r", "\n"), guessed


def _guess(data: bytes) -> str:
    """Guess an encoding. Raises Refusal where no encoding makes text of the bytes."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding
    zeros = data[:_SAMPLE].count(0)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        if zeros:
            return _utf_16_without_bom(data, zeros)
    else:
        # Latin text in UTF-16 is UTF-8 as well, with every second byte zero.
        many = zeros > min(len(data), _SAMPLE) / 8
        return _utf_16_without_bom(data, zeros) if many else "utf-8"
    found = list(from_bytes(_sample(data), cp_isolation=list(ENCODINGS)))
    if not found:
        raise Refusal("binary")
    best = found[0]
    if best.encoding in _LATIN:
        usual = (each for each in found if each.encoding == "cp1252")
        best = next((each for each in usual if each.chaos <= best.chaos + _ABOUT_EQUAL), best)
    # Encodings that give the same text are equally good: take the most usual of them.
    equal = [name for name in ENCODINGS if name in best.could_be_from_charset]
    return equal[0] if equal else best.encoding


def _utf_16_without_bom(data: bytes, zeros: int) -> str:
    """Tell UTF-16 from binary data: zeros in one half of its units only, and real characters."""
    even = data[:_SAMPLE:2].count(0)
    encoding = "utf-16-le" if 2 * even < zeros else "utf-16-be"
    text = codecs.getincrementaldecoder(encoding)("replace").decode(data[:_SAMPLE])
    strange = sum(map(_is_no_text, text))
    if len(data) % 2 or min(even, zeros - even) > zeros / 10 or strange > len(text) / 100:
        raise Refusal("binary")
    return encoding


def _sample(data: bytes) -> bytes:
    """Cut what a guess needs: the start up to the end of a line."""
    if len(data) <= _SAMPLE:
        return data
    return data[: data.rfind(b"\n", 0, _SAMPLE) + 1] or data[:_SAMPLE]


def _is_control(character: str) -> bool:
    return unicodedata.category(character) == "Cc" and character not in "\n\r\t\f\x1a\x85"


def _is_no_text(character: str) -> bool:
    """Say whether a character is a control, unassigned, or what a decoder puts for nonsense."""
    unused = unicodedata.category(character) in ("Cn", "Co", "Cs") or character == "\ufffd"
    return unused or _is_control(character)


def _table(text: str, encoding: str, *, tabs: bool) -> TableFile:
    """Read rows of comma-, semicolon- or tab-separated cells."""
    first = text.lstrip("\n").partition("\n")[0]
    delimiter = "\t" if tabs else max(",;\t", key=first.count)
    try:
        rows = [tuple(row) for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
    except csv.Error as error:
        raise Refusal("broken_table") from error
    return _told_apart(rows, encoding)


def _told_apart(rows: Sequence[tuple[str, ...]], encoding: str | None) -> TableFile:
    """Find the names, the words and the counts among the rows."""
    if not rows:
        raise Refusal("no_words")
    if len(rows) > MOST_ROWS:
        raise Refusal("many_rows", limit=MOST_ROWS)
    width = max(map(len, rows))
    if width < 2:
        raise Refusal("one_column")
    rows = [row + ("",) * (width - len(row)) for row in rows]
    if any(_count(cell) is not None for cell in rows[0]):
        columns = tuple(str(number) for number in range(1, width + 1))
    else:
        columns, rows = rows[0], rows[1:]
    return _guessed(columns, rows, encoding)


def _guessed(
    columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], encoding: str | None
) -> TableFile:
    if not rows:
        raise Refusal("no_words")
    head = rows[:100]
    numeric = [
        position
        for position in range(len(columns))
        if all(_count(row[position]) is not None for row in head)
    ]
    # Tables without usual names tend to put the count right after the word, and ranks before it.
    first_text = next((each for each in range(len(columns)) if each not in numeric), 0)
    after = [position for position in numeric if position > first_text] or numeric
    count = _position(columns, _COUNT_NAMES, numeric, default=after[0] if after else 1)
    others = [position for position in range(len(columns)) if position != count]
    texts = [position for position in others if position not in numeric]
    word = _position(columns, _WORD_NAMES, others, default=(texts or others)[0])
    return TableFile(columns, tuple(rows), word, count, encoding)


def _position(columns: Sequence[str], names: set[str], among: Iterable[int], default: int) -> int:
    """Find the first of some columns that bears one of the usual names."""
    named = (position for position in among if columns[position].strip().lower() in names)
    return next(named, default)


def _parquet(data: bytes) -> TableFile:
    """Read at most the allowed rows and bytes of cells, however small the file is."""
    rows: list[tuple[str, ...]] = []
    size = 0
    try:
        file = parquet.ParquetFile(io.BytesIO(data))
        if file.metadata.num_rows > MOST_ROWS:
            raise Refusal("many_rows", limit=MOST_ROWS)
        columns = tuple(file.schema_arrow.names)
        if len(columns) < 2:
            raise Refusal("one_column")
        if any(_unpacked_size(file, group) > LARGEST for group in range(file.num_row_groups)):
            raise Refusal("unpacks_too_large", limit=LARGEST // MEGABYTE)
        for batch in file.iter_batches(batch_size=1024, columns=list(columns)):
            size += batch.nbytes
            if size > 2 * LARGEST:
                raise Refusal("unpacks_too_large", limit=LARGEST // MEGABYTE)
            cells = [map(_cell, column.to_pylist()) for column in batch.columns]
            rows.extend(zip(*cells, strict=True))
    except Refusal:
        raise
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as error:
        # Values out of range and text that is not UTF-8 show only when a cell is read.
        raise Refusal("broken_parquet") from error
    return _guessed(columns, rows, None)


def _unpacked_size(file: parquet.ParquetFile, group: int) -> int:
    return file.metadata.row_group(group).total_byte_size


def _cell(value: object) -> str:
    if isinstance(value, bytes):  # how some writers store text
        return value.decode("utf-8")
    return "" if value is None else str(value)


def _count(cell: str) -> int | None:
    """Read a positive whole number, also where a spreadsheet wrote it as 12.0."""
    match = re.fullmatch(r"\+?([0-9]{1,15})(?:\.0+)?", cell.strip())
    return (int(match[1]) or None) if match else None


def shortened(text: str) -> str:
    return text if len(text) <= 20 else text[:19] + "…"


def _megabytes(size: int) -> float:
    return round(size / MEGABYTE, 1)
