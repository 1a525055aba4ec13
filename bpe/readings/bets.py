"""Bets: a pair that somebody thinks is merged next, judged by the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Literal, get_args

import numpy as np

from ..merging.cells import Token, join
from ..merging.choice import forbidden
from ..merging.values import Pair
from ..schemes import TIE_RULES, Scheme, TieRule
from ..training import Snapshot, Training

Verdict = Literal["right", "tied", "lower", "rare", "forbidden", "absent"]
Slip = Literal["count", "words", "longer"]
RankVerdict = Literal["right", "later", "unlearned"]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True)
class Bet:
    """A pair at a step, and why it is merged next or is not.

    Attributes:
        pair: the two tokens.
        verdict: "right": it is merged next. "tied": it is as good as the pair merged next, and the
            tie rule chose that one. "lower": it counts, or scores, less. "rare": it occurs less
            often than a pair must to be merged. "forbidden": a rule of the scheme keeps it from
            being merged, however often it occurs. "absent": it occurs nowhere.
        count, score: its occurrences, and what pairs are ranked by: the count or the score.
        rules: where tied, the tie rules that would have chosen it, in the order of `TIE_RULES`.
        forbidden: which rule forbids it, or `None`.
        slip: where lower, what speaks for it beside the pair merged next: "count": under a score,
            it occurs more often; "words": it occurs in more distinct words; "longer": it makes a
            longer token; the first of these that is so, or `None`.
    """

    pair: Pair
    verdict: Verdict
    count: int = 0
    score: float = 0
    rules: tuple[TieRule, ...] = ()
    forbidden: str | None = None
    slip: Slip | None = None


def judge(snapshot: Snapshot, pairs: Sequence[Pair]) -> list[Bet]:
    """Judge bets on the next merge, in their order. Raises `ValueError` where no merge follows.

    Of pairs that read alike (a mark, and the same characters typed as text) the best one counts.

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
    found = occurring(snapshot, pairs)
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
    length = _length(training.pair(winner), training.scheme)

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
        return "longer" if _length(pair, training.scheme) > length else None

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
    """Judge for each two neighbours of a word the bet that they are merged next in encoding it.

    candidates: the rank of the merge of each two neighbours, or `None`; rank: that of the merge
    applied next, as `TraceStep` has both. "right": it is theirs, so they are merged, or overlap
    what is; "later": their merge was learned later; "unlearned": they have none.

    >>> judge_ranks((None, 3, 0), 0)
    ['unlearned', 'later', 'right']
    """
    return [
        "unlearned" if each is None else "right" if each == rank else "later" for each in candidates
    ]


def occurring(snapshot: Snapshot, pairs: Sequence[Pair]) -> list[list[int]]:
    """Return for each of some pairs those that occur and read so, by id."""
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
    """Return which rule keeps a pair that does not occur from being merged, or `None`."""
    ids = [training.ids_of_tokens.get(token) for token in pair]
    if ids[0] and ids[1]:
        return training.forbids_ids(ids[0][0], ids[1][0])
    return forbidden(*pair, training.scheme)


def _length(pair: Pair, scheme: Scheme) -> int:
    """Return how long the token looks that a pair makes: without the mark."""
    token: Token = join(*pair, scheme)
    if isinstance(token, str):
        token = token.removeprefix(scheme.mark).removesuffix(scheme.mark)
    return len(token)
