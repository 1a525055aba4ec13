"""All bets on a run: every adjacent pair visible at a step, judged by the record.

The browser only looks a bet up: each pair is given by two indices into the run's token table.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from .. import EncodedWord, TraceStep, Training
from ..readings.prediction import Bet, judge, judge_ranks
from .rows import GAP, of_pairs, seen_of
from .tokens import Token

MAX_WORK = 1_000_000_000
"""Maximum of corpus cells times steps for which all bets on a run are judged."""

Numbers = tuple[int, int]


def can_guess(training: Training) -> bool:
    """True if all bets can be judged and at least one merge is chosen by the rule, not forced."""
    is_chosen = len(training.forced) < max(len(training), 1)
    return is_chosen and len(training.ids) * len(training) <= MAX_WORK


def merge_bets(
    training: Training, run: Mapping[str, Any], tokens: Sequence[Token]
) -> dict[str, Any]:
    """Judge every visible pair at each step of a run.

    run, tokens: the result of `training_run`, and its tokens by index.

    `coming` has one row per step: the pair merged next, its count, its score as written, number of
    tied pairs; null if the merge is forced, since there is no bet. `said` lists the different
    results: verdict, count, [its score, that of the pair merged next], rules, forbidden, slip.
    `pairs` has the pair and then, for each step at which its result changes, that step and the
    index of the result in `said`.
    """
    scored = training.scheme.score != "count"
    numbers = {token: number for number, token in enumerate(tokens)}
    ties = training.tie_counts
    coming: list[list[Any] | None] = []
    pairs: dict[Numbers, list[int]] = {}
    places: dict[str, int] = {}
    said: list[list[Any]] = []
    for step in range(len(training)):
        if step in training.forced:
            coming.append(None)
            continue
        seen = list(dict.fromkeys(_seen(run, step)))
        judged = judge(training.snapshot(step), [(tokens[a], tokens[b]) for a, b in seen])
        merge = training.merges[step]
        score = f"{merge.score:.3g}" if scored else None
        pair = [numbers[token] for token in merge.pair]
        coming.append([*pair, merge.count, score, int(ties[step])])
        for place, bet in zip(seen, judged, strict=True):
            row = _row(bet, merge.score if scored else None)
            at = places.setdefault(repr(row), len(said))
            if at == len(said):
                said.append(row)
            rows = pairs.setdefault(place, [])
            if not rows or rows[-1] != at:
                rows += [step, at]
    return {
        "start": 0,
        "stop": len(training),
        "rule": training.scheme.tie_rule,
        "least": training.min_frequency,
        "coming": coming,
        "said": said,
        "pairs": [[*pair, *rows] for pair, rows in pairs.items()],
    }


def _seen(run: Mapping[str, Any], step: int) -> Iterator[Numbers]:
    """Yield the visible adjacent pairs at a step, some more than once."""
    for row in run["words"]:
        at = bisect_right(row["splits"], step, key=lambda split: split[0]) - 1
        yield from (pair for pair in pairwise(row["splits"][at][1]) if GAP not in pair)
    examples = run["examples"]["splits"]
    for merge, side in ((step - 1, 2), (step, 1)):
        if 0 <= merge < len(examples):
            for example in examples[merge]:
                yield from pairwise(example[side])


def _row(bet: Bet, best: float | None) -> list[Any]:
    """Return the result of a bet; `best` is the score of the pair merged next, if scores decide."""
    scores = None if best is None else _told_apart(bet.score, best)
    return [bet.verdict, bet.count, scores, list(bet.rules), bet.forbidden, bet.slip]


def _told_apart(score: float, best: float) -> list[str]:
    """Write two scores with three digits, or with as many as needed to show a difference.

    >>> _told_apart(0.5, 0.5), _told_apart(0.12345, 0.12346), _told_apart(0.1, 0.1 + 1e-12)
    (['0.5', '0.5'], ['0.12345', '0.12346'], ['0.1', '0.10000000000100001'])
    """
    for digits in (3, 5, 8):
        written = [f"{each:.{digits}g}" for each in (score, best)]
        if written[0] != written[1] or score == best:
            return written
    return [f"{each!r}" for each in (score, best)]


def rank_bets(words: Sequence[tuple[EncodedWord, Sequence[TraceStep]]]) -> dict[str, Any]:
    """Judge every adjacent pair of every word of a trace, at each of its splits.

    `words` has for each word and split [the lowest rank or null, the verdict of each pair].
    """
    judged = []
    for word, trace in words:
        rows: list[list[Any]] = [
            [step.rank, judge_ranks(step.candidates, step.rank)] for step in trace
        ]
        last = trace[-1].tokens if trace else word.start_tokens
        rows.append([None, judge_ranks([None] * (len(last) - 1), None)])
        for row, window in zip(rows, seen_of(word, trace), strict=False):
            row[1] = of_pairs(window, row[1])
        judged.append(rows)
    return {"words": judged}
