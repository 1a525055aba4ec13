"""A slow trainer that recounts everything at every step: the reference for the record.

It has no queue and no history, and no count is kept after a merge. Tokens are numbers, so two
tokens with the same text stay distinct.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import count as numbers
from itertools import pairwise

from bpe.checking.trainer import Behaviour, SlowTrainer
from bpe.schemes import tie_choices
from bpe.text.pieces import sentencepiece_forbids

PRINTABLE = {bytes([byte]) for byte in (*range(33, 127), *range(161, 173), *range(174, 256))}
"""The first bytes in GPT-2's vocabulary."""


@dataclass
class Step:
    """The complete state after `step` merges; pairs and tokens are IDs."""

    step: int
    tokens: tuple  # ID -> text of the token, in ID order
    births: tuple  # ID -> step of the token's birth
    words: list  # one list of IDs per word, in corpus order
    counts: dict  # pair -> occurrences
    scores: dict  # pair -> value by which the scheme ranks pairs
    token_counts: Counter
    ties: set = field(default_factory=set)
    winners: dict = field(default_factory=dict)  # name in `tie_choices` -> the pair it chooses
    next: tuple | None = None  # the best pair, or None if no pair is left
    winner: tuple | None = None  # the merged pair: `next`, None if too rare, or the forced one
    forbidden: dict = field(default_factory=dict)  # pair -> name of the rule that forbids it

    @property
    def token_count(self):
        return sum(self.token_counts.values())

    def text(self, pair):
        return tuple(self.tokens[i] for i in pair)

    def forbids(self, pair):
        return self.forbidden[pair]


def initial(words, scheme):
    """Split `words` into alphabet tokens; return (words as IDs, ID -> token)."""
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
    if scheme.byte_order == "gpt2":
        alphabet.sort(key=lambda token: token[0] not in PRINTABLE)
    special = [
        (token.encode() if scheme.units == "bytes" else token, "special")
        for token in scheme.special_tokens
    ]
    alphabet += special
    ids = {token: i for i, token in enumerate(alphabet)}
    words = [[ids[token] for token in word] for word in split]
    return words, [token for token, _ in alphabet]


def joined(left, right, scheme):
    """Return the text of the token made of `left` and `right`."""
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
    """Return the places in `word` of the left tokens that `apply` replaces."""
    found, i = [], 0
    while i < len(word):
        if tuple(word[i : i + 2]) == pair:
            found.append(i)
            i += 2
        else:
            i += 1
    return tuple(found)


class Twin(SlowTrainer):
    """A correct trainer that recounts at each step and whose tokens are numbers.

    Tokens with the same text therefore stay distinct. The trainer shares with the trainers of
    `bpe.checking` the choice of the best pairs and the tie rules.
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
        """Return the name of the rule that forbids a pair."""
        longest = self.scheme.max_token_length
        if longest and sum(self.sizes[token] for token in pair) > longest:
            return "max_length"
        if self.scheme.rules != "sentencepiece":
            return None
        # A length set by the scheme was checked above; otherwise the rule's own limit is 16.
        return sentencepiece_forbids(joined(*map(self.text, pair), self.scheme), longest or 16)

    def merge(self, pair):
        new = self.made(pair)
        self.take_in(new, sum(self.sizes[token] for token in pair))
        self.words = [apply(word, pair, new) for word in self.words]
        self.count_anew()


def forced_pair(texts, pairs, tokens, rule):
    """Return the pair of IDs for two texts, among `pairs` (pair -> count), or None."""
    meant = [pair for pair in pairs if tuple(tokens[i] for i in pair) == texts and not rule(pair)]
    return min(meant, key=lambda pair: (-pairs[pair], pair), default=None)


def steps(words, counts, scheme, min_frequency=1, forced=None):
    """Yield the `Step` after 0, 1, 2, ... merges, until no pair is left.

    The last step has no winner: no pair is left that occurs `min_frequency` times. `forced` maps
    steps to pairs (texts) that win there instead of the best pair, however rare they are.
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
        winners = {rule: trainer.chosen(ties, rule) for rule in tie_choices(scheme) if ties}
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
    """Return the first `limit` + 1 steps (all without a limit) of training on a `Corpus`."""
    result = []
    for step in steps(corpus.words, corpus.counts, scheme, min_frequency, forced):
        result.append(step)
        if limit is not None and step.step == limit:
            break
    return result


def merges(corpus, scheme, limit=None, min_frequency=1):
    """Return the merged pairs, as texts, in order."""
    found = [
        step.text(step.winner)
        for step in run(corpus, scheme, limit, min_frequency)
        if step.winner is not None
    ]
    return found[:limit]


def encode_by_rank(word, ranks):
    """Encode `word` (tokens): merge the pair of lowest rank everywhere until none is left.

    `ranks` maps a pair of IDs to (rank, new ID).
    """
    while True:
        known = [(ranks[pair], pair) for pair in pairwise(word) if pair in ranks]
        if not known:
            return word
        (_, new), pair = min(known)
        word = apply(word, pair, new)
