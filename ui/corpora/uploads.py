"""Files that a reader brings: what is in them, and the words of each kind.

What is said of a file is small, but for a text. Words of tables are read again, from the file,
wherever they are trained on.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO, StringIO
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import Any, Literal, TypeVar

from bpe import Corpus, Scheme
from bpe.counting import count_texts, holds_counts, read_counts, read_scheme, texts_in
from bpe.errors import utf8
from bpe.input.encodings import decode_file, guess
from bpe.input.opening import (
    KINDS,
    Limits,
    cells,
    check_shape,
    check_size,
    kind_of,
    suffix_of,
    table_errors,
    unpack,
    unpacked_name,
)
from bpe.schemes import as_scheme
from ui.catalogue import Refusal
from ui.corpora.documents import DOCUMENTS
from ui.corpora.jobs import Job, digest
from ui.spool import SpoolFile, file_named, replace_file

LARGEST = KINDS["text"].app.most  # of the file, and of what a packed one holds
LARGEST_TOKENIZER = KINDS["tokenizer"].app.most
LONGEST_WORD = 4_192  # bytes in UTF-8
MOST_WORDS = 500_000  # different ones: their record takes 140 bytes each, and a pair has three
ALL_TOKENS = 64_000_000  # characters of all tokens of a run: a page may spell them out
LONGEST_PASTED = 100_000  # characters: all of a page's boxes fit into one message of 512 KB
LONGEST_WHOLE = 1_000_000  # characters of a text that is one word
BEGINNING = 10_000  # characters in which a first sentence is looked for


def excess_bytes(word: str) -> int:
    """Return how many bytes a word has where these are more than one may have, else 0."""
    size = len(word.encode("utf-8", "surrogatepass")) if 4 * len(word) > LONGEST_WORD else 0
    return size if size > LONGEST_WORD else 0


_SENTENCE = re.compile(r"\S.{10,57}[.!?。！？]")
_LINE = re.compile(r"\S(?:.{0,59}(?!\S)|.{0,59})")


def beginning_of(text: str) -> str:
    """Return the first sentence of a text in 60 characters, else its first line."""
    found = _SENTENCE.search(text[:BEGINNING]) or _LINE.search(text[:BEGINNING])
    return found.group() if found else ""


@dataclass(frozen=True)
class Content:
    """What is in a file; small, but for a text, which stays where the file is read.

    Attributes:
        kind: a text, documents (a line of JSON each, whose words are counted one by one), words and
            counts that `bpe-explainer count` wrote, or a table of both that are to be told apart.
        text: what is written there; None of words and counts, and in the app, which has it in a
            file.
        characters: of the text. beginning: its first sentence, or line.
        encoding: what it was read in; None where the format says so itself.
        rows: words and counts in it, or about so many.
        columns: names of a table's, or numbers from 1 where the file gives none; long ones are cut.
        word, count: positions of the columns that look like the words and the counts.
        scheme: the rules by which counted words were found, where they are known.
        pages, blank: of a .pdf, how many there are, and how many of them have no text.
    """

    kind: Literal["text", "lines", "counts", "table"]
    text: str | None = None
    encoding: str | None = None
    rows: int = 0
    columns: tuple[str, ...] = ()
    word: int = 0
    count: int = 0
    scheme: Scheme | None = None
    pages: int = 0
    blank: int = 0
    characters: int = 0
    beginning: str = ""


@dataclass(frozen=True)
class Upload:
    """A file that was read, with what the reader corrected.

    Attributes:
        name: the file's name.
        file: its bytes, to read again in another encoding.
        content: what is in it, of a table with the columns chosen.
        text: holds its text in UTF-8, of documents a line each; None of words and counts.
    """

    name: str
    file: SpoolFile
    content: Content
    text: SpoolFile | None = None

    @property
    def nbytes(self) -> int:
        """What it takes on the disk."""
        return self.file.nbytes + (0 if self.text is None else self.text.nbytes)

    @cached_property
    def key(self) -> str:
        """Name the file itself, however it is read: what a page keeps of it belongs to it."""
        return self.file.digest[:12]

    @cached_property
    def digest(self) -> str:
        """What identifies the words: a text in whatever encoding, else the file as it is read."""
        content = self.content
        if content.kind == "text" and self.text is not None:
            return self.text.digest
        suffixes = "".join(PurePath(self.name).suffixes[-2:]).lower()
        read_as = repr((content.encoding, content.word, content.count))
        return digest(suffixes, self.file.digest, read_as)


Made = TypeVar("Made", bound=Corpus)


@dataclass(frozen=True)
class Shortened(Corpus):
    """The words of a text but for those that are too long; `left_out`: how many different ones."""

    left_out: int = 0


def corpus_of_text(text: str, source: str, scheme: str | Scheme) -> Corpus:
    """Split a text into words as `scheme` says. Raises Refusal where there are none."""
    if not text.strip():
        raise Refusal("no_words")
    return without_long_words(Corpus.from_text(text, scheme, source=source), as_scheme(scheme))


def without_long_words(corpus: Corpus, scheme: Scheme) -> Corpus:
    """Return the corpus of a text, without words of more bytes than one may have.

    A scheme that takes a whole text as one word has a limit of its own. Raises Refusal for a text
    beyond that, for too many words, and where all are too long.
    """
    if scheme.pretokenizer == "text":
        length = max(map(len, corpus.words))
        if length > LONGEST_WHOLE:
            raise Refusal("long_whole", length=length, limit=LONGEST_WHOLE)
        return limit_words(corpus)
    kept = {word: count for word, count in corpus.items() if not excess_bytes(word)}
    if len(kept) in (0, len(corpus)):
        return checked(corpus)
    left_out = len(corpus) - len(kept)
    return limit_words(
        Shortened(tuple(kept), tuple(kept.values()), corpus.source, left_out=left_out)
    )


def checked(corpus: Made) -> Made:
    """Return a corpus. Raises Refusal for too many words, or one of too many bytes."""
    length = max(map(excess_bytes, corpus.words))
    if length:
        raise Refusal("long_word", length=length, limit=LONGEST_WORD)
    return limit_words(corpus)


def limit_words(corpus: Made) -> Made:
    """Return a corpus. Raises Refusal for too many words."""
    if len(corpus) > MOST_WORDS:
        raise Refusal("many_words", number=len(corpus), limit=MOST_WORDS)
    return corpus


SECONDS = 120.0
_OFFICE = (".doc", ".odt", ".rtf", ".xls", ".xlsx", ".ods", ".ppt", ".pptx")
"""Endings of what is no text but can be saved as one."""


def reading(
    file: SpoolFile, name: str, encoding: str | None = None, expected: tuple[str, ...] = ()
) -> Job[Content]:
    """Return the job that reads a file, and writes its text to another.

    Raises CorpusError for one that is not read at all: too large, or of an office program.
    """
    check_size(name, file.nbytes, KINDS[_kind(name)].app.most)
    key = ("file", file.digest, name, encoding, expected)
    return Job(
        key=key,
        function=read_file,
        arguments=(file, file_named(repr(key)), name, encoding, expected),
        stage="file",
        seconds=SECONDS,
    )


def upload_of(job: Job[Content], content: Content) -> Upload:
    """Return what a reader brought, once it is read."""
    file, text, name, *_ = job.arguments
    return Upload(name, file, content, text if content.kind in ("text", "lines") else None)


def read_file(file: SpoolFile | str, text: SpoolFile | str, name: str, *how: Any) -> Content:
    """Read a file as `read` does; write the text that is in it to the file `text`."""
    content = read(Path(file).read_bytes(), name, *how)
    if content.text is None:
        return content
    replace_file(os.fspath(text), content.text.encode("utf-8", "surrogatepass"))
    characters, beginning = len(content.text), beginning_of(content.text)
    return replace(content, text=None, characters=characters, beginning=beginning)


def _kind(name: str) -> str:
    """Return the kind of a file: whatever no name says more of is tried as a text."""
    if suffix_of(name) in _OFFICE:
        raise Refusal("office")
    kind = kind_of(name)
    return kind if kind in KINDS else "text"


def read(
    data: bytes,
    name: str,
    encoding: str | None = None,
    expected: tuple[str, ...] = (),
    limits: Limits | None = None,
) -> Content:
    """Say what is in a file, by its name's ending; `encoding` overrides the guess of a text's.

    expected: encodings that the guess tries first, as the reader's language has them.

    Raises CorpusError where the file is too large, binary, broken or empty.
    """
    data, name, kind, limits = _unpacked(data, name, limits)
    if take_out := DOCUMENTS.get(suffix_of(name)):
        document = take_out(name, data, limits.most)
        return Content("text", document.text, pages=document.pages, blank=document.blank)
    if kind == "text":
        text, encoding = decode_file(data, encoding, expected)
        return Content("text", text, encoding)
    with table_errors(name):
        if holds_counts(BytesIO(data), name):
            rows = data.count(b"\n")
            check_shape(rows, 2, limits)
            return Content("counts", rows=rows, scheme=read_scheme(BytesIO(data), name, limits))
        if kind == "lines":
            documents = texts_in(BytesIO(data), name, Scheme(), limits=limits)
            return Content("lines", "\n".join(documents))
        return table_of(data, name, encoding or guess(data, expected), limits)


def _unpacked(data: bytes, name: str, limits: Limits | None) -> tuple[bytes, str, str, Limits]:
    """Return what is packed in a file, its name, its kind, and the limits of that kind."""
    kind = _kind(name)
    limits = limits or KINDS[kind].app
    data = unpack(name, data, limits)
    if not data:
        raise Refusal("empty_file")
    return data, unpacked_name(name), kind, limits


def corpus_of(
    name: str, data: bytes, content: Content, scheme: Scheme, limits: Limits | None = None
) -> Corpus:
    """Read the words of what is no plain text: of documents none goes over the end of one.

    Raises CorpusError for counts that are of another scheme's words, before they are read; for a
    faulty file, for what is no count, for a word that is no text, and for no word.
    """
    data, inner, _, limits = _unpacked(data, name, limits)
    if content.kind == "table":
        return checked(Corpus.from_counts(word_counts(data, inner, content, limits), source=name))
    if content.kind == "counts":
        counts, found = read_counts(BytesIO(data), inner, scheme, limits)
        utf8("".join(counts))
        return checked(replace(Corpus.from_counts(counts, source=name), scheme=found))
    words = count_texts(texts_in(BytesIO(data), inner, scheme, limits=limits), scheme)
    if not words:
        raise Refusal("no_words")
    return without_long_words(Corpus.from_counts(words, source=name), scheme)


_WORD_NAMES = {"word", "words", "token", "term", "text", "词", "词语", "单词", "词元"}
_COUNT_NAMES = {"count", "counts", "frequency", "freq", "n", "次数", "频数", "词频", "计数"}
_HEAD = 100
"""Rows that tell which columns are the words and the counts."""

_LONGEST_NAME = 40


def table_of(data: bytes, name: str, encoding: str, limits: Limits) -> Content:
    """Say what is in rows of cells. Raises CorpusError where they are no table."""
    rows, encoding = _rows(data, name, encoding, limits)
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


def _rows(data: bytes, name: str, encoding: str, limits: Limits) -> tuple[Iterator[list[str]], str]:
    """Read rows of comma-, semicolon- or tab-separated cells. Returns them and the encoding."""
    text, encoding = decode_file(data, encoding)
    first = next((line for line in StringIO(text) if line != "\n"), "")
    delimiter = "\t" if name.lower().endswith(".tsv") else max(",;\t", key=first.count)
    return cells(StringIO(text), delimiter, limits=limits), encoding


def _has_names(first: Sequence[str]) -> bool:
    """Say whether a first row is one of names, since no cell of it is a count."""
    return all(_count(cell) is None for cell in first)


def _guessed(
    columns: Sequence[str], head: Sequence[Sequence[str]], rows: int, encoding: str
) -> Content:
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
    names = tuple(short_cell(name, _LONGEST_NAME) for name in columns)
    return Content("table", None, encoding, rows, names, word, count)


def _position(columns: Sequence[str], names: set[str], among: Iterable[int], default: int) -> int:
    """Find the first of some columns that bears one of the usual names."""
    named = (position for position in among if columns[position].strip().lower() in names)
    return next(named, default)


def word_counts(data: bytes, name: str, table: Content, limits: Limits) -> dict[str, int]:
    """Read words and counts from two columns of a file, unpacked; equal words are added up.

    Raises CorpusError for a count that is not a positive whole number, and where no word is left.
    """
    if table.word == table.count:
        raise Refusal("same_column")
    counts: dict[str, int] = {}
    with table_errors(name):
        rows, _ = _rows(data, name, table.encoding or "", limits)
        first = next(rows, [])
        rows = rows if _has_names(first) else chain([first], rows)
        for number, row in enumerate(rows, start=1):
            text, amount = (_cell(row, at) for at in (table.word, table.count))
            if not text:
                continue
            found = _count(amount)
            if found is None:
                raise Refusal("bad_count", row=number, value=short_cell(amount))
            if length := excess_bytes(text):
                raise Refusal("long_word", length=length, limit=LONGEST_WORD)
            counts[text] = counts.get(text, 0) + found
    if not counts:
        raise Refusal("no_words")
    return counts


def _cell(row: Sequence[str], at: int) -> str:
    return row[at].strip() if at < len(row) else ""


def _count(cell: str) -> int | None:
    """Read a positive whole number, also where a spreadsheet wrote it as 12.0."""
    match = re.fullmatch(r"\s*\+?([0-9]{1,15})(?:\.0+)?\s*", cell)
    return (int(match[1]) or None) if match else None


def short_cell(text: str, most: int = 20) -> str:
    """Return a text as a label can show it."""
    return text if len(text) <= most else text[: most - 1] + "…"
