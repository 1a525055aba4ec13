"""train(): learn merges once. Training: the record of that run; Snapshot: the run at one step.

The training loop is `bpe/merging/loop.py`. Its log is read in `merging/columns.py` and, at a step,
in `merging/view.py`; this module combines them with the tokenizer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .corpus import Corpus, as_corpus
from .encoding.tokenizer import Tokenizer
from .errors import CorpusError, check_path, check_place, check_text, check_whole
from .input.opening import UNBOUNDED, read_file
from .merging.cells import Cells, Token, lay_out
from .merging.columns import Columns, Log
from .merging.leaders import Leader, count_tied, leaders
from .merging.loop import Progress, check_forced, run
from .merging.values import Merge, Merges, Pair, PairCount, Reason, Stop
from .merging.view import View, pair_count
from .notebook import MAX_ROWS, Cell, ranks_of, show_words
from .schemes import Scheme, as_scheme, scheme_of


def train(
    corpus: str | Mapping[str, int] | Corpus,
    scheme: str | Scheme = "paper",
    *,
    max_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    forced: Mapping[int, Pair] | None = None,
    on_progress: Progress | None = None,
) -> Training:
    """Learn merges until a limit is reached, and return the record of the whole run.

    Args:
        corpus: a text, a mapping word -> count, or a `Corpus` (whose words are used unchanged).
        scheme: a preset's name or a `Scheme`.
        max_merges: maximum number of merges; `None` for no limit.
        vocab_size: maximum number of tokens: alphabet, mark, special tokens and merges.
        min_frequency: minimum count of a merged pair.
        forced: step -> the pair (left, right) that is merged at that step, counted from 0, whatever
            the rule would choose and however rare the pair is; afterwards the rule applies again.
            Steps beyond a limit are never reached. Among pairs with the same text (a mark, and the
            same characters typed as text) the most frequent one is merged.
        on_progress: called with (done, total) in merges; an exception raised in it cancels the
            training.

    Raises `ValueError` for a limit out of range, for the name of a file instead of its text and for
    `forced` that is not a mapping of steps to pairs, and `CorpusError` for a corpus with no word or
    with more tokens before any merge than `vocab_size`, and for a forced pair that does not occur
    at its step, that a rule of the scheme forbids, or whose step comes after the run's end.

    >>> from bpe import train
    >>> training = train({"low": 2, "lowest": 1}, "huggingface", vocab_size=8)
    >>> [merge.token for merge in training.merges]
    ['lo', 'low']
    """
    scheme = as_scheme(scheme)
    for name, limit in (("max_merges", max_merges), ("vocab_size", vocab_size)):
        if limit is not None:
            check_whole(name, limit, 0, "Leave it out for no limit.")
    check_whole("min_frequency", min_frequency, 1, "Use 1 to merge every pair that occurs.")
    forced = check_forced({} if forced is None else forced)
    corpus = as_corpus(corpus, scheme)
    cells = lay_out(corpus.words, corpus.counts, scheme)
    least = len(cells.alphabet)
    if vocab_size is not None and vocab_size < least:
        raise CorpusError("vocab_size", least=least, given=vocab_size)
    limits: dict[Reason, float] = {
        "vocab_size": np.inf if vocab_size is None else vocab_size - least,
        "max_merges": np.inf if max_merges is None else max_merges,
    }
    first = min(limits, key=limits.__getitem__)
    log = run(cells, scheme, limits[first], min_frequency, on_progress, forced=forced)
    reason = log.stopped_by(first, limits[first])
    return Training(scheme, corpus, cells, log, reason, min_frequency)


class Training(Columns):
    """The record of one run, made by `train`.

    Attributes:
        scheme, corpus: the arguments of the training.
        alphabet: the tokens before any merge, in ID order: characters or bytes, a separate mark,
            the special tokens.
        tokens: all tokens in ID order: alphabet, merges.
        min_frequency: minimum count of a merged pair.
        counters: exact amounts of work: merges, boundaries examined, pairs born, cells.
        log: the log of the run, from which everything else is read.

    >>> from bpe import train
    >>> training = train("low low lowest", max_merges=3)
    >>> [merge.token for merge in training.merges], training.stop.reason
    (['lo', 'low', 'low</w>'], 'max_merges')
    """

    def __init__(
        self,
        scheme: Scheme,
        corpus: Corpus,
        cells: Cells,
        log: Log,
        reason: Reason,
        min_frequency: int = 1,
    ) -> None:
        super().__init__(scheme, corpus, cells, log, min_frequency)
        self._reason = reason

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of a copy or a pickle: the log, without cached readings."""
        kind = type(self)
        return {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }

    def save(self, path: str | Path) -> None:
        """Write the corpus and the settings as a small JSON, from which `load` trains again."""
        _save(check_path("path", path), self)

    def play(
        self,
        step: int = 0,
        words: Sequence[str] = (),
        lang: str | None = None,
        height: int = 520,
        max_chars: int = 2_000_000,
    ) -> Cell:
        """Return the app's player for a notebook, which draws it below the cell.

        It needs no server and no network. It reacts to keys while it has the focus. When printed,
        it is a still picture of `step`.

        Args:
            step: the first step shown.
            words: words of the corpus shown above the 30 most frequent ones.
            lang: the language, a folder of `locales`; by default English.
            height: in pixels, 280 or more.
            max_chars: maximum number of characters of HTML in the cell, since a notebook saves
                them.

        Raises `ValueError` for a value out of range, for a word that is not in the corpus, and for
        a run that needs more than `max_chars`.

        >>> train("highest higher lower lowest").play(step=3, words=["lower"])
        <Step player: a notebook draws it>
        """
        from .player.cell import training_cell

        return training_cell(self, step, words, lang, height, max_chars)

    def save_page(
        self, path: str | Path, *, step: int = 0, words: Sequence[str] = (), lang: str | None = None
    ) -> None:
        """Write the player as one HTML file with a box for the reader's own text.

        Arguments and errors are those of `play`, without a limit on the size.

        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp()) / "run.html"
        >>> train("highest higher lower lowest").save_page(path, step=3)
        >>> path.read_text("utf-8")[:15]
        '<!doctype html>'
        """
        from .player.cell import save_page

        save_page(self, check_path("path", path), step, words, lang)

    @staticmethod
    def load(path: str | Path) -> Training:
        """Train again from a file of `save`; the training is equal at every step.

        Nothing in the file is executed or trusted. Raises `CorpusError` for a file that `save` did
        not write.
        """
        return _load(check_path("path", path))

    def _repr_html_(self) -> str:
        """Return HTML for a notebook: the merges, and the words at the last step."""
        words = self.snapshot(len(self)).words(MAX_ROWS)
        tokens = self.tokens[len(self.alphabet) :]
        left_out, mark = len(self.corpus) - len(words), self.scheme.mark
        ranks = self.token_ranks
        return show_words(repr(self), "Learned: ", tokens, "", words, left_out, mark, ranks)

    def __bool__(self) -> bool:
        """True, also for a run without merges."""
        return True

    def __repr__(self) -> str:
        return (
            f"<Training {self.scheme.name}: {len(self.corpus)} words, {len(self)} merges, "
            f"stopped by {self.stop.reason}>"
        )

    @property
    def merges(self) -> Merges:
        """The learned merges in rank order, each created on demand."""
        return Merges(len(self), self.merge)

    @cached_property
    def forced(self) -> dict[int, Pair]:
        """Step -> the pair that was forced at that step, in the order of the steps."""
        steps = self.log.forced[self.log.forced < len(self)].tolist()
        return {step: self.pair(self.log.merged[step]) for step in steps}

    @cached_property
    def passed_over(self) -> dict[int, Pair]:
        """Forced step -> the pair that the rule would have chosen; possibly the same pair."""
        return {
            step: self.pair(pair)
            for step, pair in zip(self.forced, self.log.passed_over.tolist(), strict=False)
        }

    def snapshot(self, step: int) -> Snapshot:
        """Return the state after `step` merges: 0 is the start, `len(training.merges)` the end.

        Raises `ValueError` for any other step.
        """
        way_out = "Use len(training.merges) for the end."
        return Snapshot(self, check_place("step", step, len(self), way_out))

    def snapshots(self) -> Iterator[Snapshot]:
        """Yield the state at each step, from 0 to the end, lazily."""
        return map(self.snapshot, range(len(self) + 1))

    def tokenizer(self, step: int | None = None) -> Tokenizer:
        """Return the tokenizer of the first `step` merges, by default all.

        Its vocabulary has the tokens born by then; IDs are those of the training.
        """
        last = len(self) if step is None else self.snapshot(step).step
        size, special = len(self.alphabet), self.special_ids
        merges = [
            (left, right, size + rank)
            for rank, (left, right) in enumerate(self.merge_ids[:last].tolist())
        ]
        tokens, known = self.tokens[: size + last], size - len(special)
        return Tokenizer(self.scheme, tokens, range(known), merges, special)

    @cached_property
    def ids_of_tokens(self) -> dict[Token, list[int]]:
        """Token -> its IDs in order: several if a mark was also typed as text."""
        found: dict[Token, list[int]] = {}
        for number, token in enumerate(self.tokens):
            found.setdefault(token, []).append(number)
        return found

    @cached_property
    def token_ranks(self) -> dict[Token, int]:
        """Learned token -> the rank of the merge that first made it."""
        return ranks_of(self.tokens[len(self.alphabet) :])

    @property
    def vocabulary_sizes(self) -> np.ndarray:
        """Entries of the vocabulary at each step, from 0 to the end (int64)."""
        return len(self.alphabet) + np.arange(len(self) + 1)

    @cached_property
    def tie_counts(self) -> np.ndarray:
        """Number of tied best pairs at each step that has a merge, the winner included (int64).

        At a forced step they are the pairs that the rule would have chosen from, as in
        `merge.ties`.
        """
        return count_tied(self)

    def top_pairs(
        self, limit: int, start: int = 0, stop: int | None = None
    ) -> Iterator[list[PairCount]]:
        """Yield for each step from `start` up to `stop` the first pairs of `snapshot(step).pairs`.

        Forbidden pairs are excluded. `stop` defaults to the last step. Raises `ValueError` for a
        limit below 1 or an unknown step.
        """
        made: dict[tuple[int, int, float], PairCount] = {}
        for leading in self.leaders(limit, start, stop):
            now = [(pair, count, score) for pair, count, score, _ in leading]
            for each in now:
                if each not in made:
                    made[each] = pair_count(self, *each)
            yield [made[each] for each in now]

    def leaders(
        self, limit: int, start: int = 0, stop: int | None = None
    ) -> Iterator[list[Leader]]:
        """Yield the pairs of `top_pairs` as numbers: pair ID (see `pair`), count, score, before.

        `before` is the score one step before, 0 for a pair that was not born yet.
        """
        check_whole("limit", limit, 1, "Ask for at least one pair.")
        first, last = self.snapshot(start), self.snapshot(len(self) if stop is None else stop)
        return leaders(self, limit, first.step, last.step)

    def merge(self, rank: int) -> Merge:
        """Return a learned merge, by rank. Raises `ValueError` for an unknown rank."""
        rank = check_place("rank", rank, len(self) - 1, "Use one below len(training.merges).")
        pair = int(self.log.merged[rank])
        token, is_forced = self.tokens[len(self.alphabet) + rank], rank in self.log.forced
        count, score = self.log.counts[rank].item(), self.scores[rank].item()
        return Merge(rank, self.pair(pair), token, count, score, self._ties, is_forced)

    @property
    def stop(self) -> Stop:
        """The reason why training stopped, and the merge that would have come next."""
        # Computed lazily: storing it would create a reference cycle through the merge's ties.
        pair = self.log.next
        if pair is None:
            return Stop(self._reason, None)
        named, is_forced = (self.pair(pair), self.joined(pair)), len(self) in self.log.forced
        following = Merge(len(self), *named, *self._next_strength, self._ties, is_forced)
        return Stop(self._reason, following)

    @cached_property
    def _next_strength(self) -> tuple[int, float]:
        """The count and the score of the merge that would come next."""
        end = View(self, len(self))
        return end.pair_counts[self.log.next].item(), end.pair_scores[self.log.next].item()

    def _ties(self, rank: int) -> tuple[Pair, ...]:
        return tuple(tie.pair for tie in self.snapshot(rank).ties)


class Snapshot(View):
    """The state after `step` merges: a view of the record, cheap to create.

    Attributes:
        training: the run.
        step: number of merges applied.

    >>> from bpe import train
    >>> snapshot = train("low low lowest").snapshot(2)
    >>> snapshot.tokens("lowest"), snapshot.token_count, snapshot.next.token
    (('low', 'e', 's', 't', '</w>'), 9, 'low</w>')
    """

    def __init__(self, training: Training, step: int) -> None:
        super().__init__(training, step)
        self.training = training

    def _repr_html_(self) -> str:
        """Return HTML for a notebook: the next merge, its count, and the words."""
        words, coming = self.words(MAX_ROWS), self.next
        before = "Next: " if self.step < len(self.training) else "Would come next: "
        pair: tuple[Token, ...] = ()
        after = "nothing, no pair is left"
        if coming is not None:
            pair = coming.pair
            after = ", once" if coming.count == 1 else f", {coming.count:,} times"
        left_out, mark = len(self.training.corpus) - len(words), self.training.scheme.mark
        ranks = self.training.token_ranks
        return show_words(repr(self), before, pair, after, words, left_out, mark, ranks)

    @property
    def next(self) -> Merge | None:
        """The next merge; at the end the one that would have come next, or `None`."""
        if self.step < len(self.training):
            return self.training.merges[self.step]
        return self.training.stop.merge

    @property
    def previous(self) -> Merge | None:
        """The merge that led to this step; `None` at step 0."""
        return self.training.merges[self.step - 1] if self.step else None


_MADE_UP = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)


def _save(path: Path, run: Training) -> None:
    """Write corpus and settings of a run as JSON; equal runs give equal bytes."""
    limits = {"max_merges": len(run), "vocab_size": len(run.tokens)}
    forced = [(step, run.next_pair(step)) for step in run.log.forced.tolist()]
    record = {
        "source": run.corpus.source,
        "words": dict(run.corpus.items()),
        "scheme": asdict(run.scheme),
        "min_frequency": run.min_frequency,
        "forced": [[step, *map(_written, run.pair(pair))] for step, pair in forced if pair],
    }
    if run.stop.reason in limits:
        record[run.stop.reason] = limits[run.stop.reason]
    # A word can be half of a surrogate pair, which UTF-8 cannot express: pass it through.
    path.write_bytes(json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _load(path: Path) -> Training:
    """Train a run again from a file of `_save`: nothing in it is executed or trusted.

    It contains neither a pickle nor merges. Raises `CorpusError` for anything else.
    """
    try:
        record = json.loads(read_file(path, UNBOUNDED).decode("utf-8", "surrogatepass"))
        words, source, scheme = (record.pop(name) for name in ("words", "source", "scheme"))
        check_text(source)
        corpus = Corpus.from_counts(words, source=source)
        forced = {step: (_token(left), _token(right)) for step, left, right in record.pop("forced")}
        return train(corpus, scheme_of(scheme), forced=forced, **record)
    except _MADE_UP as error:
        raise CorpusError("record", file=path.name) from error


def _written(token: Token) -> object:
    return token if isinstance(token, str) else list(token)


def _token(token: str | list[int]) -> Token:
    return token if isinstance(token, str) else bytes(token)
