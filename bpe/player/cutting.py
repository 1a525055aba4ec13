"""Runs in the player's form: one training, two trainings, an encoding, or rows of splits."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .. import Scheme, Training
from ..encoding.encoded import EncodedText
from ..notebook import Ranks
from .bets import can_guess, merge_bets, rank_bets
from .payload import (
    CutOptions,
    as_json,
    encoding_run,
    packed,
    payload,
    traces_of,
    training_run,
)
from .rows import Tokens, names_of_rows

Rows = Sequence[tuple[int | None, int | None]]

OTHER_COLOUR = 5
"""Offset of the colours of tokens that only the second of two runs has."""


@dataclass(frozen=True)
class PlayerPayload:
    """Runs in the form sent to the browser.

    Attributes:
        runs: each as JSON, packed if it is large.
        size: characters of all runs before packing.
        steps: the last step of the longest run.
        name: a fingerprint of the content, independent of the language.
        rows: for two runs in one list, the row of each word in each run; None for one run.
        can_guess: whether bets on the next merge can be judged.
        bets: all bets as JSON, if they were cut together with the run.
    """

    runs: tuple[str, ...]
    size: int
    steps: int
    name: str
    rows: Rows | None = None
    can_guess: bool = False
    bets: str | None = None

    def in_language(self, lang: str, counted: str = "step") -> str:
        """Return the payload for a browser, with the player's texts in a language."""
        return payload(self.runs, self.steps, lang, counted=counted, rows=self.rows)


def cut_run(training: Training, options: CutOptions) -> PlayerPayload:
    """Cut one run for the browser."""
    return _cut((training,), (options,))


def cut_two_runs(
    first: Training, second: Training, one: CutOptions, other: CutOptions
) -> PlayerPayload:
    """Cut two runs for one list of words, moved together."""
    return _cut((first, second), _beside(first, second, one, other))


def _cut(trainings: tuple[Training, ...], options: tuple[CutOptions, ...]) -> PlayerPayload:
    texts = []
    # Two tokens of the same rank have different colours; a shared token has that of the first run.
    ranks = {
        each: rank + OTHER_COLOUR * at
        for at, other in reversed([*enumerate(trainings)])
        for each, rank in other.token_ranks.items()
    }
    for training, how in zip(trainings, options, strict=True):
        tokens = Tokens(training.scheme, ranks)
        texts.append(as_json(training_run(training, how, tokens)))
    return PlayerPayload(
        tuple(map(packed, texts)),
        sum(map(len, texts)),
        max(map(len, trainings)),
        "".join(map(fingerprint, trainings)),
        _rows_beside(trainings, options),
        all(map(can_guess, trainings)),
    )


def fingerprint(training: Training) -> str:
    """Return a name for a run by its content, independent of the language."""
    numbers = (training.merge_ids, training.log.counts, training.log.forced)
    learned = training.alphabet, *(each.tolist() for each in numbers)
    return _digest(learned)[:16]


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "backslashreplace")).hexdigest()


def _rows_beside(trainings: Sequence[Training], options: Sequence[CutOptions]) -> Rows | None:
    """Return for each word its row in each run; None for a single run.

    A word may have a leading space in one of them. A word that only one run has is alone in its
    row.
    """
    if len(trainings) == 1:
        return None
    own, other = (
        names_of_rows(training, how.pinned, how.words)
        for training, how in zip(trainings, options, strict=True)
    )
    left = {word: at for at, word in enumerate(other)}
    rows: list[tuple[int | None, int | None]] = []
    for at, word in enumerate(own):
        alike = (each for each in left if each.strip() == word.strip())
        rows.append((at, left.pop(word if word in left else next(alike, word), None)))
    return [*rows, *((None, at) for at in left.values())]


def _beside(
    first: Training, second: Training, one: CutOptions, other: CutOptions
) -> tuple[CutOptions, CutOptions]:
    """Return the options of two runs; the second shows the words of the first."""
    if first.corpus.words != second.corpus.words:
        same = same_words(first, second, one.words)
        if same:
            other = other._replace(pinned=same, words=0)
    return one, other


def same_words(first: Training, second: Training, limit: int) -> tuple[str, ...]:
    """Return the most frequent words of one run in the other's form, if the other has them."""
    known: dict[str, str] = {}
    for index in second.frequency_order.tolist():
        word = second.corpus.words[index]
        known.setdefault(word.strip(), word)
    shown = names_of_rows(first, (), limit)
    return tuple(known[word.strip()] for word in shown if word.strip() in known)


def cut_bets(training: Training, options: CutOptions) -> str:
    """Return all bets on a run as JSON, in a list of one: see `merge_bets`.

    They are equal in all languages.
    """
    return _bets((training,), (options,))


def cut_two_bets(first: Training, second: Training, one: CutOptions, other: CutOptions) -> str:
    """Return all bets on two runs of one list as JSON, a list of two."""
    return _bets((first, second), _beside(first, second, one, other))


def _bets(trainings: Sequence[Training], options: Sequence[CutOptions]) -> str:
    judged = []
    for training, how in zip(trainings, options, strict=True):
        tokens = Tokens(training.scheme)
        run = training_run(training, how, tokens)
        judged.append(merge_bets(training, run, tokens.named))
    return as_json(judged)


def cut_text(training: Training, text: str, lang: str, step: int | None = None) -> PlayerPayload:
    """Cut the trace of a text by the merges up to `step`, by default all.

    All words move at once, each by its own merges.
    """
    encoding = training.tokenizer(step).encode(text)
    return cut_encoding(encoding, training.scheme, lang, training.token_ranks)


def cut_encoding(encoding: EncodedText, scheme: Scheme, lang: str, ranks: Ranks) -> PlayerPayload:
    """Cut the trace of an encoding by merges; `ranks`: of the learned tokens."""
    run = encoding_run(encoding, scheme, lang, ranks)
    return replace(cut_rows(run), bets=as_json([rank_bets(traces_of(encoding))]))


def cut_rows(run: Mapping[str, Any]) -> PlayerPayload:
    """Pack a run that is not a run of merges.

    `recut` is set in it if a split does not join tokens of the split before.
    """
    text = as_json(run)
    return PlayerPayload((packed(text),), len(text), run["steps"], _digest(run["words"]))
