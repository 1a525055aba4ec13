"""Sources of a corpus: a sample, pasted text or an uploaded file, ready to be trained on."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from bpe import Corpus, Scheme
from bpe.input.report import FileReport
from bpe.readings.joint import join_corpora
from ui.catalogue import Refusal
from ui.own_text.uploads import (
    Upload,
    beginning_of,
    corpus_of,
    corpus_of_text,
    limit_words,
    read_file,
)
from ui.samples import Sample
from ui.spool import StoredFile, digest, file_named

LARGE = 20_000  # characters or distinct words; larger trainings stop after LARGE_MERGES
LARGE_MERGES = 2_000
LONG = 3_000_000  # characters from which a training is never a quick job

SMALL = 4_000
"""Maximum bytes of a sample whose runs are trained in the app."""

Maker = Callable[[Scheme], Corpus]


@dataclass(frozen=True)
class Source:
    """A corpus that is not yet split into words.

    Attributes:
        digest: identifies the content.
        name: of the sample's file, the reader's file, or pasted text.
        corpus: splits it by a scheme; raises CorpusError.
        merges: number of merges if the reader sets no limit; None for all.
        step: an interesting first step.
        file: the file with the text, in UTF-8; None for a table of words.
        characters: of the text.
        beginning: the first sentences of the text in 60 characters, else its first line; "" for a
            table. It is not normalized.
        is_builtin: whether it comes with the app.
        is_small: whether it is built in, and short enough to be trained on in the app.
        has_documents: whether the file separates several texts.
    """

    digest: str
    corpus: Maker = field(compare=False, repr=False)
    name: str = field(default="", compare=False)
    merges: int | None = None
    step: int = 0
    file: StoredFile | None = field(default=None, compare=False, repr=False)
    characters: int = 0
    beginning: str = ""
    is_builtin: bool = False
    is_small: bool = False
    has_documents: bool = False

    @property
    def is_long(self) -> bool:
        """True if training on it needs a long job."""
        return self.characters >= LONG

    @property
    def text(self) -> str | None:
        """The text, read from its file."""
        return None if self.file is None else text_in(self.file)


@cache
def of_sample(sample: Sample) -> Source:
    """Return the source of a sample."""
    return _of_file(sample.path, sample)


@cache
def of_parallel(sample: Sample) -> tuple[Source, Source]:
    """Return the two sources of a parallel sample."""
    first, second = (_of_file(path, sample) for path in sample.files)
    return first, second


def _of_file(path: Path, sample: Sample) -> Source:
    file = StoredFile(path)
    if path.suffix == ".txt":
        text = text_in(file)
        source = _of_text_file(file, path.name, len(text), beginning_of(text))
    else:
        source = of_upload(Upload(path.name, file, read_file(path, "", path.name)))
    merges = source.merges if sample.default_merges is None else sample.default_merges
    return replace(
        source,
        merges=merges,
        step=sample.default_step,
        is_builtin=True,
        is_small=file.nbytes <= SMALL,
    )


def of_text(text: str, name: str) -> Source:
    """Return the source of a plain text."""
    file = file_named(digest("text", text), lambda: text.encode("utf-8", "surrogatepass"))
    return _of_text_file(file, name, len(text), beginning_of(text))


def _of_text_file(file: StoredFile, name: str, characters: int, beginning: str) -> Source:
    return Source(
        file.digest,
        partial(_corpus_of_file, file, name),
        name,
        _merges(characters),
        file=file,
        characters=characters,
        beginning=beginning,
    )


def text_in(file: StoredFile | str) -> str:
    """Return the text of a spool file. Raises Refusal if the file was deleted."""
    try:
        return Path(file).read_bytes().decode("utf-8", "surrogatepass")
    except FileNotFoundError as error:
        raise Refusal("files_gone") from error


def _corpus_of_file(file: StoredFile | str, name: str, scheme: Scheme) -> Corpus:
    return corpus_of_text(text_in(file), name, scheme)


def joined(first: Source, second: Source) -> Source:
    """Return the source of two texts joined into one corpus."""
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
    """Return the source of a file: its text, its documents, or its words and counts."""
    report, content = upload.report, upload.content
    corpus = partial(_corpus_of_upload, upload.file, upload.name, report)
    if upload.text is None:
        return Source(upload.digest, corpus, upload.name, _merges(report.rows))
    text = _of_text_file(upload.text, upload.name, content.characters, content.beginning)
    if report.kind == "text":
        return text
    return replace(text, digest=upload.digest, corpus=corpus, has_documents=True)


def _corpus_of_upload(
    file: StoredFile | str, name: str, report: FileReport, scheme: Scheme
) -> Corpus:
    return corpus_of(file, name, report, scheme)


def _merges(size: int) -> int | None:
    return LARGE_MERGES if size > LARGE else None
