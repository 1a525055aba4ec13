"""Files that a reader brings: what is in them, and the words of each kind.

What is said of a file is small, but for a text. Words of tables are read again, from the file,
wherever they are trained on.
"""

from dataclasses import replace
from io import BytesIO
from pathlib import PurePath

from bpe import Corpus, Scheme
from bpe.counting.counts import holds_counts, read_counts, read_scheme
from bpe.counting.files import count_texts, texts_in
from bpe.errors import utf8
from bpe.input.encodings import decode_file, guess
from bpe.input.kinds import KINDS, SUFFIXES, Limits, kind_of, unpacked_name
from bpe.input.opening import check_size, unpack
from bpe.input.rows import check_shape, table_errors
from ui.catalogue import Refusal
from ui.corpora import limits as sizes
from ui.corpora.content import Content
from ui.corpora.jobs import Job, digest
from ui.corpora.making import checked, shortened
from ui.corpora.tables import table_of, word_counts

SECONDS = 120.0
MOST = 4 * sizes.LARGEST
"""Bytes that may come back: a text in another encoding is longer in ours."""

_OFFICE = (".doc", ".docx", ".odt", ".rtf", ".pdf", ".xls", ".xlsx", ".ods", ".ppt", ".pptx")
"""Endings of what is no text but can be saved as one."""


def reading(
    data: bytes, name: str, encoding: str | None = None, expected: tuple[str, ...] = ()
) -> Job[Content]:
    """Return the job that reads a file; its arguments are these.

    Raises CorpusError for one that is not read at all: too large, or of no kind.
    """
    check_size(name, len(data), KINDS[_kind(name)].app.most)
    return Job(
        key=("file", digest(data), name, encoding, expected),
        function=read,
        arguments=(data, name, encoding, expected),
        stage="file",
        seconds=SECONDS,
        most=MOST,
    )


def _kind(name: str) -> str:
    kind = kind_of(name)
    if kind not in KINDS:
        if PurePath(name).suffix.lower() in _OFFICE:
            raise Refusal("office")
        raise Refusal("unknown_kind", kinds=", ".join(SUFFIXES))
    return kind


def read(
    data: bytes,
    name: str,
    encoding: str | None = None,
    expected: tuple[str, ...] = (),
    limits: Limits | None = None,
) -> Content:
    """Say what is in a file, by its name's ending; `encoding` overrides the guess.

    expected: encodings that the guess tries first, as the reader's language has them.

    Raises CorpusError where the file is too large, binary, broken or empty.
    """
    data, name, kind, limits = _unpacked(data, name, limits)
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
    return shortened(Corpus.from_counts(words, source=name), scheme)
