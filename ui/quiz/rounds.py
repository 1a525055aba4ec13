"""The rounds of the quiz: short runs, drawn by a seed until their record shows what to learn."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from bpe import PRESETS, Corpus, Scheme, Training, train
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
from ui.catalogue import FIRST, LANGUAGES
from ui.corpora.run import Run
from ui.corpora.sources import Source

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
        run: the run, or the run whose merges encode.
        steps: merges to predict.
        found: what it shows.
        word: the word to be encoded, in a round about encoding.
    """

    number: int
    seed: int
    words: str
    name: str
    run: Run
    steps: int
    found: Finding
    word: str | None = None

    @property
    def place(self) -> str:
        """What it is called where its score is kept."""
        return self.run.source.digest


def run_of(place: str, training: Training) -> Run:
    """Return the run of a round as a page reads it; `place` names it."""
    source = Source(place, partial(_same, training.corpus), is_builtin=True, is_small=True)
    return Run(source, training.scheme, max_merges=len(training))


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
    place = f"quiz-{number}-{seed}" + ("" if words == FIRST else f"-{words}")
    for _ in range(DRAWS):
        training = _drawn(kind, pool, chance)
        if len(training) < kind.steps or training.merges[-1].count < 2:
            continue
        is_order = kind is ORDER
        found = _encoded(training, pool, chance) if is_order else kind.shows(training)
        if found is not None:
            word = str(found.values["word"]) if is_order else None
            steps = len(training) if word is None else _steps(training, word)
            run = run_of(place, training)
            return Round(number, seed, words, kind.name, run, steps, found, word)
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
        if found is not None and _steps(training, word) >= 3:
            return found
    return None


def _steps(training: Training, word: str) -> int:
    """Return how many merges make the tokens of a word."""
    return len(training.tokenizer().encode(word).words[0].steps)
