"""What a class is asked, as phones get it, and what the record says of the answers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from bpe import Snapshot, Training
from bpe.readings.prediction import Bet, judge
from ui.draw.tokens import short
from ui.player.payload import as_json
from ui.player.rows import Tokens

WORDS, LEADING = 6, 5
"""Frequent words that a phone gets, and pairs in the lead of each of which it gets a word."""

LONGEST = 40
"""Tokens of a word that a phone gets."""

SHOWN = 5
"""Pairs of a tally."""


@dataclass(frozen=True)
class Question:
    """Which two neighbours are merged next, at one step of a run.

    Attributes:
        name: of the run and the step; equal ones are the same question.
        sent: what a phone gets, as JSON: the step, the tokens, and of each word its text, its
            count, its split by the numbers of the tokens, and whether that goes on.
        pairs: what can be answered: the numbers of two neighbours, as phones send them -> the pair.
    """

    name: str
    sent: str
    pairs: dict[str, tuple[str | bytes, str | bytes]]


@dataclass(frozen=True)
class Voted:
    """A pair of a tally, its votes in each round, and the bet on it as the record judges it."""

    votes: tuple[int, ...]
    bet: Bet


def question(training: Training, run: str, step: int) -> Question | None:
    """Ask for the merge after `step`; None where none follows. `run` names the training."""
    if step >= len(training):
        return None
    tokens = Tokens(training.scheme)
    rows: list[tuple[str, int, list[int], bool]] = []
    frequent = {row.text: (row.count, row.tokens) for row in training.snapshot(step).words(WORDS)}
    for text in _with_leading_pairs(training.snapshot(step)):
        row = training.snapshot(step).word(text)
        frequent.setdefault(text, (row.count, row.tokens))
    found = sorted(frequent.items(), key=lambda each: -each[1][0])
    for word, (count, split) in found:
        rows.append((short(word), count, tokens.all(split[:LONGEST]), len(split) > LONGEST))
    named, pairs = tokens.named, {}
    for _, _, numbers, _ in rows:
        for left, right in pairwise(numbers):
            pairs[f"{left} {right}"] = (named[left], named[right])
    sent = as_json({"step": step, "words": rows, "tokens": tokens.table()})
    return Question(f"{run} {step}", sent, pairs)


def _with_leading_pairs(snapshot: Snapshot) -> Iterator[str]:
    """Yield for each of the pairs in the lead a word that shows it, so that none stands out."""
    pairs = [each for each in snapshot.pairs(LEADING) if not each.forbidden]
    for pair, words in zip(pairs, snapshot.words_of_pairs(pairs, 20), strict=True):
        shown = (
            word for word, _ in words if pair.pair in pairwise(snapshot.tokens(word)[:LONGEST])
        )
        yield from islice(shown, 1)


def tally(snapshot: Snapshot, asked: Question, rounds: Sequence[Counter[str]]) -> list[Voted]:
    """Return the pairs with most votes, the last round first, and the one merged next, judged."""
    cast = dict.fromkeys(answer for votes in rounds for answer in votes if answer in asked.pairs)
    most = sorted(cast, key=lambda each: [votes[each] for votes in reversed(rounds)], reverse=True)
    answers = most[:SHOWN]
    following = snapshot.next
    assert following is not None
    bets = judge(snapshot, [asked.pairs[answer] for answer in answers])
    rows = [
        Voted(tuple(votes[answer] for votes in rounds), bet)
        for answer, bet in zip(answers, bets, strict=True)
    ]
    if all(row.bet.verdict != "right" for row in rows):
        right = [answer for answer, pair in asked.pairs.items() if pair == following.pair]
        [bet] = judge(snapshot, [following.pair])
        rows.append(Voted(tuple(sum(votes[each] for each in right) for votes in rounds), bet))
    return rows
