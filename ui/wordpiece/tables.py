"""Read two runs of one corpus, by count and by WordPiece score, into tables to set side by side.

Every number comes from the records or from `bpe.likelihood`; nothing here counts a pair, works
out a score or picks a winner.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd

from bpe.readings.likelihood import NATS_PER_BIT, PairMeasures, log_likelihoods, measure
from ui.corpora.remembered import remembered
from ui.draw.tokens import visible

ROWS = 200
"""Pairs drawn of a table; a download has them all."""

PLACES = 3_000
"""Points drawn in a scatter."""

LINES = 8
"""Pairs at the top of each of two orders that a rank chart joins."""

CHOICES = ("count", "score", "gain")
"""What can choose the next merge; PMI chooses as the score does."""

FEW = 2
"""Occurrences of a pair up to which it is called rare."""


@remembered(last=8)
def measured(training, step: int) -> PairMeasures:
    """Measure every pair at a step."""
    return measure(training.snapshot(step))


def parting(first, second) -> int | None:
    """Return the first step at which two runs choose differently, or None if they never do."""
    both = zip(first.merges, second.merges, strict=False)
    return next((a.rank for a, b in both if a.pair != b.pair), None)


def winners(training, step: int) -> dict[str, int]:
    """Return the row of `measured` that each of `CHOICES` would merge next; empty at the end."""
    found = measured(training, step)
    rows = {by: found.winner(by) for by in CHOICES}
    return {by: row for by, row in rows.items() if row is not None}


def pairs(training, step: int, by: str = "score", limit: int | None = ROWS) -> pd.DataFrame:
    """List the pairs at a step, the largest `by` first; of equal ones what is merged leads.

    Columns: pair, count, left_count, right_count, fraction (the score, as written by hand), score,
    pmi, gain (bits), pmi_nats, gain_nats, replaced, rank_count, rank_score, rank_gain (equal
    values share a rank), by_count, by_score, by_gain (it is what that measure would merge next).
    """
    found = measured(training, step)
    won = winners(training, step)
    rows = _order(found, by, won)[:limit]
    frame = pd.DataFrame(
        {
            "pair": pd.Series([found.pair(row) for row in rows], dtype=object),
            "count": found.count[rows],
            "left_count": found.left_count[rows],
            "right_count": found.right_count[rows],
            "fraction": pd.Series([fraction(found, row) for row in rows], dtype=object),
            "score": found.score[rows],
            "pmi": found.pmi[rows] / NATS_PER_BIT,
            "gain": found.gain[rows] / NATS_PER_BIT,
            "pmi_nats": found.pmi[rows],
            "gain_nats": found.gain[rows],
            "replaced": found.replaced[rows],
            **{f"rank_{each}": found.ranks(each)[rows] for each in CHOICES},
            **{f"by_{each}": rows == won.get(each, -1) for each in CHOICES},
        }
    )
    frame.attrs["more"] = len(found) > len(rows)
    return frame


def fraction(found: PairMeasures, row: int) -> str:
    """Write a score as a fraction in lowest terms."""
    score = Fraction(
        int(found.count[row]), int(found.left_count[row]) * int(found.right_count[row])
    )
    return f"{score.numerator:,}/{score.denominator:,}"


def places(training, step: int, limit: int = PLACES) -> pd.DataFrame:
    """List the points of a scatter: pairs with equal count and score are one point.

    Where there are more than `limit` points, those at the top of either order stay, and of the
    rest every so many. Columns: count, score, gain (bits, of the first pair), pairs (how many are
    here), example (the first, visible).
    """
    found = measured(training, step)
    order = np.lexsort((found.score, found.count))[::-1]
    count, score = found.count[order], found.score[order]
    if not len(order):
        return pd.DataFrame(columns=["count", "score", "gain", "pairs", "example"])
    new = np.append(True, (count[1:] != count[:-1]) | (score[1:] != score[:-1]))
    first = np.flatnonzero(new)
    sizes = np.diff(np.append(first, len(order)))
    if len(first) > limit:
        top = np.zeros(len(first), dtype=bool)
        top[: limit // 4] = True
        top[np.argsort(-score[first])[: limit // 4]] = True
        top[:: -(-2 * len(first) // limit)] = True
        first, sizes = first[top], sizes[top]
    rows = order[first]
    return pd.DataFrame(
        {
            "count": found.count[rows],
            "score": found.score[rows],
            "gain": found.gain[rows] / NATS_PER_BIT,
            "pairs": sizes,
            "example": [_name(found, row) for row in rows],
        }
    )


def named_winners(training, step: int) -> pd.DataFrame:
    """List what the count, the score and the gain would merge.

    Columns: by, pair (visible), count, score, gain (bits).
    """
    found = measured(training, step)
    return pd.DataFrame(
        [
            (by, _name(found, row), found.count[row], found.score[row], _bits(found.gain[row]))
            for by, row in winners(training, step).items()
        ],
        columns=["by", "pair", "count", "score", "gain"],
    )


def rank_lines(training, step: int, top: int = LINES) -> pd.DataFrame:
    """List the pairs that lead by count or by score, with their place in both orders.

    Equal values stand in the order of birth, what is merged next first, so that each place has one
    pair. Columns: pair (visible), place_count, place_score (from 1), count, score, won ("count",
    "score", "both" or "").
    """
    found = measured(training, step)
    won = winners(training, step)
    place = {}
    for by in ("count", "score"):
        rows = _order(found, by, won)
        place[by] = np.empty(len(rows), dtype=np.int64)
        place[by][rows] = np.arange(1, len(rows) + 1)
    leading = np.flatnonzero((place["count"] <= top) | (place["score"] <= top))
    leading = leading[np.argsort(place["count"][leading])]
    both = won.get("count") == won.get("score")
    role = {row: "both" if both else by for by, row in won.items() if by != "gain"}
    return pd.DataFrame(
        {
            "pair": [_name(found, row) for row in leading],
            "place_count": place["count"][leading],
            "place_score": place["score"][leading],
            "count": found.count[leading],
            "score": found.score[leading],
            "won": [role.get(row, "") for row in leading.tolist()],
        }
    )


@remembered(last=4)
def by_step(bpe_run, wordpiece_run) -> pd.DataFrame:
    """List both runs by step; a run that has ended stays as it is.

    Columns: step, tokens_bpe, tokens_wordpiece (in the corpus), shared (learned tokens that both
    vocabularies have), learned_bpe, learned_wordpiece (tokens learned), learned (the larger),
    likelihood_bpe, likelihood_wordpiece (rise of the log-likelihood since step 0, bits).
    """
    runs = (bpe_run, wordpiece_run)
    last = max(len(run.merges) for run in runs)
    born = [{merge.token: merge.rank + 1 for merge in reversed(run.merges)} for run in runs]
    meet = sorted(max(born[0][token], born[1][token]) for token in born[0].keys() & born[1])
    steps = np.arange(last + 1)
    shared = np.searchsorted(meet, steps, side="right")
    learned = [np.minimum(steps, len(run.merges)) for run in runs]
    tokens = [run.token_counts[each] for run, each in zip(runs, learned, strict=True)]
    likelihood = [
        (found - found[0])[each] / NATS_PER_BIT
        for found, each in zip(map(log_likelihoods, runs), learned, strict=True)
    ]
    return pd.DataFrame(
        {
            "step": steps,
            "tokens_bpe": tokens[0],
            "tokens_wordpiece": tokens[1],
            "shared": shared,
            "learned_bpe": learned[0],
            "learned_wordpiece": learned[1],
            "learned": np.maximum(*learned),
            "likelihood_bpe": likelihood[0],
            "likelihood_wordpiece": likelihood[1],
        }
    )


def learned_tokens(bpe_run, wordpiece_run, step: int) -> dict[str, list]:
    """Return the tokens learned by a step, oldest first: "both", only "bpe", only "wordpiece"."""
    first, second = (
        [merge.token for merge in run.merges[:step]] for run in (bpe_run, wordpiece_run)
    )
    in_first, in_second = set(first), set(second)
    return {
        "both": [token for token in first if token in in_second],
        "bpe": [token for token in first if token not in in_second],
        "wordpiece": [token for token in second if token not in in_first],
    }


def merged_counts(bpe_run, wordpiece_run) -> pd.DataFrame:
    """List how often the pair of each merge occurred. Columns: run, step (after it), count."""
    return pd.DataFrame(
        [
            (name, merge.rank + 1, merge.count)
            for name, run in (("bpe", bpe_run), ("wordpiece", wordpiece_run))
            for merge in run.merges
        ],
        columns=["run", "step", "count"],
    )


def rarity(bpe_run, wordpiece_run) -> dict[str, int | float | None]:
    """Sum up a pair of runs in numbers.

    Keys: min_frequency; merges, rare and median: WordPiece's merges, those of pairs that occurred
    at most `FEW` times, and the middle count (None without any); rare_bpe and median_bpe: the same
    of BPE's; shared: learned tokens that both have; corpus_tokens: what is left after WordPiece.
    """
    counts, counts_bpe = (
        np.array([merge.count for merge in run.merges]) for run in (wordpiece_run, bpe_run)
    )
    return {
        "min_frequency": wordpiece_run.min_frequency,
        "merges": len(counts),
        "rare": int((counts <= FEW).sum()),
        "rare_bpe": int((counts_bpe <= FEW).sum()),
        "median": float(np.median(counts)) if len(counts) else None,
        "median_bpe": float(np.median(counts_bpe)) if len(counts_bpe) else None,
        "shared": int(by_step(bpe_run, wordpiece_run)["shared"].iloc[-1]),
        "corpus_tokens": int(wordpiece_run.token_counts[-1]),
    }


def trace(word) -> pd.DataFrame:
    """List the steps of an encoding by longest match.

    Columns: step (from 1), token (the piece taken), rank (of the merge that made it, or None),
    tokens (what is settled so far), rest (what is still to be matched).
    """
    rows = [
        (
            number,
            each.tokens[min(number, len(each.tokens)) - 1],
            each.rank,
            each.tokens[:number],
            each.tokens[number:],
        )
        for number, each in enumerate(word.steps, start=1)
    ]
    frame = pd.DataFrame(rows, columns=["step", "token", "rank", "tokens", "rest"], dtype=object)
    frame["step"] = frame["step"].astype("int64")
    frame.attrs["more"] = False
    return frame


def _order(found: PairMeasures, by: str, won: dict[str, int]) -> np.ndarray:
    rows = np.argsort(-getattr(found, by), kind="stable")
    # A smallest count can keep the best pairs from being merged; then these stay on top.
    first = won.get("score" if by == "pmi" else by)
    if first is None or getattr(found, by)[first] < getattr(found, by)[rows[0]]:
        return rows
    return np.append(first, rows[rows != first])


def _name(found: PairMeasures, row: int) -> str:
    left, right = found.pair(row)
    return f"{_short(visible(left))} + {_short(visible(right))}"


def _short(text: str, longest: int = 16) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _bits(nats: float) -> float:
    return float(nats) / NATS_PER_BIT
