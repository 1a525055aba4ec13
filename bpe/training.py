"""train(): learn merges once. Training: the record of that run; Snapshot: the run at one step.

The loop that learns is `bpe/merging/loop.py`. What it wrote down is read in `merging/columns.py`
and, at a step, in `merging/view.py`; here these meet the tokenizer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
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
from .notebook import MOST, ranks_of, show_words
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
    """Learn merges until a limit is met, and return the record of the whole run.

    Args:
        corpus: a text, a mapping word -> count, or a `Corpus` (whose words are taken as they are).
        scheme: a preset's name or a `Scheme`.
        max_merges: merges to learn at most; `None` for no such limit.
        vocab_size: tokens to end with at most: alphabet, mark, special tokens and merges.
        min_frequency: occurrences a pair must have to be merged.
        forced: step -> the pair (left, right) that is merged at that step, counted from 0, whatever
            the rule would take and however rare the pair is; then training goes on by the rule.
            Steps beyond a limit are never come to. Of pairs that read alike (a mark, and the same
            characters typed as text) the most frequent is meant.
        on_progress: called with (done, total) in merges; what it raises ends the training.

    Raises `ValueError` for a limit out of its range, for the name of a file in place of its
    text and for what is no mapping of steps to pairs, and `CorpusError` for a corpus with no word
    or with more tokens before any merge than `vocab_size`, and for a forced pair that does not
    occur at its step, that a rule of the scheme forbids, or whose step comes after the run's end.

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
        scheme, corpus: what was trained on, and how.
        alphabet: the tokens before any merge, in id order: characters or bytes, a mark of its own,
            the special tokens.
        tokens: all tokens in id order: alphabet, merges.
        min_frequency: occurrences a pair had to have.
        counters: exact amounts of work: merges, boundaries examined, pairs born, cells.
        log: what the run wrote down, which all else is read from.

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

    @staticmethod
    def load(path: str | Path) -> Training:
        """Train again from a file of `save`; the training is equal at every step.

        Nothing in it is run or believed. Raises `CorpusError` for what `save` did not write.
        """
        return _load(check_path("path", path))

    def _repr_html_(self) -> str:
        """Return HTML for a notebook: the merges, and the words at the end."""
        words = self.snapshot(len(self)).words(MOST)
        tokens = self.tokens[len(self.alphabet) :]
        left_out, mark = len(self.corpus) - len(words), self.scheme.mark
        ranks = self.token_ranks
        return show_words(repr(self), "Learned: ", tokens, "", words, left_out, mark, ranks)

    def __bool__(self) -> bool:
        """True also of a run without a merge."""
        return True

    def __repr__(self) -> str:
        return (
            f"<Training {self.scheme.name}: {len(self.corpus)} words, {len(self)} merges, "
            f"stopped by {self.stop.reason}>"
        )

    @property
    def merges(self) -> Merges:
        """The learned merges in rank order, each made when it is asked for."""
        return Merges(len(self), self.merge)

    @cached_property
    def forced(self) -> dict[int, Pair]:
        """Step -> the pair that the run was told to merge then, in the order of the steps."""
        steps = self.log.forced[self.log.forced < len(self)].tolist()
        return {step: self.pair(self.log.merged[step]) for step in steps}

    @cached_property
    def passed_over(self) -> dict[int, Pair]:
        """Forced step -> the pair that the rule would have taken then; it may be the very one."""
        return {
            step: self.pair(pair)
            for step, pair in zip(self.forced, self.log.passed_over.tolist(), strict=False)
        }

    def snapshot(self, step: int) -> Snapshot:
        """Return the state after `step` merges: 0 is the start, `len(training.merges)` the end.

        Raises `ValueError` for a step outside of that.
        """
        way_out = "Use len(training.merges) for the end."
        return Snapshot(self, check_place("step", step, len(self), way_out))

    def snapshots(self) -> Iterator[Snapshot]:
        """Yield the state at each step, from 0 to the end; each is made when it is its turn."""
        return map(self.snapshot, range(len(self) + 1))

    def tokenizer(self, step: int | None = None) -> Tokenizer:
        """Return the tokenizer that the first `step` merges make; all of them by default.

        It knows the tokens born by then; ids are those of the training.
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
        """Token -> its ids in order: several where a mark was also typed as text."""
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
        """Pairs tied for the lead at each step that has a merge, the winner included (int64).

        At a forced step they are those that the rule would have chosen from, as in `merge.ties`.
        """
        return count_tied(self)

    def top_pairs(
        self, limit: int, start: int = 0, stop: int | None = None
    ) -> Iterator[list[PairCount]]:
        """Yield for each step from `start` up to `stop` the first pairs of `snapshot(step).pairs`.

        Pairs that a rule of the scheme forbids are left out. `stop` defaults to the last step.
        Raises `ValueError` for a limit below 1 or a step that the run has not.
        """
        made: dict[Leader, PairCount] = {}
        for leading in self.leaders(limit, start, stop):
            for leader in leading:
                if leader not in made:
                    made[leader] = pair_count(self, *leader)
            yield [made[leader] for leader in leading]

    def leaders(
        self, limit: int, start: int = 0, stop: int | None = None
    ) -> Iterator[list[Leader]]:
        """Yield what `top_pairs` does as bare numbers: pair id (see `pair`), count and score."""
        check_whole("limit", limit, 1, "Ask for at least one pair.")
        first, last = self.snapshot(start), self.snapshot(len(self) if stop is None else stop)
        return leaders(self, limit, first.step, last.step)

    def merge(self, rank: int) -> Merge:
        """Return a learned merge, by its rank. Raises `ValueError` for a rank there is not."""
        rank = check_place("rank", rank, len(self) - 1, "Use one below len(training.merges).")
        pair = int(self.log.merged[rank])
        token, is_forced = self.tokens[len(self.alphabet) + rank], rank in self.log.forced
        count, score = self.log.counts[rank].item(), self.scores[rank].item()
        return Merge(rank, self.pair(pair), token, count, score, self._ties, is_forced)

    @property
    def stop(self) -> Stop:
        """Why training stopped, and what would have come next."""
        # Made when asked for: a record that held it would point at itself, by the merge's ties.
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
    """The state after `step` merges: a view of the record, cheap to make.

    Attributes:
        training: the run.
        step: how many merges have been applied.

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
        words, coming = self.words(MOST), self.next
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
        """The merge that comes next; at the end the one that would have, or `None`."""
        if self.step < len(self.training):
            return self.training.merges[self.step]
        return self.training.stop.merge

    @property
    def previous(self) -> Merge | None:
        """The merge that led to this step; `None` at step 0."""
        return self.training.merges[self.step - 1] if self.step else None


_MADE_UP = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)


def _save(path: Path, run: Training) -> None:
    """Write corpus and settings of a run as JSON; the same run gives the same bytes."""
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
    # Half of a surrogate pair, which a word can be, has no UTF-8: it is written as if it had.
    path.write_bytes(json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _load(path: Path) -> Training:
    """Train a run again from what `_save` wrote: nothing in a file is run or believed.

    Neither a pickle nor a merge is in it. Raises `CorpusError` for anything else.
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
