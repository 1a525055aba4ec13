"""Where a corpus comes from: a sample, pasted text or an uploaded file, ready to be trained on."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from bpe import Corpus, Scheme
from bpe.readings.joint import join_corpora
from ui.corpora.jobs import digest
from ui.corpora.uploads import (
    Content,
    Upload,
    beginning_of,
    corpus_of,
    corpus_of_text,
    limit_words,
    reading,
    upload_of,
)
from ui.samples import Sample
from ui.spool import SpoolFile, file_named

LARGE = 20_000  # characters or distinct words; beyond, a training stops after LARGE_MERGES
LARGE_MERGES = 2_000
LONG = 3_000_000  # characters from which on no training is tried as a quick job

SMALL = 4_000
"""Bytes of a sample up to which its runs are made in the app."""

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


def of_text(text: str, name: str) -> Source:
    """A text as it stands."""
    file = file_named(digest("text", text), lambda: text.encode("utf-8", "surrogatepass"))
    return _of_text_file(file, name, len(text), beginning_of(text))


def _of_text_file(file: SpoolFile, name: str, characters: int, beginning: str) -> Source:
    return Source(
        file.digest,
        partial(_corpus_of_file, file, name),
        name,
        _merges(characters),
        file=file,
        characters=characters,
        beginning=beginning,
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
    content = upload.content
    corpus = partial(_corpus_of_upload, upload.file, upload.name, content)
    if upload.text is None:
        return Source(upload.digest, corpus, upload.name, _merges(content.rows))
    text = _of_text_file(upload.text, upload.name, content.characters, content.beginning)
    if content.kind == "text":
        return text
    return replace(text, digest=upload.digest, corpus=corpus, has_documents=True)


def _corpus_of_upload(file: SpoolFile | str, name: str, content: Content, scheme: Scheme) -> Corpus:
    return corpus_of(name, Path(file).read_bytes(), content, scheme)


def _merges(size: int) -> int | None:
    return LARGE_MERGES if size > LARGE else None


def opened(name: str, data: bytes, encoding: str | None = None) -> Upload:
    """Read a file of ours here, as one of a reader's is read in a process."""
    job = reading(SpoolFile(data), name, encoding)
    return upload_of(job, job.function(*job.arguments))
