"""Corpus: the distinct words of a text, their counts, and their source."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from numbers import Integral
from operator import index
from pathlib import Path
from typing import Any, Self

import numpy as np

from .counting import count_files, read_counts, rules_of, write_counts
from .errors import CorpusError, check_number, check_path, check_text, check_whole, short
from .input.encodings import check_encoding
from .input.opening import InputFile, open_file
from .input.report import FileReport, ReadAs
from .schemes import Scheme, as_scheme
from .words import check_words, count_words_of

MAX_COUNT = 2**53
"""Largest count that a float represents exactly."""

MANY = 100_000
"""Number of words from which a table of hashes, an eighth as large, replaces a dict."""

MAX_PROCESSES = 60
"""Maximum number of counting processes: Windows cannot wait for more."""

BETWEEN = "\0"
"""Separator of the words of a corpus in a pickle, if no word contains it."""

MAX_PATH_CHARS = 4096
"""Maximum length of a text that is checked for being a path."""


@dataclass(frozen=True)
class Corpus:
    """The distinct words in the order in which they were first seen.

    Attributes:
        words: distinct pre-tokens; none is empty.
        counts: occurrences of each word, from 1 to 2 ** 53; same order as `words`.
        source: description of where the words came from.
        scheme: the rules that split the files into words, if known; only schemes that find the same
            words may train on such a corpus. Corpora are equal if words, counts and source are
            equal.
        files: a report on each file that was read: its encoding and other findings; its `str`
            describes anything unusual.

    >>> from bpe import Corpus
    >>> corpus = Corpus.from_text("low lower low")
    >>> corpus.words, corpus.counts
    (('low', 'lower'), (2, 1))
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]
    source: str = "words"
    scheme: Scheme | None = field(default=None, compare=False)
    files: tuple[FileReport, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Raise `ValueError` for words and counts that no text could have."""
        if not isinstance(self.words, tuple | list) or not isinstance(self.counts, tuple | list):
            raise ValueError(
                f"words and counts must be two tuples, got {short(self.words)} and "
                f"{short(self.counts)}. Use Corpus.from_counts with a mapping."
            )
        if len(self.words) != len(self.counts):
            raise ValueError(
                f"counts must be one for each word, got {len(self.counts)} for "
                f"{len(self.words)} words. Use Corpus.from_counts with a mapping."
            )
        if not self.words:
            raise CorpusError("no_counts")
        for word in self.words:
            if not isinstance(word, str) or not word:
                raise CorpusError("word", word=short(word))
        kinds = {*map(type, self.counts)}
        for kind in kinds:
            if kind is bool or not issubclass(kind, Integral):
                at = [*map(type, self.counts)].index(kind)
                word, count = short(self.words[at]), short(self.counts[at])
                raise CorpusError("count", word=word, count=count)
        if min(self.counts) < 1 or max(self.counts) > MAX_COUNT:
            of, number = next(each for each in self.items() if not 0 < each[1] <= MAX_COUNT)
            word, given = short(of), short(number)
            if number < 1:
                raise CorpusError("count", word=word, count=given)
            raise CorpusError("count_large", word=word, largest=MAX_COUNT, count=given)
        if kinds != {int}:
            # Integers of numpy, for example, become plain ones.
            object.__setattr__(self, "counts", tuple(map(index, self.counts)))

    def __len__(self) -> int:
        """The number of distinct words."""
        return len(self.words)

    def items(self) -> Iterator[tuple[str, int]]:
        """Yield each word with its count, in order."""
        return zip(self.words, self.counts, strict=True)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of a copy or a pickle: the fields and their size.

        Words are joined into one text if it can be split again: pickling then takes a quarter of
        the time.
        """
        state = {field.name: getattr(self, field.name) for field in fields(self)}
        text = BETWEEN.join(self.words)
        if text.count(BETWEEN) == len(self) - 1:
            state["words"] = text
        return state | {"nbytes": self.nbytes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state that `__getstate__` returned."""
        words = state["words"]
        parted = tuple(words.split(BETWEEN)) if isinstance(words, str) else words
        vars(self).update(state, words=parted)

    @cached_property
    def nbytes(self) -> int:
        """Estimated bytes of the words, their counts and the index of their positions."""
        return sum(map(sys.getsizeof, self.words)) + 50 * len(self)

    def place(self, word: str) -> int | None:
        """Return a word's index in `words`, or `None` if it is not there."""
        if not isinstance(word, str):
            return None
        if len(self) <= MANY:
            return self._places.get(word)
        hashes, places = self._hashed
        start, end = (np.searchsorted(hashes, hash(word), side) for side in ("left", "right"))
        alike = places[start:end].tolist()
        return next((place for place in alike if self.words[place] == word), None)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    @cached_property
    def _hashed(self) -> tuple[np.ndarray, np.ndarray]:
        """The sorted hashes of the words, and the index of each word."""
        hashes = np.fromiter(map(hash, self.words), np.int64, len(self))
        order = np.argsort(hashes, kind="stable").astype(np.int32)
        return hashes[order], order

    def split(self, share: float, seed: int = 0) -> tuple[Corpus, Corpus]:
        """Split the occurrences in two: a training part and a held-out part.

        Each occurrence of each word is held out with probability `share`, from 0 to 1, by a
        generator seeded with `seed`, so the same call returns the same parts. Neither part is
        empty: if chance would leave one empty, one occurrence is moved to it. Words keep their
        order.

        Raises `CorpusError` if there is only one occurrence.
        """
        check_number("share", share)
        check_whole("seed", seed, 0, "Use 0 for the same parts each time.")
        if not 0 < share < 1:
            raise ValueError(
                f"share must be more than 0 and less than 1, got {share!r}. "
                "Give the part of the occurrences to hold out."
            )
        total = sum(self.counts)
        if total < 2:
            raise CorpusError("parted", total=total)
        draw = np.random.default_rng(seed)
        out = draw.binomial(self.counts, share)
        if out.sum() in (0, total):
            # Draw the word whose occurrence is moved, weighted by count.
            last = np.cumsum(self.counts)
            lucky = int(np.searchsorted(last, draw.integers(total), side="right"))
            out[lucky] += 1 if out.sum() == 0 else -1
        kept = np.asarray(self.counts) - out
        return self._part(kept, "kept"), self._part(out, "held out")

    def _part(self, counts: np.ndarray, name: str) -> Corpus:
        there = zip(self.words, counts.tolist(), strict=True)
        words = {word: count for word, count in there if count}
        return Corpus(tuple(words), tuple(words.values()), f"{self.source}, {name}")

    @classmethod
    def from_text(cls, text: str, scheme: str | Scheme = "paper", *, source: str = "text") -> Self:
        """Normalize `text` and split it into words as `scheme` says.

        Raises `CorpusError` if that leaves no word.
        """
        check_text(text)
        counts = count_words_of(text, as_scheme(scheme))
        if not counts:
            raise CorpusError("no_words")
        return cls(tuple(counts), tuple(counts.values()), source)

    @classmethod
    def from_file(
        cls,
        path: str | Path,
        scheme: str | Scheme = "paper",
        *,
        encoding: str | None = None,
        field: str | None = None,
        counts: str | None = None,
    ) -> Self:
        """Read one file as `from_files` does, in this process.

        Raises `CorpusError` if it has no word, or contains neither texts nor words with counts.

        >>> import tempfile
        >>> from bpe import Corpus
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "cafes.txt")
        ...     _ = path.write_bytes("café au lait\\r\\n".encode("cp1252"))
        ...     corpus = Corpus.from_file(path, encoding="cp1252")
        >>> corpus.words
        ('café', 'au', 'lait')
        >>> print(corpus.files[0])
        cafes.txt: Encoding: cp1252. Line ends \\r\\n and \\r were read as \\n.
        """
        path = check_path("path", path)
        read_as = _read_as(encoding, field, counts)
        return cls._of_files([path], as_scheme(scheme), read_as, scheme=None)

    @classmethod
    def from_files(
        cls,
        paths: str | Path | Iterable[str | Path],
        scheme: str | Scheme = "paper",
        *,
        encoding: str | None = None,
        field: str | None = None,
        counts: str | None = None,
        processes: int = 1,
        scheduler: str | None = None,
    ) -> Self:
        """Count the words of many files without loading all of their texts.

        A file is a text unless its name or its first bytes say otherwise: `.csv` and `.tsv` are
        tables, `.jsonl` and `.ndjson` have a JSON value on each line, `.json` an array, `.parquet`
        rows; .docx, .pdf and .epub are documents; .zip and .tar hold files of these kinds; `.gz`
        and `.zst` are unpacked. Each text, line, row and file of an archive is a separate document,
        and no word crosses its end. Words with their counts (a table, two columns of text, or a
        file of `save_counts`) are used unchanged. Words are in the order in which they first occur,
        files in the order of `paths`, however many processes count.

        encoding: of every text; invalid bytes become U+FFFD. By default, a text is UTF-8 if its
            bytes are valid; other encodings are guessed if chardet is installed. Line ends are read
            as Python's text mode does: "\\n".
        field: the column or the field of the texts or words: its name, its number from 1, or a
            path such as "messages.content". By default the one named "text", or one that contains
            sentences.
        counts: the column of the counts of words; "none" if each cell is a text.

        A file is counted as a whole, by this process or one of `processes` processes. Each process
        imports the calling script, so call this below `if __name__ == "__main__":`. With a
        `scheduler`, the address of a Dask cluster, its workers count; scheduler and workers need
        this package and see the files under the same names.

        Memory holds the distinct words and one document per process; of a text only a part, if the
        scheme's words do not cross line ends.

        Parquet and `.zst` need pyarrow, .pdf pypdf, a cluster distributed. Raises `CorpusError` for
        no file, no word, a file that cannot be read, a killed process, and a cluster that cannot be
        used.
        """
        given = paths if isinstance(paths, Iterable) and not isinstance(paths, str) else [paths]
        files = [check_path("paths", path) for path in given]
        if not files:
            raise CorpusError("no_paths")
        check_whole("processes", processes, 1, "Leave it out for this one alone.")
        if scheduler is not None and not isinstance(scheduler, str):
            raise ValueError(
                f"scheduler must be an address, got {short(scheduler)}. Leave it out for none."
            )
        found = as_scheme(scheme)
        read_as = _read_as(encoding, field, counts)
        by = {"processes": min(processes, MAX_PROCESSES), "scheduler": scheduler}
        return cls._of_files(files, found, read_as, found, **by)

    @classmethod
    def _of_files(
        cls,
        paths: list[Path],
        by: Scheme,
        read_as: ReadAs,
        scheme: Scheme | None,
        **counting: Any,
    ) -> Self:
        words, reports = count_files(paths, by, read_as, **counting)
        if not words:
            raise CorpusError("no_words")
        source = paths[0].name if len(paths) == 1 else f"{len(paths)} files"
        if any(each.kind == "counts" for each in reports):  # words whose rules are unknown
            scheme = rules_of(reports[0]) if len(reports) == 1 else None
        return cls(tuple(words), tuple(words.values()), source, scheme, tuple(reports))

    @classmethod
    def from_counts_file(cls, path: str | Path) -> Self:
        """Read words and counts that `save_counts` wrote, in their order, and the words' scheme.

        Raises `CorpusError` for a file that was changed or that `save_counts` did not write.
        """
        path = check_path("path", path)
        with open_file(path) as file:
            counts, scheme = read_counts(InputFile(file, path.name))
        return replace(cls.from_counts(counts, source=path.name), scheme=scheme)

    def save_counts(self, path: str | Path) -> None:
        """Write words and counts, in order, with the scheme's rules if known.

        Raises `CorpusError` if the name does not end in .csv.
        """
        write_counts(check_path("path", path), self.items(), self.scheme)

    @classmethod
    def from_counts(cls, counts: Mapping[str, int], *, source: str = "word counts") -> Self:
        """Return a corpus of given words and counts.

        Raises `CorpusError` for no word, an empty word, or a count that is not a whole number from
        1 to 2 ** 53.
        """
        if not isinstance(counts, Mapping):
            raise ValueError(
                f"counts must be a mapping word -> count, got {short(counts)}. "
                "Use Corpus.from_text for a text."
            )
        return cls(tuple(counts), tuple(counts.values()), source)


def _read_as(encoding: str | None, field: str | None, counts: str | None) -> ReadAs:
    for name, value in (("field", field), ("counts", counts)):
        if not isinstance(value, str | None):
            raise ValueError(
                f"{name} must be the name of a column, got {short(value)}. "
                "Leave it out to have it found."
            )
    return ReadAs(check_encoding(encoding), field, counts)


def as_corpus(corpus: str | Mapping[str, int] | Corpus, scheme: Scheme) -> Corpus:
    """Return the corpus itself, or make one from a text or a mapping word -> count.

    Raises `ValueError` for anything else and for the path of a file (its content is meant), and
    `CorpusError` for a corpus of files whose words were split by other rules.
    """
    if isinstance(corpus, Corpus):
        if corpus.scheme is not None:
            check_words(corpus.scheme, scheme)
        return corpus
    if isinstance(corpus, Mapping):
        return Corpus.from_counts(corpus)
    if isinstance(corpus, Path) or (isinstance(corpus, str) and _is_file(corpus)):
        raise ValueError(
            f"corpus must be a text, word counts or a Corpus, got the path {str(corpus)!r}. "
            "Use Corpus.from_file(path, scheme), or Corpus.from_text for a text of that one word."
        )
    if not isinstance(corpus, str):
        raise ValueError(
            f"corpus must be a text, word counts or a Corpus, got {short(corpus)}. "
            "Decode bytes first; make a mapping word -> count of a list of words."
        )
    return Corpus.from_text(corpus, scheme)


def _is_file(text: str) -> bool:
    """Return whether a text is one word and the path of a file."""
    if len(text) > MAX_PATH_CHARS or len(text.split()) != 1:
        return False
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
