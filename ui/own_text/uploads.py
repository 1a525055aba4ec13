"""Uploaded files: the jobs that read them, and their words within limits."""

import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath
from typing import TypeVar

from bpe import Corpus, Scheme
from bpe.counting import rules_of, words_in
from bpe.errors import utf8
from bpe.input.opening import KINDS, MEGABYTE, InputFile, Limits, check_size
from bpe.input.reading import inspect, texts_in
from bpe.input.report import AS_FOUND, FileReport, ReadAs
from bpe.schemes import as_scheme
from ui.catalogue import Refusal
from ui.jobs import Job
from ui.spool import StoredFile, digest, file_named, replace_file

MAX_FILE_BYTES = KINDS["text"].app.most  # bytes of the file, and of its unpacked content
MAX_TOKENIZER_BYTES = KINDS["tokenizer"].app.most
MAX_WORD_BYTES = 4_192  # UTF-8 bytes of a word
MAX_WORDS = 500_000  # distinct words of 140 bytes in a record; a pair of texts has three
MAX_PASTED_CHARS = 100_000  # characters: all of a page's boxes fit into one message of 512 KB
MAX_ONE_WORD_CHARS = 1_000_000  # characters of a text that is a single word
BEGINNING = 10_000  # characters searched for a first sentence


def excess_bytes(word: str) -> int:
    """Return the number of bytes of a word if it exceeds the limit, else 0."""
    size = len(word.encode("utf-8", "surrogatepass")) if 4 * len(word) > MAX_WORD_BYTES else 0
    return size if size > MAX_WORD_BYTES else 0


_SENTENCE = re.compile(r"\S.{10,57}[.!?。！？]")
_LINE = re.compile(r"\S(?:.{0,59}(?!\S)|.{0,59})")


def beginning_of(text: str) -> str:
    """Return the first sentence of a text in 60 characters, else its first line."""
    found = _SENTENCE.search(text[:BEGINNING]) or _LINE.search(text[:BEGINNING])
    return found.group() if found else ""


@dataclass(frozen=True)
class Content:
    """Result of reading a file in a job; the text itself is in another file.

    Attributes:
        report: on its content and how it was read.
        characters: of the text. beginning: its first sentence, or line.
    """

    report: FileReport
    characters: int = 0
    beginning: str = ""


@dataclass(frozen=True)
class Upload:
    """A file that was read, with the reader's corrections.

    Attributes:
        name: the file's name.
        file: its bytes, to read it again with other settings.
        content: the result of reading it.
        text: its text in UTF-8, one line per document; None for words and counts.
        read_as: the reader's settings.
    """

    name: str
    file: StoredFile
    content: Content
    text: StoredFile | None = None
    read_as: ReadAs = AS_FOUND

    @property
    def report(self) -> FileReport:
        """Report on the content of the file and the way it was read."""
        return self.content.report

    @property
    def nbytes(self) -> int:
        """Its size on disk."""
        return self.file.nbytes + (0 if self.text is None else self.text.nbytes)

    @cached_property
    def key(self) -> str:
        """A key of the file itself, independent of how it is read."""
        return self.file.digest[:12]

    @cached_property
    def digest(self) -> str:
        """Key of the words: the decoded text, else the file with its settings."""
        if self.report.kind == "text" and self.text is not None:
            return self.text.digest
        suffixes = "".join(PurePath(self.name).suffixes[-2:]).lower()
        only = self.report.only
        return digest(suffixes, self.file.digest, repr((self.read_as, only.text, only.count)))


Made = TypeVar("Made", bound=Corpus)


@dataclass(frozen=True)
class Shortened(Corpus):
    """The words of a text without those that are too long; `left_out`: number of distinct ones."""

    left_out: int = 0


def corpus_of_text(text: str, source: str, scheme: str | Scheme) -> Corpus:
    """Split a text into words by `scheme`. Raises Refusal if there are none."""
    if not text.strip():
        raise Refusal("no_words")
    return without_long_words(Corpus.from_text(text, scheme, source=source), as_scheme(scheme))


def without_long_words(corpus: Corpus, scheme: Scheme) -> Corpus:
    """Return the corpus of a text, without words above the size limit.

    A scheme that treats a whole text as one word has a separate limit. Raises Refusal for a text
    above that, for too many words, and if all words are too long.
    """
    if scheme.pretokenizer == "text":
        length = max(map(len, corpus.words))
        if length > MAX_ONE_WORD_CHARS:
            raise Refusal("long_whole", length=length, limit=MAX_ONE_WORD_CHARS)
        return limit_words(corpus)
    kept = {word: count for word, count in corpus.items() if not excess_bytes(word)}
    if len(kept) in (0, len(corpus)):
        return checked(corpus)
    left_out = len(corpus) - len(kept)
    return limit_words(
        Shortened(tuple(kept), tuple(kept.values()), corpus.source, left_out=left_out)
    )


def checked(corpus: Made) -> Made:
    """Return a corpus. Raises Refusal for too many words, or one that is too long."""
    length = max(map(excess_bytes, corpus.words))
    if length:
        raise Refusal("long_word", length=length, limit=MAX_WORD_BYTES)
    return limit_words(corpus)


def limit_words(corpus: Made) -> Made:
    """Return a corpus. Raises Refusal for too many words."""
    if len(corpus) > MAX_WORDS:
        raise Refusal("many_words", number=len(corpus), limit=MAX_WORDS)
    return corpus


SECONDS = 20.0
"""Processor time of reading a file."""


def reading(
    file: StoredFile, name: str, read_as: ReadAs = AS_FOUND, expected: tuple[str, ...] = ()
) -> Job[Content]:
    """Return the job that reads a file, and writes its text to another file.

    expected: encodings to prefer, from the reader's language.

    Raises Refusal for a file that is too large.
    """
    if file.nbytes > MAX_FILE_BYTES:
        raise Refusal("large_file", file=name, limit=MAX_FILE_BYTES // MEGABYTE)
    key = ("file", file.digest, name, read_as, expected)
    return Job(
        key=key,
        function=read_file,
        arguments=(file, file_named(repr(key)), name, read_as, expected),
        stage="file",
        seconds=SECONDS,
        error_prefix="file",
    )


def upload_of(job: Job[Content], content: Content) -> Upload:
    """Return the `Upload` of a file that was read."""
    file, text, name, read_as, _ = job.arguments
    has_text = content.report.kind != "counts"
    return Upload(name, file, content, text if has_text else None, read_as)


def read_file(
    file: StoredFile | Path | str,
    text: StoredFile | str,
    name: str,
    read_as: ReadAs = AS_FOUND,
    expected: tuple[str, ...] = (),
    limits: Limits = KINDS["text"].app,
) -> Content:
    """Return the content of a file; write its text to the file `text`.

    Raises CorpusError if the file is too large, binary, broken or empty.
    """
    with Path(file).open("rb") as raw:
        source = InputFile(raw, name, limits)
        report = inspect(source, read_as, expected)
        if report.kind == "counts":
            rules_of(report)
            return Content(report)
        texts, size = list[str](), 0
        for each in texts_in(source, report):
            texts.append(each)
            size += len(each)
            check_size(name, size, limits.most)
    found = "\n".join(texts)
    replace_file(os.fspath(text), found.encode("utf-8", "surrogatepass"))
    return Content(report, len(found), beginning_of(found))


def corpus_of(
    file: StoredFile | Path | str,
    name: str,
    report: FileReport,
    scheme: Scheme,
    limits: Limits = KINDS["text"].app,
) -> Corpus:
    """Read the words of a file that is not plain text; no word crosses the end of a document.

    Raises CorpusError for counts of another scheme's words, before reading them; for a broken file,
    an invalid count, a word that is not a text, and for no word.
    """
    with Path(file).open("rb") as raw:
        words = words_in(InputFile(raw, name, limits), report, scheme)
    if not words:
        raise Refusal("no_words")
    utf8("".join(words))
    corpus = Corpus(tuple(words), tuple(words.values()), name, rules_of(report))
    return checked(corpus) if report.kind == "counts" else without_long_words(corpus, scheme)
