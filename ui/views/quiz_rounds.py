"""The rounds of Predict the merge: short runs, drawn by a seed until they have a finding."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from bpe import PRESETS, Corpus, Scheme, Training, train
from bpe.player.text import FIRST
from bpe.readings.prediction import (
    Finding,
    find_half_characters,
    find_mark,
    find_order,
    find_overlap,
    find_score,
    find_ties,
    find_weights,
)
from ui.catalogue import LANGUAGES
from ui.own_text.sources import Source
from ui.runs import Run

PLAIN = replace(PRESETS["paper"], boundary="none")
"""Merges of letters without a mark, the simplest case for a beginner."""

MAX_DRAWS = 5_000
"""Maximum number of corpora drawn for a round's finding; most rounds need fewer than a hundred."""

ROUNDS_KEPT = 64


@dataclass(frozen=True)
class RoundKind:
    """Settings of the rounds of one name; a language has the words.

    Attributes:
        name: its name in the catalogue.
        scheme: of its training.
        words: number of words.
        most: maximum count of a word.
        merges: number of merges.
        find: returns the finding in a training, or None.
    """

    name: str
    scheme: Scheme
    words: int
    most: int
    merges: int
    find: Callable[[Training], Finding | None] | None


KINDS = (
    RoundKind("weights", PLAIN, 5, 9, 5, find_weights),
    RoundKind("overlap", PLAIN, 5, 6, 4, find_overlap),
    RoundKind("ties", PLAIN, 5, 1, 4, find_ties),
    RoundKind("mark", PRESETS["paper"], 5, 5, 5, find_mark),
    RoundKind("score", PRESETS["wordpiece"], 5, 12, 4, find_score),
    RoundKind("order", PLAIN, 6, 6, 9, None),  # about a word that is encoded
    RoundKind("bytes", PRESETS["gpt"], 5, 6, 5, find_half_characters),
)
"""The rounds from easy to hard; the first has the number 1."""


@dataclass(frozen=True)
class Round:
    """One round, ready to be played.

    Attributes:
        number, seed: its values in the address.
        name: its name in the catalogue.
        run: the run, or the run whose merges encode.
        steps: merges to predict.
        found: its finding.
        word: the word to be encoded, in a round about encoding.
    """

    number: int
    seed: int
    name: str
    run: Run
    steps: int
    found: Finding
    word: str | None = None

    @property
    def key(self) -> str:
        """Its key in the storage of scores."""
        return self.run.source.digest


@lru_cache(ROUNDS_KEPT)
def make_round(number: int, seed: int, words: str = FIRST) -> Round:
    """Draw a round of words of a language; equal numbers and seeds always give the same round."""
    kind = KINDS[number - 1]
    chance = random.Random(f"{kind.name} {seed}")
    pool = LANGUAGES[words].quiz[kind.name].split()
    key = f"quiz-{number}-{seed}" + ("" if words == FIRST else f"-{words}")
    for _ in range(MAX_DRAWS):
        drawn = chance.sample(pool, kind.words)
        counts = {word: chance.randint(1, kind.most) for word in drawn}
        # Words are trained on in the displayed order, so that "first seen" is visible.
        corpus = Corpus.from_counts(dict(sorted(counts.items(), key=lambda word: -word[1])))
        training = train(corpus, kind.scheme, max_merges=kind.merges)
        steps = len(training)
        if steps < kind.merges or training.merges[-1].count < 2:
            continue
        if kind.find is not None:
            word, found = None, kind.find(training)
        else:
            word, steps, found = _word_to_encode(training, pool, chance) or (None, 0, None)
        if found is not None:
            source = Source(key, partial(_same, corpus), is_builtin=True, is_small=True)
            run = Run(source, kind.scheme, max_merges=kind.merges)
            return Round(number, seed, kind.name, run, steps, found, word)
    raise LookupError(f"No round {kind.name} came up for seed {seed} in {MAX_DRAWS} draws.")


def _same(corpus: Corpus, scheme: Scheme) -> Corpus:
    return corpus


def _word_to_encode(
    training: Training, pool: list[str], chance: random.Random
) -> tuple[str, int, Finding] | None:
    """Find a word outside the corpus whose tokens depend on the order of the merges.

    Returns the word, the number of merges that make its tokens, and the finding.
    """
    words = [word for word in pool if word not in training.corpus.words]
    chance.shuffle(words)
    for word in words:
        if found := find_order(training, word):
            steps = len(training.tokenizer().encode(word).words[0].steps)
            if steps >= 3:
                return word, steps, found
    return None
