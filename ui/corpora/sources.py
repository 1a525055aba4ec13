"""Where a corpus comes from: a sample, pasted text or an uploaded file, ready to be trained on."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from bpe import Corpus, Scheme
from bpe.readings.joint import join_corpora
from ui.corpora.jobs import Job, digest
from ui.corpora.spool import SpoolFile, file_named
from ui.corpora.uploads import Content, Upload, corpus_of, corpus_of_text, limit_words, reading
from ui.samples import Sample

LARGE = 20_000  # characters or distinct words; beyond, a training stops after LARGE_MERGES
LARGE_MERGES = 2_000
LONG = 3_000_000  # characters from which on no training is tried as a quick job

SMALL = 4_000
"""Bytes of a sample up to which its runs are made in the app."""

BEGINNING = 10_000
"""Characters in which a first sentence is looked for."""

_SENTENCE = re.compile(r"\S.{10,57}[.!?。！？]")
_LINE = re.compile(r"\S(?:.{0,59}(?!\S)|.{0,59})")


Maker = Callable[[Scheme], Corpus]


@dataclass(frozen=True)
class Source:
    """A corpus that is not yet split into words.

    Attributes:
        digest: identifies the content.
        name: of the sample's file, the reader's file, or what pasted text is called.
        corpus: splits it as a scheme says; raises CorpusError.
        merges: how many merges to learn where the reader sets no limit; None for all.
        step: an interesting step to open at.
        file: holds the text, in UTF-8; None for a table, whose words are given.
        characters: of the text.
        beginning: the first sentences of the text in 60 characters, else its first line; "" of a
            table. It is the text as it was, before anything is normalized.
        is_builtin: whether it comes with the app.
        is_small: whether it is built in, and so short that it is trained on in the app.
        has_documents: whether a file says where one text ends and the next begins.
    """

    digest: str
    corpus: Maker = field(compare=False, repr=False)
    name: str = field(default="", compare=False)
    merges: int | None = None
    step: int = 0
    file: SpoolFile | None = field(default=None, compare=False, repr=False)
    characters: int = 0
    beginning: str = ""
    is_builtin: bool = False
    is_small: bool = False
    has_documents: bool = False

    @property
    def is_long(self) -> bool:
        """Whether training on it is known to take more than a moment."""
        return self.characters >= LONG

    @property
    def text(self) -> str | None:
        """The text that is split, read from its file."""
        return None if self.file is None else text_in(self.file)


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
    return replace(
        source,
        merges=merges,
        step=sample.default_step,
        is_builtin=True,
        is_small=len(data) <= SMALL,
    )


def of_text(text: str, name: str, named: str | None = None) -> Source:
    """A text as it stands; `named` is its digest, where it is known."""
    named = named or digest("text", text)
    file = file_named(named, lambda: text.encode("utf-8", "surrogatepass"))
    found = _SENTENCE.search(text[:BEGINNING]) or _LINE.search(text[:BEGINNING])
    return Source(
        named,
        partial(_corpus_of_file, file, name),
        name,
        _merges(len(text)),
        file=file,
        characters=len(text),
        beginning=found.group() if found else "",
    )


def text_in(file: SpoolFile | str) -> str:
    """Return the text of a spool file."""
    return Path(file).read_bytes().decode("utf-8", "surrogatepass")


def _corpus_of_file(file: SpoolFile | str, name: str, scheme: Scheme) -> Corpus:
    return corpus_of_text(text_in(file), name, scheme)


def joined(first: Source, second: Source) -> Source:
    """Two texts as one corpus."""
    return Source(
        digest("joined", first.digest, second.digest),
        partial(_joined_corpus, first.corpus, second.corpus),
        f"{first.name} + {second.name}",
        merges=first.merges,
        step=first.step,
        is_builtin=first.is_builtin and second.is_builtin,
        is_small=first.is_small and second.is_small,
    )


def _joined_corpus(first: Maker, second: Maker, scheme: Scheme) -> Corpus:
    return limit_words(join_corpora(first(scheme), second(scheme)))


def of_upload(upload: Upload) -> Source:
    """A file's text, its documents, or the words and counts of its columns."""
    content, text = upload.content, upload.content.text
    if content.kind == "text" and text is not None:
        return of_text(text, upload.name, upload.digest)
    file = file_named(f"upload {upload.digest}", lambda: upload.data)
    source = Source(
        upload.digest,
        partial(_corpus_of_upload, file, upload.name, replace(content, text=None)),
        upload.name,
        _merges(content.rows),
    )
    if text is None:
        return source
    documents = of_text(text, upload.name)
    return replace(documents, digest=upload.digest, corpus=source.corpus, has_documents=True)


def _corpus_of_upload(file: SpoolFile | str, name: str, content: Content, scheme: Scheme) -> Corpus:
    return corpus_of(name, Path(file).read_bytes(), content, scheme)


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
