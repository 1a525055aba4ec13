"""A slow trainer that recounts everything at every step: what the record must equal.

It keeps no queue and no history, and no count outlives a merge. Tokens are numbers, so two tokens
that print alike stay two tokens.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import count as numbers
from itertools import pairwise

from bpe import TIE_RULES
from bpe.checking.trainer import Behaviour, SlowTrainer
from bpe.text.pieces import sentencepiece_forbids


@dataclass
class Step:
    """Everything there is to know after `step` merges; pairs and tokens are ids."""

    step: int
    tokens: tuple  # id -> text of the token, in id order
    births: tuple  # id -> step at which the token came into being
    words: list  # one list of ids for each word, in the corpus' order
    counts: dict  # pair -> occurrences
    scores: dict  # pair -> what the scheme ranks pairs by
    token_counts: Counter
    ties: set = field(default_factory=set)
    winners: dict = field(default_factory=dict)  # tie rule -> the pair it takes
    next: tuple | None = None  # the best pair, or None when no pair is left
    winner: tuple | None = None  # the same, or None when it is too rare; or the forced pair
    forbidden: dict = field(default_factory=dict)  # pair -> which rule keeps it from being merged

    @property
    def token_count(self):
        return sum(self.token_counts.values())

    def text(self, pair):
        return tuple(self.tokens[i] for i in pair)

    def forbids(self, pair):
        return self.forbidden[pair]


def initial(words, scheme):
    """Cut `words` to alphabet tokens; return (words as ids, id -> token)."""
    plain, marked, own = range(3)

    def cut(word):
        if scheme.units == "bytes":
            return [(bytes([byte]), plain) for byte in word.encode()]
        tokens = [(character, plain) for character in word]
        if scheme.boundary == "suffix":
            tokens.append((scheme.mark, own))
        elif scheme.boundary == "prefix":
            tokens.insert(0, (scheme.mark, own))
        elif scheme.boundary == "attached":
            tokens[-1] = (word[-1] + scheme.mark, marked)
        elif scheme.boundary == "continuation":
            tokens[1:] = [(scheme.mark + character, marked) for character in word[1:]]
        return tokens

    split = [cut(word) for word in words]
    seen = {token for word in split for token in word}
    if scheme.units == "bytes":
        seen |= {(bytes([byte]), plain) for byte in range(256)}
    alphabet = sorted(seen, key=lambda token: (token[1], token[0]))
    special = [
        (token.encode() if scheme.units == "bytes" else token, "special")
        for token in scheme.special_tokens
    ]
    alphabet += special
    ids = {token: i for i, token in enumerate(alphabet)}
    words = [[ids[token] for token in word] for word in split]
    return words, [token for token, _ in alphabet]


def joined(left, right, scheme):
    """Text of the token that `left` and `right` merge to."""
    if scheme.boundary == "continuation":
        return left + right[len(scheme.mark) :]
    return left + right


def apply(word, pair, new):
    """Replace each occurrence of `pair` in `word`, left to right, by `new`."""
    result = list(word)
    for at in reversed(places(word, pair)):
        result[at : at + 2] = [new]
    return result


def places(word, pair):
    """Where in `word` the left tokens of those occurrences stand that `apply` replaces."""
    found, i = [], 0
    while i < len(word):
        if tuple(word[i : i + 2]) == pair:
            found.append(i)
            i += 2
        else:
            i += 1
    return tuple(found)


class Twin(SlowTrainer):
    """A trainer without a mistake, whose tokens are numbers, and that counts anew at each step.

    So tokens that print alike stay two. What it shares with the trainers of `bpe.checking` is
    which pairs are best, and which of them a tie rule takes.
    """

    def __init__(self, words, counts, scheme):
        split, self.names = initial(words, scheme)
        given = tuple(zip(map(tuple, split), counts, strict=True))
        super().__init__(given, scheme, Behaviour(), range(len(self.names)))

    def text(self, token):
        return self.names[token]

    def made(self, pair):
        self.names.append(joined(*map(self.text, pair), self.scheme))
        return len(self.names) - 1

    def rule(self, pair):
        """Which rule keeps a pair from being merged."""
        longest = self.scheme.max_token_length
        if longest and sum(self.sizes[token] for token in pair) > longest:
            return "max_length"
        if self.scheme.rules != "sentencepiece":
            return None
        # The length has been looked at, unless it is the rule's own.
        return sentencepiece_forbids(joined(*map(self.text, pair), self.scheme), longest or 16)

    def merge(self, pair):
        new = self.made(pair)
        self.take_in(new, sum(self.sizes[token] for token in pair))
        self.words = [apply(word, pair, new) for word in self.words]
        self.count_anew()


def forced_pair(texts, pairs, tokens, rule):
    """The pair of ids that is meant by two texts, among `pairs` (pair -> count); None for none."""
    meant = [pair for pair in pairs if tuple(tokens[i] for i in pair) == texts and not rule(pair)]
    return min(meant, key=lambda pair: (-pairs[pair], pair), default=None)


def steps(words, counts, scheme, min_frequency=1, forced=None):
    """Yield the `Step` after 0, 1, 2, ... merges, to exhaustion.

    The last one has no winner: no pair is left that occurs `min_frequency` times. `forced` has
    for some steps a pair (texts) that wins there in place of the best, however rare it is.
    """
    trainer = Twin(words, counts, scheme)
    births = [0] * len(trainer.names)
    for step in numbers():
        pairs = dict(trainer.counts)
        token_counts = Counter()
        for word, count in zip(trainer.words, counts, strict=True):
            for token in word:
                token_counts[token] += count
        scores = pairs
        if scheme.score == "wordpiece":
            scores = {pair: count / trainer.over(pair) for pair, count in pairs.items()}
        frequent = trainer.best(min_frequency)
        ties = frequent or trainer.best()
        winners = {rule: trainer.chosen(ties, rule) for rule in TIE_RULES} if ties else {}
        following = winners.get(scheme.tie_rule)
        winner = following if frequent else None
        if step in (forced or {}):
            winner = forced_pair(forced[step], pairs, trainer.names, trainer.rule)
        yield Step(
            step,
            tuple(trainer.names),
            tuple(births),
            [list(word) for word in trainer.words],
            pairs,
            scores,
            token_counts,
            set(ties),
            winners,
            following,
            winner,
            {pair: trainer.rule(pair) for pair in pairs},
        )
        if winner is None:
            return
        trainer.merge(winner)
        births.append(step + 1)


def run(corpus, scheme, limit=None, min_frequency=1, forced=None):
    """The first `limit` + 1 steps (all without a limit) of training on a `Corpus`."""
    result = []
    for step in steps(corpus.words, corpus.counts, scheme, min_frequency, forced):
        result.append(step)
        if limit is not None and step.step == limit:
            break
    return result


def merges(corpus, scheme, limit=None, min_frequency=1):
    """Pairs merged, as texts, in order."""
    found = [
        step.text(step.winner)
        for step in run(corpus, scheme, limit, min_frequency)
        if step.winner is not None
    ]
    return found[:limit]


def encode_by_rank(word, ranks):
    """Split `word` (tokens): merge the pair of lowest rank everywhere until none is left.

    `ranks` maps a pair of ids to (rank, new id).
    """
    while True:
        known = [(ranks[pair], pair) for pair in pairwise(word) if pair in ranks]
        if not known:
            return word
        (_, new), pair = min(known)
        word = apply(word, pair, new)
