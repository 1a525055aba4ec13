"""The rounds of the quiz: short runs, drawn by a seed until their record shows what to learn."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from bpe import PRESETS, Corpus, Encoding, Scheme, Training, train
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
from ui.corpora.run import Run
from ui.corpora.sources import Source
from ui.languages import FIRST, LANGUAGES

PLAIN = replace(PRESETS["paper"], boundary="none")
"""Merges of letters alone, as a beginner counts them by hand."""

DRAWS = 5_000
"""Corpora drawn at most until one shows what a round is about; most need fewer than a hundred."""

KEPT = 64
"""Rounds kept of all that readers have asked for."""


@dataclass(frozen=True)
class Kind:
    """What the rounds of one name are drawn from, besides the words that a language has for them.

    Attributes:
        name: what the round is called in the catalogue.
        scheme: by which rules it is trained.
        words: how many of them it has.
        most: a word occurs from once up to so often.
        steps: merges.
        shows: finds what is to be learned in a training, or returns None.
    """

    name: str
    scheme: Scheme
    words: int
    most: int
    steps: int
    shows: Callable[[Training], Finding | None]


@dataclass(frozen=True)
class Round:
    """One round, ready to be played.

    Attributes:
        number, seed, words: what the address calls it; its words are of that language.
        name: what the catalogue calls it.
        training: the run, or the run whose merges encode.
        found: what it shows.
        encoding: the word to be encoded, in a round about encoding.
    """

    number: int
    seed: int
    words: str
    name: str
    training: Training
    found: Finding
    encoding: Encoding | None = None

    @property
    def place(self) -> str:
        """What it is called where its score is kept."""
        return f"quiz-{self.number}-{self.seed}" + ("" if self.words == FIRST else f"-{self.words}")

    @property
    def run(self) -> Run:
        """The run as a player reads it."""
        training = self.training
        corpus = partial(_same, training.corpus)
        source = Source(self.place, corpus, is_builtin=True, is_small=True)
        return Run(source, training.scheme, max_merges=len(training))

    @property
    def steps(self) -> int:
        """Merges to predict."""
        if self.encoding is None:
            return len(self.training)
        return max(len(word.steps) for word in self.encoding.words)


def _same(corpus: Corpus, scheme: Scheme) -> Corpus:
    return corpus


ORDER = Kind("order", PLAIN, 6, 6, 9, lambda training: None)
"""Its lesson is about a word besides; see `_encoded`."""

KINDS = (
    Kind("weights", PLAIN, 5, 9, 5, find_weights),
    Kind("overlap", PLAIN, 5, 6, 4, find_overlap),
    Kind("ties", PLAIN, 5, 1, 4, find_ties),
    Kind("mark", PRESETS["paper"], 5, 5, 5, find_mark),
    Kind("score", PRESETS["wordpiece"], 5, 12, 4, find_score),
    ORDER,
    Kind("bytes", PRESETS["gpt"], 5, 6, 5, find_half_characters),
)
"""The rounds from easy to hard; the first has the number 1."""


@lru_cache(KEPT)
def make_round(number: int, seed: int, words: str = FIRST) -> Round:
    """Draw a round of words of a language; the same number and seed always give the same round."""
    kind = KINDS[number - 1]
    chance = random.Random(f"{kind.name} {seed}")
    pool = LANGUAGES[words].quiz[kind.name].split()
    for _ in range(DRAWS):
        training = _drawn(kind, pool, chance)
        if len(training) < kind.steps or training.merges[-1].count < 2:
            continue
        if kind is ORDER:
            found = _encoded(training, pool, chance)
            if found is not None:
                word = str(found.values["word"])
                encoding = training.tokenizer().encode(word)
                return Round(number, seed, words, kind.name, training, found, encoding)
            continue
        found = kind.shows(training)
        if found is not None:
            return Round(number, seed, words, kind.name, training, found)
    raise LookupError(f"No round {kind.name} came up for seed {seed} in {DRAWS} draws.")


def _drawn(kind: Kind, pool: list[str], chance: random.Random) -> Training:
    """Train on words drawn from the pool, each with a count."""
    words = chance.sample(pool, kind.words)
    counts = {word: chance.randint(1, kind.most) for word in words}
    return train(Corpus.from_counts(counts), kind.scheme, max_merges=kind.steps)


def _encoded(training: Training, pool: list[str], chance: random.Random) -> Finding | None:
    """Find a word of the pool that is not in the corpus and that its order of merges decides."""
    words = [word for word in pool if word not in training.corpus.words]
    chance.shuffle(words)
    for word in words:
        found = find_order(training, word)
        if found is not None and len(training.tokenizer().encode(word).words[0].steps) >= 3:
            return found
    return None
