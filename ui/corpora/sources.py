"""Where a corpus comes from: a sample, pasted text or an uploaded file, ready to be trained on."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import PurePath
from typing import Any

from bpe import Corpus, Scheme
from ui.corpora.jobs import Job, digest
from ui.corpora.making import corpus_of_text
from ui.corpora.samples import Sample
from ui.corpora.tables import TableFile
from ui.corpora.uploads import (
    Content,
    CountsFile,
    TextFile,
    corpus_of_counts,
    corpus_of_lines,
    corpus_of_table,
    reading,
)

LARGE = 20_000  # characters or distinct words; beyond, a training stops after LARGE_MERGES
LARGE_MERGES = 2_000

SMALL, LONG = 4_000, 1_000_000
"""Bytes of a sample up to which its runs are made in the app; characters from which on a run is
known to take more than a moment."""

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
        is_long: whether it takes more than a moment to be learned from.
        has_documents: whether a file says where one text ends and the next begins.
    """

    digest: str
    corpus: Callable[[Scheme], Corpus]
    merges: int | None = None
    step: int = 0
    text: str | None = None
    is_ours: bool = False
    is_long: bool = False
    has_documents: bool = False

    @property
    def beginning(self) -> str:
        """The first sentences of the text in 60 characters, else its first line; "" of a table.

        It is the text as it was, before anything is normalized.
        """
        text = (self.text or "")[:BEGINNING]
        found = _SENTENCE.search(text) or _LINE.search(text)
        return found.group() if found else ""


@dataclass(frozen=True)
class Upload:
    """A file that was read, with what the reader corrected.

    Attributes:
        name: the file's name.
        data: its bytes, to read again in another encoding.
        content: its text, its table, or its counts.
        word, count: positions of the columns chosen, for a table.
    """

    name: str
    data: bytes
    content: Content
    word: int = 0
    count: int = 1

    @cached_property
    def digest(self) -> str:
        """What identifies the words: the file, and how it is read."""
        suffixes = "".join(PurePath(self.name).suffixes[-2:]).lower()
        return digest(suffixes, self.data, f"{self.content.encoding} {self.word} {self.count}")

    def __getstate__(self) -> dict[str, Any]:
        """Pickle a text once where the file holds just that: both may be large."""
        content = self.content
        is_twice = isinstance(content, TextFile) and content.text.encode() == self.data
        return vars(self) | ({"content": content.encoding} if is_twice else {})

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if isinstance(self.content, str):
            vars(self).update(content=TextFile(self.data.decode(), self.content))


@cache
def of_sample(sample: Sample) -> Source:
    """A text that comes with the app."""
    data = sample.path.read_bytes()
    source = of_upload(opened(sample.path.name, data))
    return Source(
        source.digest,
        source.corpus,
        source.merges if sample.default_merges is None else sample.default_merges,
        sample.default_step,
        source.text,
        is_ours=len(data) <= SMALL,
    )


@cache
def of_parallel(sample: Sample) -> tuple[Source, Source]:
    """The two texts of a parallel sample."""
    first, second = (
        replace(
            of_upload(opened(file.name, file.read_bytes())),
            merges=sample.default_merges,
            step=sample.default_step,
        )
        for file in sample.files
    )
    return first, second


def of_text(text: str, name: str) -> Source:
    """A text as it stands."""
    return _of_text(text, name, digest("text", text))


def _of_text(text: str, name: str, named: str) -> Source:
    return Source(
        named,
        partial(corpus_of_text, text, name),
        LARGE_MERGES if len(text) > LARGE else None,
        text=text,
        is_long=len(text) > LONG,
    )


def of_upload(upload: Upload) -> Source:
    """A file's text, or the words and counts of its columns."""
    content, file = upload.content, (upload.name, upload.data)
    if isinstance(content, TextFile) and content.encoding is not None:
        return _of_text(content.text, upload.name, content.digest)
    if isinstance(content, TextFile):
        return Source(
            upload.digest,
            partial(corpus_of_lines, *file),
            LARGE_MERGES if len(content.text) > LARGE else None,
            text=content.text,
            is_long=len(content.text) > LONG,
            has_documents=True,
        )
    merges = LARGE_MERGES if content.rows > LARGE else None
    if isinstance(content, CountsFile):
        corpus = partial(corpus_of_counts, *file)
        return Source(upload.digest, corpus, merges, is_long=content.size > LONG)
    corpus = partial(corpus_of_table, *file, content.encoding, upload.word, upload.count)
    return Source(upload.digest, corpus, merges, is_long=len(upload.data) > LONG)


def opened(name: str, data: bytes, encoding: str | None = None) -> Upload:
    """Read a file of ours here, as one of a reader's is read in a process."""
    job = reading(data, name, encoding)
    return upload_of(job, job.function(*job.arguments))


def upload_of(job: Job[Content], content: Content) -> Upload:
    """Return what a reader brought, once it is read."""
    data, name, *_ = job.arguments
    if isinstance(content, TableFile):
        return Upload(name, data, content, content.word, content.count)
    return Upload(name, data, content)
