"""A slow trainer that recounts everything at every step: what the record must equal.

It keeps no index, no queue and no history. Tokens are numbers, so two tokens that print
alike stay two tokens.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

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
    next: tuple | None = None  # the best pair, or None when no pair is left
    winner: tuple | None = None  # the same, or None when it is too rare; or the forced pair
    forbids: Callable | None = None  # which rule keeps a pair from being merged

    @property
    def token_count(self):
        return sum(self.token_counts.values())

    def text(self, pair):
        return tuple(self.tokens[i] for i in pair)


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


def pair_counts(words, counts):
    """Occurrences of every pair, first seen first."""
    pairs = {}
    for word, count in zip(words, counts, strict=True):
        for pair in pairwise(word):
            pairs[pair] = pairs.get(pair, 0) + count
    return pairs


def forbids(pair, tokens, scheme, sizes):
    """Which rule keeps a pair from being merged; `sizes` are in tokens of the alphabet, by id."""
    longest = scheme.max_token_length
    if longest and sizes[pair[0]] + sizes[pair[1]] > longest:
        return "max_length"
    if scheme.rules != "sentencepiece":
        return None
    left, right = (tokens[i] for i in pair)
    token = joined(left, right, scheme)
    # The length has been looked at, unless it is the rule's own.
    return sentencepiece_forbids(token, longest or 16)


def order(pairs, tokens, scheme, rule=None):
    """`pairs` (first seen first), best first by the tie rule.

    Only tokens that print alike leave a tie after that; the smaller ids come first.
    """
    rule = rule or scheme.tie_rule
    if rule == "first":
        return list(pairs)
    pairs = sorted(pairs)
    if rule == "largest":
        pairs.sort(key=lambda pair: tuple(tokens[i] for i in pair), reverse=True)
    elif rule == "smallest":
        pairs.sort(key=lambda pair: tuple(tokens[i] for i in pair))
    elif rule == "shortest":
        made = {(a, b): joined(tokens[a], tokens[b], scheme) for a, b in pairs}
        pairs.sort(key=lambda pair: (len(made[pair]), made[pair]))
    return pairs


def forced_pair(texts, pairs, tokens, rule):
    """The pair of ids that is meant by two texts, among `pairs` (pair -> count); None for none."""
    meant = [pair for pair in pairs if tuple(tokens[i] for i in pair) == texts and not rule(pair)]
    return min(meant, key=lambda pair: (-pairs[pair], pair), default=None)


def steps(words, counts, scheme, min_frequency=1, forced=None):
    """Yield the `Step` after 0, 1, 2, ... merges, to exhaustion.

    The last one has no winner: no pair is left that occurs `min_frequency` times. `forced` has
    for some steps a pair (texts) that wins there in place of the best, however rare it is.
    """
    split, tokens = initial(words, scheme)
    births = [0] * len(tokens)
    sizes = [1] * len(tokens)
    k = 0

    def rule(pair):
        return forbids(pair, tokens, scheme, sizes)

    while True:
        pairs = pair_counts(split, counts)
        token_counts = Counter()
        for word, count in zip(split, counts, strict=True):
            for token in word:
                token_counts[token] += count
        if scheme.score == "wordpiece":
            exact = {
                (a, b): Fraction(c, token_counts[a] * token_counts[b])
                for (a, b), c in pairs.items()
            }
            scores = {pair: float(score) for pair, score in exact.items()}
        else:
            exact = scores = dict(pairs)
        candidates = [
            pair for pair, count in pairs.items() if count >= min_frequency and not rule(pair)
        ]
        enough = bool(candidates)
        if not enough:
            candidates = [pair for pair in pairs if not rule(pair)]
        best = max((exact[pair] for pair in candidates), default=None)
        ties = [pair for pair in candidates if exact[pair] == best]
        following = order(ties, tokens, scheme)[0] if ties else None
        winner = following if enough else None
        if k in (forced or {}):
            winner = forced_pair(forced[k], pairs, tokens, rule)
        yield Step(
            k,
            tuple(tokens),
            tuple(births),
            [list(word) for word in split],
            pairs,
            scores,
            token_counts,
            set(ties),
            following,
            winner,
            rule,
        )
        if winner is None:
            return
        tokens.append(joined(tokens[winner[0]], tokens[winner[1]], scheme))
        sizes.append(sizes[winner[0]] + sizes[winner[1]])
        k += 1
        births.append(k)
        split = [apply(word, winner, len(tokens) - 1) for word in split]


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
