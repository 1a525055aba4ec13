"""Corpus: the distinct words of a text, how often each occurs, and where they came from."""

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

from .counting import count_files, read_counts, write_counts
from .errors import CorpusError, check_number, check_path, check_text, check_whole, short
from .input.opening import open_file, unpacked
from .schemes import Scheme, as_scheme
from .words import check_words, count_words_of

LARGEST = 2**53
"""Occurrences up to which a float counts exactly."""

MANY = 100_000
"""Words from which on a table of their hashes, an eighth as large, stands in for a dict."""

MOST_PROCESSES = 60
"""Processes that count at most, whatever is asked for: Windows waits for no more."""

BETWEEN = "\0"
"""What stands between the words of a corpus in a pickle, where no word has it."""

LONGEST_PATH = 4096
"""Characters up to which a text is looked at as if it were a path."""


@dataclass(frozen=True)
class Corpus:
    """The distinct words in the order in which they were first seen.

    Attributes:
        words: distinct pre-tokens; none is empty.
        counts: occurrences of each word, from 1 to 2 ** 53; same order as `words`.
        source: where the words came from, for people to read.
        scheme: the rules by which words of files were found, where that is known; such a corpus is
            trained on only by schemes that find the same words. Corpora of equal words, counts and
            source are equal.

    >>> from bpe import Corpus
    >>> corpus = Corpus.from_text("low lower low")
    >>> corpus.words, corpus.counts
    (('low', 'lower'), (2, 1))
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]
    source: str = "words"
    scheme: Scheme | None = field(default=None, compare=False)

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
        if min(self.counts) < 1 or max(self.counts) > LARGEST:
            of, number = next(each for each in self.items() if not 0 < each[1] <= LARGEST)
            word, given = short(of), short(number)
            if number < 1:
                raise CorpusError("count", word=word, count=given)
            raise CorpusError("count_large", word=word, largest=LARGEST, count=given)
        if kinds != {int}:
            # Whole numbers of numpy, say, come out as plain ones.
            object.__setattr__(self, "counts", tuple(map(index, self.counts)))

    def __len__(self) -> int:
        """The number of distinct words."""
        return len(self.words)

    def items(self) -> Iterator[tuple[str, int]]:
        """Yield each word with its count, in order."""
        return zip(self.words, self.counts, strict=True)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of a copy or a pickle: the fields, and their size.

        The words as one text, where that can be parted: it is written in a quarter of the time.
        """
        state = {field.name: getattr(self, field.name) for field in fields(self)}
        text = BETWEEN.join(self.words)
        if text.count(BETWEEN) == len(self) - 1:
            state["words"] = text
        return state | {"nbytes": self.nbytes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over what `__getstate__` returned."""
        words = state["words"]
        parted = tuple(words.split(BETWEEN)) if isinstance(words, str) else words
        vars(self).update(state, words=parted)

    @cached_property
    def nbytes(self) -> int:
        """Bytes of the words, their counts and what finds their places (an estimate)."""
        return sum(map(sys.getsizeof, self.words)) + 50 * len(self)

    def place(self, word: str) -> int | None:
        """Return where a word stands in `words`, or `None` for any other."""
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
        """The hashes of the words in order, and the place of each."""
        hashes = np.fromiter(map(hash, self.words), np.int64, len(self))
        order = np.argsort(hashes, kind="stable").astype(np.int32)
        return hashes[order], order

    def split(self, share: float, seed: int = 0) -> tuple[Corpus, Corpus]:
        """Split the occurrences in two: those kept, and those held out.

        Each occurrence of each word is held out with probability `share`, from 0 to 1, by a
        generator that `seed` sets, so the same call gives the same parts. Neither is ever empty:
        where chance would leave one without a word, one occurrence goes over to it. Words keep
        their order.

        Raises `CorpusError` where there is only one occurrence to go round.
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
            # The word one occurrence of which goes over, drawn as its occurrences are.
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

        Raises `CorpusError` when that leaves no word.
        """
        check_text(text)
        counts = count_words_of(text, as_scheme(scheme))
        if not counts:
            raise CorpusError("no_words")
        return cls(tuple(counts), tuple(counts.values()), source)

    @classmethod
    def from_file(cls, path: str | Path, scheme: str | Scheme = "paper") -> Self:
        """Read one file as `from_files` does, in this process.

        Raises `CorpusError` when it has no word, or is not what its name says.
        """
        path = check_path("path", path)
        counts = count_files([path], as_scheme(scheme))
        if not counts:
            raise CorpusError("no_words")
        return cls(tuple(counts), tuple(counts.values()), path.name)

    @classmethod
    def from_files(
        cls,
        paths: str | Path | Iterable[str | Path],
        scheme: str | Scheme = "paper",
        *,
        field: str = "text",
        processes: int = 1,
        scheduler: str | None = None,
    ) -> Self:
        """Count the words of many files, without all of their texts in memory.

        A name tells what a file is: `.jsonl` or `.ndjson` a JSON object a line and `.parquet` a
        table, whose `field` is the text; all else a UTF-8 text; `.gz` and `.zst` are unpacked.
        Each text file, line of JSON and row is a document of its own, and no word goes over its
        end. Words stand in the order in which they first occur, files in the order of `paths`,
        whoever counts: the corpus is the same.

        A file is counted as a whole, by this process or one of so many `processes`. Each of these
        imports the script that asks, which therefore does so below `if __name__ == "__main__":`.
        With a `scheduler`, the address of a Dask cluster, its workers count; scheduler and workers
        need this package and see the files under the same names.

        In memory are the distinct words and a document for each process; of a text a part, where
        no word goes over a line end by the scheme.

        Tables and `.zst` need pyarrow, a cluster distributed. Raises `CorpusError` for no file, no
        word, what is not of its kind, a process that was ended from outside, and a cluster that
        cannot be used.
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
        scheme = as_scheme(scheme)
        counts = count_files(
            files,
            scheme,
            field=field,
            processes=min(processes, MOST_PROCESSES),
            scheduler=scheduler,
        )
        if not counts:
            raise CorpusError("no_words")
        source = files[0].name if len(files) == 1 else f"{len(files)} files"
        return cls(tuple(counts), tuple(counts.values()), source, scheme)

    @classmethod
    def from_counts_file(cls, path: str | Path) -> Self:
        """Read words and counts that `save_counts` wrote, in their order, and the words' scheme.

        Raises `CorpusError` for a file that is not as it was written.
        """
        path = check_path("path", path)
        with open_file(path) as file:
            counts, scheme = read_counts(unpacked(file, path.name), path.name)
        return replace(cls.from_counts(counts, source=path.name), scheme=scheme)

    def save_counts(self, path: str | Path) -> None:
        """Write words and counts to a .csv, in their order.

        By which rules the words were found goes with them where that is known.

        Raises `CorpusError` for another name.
        """
        write_counts(check_path("path", path), self.items(), self.scheme)

    @classmethod
    def from_counts(cls, counts: Mapping[str, int], *, source: str = "word counts") -> Self:
        """Take words and their counts as they are.

        Raises `CorpusError` for no word, an empty word, or a count that is not a whole number from
        1 to 2 ** 53.
        """
        if not isinstance(counts, Mapping):
            raise ValueError(
                f"counts must be a mapping word -> count, got {short(counts)}. "
                "Use Corpus.from_text for a text."
            )
        return cls(tuple(counts), tuple(counts.values()), source)


def as_corpus(corpus: str | Mapping[str, int] | Corpus, scheme: Scheme) -> Corpus:
    """Return the corpus itself, or make one of a text or of a mapping word -> count.

    Raises `ValueError` for the path of a file, since its text is what is meant, and `CorpusError`
    for counts of files whose words were found by other rules.
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
    return Corpus.from_text(corpus, scheme)


def _is_file(text: str) -> bool:
    """Say whether a text is one word and the path of a file."""
    if len(text) > LONGEST_PATH or len(text.split()) != 1:
        return False
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
