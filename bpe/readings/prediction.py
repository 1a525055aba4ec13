"""Predict the next merge: bets judged by the record, and findings about a run's first merge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from typing import Literal, get_args

import numpy as np

from ..merging.cells import Token, join
from ..merging.choice import forbidden
from ..merging.values import Merge, Pair, PairCount
from ..schemes import TIE_RULES, Scheme, TieRule
from ..text.characters import as_bytes
from ..training import Snapshot, Training

Verdict = Literal["right", "tied", "lower", "rare", "forbidden", "absent"]
Slip = Literal["count", "words", "longer"]
RankVerdict = Literal["right", "later", "unlearned"]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True)
class Bet:
    """A bet on a pair at a step, and the reason why the pair is merged next or not.

    Attributes:
        pair: the two tokens.
        verdict: "right": it is merged next. "tied": it is as good as the pair merged next, which
            the tie rule chose. "lower": its count, or score, is lower. "rare": its count is below
            the minimum. "forbidden": a rule of the scheme forbids merging it. "absent": it does not
            occur.
        count, score: its occurrences, and the ranking value: the count or the score.
        rules: if tied, the tie rules that would have chosen it, in the order of `TIE_RULES`.
        forbidden: the rule that forbids it, or `None`.
        slip: if lower, its advantage over the pair merged next: "count": under a score, it occurs
            more often; "words": it occurs in more distinct words; "longer": it makes a longer
            token; the first of these that is true, or `None`.
    """

    pair: Pair
    verdict: Verdict
    count: int = 0
    score: float = 0
    rules: tuple[TieRule, ...] = ()
    forbidden: str | None = None
    slip: Slip | None = None


def judge(snapshot: Snapshot, pairs: Sequence[Pair]) -> list[Bet]:
    """Judge bets on the next merge, in order. Raises `ValueError` if no merge follows.

    Among pairs with the same text (a mark, and the same characters typed as text) the best one
    counts.

    >>> from bpe import train
    >>> training = train("highest higher lower lowest cooler coolest", max_merges=5)
    >>> [lo, er] = judge(training.snapshot(0), [("l", "o"), ("e", "r")])
    >>> lo.verdict, lo.count, er.rules
    ('lower', 2, ('smallest', 'smallest-ids', 'shortest'))
    """
    training = snapshot.training
    if snapshot.step == len(training):
        raise ValueError(
            f"step must be one that a merge follows, got {snapshot.step}. "
            "Use a step below len(training.merges)."
        )
    found = occurring_pairs(snapshot, pairs)
    tied, winner = set(snapshot.tied), snapshot.tied[0]
    contested = len(tied) > 1 and not tied.isdisjoint(chain(*found))
    chosen = snapshot.winners if contested else {}
    ids = [*dict.fromkeys((winner, *chain(*found)))]
    counts, scores, words = (
        dict(zip(ids, values, strict=True))
        for values in (
            snapshot.pair_counts[ids].tolist(),
            snapshot.pair_scores[ids].tolist(),
            snapshot.word_numbers(ids),
        )
    )
    forbids = {each: training.forbids(each) for each in ids}
    length = _visible_length(training.pair(winner), training.scheme)

    def verdict(each: int) -> Verdict:
        if each in tied:
            return "right" if each == winner else "tied"
        if forbids[each]:
            return "forbidden"
        return "rare" if counts[each] < training.min_frequency else "lower"

    def slip(pair: Pair, each: int) -> Slip | None:
        if training.scheme.score != "count" and counts[each] > counts[winner]:
            return "count"
        if words[each] > words[winner]:
            return "words"
        return "longer" if _visible_length(pair, training.scheme) > length else None

    def bet(pair: Pair, alike: Sequence[int]) -> Bet:
        if not alike:
            return Bet(pair, "absent", forbidden=_forbidden(training, pair))
        best = alike[0]
        if len(alike) > 1:
            best = min(alike, key=lambda each: (VERDICTS.index(verdict(each)), -scores[each]))
        said = verdict(best)
        rules = tuple(each for each in TIE_RULES if chosen[each] == pair) if said == "tied" else ()
        why = slip(pair, best) if said == "lower" else None
        return Bet(pair, said, counts[best], scores[best], rules, forbids[best], why)

    return [bet(pair, alike) for pair, alike in zip(pairs, found, strict=True)]


def judge_ranks(candidates: Sequence[int | None], rank: int | None) -> list[RankVerdict]:
    """Judge for each adjacent pair of a word the bet that it is merged next in encoding.

    candidates: the merge rank of each adjacent pair, or `None`; rank: the rank of the next merge;
        both as in `TraceStep`. "right": the pair has this rank, so it is merged, or overlaps a
        merged one; "later": its merge was learned later; "unlearned": it has no merge.

    >>> judge_ranks((None, 3, 0), 0)
    ['unlearned', 'later', 'right']
    """
    return [
        "unlearned" if each is None else "right" if each == rank else "later" for each in candidates
    ]


def occurring_pairs(snapshot: Snapshot, pairs: Sequence[Pair]) -> list[list[int]]:
    """Return for each pair, given by text, the IDs of the pairs that occur."""
    training, log, counts = snapshot.training, snapshot.training.log, snapshot.pair_counts
    base = len(training.tokens)
    ids = training.ids_of_tokens
    wanted = [
        [left * base + right for left, right in product(ids.get(a, ()), ids.get(b, ()))]
        for a, b in pairs
    ]
    occurring = np.flatnonzero(counts)
    here = log.lefts[occurring].astype(np.int64) * base + log.rights[occurring]
    met = np.isin(here, [*chain(*wanted)])
    by_key = dict(zip(here[met].tolist(), occurring[met].tolist(), strict=True))
    return [[by_key[key] for key in alike if key in by_key] for alike in wanted]


def _forbidden(training: Training, pair: Pair) -> str | None:
    """Return the name of the rule that forbids a pair that does not occur, or `None`."""
    ids = [training.ids_of_tokens.get(token) for token in pair]
    if ids[0] and ids[1]:
        return training.forbids_ids(ids[0][0], ids[1][0])
    return forbidden(*pair, training.scheme)


def _visible_length(pair: Pair, scheme: Scheme) -> int:
    """Return the visible length of the token that a pair makes, without the mark."""
    token: Token = join(*pair, scheme)
    if isinstance(token, str):
        token = token.removeprefix(scheme.mark).removesuffix(scheme.mark)
    return len(token)


@dataclass(frozen=True)
class Finding:
    """A finding about a record, for one sentence.

    Attributes:
        code: key of the sentence.
        tokens: placeholder -> tokens.
        values: placeholder -> a number or a text.
    """

    code: str
    tokens: Mapping[str, tuple[Token, ...]] = field(default_factory=dict)
    values: Mapping[str, int | float | str] = field(default_factory=dict)


def _untied(training: Training) -> Merge | None:
    """Return the first merge; None if there is none, or another pair was as good."""
    first = training.merges[0] if len(training) else None
    return first if first and len(first.ties) == 1 else None


def find_weights(training: Training) -> Finding | None:
    """Find that the first merge is not the pair in most distinct words, since words have counts.

    None if the first merge ties, or is in as many words as any other.
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
    """Compare the winning pair with another, by their counts and by one more number each."""
    numbers = {"count": won.count, name: of_each[0]}
    numbers |= {"other_count": other.count, f"other_{name}": of_each[1]}
    return Finding(code, {"pair": won.pair, "other": other.pair}, numbers)


def find_overlap(training: Training) -> Finding | None:
    """Find that the first merge replaces fewer pairs than were counted, as in "aaa".

    None if it replaces all of them, or ties.
    """
    merge = _untied(training)
    if merge is None or (replaced := int(training.replacements[0])) == merge.count:
        return None
    before, after = training.snapshot(0), training.snapshot(1)
    # Two adjacent pairs share a token only if both are the same twin pair ("aaa").
    word = max(after.changed_words(), key=lambda each: _runs(each.before, merge.pair[0])).text
    return Finding(
        "overlap",
        {"pair": merge.pair, "before": before.tokens(word), "after": after.tokens(word)},
        {"count": merge.count, "replaced": replaced},
    )


def _runs(tokens: tuple[Token, ...], token: Token) -> int:
    """Count runs of three equal tokens."""
    triples = zip(tokens, tokens[1:], tokens[2:], strict=False)
    return sum(triple == (token,) * 3 for triple in triples)


def find_ties(training: Training) -> Finding | None:
    """Find that the first merge was chosen by the tie rule, and another rule would differ."""
    snapshot = training.snapshot(0)
    chosen = snapshot.winners
    if len(set(chosen.values())) < 2:
        return None
    return Finding(
        "ties",
        {f"by_{rule.replace('-', '_')}": pair for rule, pair in chosen.items()},
        {"tied": len(snapshot.ties), "count": snapshot.ties[0].count},
    )


def find_mark(training: Training) -> Finding | None:
    """Find that the first merge includes the end-of-word mark, while its letter remains elsewhere.

    None if the first merge has no mark, ties, or leaves none of its letter.
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


def find_score(training: Training) -> Finding | None:
    """Find that the first merge, chosen by score, is not the most frequent pair.

    None if either the highest score or the largest count is shared.
    """
    snapshot = training.snapshot(0)
    pairs = snapshot.pairs()
    if len(snapshot.ties) != 1:
        return None
    best, *others = sorted(pairs, key=lambda each: -each.count)
    if best.pair == pairs[0].pair or (others and others[0].count == best.count):
        return None
    return _beside("score", pairs[0], best, "score", (pairs[0].score, best.score))


def find_order(training: Training, word: str) -> Finding | None:
    """Find that ordered merges split a word differently from longest match.

    None if both split it alike, or the alphabet lacks one of its characters.
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


def find_half_characters(training: Training) -> Finding | None:
    """Find that the first merge makes a token that is only a part of several characters.

    None if it spells whole characters, is a part of only one, or ties.
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
