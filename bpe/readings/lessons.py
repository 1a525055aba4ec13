"""What a short run teaches, found in its record: what a round of the quiz is made to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..merging.cells import Token
from ..merging.values import Merge, PairCount
from ..text.characters import as_bytes
from ..training import Training


@dataclass(frozen=True)
class Finding:
    """What a record shows, as a sentence needs it.

    Attributes:
        code: which sentence.
        tokens: placeholder -> the tokens that stand there.
        values: placeholder -> a number or a text.
    """

    code: str
    tokens: Mapping[str, tuple[Token, ...]] = field(default_factory=dict)
    values: Mapping[str, int | float | str] = field(default_factory=dict)


def _untied(training: Training) -> Merge | None:
    """Return the first merge; None where there is none, or another pair was as good."""
    first = training.merges[0] if len(training) else None
    return first if first and len(first.ties) == 1 else None


def weights(training: Training) -> Finding | None:
    """Find that the first merge is not the pair in most distinct words, since words have weights.

    None where the first merge ties, or is in as many words as any other.
    """
    snapshot = training.snapshot(0)
    pairs = snapshot.pairs()
    if len(snapshot.ties) != 1:
        return None
    words = list(map(len, snapshot.words_of_pairs(pairs)))
    most = words.index(max(words))
    if words[most] == words[0]:
        return None
    return _beside("weights", pairs[0], pairs[most], "words", (words[0], words[most]))


def _beside(
    code: str, won: PairCount, other: PairCount, name: str, of_each: tuple[float, float]
) -> Finding:
    """Set the pair that won beside another, by their counts and by one number more of each."""
    numbers = {"count": won.count, name: of_each[0]}
    numbers |= {"other_count": other.count, f"other_{name}": of_each[1]}
    return Finding(code, {"pair": won.pair, "other": other.pair}, numbers)


def overlap(training: Training) -> Finding | None:
    """Find that the first merge replaces fewer pairs than were counted, as in "aaa".

    None where it replaces all of them, or ties.
    """
    merge = _untied(training)
    if merge is None or (replaced := int(training.replacements[0])) == merge.count:
        return None
    before, after = training.snapshot(0), training.snapshot(1)
    # Two neighbours share a token only where the pair is twice the same and stands in a row.
    word = max(after.changed_words(), key=lambda each: _runs(each.before, merge.pair[0])).text
    return Finding(
        "overlap",
        {"pair": merge.pair, "before": before.tokens(word), "after": after.tokens(word)},
        {"count": merge.count, "replaced": replaced},
    )


def _runs(tokens: tuple[Token, ...], token: Token) -> int:
    """Count how often three of a token stand in a row."""
    triples = zip(tokens, tokens[1:], tokens[2:], strict=False)
    return sum(triple == (token,) * 3 for triple in triples)


def ties(training: Training) -> Finding | None:
    """Find that the first merge was chosen by the tie rule, and that another would choose else."""
    snapshot = training.snapshot(0)
    chosen = snapshot.winners
    if len(set(chosen.values())) < 2:
        return None
    return Finding(
        "ties",
        {f"by_{rule.replace('-', '_')}": pair for rule, pair in chosen.items()},
        {"tied": len(snapshot.ties), "count": snapshot.ties[0].count},
    )


def mark(training: Training) -> Finding | None:
    """Find that the first merge takes the mark of the word's end, while its letter stays elsewhere.

    None where the first merge has no mark, ties, or leaves none of its letter.
    """
    merge = _untied(training)
    if merge is None:
        return None
    after, (letter, last) = training.snapshot(1), merge.pair
    left = sum(token.count for token in after.vocabulary if token.token == letter)
    if last != training.scheme.mark or not left:
        return None
    return Finding(
        "mark",
        {"pair": merge.pair, "token": (merge.token,), "letter": (letter,)},
        {"count": merge.count, "left": left},
    )


def score(training: Training) -> Finding | None:
    """Find that the first merge, chosen by score, is not the most frequent pair.

    None where either the highest score or the largest count is shared.
    """
    snapshot = training.snapshot(0)
    pairs = snapshot.pairs()
    if len(snapshot.ties) != 1:
        return None
    best, *others = sorted(pairs, key=lambda each: -each.count)
    if best.pair == pairs[0].pair or (others and others[0].count == best.count):
        return None
    return _beside("score", pairs[0], best, "score", (pairs[0].score, best.score))


def order(training: Training, word: str) -> Finding | None:
    """Find that merges in their order split a word otherwise than longest match from the left.

    None where both split it alike, or the alphabet lacks a character of it.
    """
    tokenizer = training.tokenizer()
    by_merges, ids = tokenizer.encode_word(word)
    by_length, _ = tokenizer.encode_word(word, "longest-match")
    if by_merges == by_length or max(ids, default=0) >= tokenizer.unknown_id:
        return None
    return Finding(
        "order",
        {"merges": by_merges, "longest": by_length},
        {"word": word, "by_merges": len(by_merges), "by_longest": len(by_length)},
    )


def half_characters(training: Training) -> Finding | None:
    """Find that the first merge makes a token that is no character, but a part of several.

    None where it spells whole characters, is a part of only one, or ties.
    """
    merge = _untied(training)
    if merge is None or isinstance(token := merge.token, str):
        return None
    characters = dict.fromkeys("".join(training.corpus.words))
    held = [each for each in characters if token in as_bytes(each)]
    if len(held) < 2:
        return None
    return Finding(
        "bytes",
        {"pair": merge.pair, "token": (token,)},
        {"count": merge.count, "characters": " ".join(held)},
    )
