"""Read two runs of one corpus, by count and by WordPiece score, into tables to set side by side.

Every number comes from the records or from `bpe.readings`; nothing here counts a pair, works out
a score or picks a winner.
"""

from fractions import Fraction

import numpy as np
import pandas as pd

from bpe import EncodedWord, Training
from bpe.readings.likelihood import CHOICES, PairMeasures, Sort, measure
from bpe.readings.two_runs import TwoRuns
from bpe.readings.two_runs import merged_counts as sum_up_merged
from ui.corpora.cache import remembered
from ui.draw.tables import ROWS
from ui.draw.tokens import visible

PLACES = 3_000
"""Points drawn in a scatter."""

LINES = 8
"""Pairs at the top of each of two orders that a rank chart joins."""


@remembered
def measured(training: Training, step: int) -> PairMeasures:
    """Measure every pair at a step."""
    return measure(training.snapshot(step))


def pairs(
    training: Training, step: int, by: Sort = "score", limit: int | None = ROWS
) -> pd.DataFrame:
    """List the pairs at a step, the largest `by` first; of equal ones what is merged leads.

    Columns: pair, count, left_count, right_count, fraction (the score, as written by hand), score,
    pmi, gain (bits), rank_count, rank_score, rank_gain (equal values share a rank), by_count,
    by_score, by_gain (it is what that measure would merge next).
    """
    found = measured(training, step)
    won = found.winners
    rows = found.order(by)[:limit]
    frame = pd.DataFrame(
        {
            "pair": pd.Series([found.pair(row) for row in rows], dtype=object),
            "count": found.count[rows],
            "left_count": found.left_count[rows],
            "right_count": found.right_count[rows],
            "fraction": pd.Series([fraction(found.fraction(row)) for row in rows], dtype=object),
            "score": found.score[rows],
            "pmi": found.pmi[rows],
            "gain": found.gain[rows],
            **{f"rank_{each}": found.ranks(each)[rows] for each in CHOICES},
            **{f"by_{each}": rows == won.get(each, -1) for each in CHOICES},
        }
    )
    frame.attrs["more"] = len(found) > len(rows)
    return frame


def fraction(score: Fraction) -> str:
    """Write a score as a fraction in lowest terms."""
    return f"{score.numerator:,}/{score.denominator:,}"


def places(training: Training, step: int, limit: int = PLACES) -> pd.DataFrame:
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
            "gain": found.gain[rows],
            "pairs": sizes,
            "example": [_name(found, row) for row in rows.tolist()],
        }
    )


def named_winners(training: Training, step: int) -> pd.DataFrame:
    """List what the count, the score and the gain would merge.

    Columns: by, pair (visible), count, score, gain (bits).
    """
    found = measured(training, step)
    return pd.DataFrame(
        [
            (by, _name(found, row), found.count[row], found.score[row], found.gain[row])
            for by, row in found.winners.items()
        ],
        columns=["by", "pair", "count", "score", "gain"],
    )


def rank_lines(training: Training, step: int, top: int = LINES) -> pd.DataFrame:
    """List the pairs that lead by count or by score, with their place in both orders.

    Equal values stand in the order of birth, what is merged next first, so that each place has one
    pair. Columns: pair (visible), place_count, place_score (from 1), count, score, won ("count",
    "score", "both" or "").
    """
    found = measured(training, step)
    won = found.winners
    place = {by: found.places(by) for by in ("count", "score")}
    leading = np.flatnonzero((place["count"] <= top) | (place["score"] <= top))
    leading = leading[np.argsort(place["count"][leading])]
    both = won.get("count") == won.get("score")
    role = {row: "both" if both else by for by, row in won.items() if by != "gain"}
    return pd.DataFrame(
        {
            "pair": [_name(found, row) for row in leading.tolist()],
            "place_count": place["count"][leading],
            "place_score": place["score"][leading],
            "count": found.count[leading],
            "score": found.score[leading],
            "won": [role.get(row, "") for row in leading.tolist()],
        }
    )


@remembered
def by_step(bpe_run: Training, wordpiece_run: Training) -> pd.DataFrame:
    """List both runs by step; a run that has ended stays as it is.

    Columns: step, tokens_bpe, tokens_wordpiece (in the corpus), shared (learned tokens that both
    vocabularies have), learned_bpe, learned_wordpiece (tokens learned), learned (the larger),
    likelihood_bpe, likelihood_wordpiece (rise of the log-likelihood since step 0, bits).
    """
    two = TwoRuns(bpe_run, wordpiece_run)
    bpe, wordpiece = two.curves()
    return pd.DataFrame(
        {
            "step": np.arange(two.last + 1),
            "tokens_bpe": bpe.tokens,
            "tokens_wordpiece": wordpiece.tokens,
            "shared": two.shared(),
            "learned_bpe": bpe.learned,
            "learned_wordpiece": wordpiece.learned,
            "learned": np.maximum(bpe.learned, wordpiece.learned),
            "likelihood_bpe": bpe.rise,
            "likelihood_wordpiece": wordpiece.rise,
        }
    )


def merged_counts(bpe_run: Training, wordpiece_run: Training) -> pd.DataFrame:
    """List how often the pair of each merge occurred. Columns: run, step (after it), count."""
    return pd.DataFrame(
        [
            (name, merge.rank + 1, merge.count)
            for name, run in (("bpe", bpe_run), ("wordpiece", wordpiece_run))
            for merge in run.merges
        ],
        columns=["run", "step", "count"],
    )


def rarity(bpe_run: Training, wordpiece_run: Training) -> dict[str, int | float | None]:
    """Sum up a pair of runs in numbers.

    Keys: min_frequency; merges, rare and median: WordPiece's merges, those of pairs that occurred
    at most `FEW` times, and the middle count (None without any); rare_bpe and median_bpe: the same
    of BPE's; shared: learned tokens that both have; corpus_tokens: what is left after WordPiece.
    """
    bpe, wordpiece = sum_up_merged(bpe_run), sum_up_merged(wordpiece_run)
    return {
        "min_frequency": wordpiece_run.min_frequency,
        "merges": wordpiece.merges,
        "rare": wordpiece.rare,
        "rare_bpe": bpe.rare,
        "median": wordpiece.median,
        "median_bpe": bpe.median,
        "shared": int(by_step(bpe_run, wordpiece_run)["shared"].iloc[-1]),
        "corpus_tokens": int(wordpiece_run.token_counts[-1]),
    }


def trace(word: EncodedWord) -> pd.DataFrame:
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


def _name(found: PairMeasures, row: int) -> str:
    left, right = found.pair(row)
    return f"{_short(visible(left))} + {_short(visible(right))}"


def _short(text: str, longest: int = 16) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
