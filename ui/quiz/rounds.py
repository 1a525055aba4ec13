"""The rounds of the quiz: short runs, drawn by a seed until their record shows what to learn."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from bpe import PRESETS, Corpus, Encoding, Scheme, Training, train
from bpe.readings import lessons
from bpe.readings.lessons import Finding

PLAIN = replace(PRESETS["paper"], boundary="none")
"""Merges of letters alone, as a beginner counts them by hand."""

DRAWS = 5_000
"""Corpora drawn at most until one shows what a round is about; most need fewer than a hundred."""

KEPT = 64
"""Rounds kept of all that readers have asked for."""

_COMPARED = """low lower lowest slow slower slowest new newer newest wide wider widest fast faster
    fastest cold colder coldest west east rest test"""
_RIVALS = """low slow show grow blow flow snow owl bowl old cold gold bold fold hold wolf"""
_SHARED = """low lower slow slower blow show shower snow flow flower grow grower new newer renew
    old cold gold older colder bold fold west test best rest nest"""
_DRAWN_OUT = """hmm hmmm shh shhh brrr grr grrr ahh ahhh aah aaah ooh oooh zzz pfff mmm mmmm nooo
    yesss sooo wooo haaa psss eeek whee aww awww"""
_ENDINGS = """sees less uses eyes ease seas rests tests nets east nest never over here there were
    eye yes bees trees free tree set sets"""
_SHORT = """hug hugs pug pugs bug bugs bun buns pun puns run runs gun guns sun mug mugs jug fun nun
    hub tub"""
_BEYOND_ASCII = """café fête naïve crème élan père mère été über für señor ñandú 好 你好 他 他们
    我们 你们 人们 😀 😂 😀😁 😀😂 👍"""


@dataclass(frozen=True)
class Kind:
    """What the rounds of one name are drawn from.

    Attributes:
        name: what the round is called in the catalogue.
        scheme: by which rules it is trained.
        pool: the words that it may have, parted by spaces.
        words: how many of them it has.
        most: a word occurs from once up to so often.
        steps: merges.
        shows: finds what is to be learned in a training, or returns None.
    """

    name: str
    scheme: Scheme
    pool: str
    words: int
    most: int
    steps: int
    shows: Callable[[Training], Finding | None]


@dataclass(frozen=True)
class Round:
    """One round, ready to be played.

    Attributes:
        number, seed: what the address calls it.
        name: what the catalogue calls it.
        training: the run, or the run whose merges encode.
        found: what it shows.
        encoding: the word to be encoded, in a round about encoding.
    """

    number: int
    seed: int
    name: str
    training: Training
    found: Finding
    encoding: Encoding | None = None

    @property
    def steps(self) -> int:
        """Merges to predict."""
        if self.encoding is None:
            return len(self.training)
        return max(len(word.steps) for word in self.encoding.words)


ORDER = Kind("order", PLAIN, _COMPARED, 6, 6, 9, lambda training: None)
"""Its lesson is about a word besides; see `_encoded`."""

KINDS = (
    Kind("weights", PLAIN, _RIVALS, 5, 9, 5, lessons.weights),
    Kind("overlap", PLAIN, _DRAWN_OUT, 5, 6, 4, lessons.overlap),
    Kind("ties", PLAIN, _SHARED, 5, 1, 4, lessons.ties),
    Kind("mark", PRESETS["paper"], _ENDINGS, 5, 5, 5, lessons.mark),
    Kind("score", PRESETS["wordpiece"], _SHORT, 5, 12, 4, lessons.score),
    ORDER,
    Kind("bytes", PRESETS["gpt"], _BEYOND_ASCII, 5, 6, 5, lessons.half_characters),
)
"""The rounds from easy to hard; the first has the number 1."""


@lru_cache(KEPT)
def make_round(number: int, seed: int) -> Round:
    """Draw the round of this number and seed; the same two always give the same round."""
    kind = KINDS[number - 1]
    chance = random.Random(f"{kind.name} {seed}")
    for _ in range(DRAWS):
        training = _drawn(kind, chance)
        if len(training) < kind.steps or training.merges[-1].count < 2:
            continue
        if kind is ORDER:
            found = _encoded(training, chance)
            if found is not None:
                word = str(found.values["word"])
                encoding = training.tokenizer().encode(word)
                return Round(number, seed, kind.name, training, found, encoding)
            continue
        found = kind.shows(training)
        if found is not None:
            return Round(number, seed, kind.name, training, found)
    raise LookupError(f"No round {kind.name} came up for seed {seed} in {DRAWS} draws.")


def _drawn(kind: Kind, chance: random.Random) -> Training:
    """Train on words drawn from the pool, each with a count."""
    words = chance.sample(kind.pool.split(), kind.words)
    counts = {word: chance.randint(1, kind.most) for word in words}
    return train(Corpus.from_counts(counts), kind.scheme, max_merges=kind.steps)


def _encoded(training: Training, chance: random.Random) -> Finding | None:
    """Find a word of the pool that is not in the corpus and that its order of merges decides."""
    words = [word for word in ORDER.pool.split() if word not in training.corpus.words]
    chance.shuffle(words)
    for word in words:
        found = lessons.order(training, word)
        if found is not None and len(training.tokenizer().encode(word).words[0].steps) >= 3:
            return found
    return None
