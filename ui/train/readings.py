"""Readings of a run for the tabs of Step through BPE: plain data, wherever the record is.

Tokens and words are cut to what is shown of them. No Streamlit here: workers import this.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from bpe import Corpus, Merge, Scheme, Training
from bpe.readings.claims import Facts
from bpe.readings.comparison import TwoRuns
from bpe.readings.description_length import (
    CostCurve,
    CostTerms,
    MergeNumbers,
    description_length,
    description_length_of,
    merge_numbers,
    merge_terms,
)
from ui.cache import remembered
from ui.corpora.sources import Source, text_in
from ui.corpora.uploads import corpus_of_text
from ui.draw import readings
from ui.draw.readings import Rows, VocabularyAtStep, beginning, cut, find_words, vocabulary_at
from ui.draw.tokens import Token

Tokens = tuple[Token, ...]


@dataclass(frozen=True)
class MergeFacts:
    """A merge as sentences name it, without the record that an engine's merge points at."""

    pair: tuple[Token, Token]
    token: Token
    count: int

    @classmethod
    def of(cls, merge: Merge | None) -> Self | None:
        """Return the facts of a merge, if there is one."""
        if merge is None:
            return None
        left, right = map(beginning, merge.pair)
        return cls((left, right), beginning(merge.token), int(merge.count))

    @property
    def tokens(self) -> dict[str, Tokens]:
        """The tokens that sentences about it name: {pair} and {token}."""
        return {"pair": self.pair, "token": (self.token,)}


@dataclass(frozen=True)
class PairsAtStep:
    """The pairs of the corpus at a step.

    Attributes:
        rows: those that show what was searched for.
        number: how many different ones there are.
        asked: the pair that was asked for, where it can be merged now in place of the next one.
        ids: of its tokens.
    """

    rows: Rows
    number: int
    asked: Tokens = ()
    ids: tuple[int, int] | None = None


def pairs_at(training: Training, step: int, search: str, asked: tuple[str, ...]) -> PairsAtStep:
    """Read the pairs that show `search`; on top the one of the tokens `asked`, in exact form."""
    snapshot = training.snapshot(step)
    number = snapshot.different_pairs
    rows = readings.pairs(snapshot, search=search, asked=asked).cut()
    id_, following = readings.find_pair(snapshot, asked) if asked else None, snapshot.next
    if id_ is None or following is None or step == len(training):
        return PairsAtStep(rows, number)
    pair = snapshot.pair_count(id_)
    if pair.forbidden or pair.pair == following.pair:
        return PairsAtStep(rows, number)
    return PairsAtStep(rows, number, tuple(map(beginning, pair.pair)), pair.ids)


@dataclass(frozen=True)
class ChangesAtStep:
    """What the last merge did to pairs.

    Attributes:
        merge: the last merge; None at step 0.
        meeting: the pair of the new token beside itself, and the pair it came from; else empty.
    """

    merge: MergeFacts | None
    rows: Rows
    meeting: dict[str, Tokens]


def changes_at(training: Training, step: int) -> ChangesAtStep:
    """Read what the merge that led to a step did to pairs."""
    snapshot = training.snapshot(step)
    merge, meeting = snapshot.previous, {}
    for each in snapshot.changes if merge else ():
        if merge and each.kind == "appeared" and each.pair == (merge.token, merge.token):
            meeting = {"pair": each.pair, "cause": each.cause}
            break
    return ChangesAtStep(
        MergeFacts.of(merge),
        readings.changes(snapshot).cut(),
        {name: tuple(map(beginning, pair)) for name, pair in meeting.items()},
    )


@dataclass(frozen=True)
class TiesAtStep:
    """Who is tied for the lead.

    Attributes:
        merge: the next merge; None where none follows.
        number: how many pairs are tied.
        winners: who would win under each tie rule.
        is_decisive: whether the rules disagree.
    """

    merge: MergeFacts | None
    number: int
    rows: Rows
    winners: Rows
    is_decisive: bool


def ties_at(training: Training, step: int) -> TiesAtStep:
    """Read the pairs tied for the lead at a step, and the winner under each rule."""
    snapshot = training.snapshot(step)
    winners = readings.winners(snapshot)
    return TiesAtStep(
        MergeFacts.of(snapshot.next),
        len(snapshot.tied),
        readings.ties(snapshot).cut(),
        winners.cut(),
        len({*winners.column("pair")}) > 1,
    )


@dataclass(frozen=True)
class RunComparison:
    """A run beside another of the same corpus.

    Attributes:
        parting: the first step at which they differ; meeting: the one from which on they do not.
        shared: tokens that both learned. merges: how many the second learned.
        total: tokens of the corpus at its end.
    """

    parting: int | None
    meeting: int | None
    shared: int
    merges: int
    total: int


@remembered
def compare_runs(first: Training, second: Training) -> RunComparison:
    """Compare two runs of one corpus."""
    two = TwoRuns(first, second)
    shared = len({*two.learned(two.last).both})
    total = int(second.token_counts[-1])
    return RunComparison(two.parting, two.meeting, shared, len(second), total)


def tokens_learned(training: Training, start: int, stop: int) -> Tokens:
    """Return the tokens of some merges, by their ranks."""
    first = len(training.alphabet)
    return tuple(map(beginning, training.tokens[first + start : first + stop]))


@dataclass(frozen=True)
class WordsAtStep:
    """The words of the corpus that show what was searched for, and those that can be pinned."""

    rows: Rows
    offered: tuple[str, ...]


def words_at(training: Training, step: int, search: str, offered: int) -> WordsAtStep:
    """Read the words that show `search`, at a step, and so many of them to pin."""
    snapshot = training.snapshot(step)
    found = readings.words(snapshot, search=search).cut()
    return WordsAtStep(found, tuple(find_words(snapshot, search, offered)))


def changed_words_at(training: Training, step: int) -> tuple[MergeFacts | None, Rows]:
    """Read the merge that led to a step, and the words that it changed."""
    snapshot = training.snapshot(step)
    return MergeFacts.of(snapshot.previous), readings.changed_words(snapshot).cut()


def vocabulary_of(training: Training, step: int, search: str, status: str) -> VocabularyAtStep:
    """Read the vocabulary at a step, with the rows of one status that show `search`."""
    return vocabulary_at(training.snapshot(step), search, status)


@remembered
def costs_of(training: Training) -> CostCurve:
    """Return the cost of the training text at every step."""
    return description_length(training)


def next_merge(training: Training) -> MergeFacts | None:
    """Return the merge that would have come after the last one."""
    return MergeFacts.of(training.stop.merge)


def merge_terms_at(training: Training, step: int) -> tuple[MergeFacts, CostTerms, MergeNumbers]:
    """Read the merge that led to a step, what it changed in bits, and the counts behind that."""
    merge = MergeFacts.of(training.merges[step - 1])
    assert merge is not None
    met = replace(merge_numbers(training, step - 1), pair=merge.pair, token=merge.token)
    return merge, merge_terms(training, step - 1), met


# A full stop ends a sentence where white space follows, and a Chinese one anywhere.
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.!?](?!\s))*+(?:[.!?。！？\n]++|\Z)\s*+")

SHARE, SEED = 0.2, 0
"""Part of the sentences that is held out, and by what they are drawn."""


def corpus_of_part(text: str, is_held: bool, source: str, scheme: Scheme) -> Corpus:
    """Split into words the sentences of a text that are held out, or those that are kept.

    A sentence ends at its sign or at the line's end. Raises Refusal where a part has no words.
    """
    sentences = [each for each in _SENTENCE.findall(text) if each.strip()]
    out = np.random.default_rng(SEED).random(len(sentences)) < SHARE
    if sentences and out.all() == out.any():
        out[0] = not out[0]  # neither part is empty
    chosen = (each for each, is_out in zip(sentences, out, strict=True) if is_out == is_held)
    return corpus_of_text("".join(chosen), source, scheme)


def part_of(source: Source, is_held: bool, scheme: Scheme) -> Corpus:
    """Split a part of a text into words; of a table take a part of the occurrences."""
    if source.file is not None:
        return corpus_of_part(text_in(source.file), is_held, source.name, scheme)
    return source.corpus(scheme).split(SHARE, SEED)[is_held]


def costs_seen_and_unseen(training: Training, source: Source) -> tuple[CostCurve, CostCurve]:
    """Return the cost by step of what a run learned from, and of the part of the source held out.

    Raises CorpusError where one of the two is empty.
    """
    held = part_of(source, is_held=True, scheme=training.scheme)
    return description_length(training), description_length_of(training, held)


@dataclass(frozen=True)
class LoopFacts:
    """What the lines of a program did that made the merge before a step.

    Attributes:
        best: the pair that was merged. pairs: the first ones that were counted, of `different`.
        words: how many words the merge changed.
        before, after: sizes of the vocabulary.
    """

    best: Tokens
    pairs: tuple[tuple[Tokens, int], ...]
    different: int
    words: int
    before: int
    after: int


def loop_at(training: Training, step: int, shown: int) -> LoopFacts:
    """Read what happened between the step before and this one; `shown` pairs are named."""
    before, sizes = training.snapshot(step - 1), training.vocabulary_sizes
    pairs = tuple((tuple(map(beginning, each.pair)), each.count) for each in before.pairs(shown))
    return LoopFacts(
        tuple(map(beginning, training.merges[step - 1].pair)),
        pairs,
        before.different_pairs,
        int(training.merged_word_counts[step - 1]),
        int(sizes[step - 1]),
        int(sizes[step]),
    )


FactReading = tuple[Any, ...]
"""A function of `bpe.readings.claims`, and its arguments behind the snapshot."""


def facts_at(
    training: Training, step: int | None, asked: tuple[FactReading, ...]
) -> tuple[Facts, ...]:
    """Read facts of a run at a step, by default the last one."""
    snapshot = training.snapshot(len(training) if step is None else step)
    found: list[Facts] = [function(snapshot, *arguments) for function, *arguments in asked]
    return tuple({name: cut(fact) for name, fact in each.items()} for each in found)
