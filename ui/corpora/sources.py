"""Where a corpus comes from: a sample, pasted text or an uploaded file, ready to be trained on."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from bpe import Corpus, Scheme
from bpe.readings.granularity import length_of_lines
from ui.corpora.cache import remembered
from ui.corpora.content import Content, Upload
from ui.corpora.jobs import Job, digest
from ui.corpora.making import corpus_of_text
from ui.corpora.samples import Sample
from ui.corpora.uploads import corpus_of, reading

LARGE = 20_000  # characters or distinct words; beyond, a training stops after LARGE_MERGES
LARGE_MERGES = 2_000
LONG = 3_000_000  # characters from which on no training is tried as a quick job

SMALL = 4_000
"""Bytes of a sample up to which its runs are made in the app."""

BEGINNING = 10_000
"""Characters in which a first sentence is looked for."""

_SENTENCE = re.compile(r"\S.{10,57}[.!?。！？]")
_LINE = re.compile(r"\S(?:.{0,59}(?!\S)|.{0,59})")


@dataclass(frozen=True)
class Source:
    """A corpus that is not yet split into words.

    Attributes:
        digest: identifies the content.
        corpus: splits it as a scheme says; raises CorpusError.
        merges: how many merges to learn where the reader sets no limit; None for all.
        step: an interesting step to open at.
        text: what is split; None for a table, whose words are given.
        is_ours: whether it is one of the app's own small texts.
        has_documents: whether a file says where one text ends and the next begins.
    """

    digest: str
    corpus: Callable[[Scheme], Corpus]
    merges: int | None = None
    step: int = 0
    text: str | None = None
    is_ours: bool = False
    has_documents: bool = False

    @property
    def is_long(self) -> bool:
        """Whether training on it is known to take more than a moment."""
        return len(self.text or "") >= LONG

    @property
    def beginning(self) -> str:
        """The first sentences of the text in 60 characters, else its first line; "" of a table.

        It is the text as it was, before anything is normalized.
        """
        text = (self.text or "")[:BEGINNING]
        found = _SENTENCE.search(text) or _LINE.search(text)
        return found.group() if found else ""


@cache
def of_sample(sample: Sample) -> Source:
    """A text that comes with the app."""
    return _of_file(sample.path, sample)


@cache
def of_parallel(sample: Sample) -> tuple[Source, Source]:
    """The two texts of a parallel sample."""
    first, second = (_of_file(path, sample) for path in sample.files)
    return first, second


def _of_file(path: Path, sample: Sample) -> Source:
    data = path.read_bytes()
    source = of_upload(opened(path.name, data))
    merges = source.merges if sample.default_merges is None else sample.default_merges
    is_ours = len(data) <= SMALL
    return replace(source, merges=merges, step=sample.default_step, is_ours=is_ours)


def of_text(text: str, name: str, named: str | None = None) -> Source:
    """A text as it stands; `named` is its digest, where it is known."""
    corpus = partial(corpus_of_text, text, name)
    return Source(named or digest("text", text), corpus, _merges(len(text)), text=text)


def of_upload(upload: Upload) -> Source:
    """A file's text, its documents, or the words and counts of its columns."""
    content, text = upload.content, upload.content.text
    if content.kind == "text" and text is not None:
        return of_text(text, upload.name, upload.digest)
    return Source(
        upload.digest,
        partial(corpus_of, upload.name, upload.data, replace(content, text=None)),
        _merges(content.rows if text is None else len(text)),
        text=text,
        has_documents=content.kind == "lines",
    )


def _merges(size: int) -> int | None:
    return LARGE_MERGES if size > LARGE else None


def opened(name: str, data: bytes, encoding: str | None = None) -> Upload:
    """Read a file of ours here, as one of a reader's is read in a process."""
    job = reading(data, name, encoding)
    return upload_of(job, job.function(*job.arguments))


def upload_of(job: Job[Content], content: Content) -> Upload:
    """Return what a reader brought, once it is read."""
    data, name, *_ = job.arguments
    return Upload(name, data, content)


@remembered
def line_length(corpus: Corpus) -> float | None:
    """Return the mean length of words that are lines, None of others: it walks all words."""
    return length_of_lines(corpus)
