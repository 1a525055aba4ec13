"""Readings of a run for the player: the payload of one run or two, and all bets on it.

Each takes records and returns plain data, in whatever process they are. The browser looks a bet up
and never judges: it gets every pair that can be seen at a step, by the numbers of the run's own
table of tokens.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from bpe import EncodedWord, Scheme, TraceStep, Training
from bpe.encoding.encoded import EncodedText
from bpe.readings.prediction import Bet, judge, judge_ranks
from ui.cache import remembered
from ui.catalogue import FIRST, translation
from ui.corpora.run import fingerprint
from ui.draw.tokens import Ranks, Token
from ui.player.payload import PAIRS, as_json, encoding_run, packed, traces_of, training_run
from ui.player.rows import GAP, Split, Tokens, names_of_rows, of_pairs, seen_of
from ui.shell.text import speaking


def rows_beside(
    trainings: Sequence[Training], options: Sequence[Any]
) -> list[tuple[int | None, int | None]] | None:
    """Return for each word the row that it has in either run; None for one run alone.

    A word may have a space in one of them. One that only one of them has stands by itself.
    """
    if len(trainings) == 1:
        return None
    own, other = (
        names_of_rows(training, how.pinned, how.words)
        for training, how in zip(trainings, options, strict=True)
    )
    left = {word: at for at, word in enumerate(other)}
    rows: list[tuple[int | None, int | None]] = []
    for at, word in enumerate(own):
        alike = (each for each in left if each.strip() == word.strip())
        rows.append((at, left.pop(word if word in left else next(alike, word), None)))
    return [*rows, *((None, at) for at in left.values())]


def same_words(first: Training, second: Training, limit: int) -> tuple[str, ...]:
    """Return the most frequent words of one run as the other has them, where it does."""
    known: dict[str, str] = {}
    for index in second.frequency_order.tolist():
        word = second.corpus.words[index]
        known.setdefault(word.strip(), word)
    shown = names_of_rows(first, (), limit)
    return tuple(known[word.strip()] for word in shown if word.strip() in known)


WORDS = 30
"""Words in the list of a player of one run."""

BETS_WORK = 1_000_000_000
"""Cells of the corpus times steps up to which all bets on a run are judged."""


class CutOptions(NamedTuple):
    """How a run is cut: what can be chosen of a `training_run`, and the language."""

    pinned: tuple[str, ...] = ()
    words: int = WORDS
    title: str = ""
    pairs: int = PAIRS
    lang: str = FIRST
    sums: bool = False


@dataclass(frozen=True)
class PlayerPayload:
    """Runs of merges as the browser gets them.

    Attributes:
        runs: each as it goes to the browser.
        size: characters of all, before they are packed.
        steps: the last step of the longest.
        rows: of two runs in one list, the row of each word in either; None of one.
        run: names what was learned, in whatever language it is shown.
        can_guess: whether bets on the next merge can be judged.
    """

    runs: tuple[str, ...]
    size: int
    steps: int
    rows: list[tuple[int | None, int | None]] | None
    run: str
    can_guess: bool


@remembered
def cut_run(training: Training, options: CutOptions) -> PlayerPayload:
    """Cut one run for the browser."""
    return _cut((training,), (options,))


@remembered
def cut_two_runs(
    first: Training, second: Training, one: CutOptions, other: CutOptions
) -> PlayerPayload:
    """Cut two runs for one list of words, moved together."""
    return _cut((first, second), _beside(first, second, one, other))


def _cut(trainings: tuple[Training, ...], options: tuple[CutOptions, ...]) -> PlayerPayload:
    texts = []
    ranks = {each: rank for other in trainings[::-1] for each, rank in other.token_ranks.items()}
    for training, how in zip(trainings, options, strict=True):
        with speaking(how.lang):
            texts.append(as_json(_run(training, how, Tokens(training.scheme, ranks))))
    return PlayerPayload(
        tuple(map(packed, texts)),
        sum(map(len, texts)),
        max(map(len, trainings)),
        rows_beside(trainings, options),
        "".join(map(fingerprint, trainings)),
        all(can_guess(training) and _is_judged(training) for training in trainings),
    )


def cut_bets(training: Training, options: CutOptions) -> str:
    """Return all bets on a run as JSON, a list of one: see `bets`."""
    return f"[{_bets(training, options)}]"


def cut_two_bets(first: Training, second: Training, one: CutOptions, other: CutOptions) -> str:
    """Return all bets on two runs of one list as JSON, a list of two."""
    options = _beside(first, second, one, other)
    return f"[{','.join(map(_bets, (first, second), options))}]"


@remembered
def _bets(training: Training, options: CutOptions) -> str:
    tokens = Tokens(training.scheme)
    with speaking(options.lang):
        run = _run(training, options, tokens)
    rows = [row["splits"] for row in run["words"]]
    shown = Shown(tokens.named, rows, run["examples"]["splits"])
    return as_json(bets(training, shown))


@dataclass(frozen=True)
class EncodingPayload:
    """The merges of an encoding as the browser gets them.

    Attributes:
        run: what `encoding_run` returns, as JSON. steps: the last step.
        name: names what is encoded, in whatever language it is shown.
        bets: all bets on its merges, as JSON.
    """

    run: str
    steps: int
    name: str
    bets: str


def cut_encoding(
    encoding: EncodedText, scheme: Scheme, lang: str, ranks: Ranks | None = None
) -> EncodingPayload:
    """Cut the trace of an encoding: all words at once, each by its own merges.

    ranks: of the tokens that a run has learned, for their colours.
    """
    run = encoding_run(encoding, scheme, translation(lang), ranks)
    bets = as_json([rank_bets(traces_of(encoding))])
    return EncodingPayload(as_json(run), run["steps"], name_of_rows(run["words"]), bets)


def cut_text(training: Training, text: str, lang: str, step: int | None = None) -> EncodingPayload:
    """Cut the trace of a text by the merges up to `step`, by default all."""
    encoding = training.tokenizer(step).encode(text)
    return cut_encoding(encoding, training.scheme, lang, training.token_ranks)


@dataclass(frozen=True)
class RowsPayload:
    """Rows of splits as the browser gets them, of a run that is no run of merges.

    Attributes:
        run: as in `ui.player.payload`, packed. steps: the last step.
        name: names what is shown, in whatever language.
    """

    run: str
    steps: int
    name: str


def cut_rows(run: dict[str, Any]) -> RowsPayload:
    """Pack such a run; `recut` is set in it where a split is no joining of the one before."""
    return RowsPayload(packed(as_json(run)), run["steps"], name_of_rows(run["words"]))


def name_of_rows(rows: object) -> str:
    """Name rows of a player by what they show."""
    return hashlib.sha256(repr(rows).encode("utf-8", "backslashreplace")).hexdigest()


def _is_judged(training: Training) -> bool:
    return len(training.ids) * len(training) <= BETS_WORK


def _beside(
    first: Training, second: Training, one: CutOptions, other: CutOptions
) -> tuple[CutOptions, CutOptions]:
    """Return the options of two runs; the second shows the words of the first."""
    if first.corpus.words != second.corpus.words:
        same = same_words(first, second, one.words)
        if same:
            other = other._replace(pinned=same, words=0)
    return one, other


def _run(training: Training, options: CutOptions, tokens: Tokens) -> dict[str, Any]:
    return training_run(
        training,
        options.pinned,
        options.words,
        translation(options.lang),
        title=options.title,
        pairs=options.pairs,
        sums=options.sums,
        tokens=tokens,
    )


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
    """Write two scores with three digits, or as many more as it takes to see that they differ.

    >>> _told_apart(0.5, 0.5), _told_apart(0.12345, 0.12346), _told_apart(0.1, 0.1 + 1e-12)
    (['0.5', '0.5'], ['0.12345', '0.12346'], ['0.1', '0.10000000000100001'])
    """
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
