"""The answer hidden: bets on what comes next, as the record judges them, for the browser.

The browser looks a bet up and never judges. It gets the pairs that can be seen in a few steps
around the one it rests at, by the numbers of the run's own table of tokens.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bpe import EncodedWord, TraceStep, Training
from bpe.readings.prediction import Bet, judge, judge_ranks
from ui.draw.tokens import Token
from ui.player.rows import GAP, Split, of_pairs, seen_of
from ui.shell import session

Numbers = tuple[int, int]


@dataclass(frozen=True)
class Shown:
    """What of a run of merges can be seen at its steps.

    tokens: by their numbers in it. words: the splits of each row. examples: for each merge the
    splits before and after it of the words that have no row.
    """

    tokens: list[Token]
    words: list[list[Split]]
    examples: list[list[list[Any]]]

    def pairs(self, step: int) -> Iterator[Numbers]:
        """Yield the pairs of neighbours that can be seen at a step, some more than once."""
        for splits in self.words:
            at = bisect_right(splits, step, key=lambda split: split[0]) - 1
            yield from (pair for pair in pairwise(splits[at][1]) if GAP not in pair)
        for merge, side in ((step - 1, 2), (step, 1)):
            if 0 <= merge < len(self.examples):
                for row in self.examples[merge]:
                    yield from pairwise(row[side])


@dataclass(frozen=True)
class Hiding:
    """Whether a player hides the answer: the session's choice, or the page's."""

    key: str
    forced: bool = False

    @property
    def number(self) -> int:
        """The number of the reader's last choice; numbers grow, whichever player reports them."""
        return session.answer_hidden()[0]

    @property
    def hidden(self) -> bool:
        """Whether the answer is hidden now."""
        return self.forced or session.answer_hidden()[1]

    @property
    def told(self) -> dict[str, Any]:
        """What the browser is told."""
        return {"number": self.number, "hidden": self.hidden, "forced": self.forced}

    def hear(self) -> None:
        """Take over the choice that the browser has reported last; it comes from outside."""
        match (session.value(self.key) or {}).get("hide"):
            case [int(number), bool(hidden)] if type(number) is int and number > self.number:
                session.hide_answer(hidden, number)


def can_guess(training: Training) -> bool:
    """Whether the rule chooses any merge: on one that is forced nobody can bet."""
    return len(training.forced) < max(len(training), 1)


def bets(training: Training, shown: Shown) -> dict[str, Any]:
    """Judge every pair that can be seen at a step, for each step of a run.

    `coming` has a row a step: the pair merged next, its count, its score as it is written, pairs
    tied; null where the merge is forced, so that nobody is asked. `said` lists what is said
    of bets: verdict, count, [its score, that of the pair merged next], rules, forbidden, slip.
    `pairs` has the pair and then, for each step at which something else is said of it, that step
    and the place of what is said in that list.
    """
    scored = training.scheme.score != "count"
    numbers = {token: number for number, token in enumerate(shown.tokens)}
    ties = training.tie_counts
    coming: list[list[Any] | None] = []
    pairs: dict[Numbers, list[int]] = {}
    places: dict[str, int] = {}
    said: list[list[Any]] = []
    for step in range(len(training)):
        if step in training.forced:
            coming.append(None)
            continue
        seen = list(dict.fromkeys(shown.pairs(step)))
        judged = judge(
            training.snapshot(step), [(shown.tokens[a], shown.tokens[b]) for a, b in seen]
        )
        merge = training.merges[step]
        pair = [numbers[token] for token in merge.pair]
        score = f"{merge.score:.3g}" if scored else None
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


def _row(bet: Bet, best: float | None) -> list[Any]:
    """Return what is said of a bet; `best` is the score of the pair merged next, if it decides."""
    rules = list(bet.rules)
    scores = None if best is None else _told_apart(bet.score, best)
    return [bet.verdict, bet.count, scores, rules, bet.forbidden, bet.slip]


def _told_apart(score: float, best: float) -> list[str]:
    """Write two scores with three digits, or as many more as it takes to see that they differ."""
    for digits in (3, 5, 8):
        written = [f"{each:.{digits}g}" for each in (score, best)]
        if written[0] != written[1] or score == best:
            return written
    return [f"{each!r}" for each in (score, best)]


def rank_bets(words: list[tuple[EncodedWord, list[TraceStep]]]) -> dict[str, Any]:
    """Judge every two neighbours of every word of a trace, at each of its splits.

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
