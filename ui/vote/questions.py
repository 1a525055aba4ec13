"""The two questions of a class vote: the next merge, and the number of tokens of a sentence.

Phones get a question as JSON, without its answer; the record judges the votes.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from bpe import Snapshot, Training
from bpe.interchange import Opened
from bpe.merging.values import Pair
from bpe.readings.prediction import Bet, judge
from ui.catalogue import LANGUAGES
from ui.draw.readings import beginning, cut
from ui.draw.tokens import Token, short, shown_text
from ui.player.payload import as_json
from ui.player.rows import Tokens
from ui.shell.text import speaking, t

WORDS, LEADING = 6, 5
"""Frequent words on a phone, and leading pairs of each of which it gets a word."""

LONGEST = 40
"""Tokens of a word on a phone."""

SHOWN = 5
"""Pairs of a tally."""

OPTIONS = 4
"""Numbers to choose from."""

Row = tuple[str, int, list[int], bool]
"""A word of a question, as `MergeQuestion.payload` says it."""


@dataclass(frozen=True)
class MergeQuestion:
    """Which two neighbours are merged next, at one step of a run.

    Attributes:
        name: the run and the step; equal names are the same question.
        payload: JSON for phones: the step, the tokens, and of each word its text, count, split (the
            numbers of its tokens) and whether the split is cut off.
        verdicts: JSON, answer of a phone -> "right" or "tied", of those that are either.
    """

    name: str
    payload: str
    verdicts: str


@dataclass(frozen=True)
class Option:
    """A number to choose, and what it counts: `vote.says_<counts>`."""

    number: int
    counts: str

    @property
    def is_right(self) -> bool:
        """Whether this is the number of tokens."""
        return self.counts == "counted"


@dataclass(frozen=True)
class CountQuestion:
    """How many tokens a sentence has; a phone answers with the number of an option, from 0."""

    text: str
    tokens: tuple[Token, ...]
    options: tuple[Option, ...]

    @property
    def name(self) -> str:
        """The sentence; equal names are the same question."""
        return f"tokens {self.text}"

    @property
    def ask(self) -> str:
        """The question in the reader's language."""
        return t("vote.ask_tokens", text=shown_text(self.text).replace("␣", " "))

    @property
    def verdicts(self) -> str:
        """JSON: the answer that is right, as a phone gives it."""
        right = (at for at, option in enumerate(self.options) if option.is_right)
        return as_json({str(at): "right" for at in right})

    @property
    def payload(self) -> str:
        """JSON for phones: the question in every language, and the numbers."""
        asked = {}
        for lang in LANGUAGES:
            with speaking(lang):
                asked[lang] = self.ask
        return as_json({"ask": asked, "options": [f"{each.number:,}" for each in self.options]})


Question = MergeQuestion | CountQuestion


def merge_question(training: Training, run: str, step: int) -> MergeQuestion | None:
    """Ask for the merge after `step`; None after the last. `run` names the training."""
    if step >= len(training):
        return None
    rows, tokens = _words_asked(training, step)
    table = tokens.table(is_cut=True)
    asked = as_json({"step": step, "words": rows, "tokens": table})
    verdicts = _verdicts(training.snapshot(step), _pairs(rows, tokens))
    return MergeQuestion(f"{run} {step}", asked, verdicts)


def pairs_asked(training: Training, step: int) -> dict[str, Pair]:
    """Return answer of a phone, the numbers of two neighbours -> pair."""
    return _pairs(*_words_asked(training, step))


def _pairs(rows: Sequence[Row], tokens: Tokens) -> dict[str, Pair]:
    named = tokens.named
    return {
        f"{left} {right}": (named[left], named[right])
        for _, _, numbers, _ in rows
        for left, right in pairwise(numbers)
    }


def _words_asked(training: Training, step: int) -> tuple[list[Row], Tokens]:
    """Return the words of a question as phones get them, and the tokens by their numbers."""
    snapshot, tokens = training.snapshot(step), Tokens(training.scheme, training.token_ranks)
    words = [*(row.text for row in snapshot.words(WORDS)), *_words_of_leaders(snapshot)]
    found = [snapshot.word(text) for text in dict.fromkeys(words)]
    rows = [
        (short(row.text), row.count, tokens.all(row.tokens[:LONGEST]), len(row.tokens) > LONGEST)
        for row in sorted(found, key=lambda row: -row.count)
    ]
    return rows, tokens


def _words_of_leaders(snapshot: Snapshot) -> Iterator[str]:
    """Yield a word for each leading pair, so that no word stands out."""
    pairs = [each for each in snapshot.pairs(LEADING) if not each.forbidden]
    for pair, words in zip(pairs, snapshot.words_of_pairs(pairs, 20), strict=True):
        shown = (
            word for word, _ in words if pair.pair in pairwise(snapshot.tokens(word)[:LONGEST])
        )
        yield from islice(shown, 1)


def count_question(tokenizer: Opened, older: Opened, text: str) -> CountQuestion | None:
    """Ask how many tokens a text has; None for an empty one. `older` is another tokenizer."""
    encoding = tokenizer.encode(text)
    right = len(encoding.ids)
    if not right:
        return None
    others = [
        (len(older.encode(text).ids), "older"),
        (len(encoding.words), "words"),
        (len(text), "characters"),
        (len(text.encode()), "bytes"),
        *((right + more, "wrong") for more in range(1, OPTIONS)),
    ]
    found = {right: Option(right, "counted")}
    for number, counts in others:
        found.setdefault(number, Option(number, counts))
    few = sorted(islice(found.items(), OPTIONS))
    return CountQuestion(text, tuple(encoding.tokens), tuple(option for _, option in few))


def _verdicts(snapshot: Snapshot, asked: Mapping[str, Pair]) -> str:
    bets = zip(asked, judge(snapshot, [*asked.values()]), strict=True)
    return as_json({at: bet.verdict for at, bet in bets if bet.verdict in ("right", "tied")})


@dataclass(frozen=True)
class Voted:
    """A pair of a tally: its votes in each round, and the record's verdict on the bet."""

    votes: tuple[int, ...]
    bet: Bet


@dataclass(frozen=True)
class Tally:
    """The votes for pairs, and the merge that the record has next.

    Attributes:
        rows: the pairs with most votes, the last round first, and the one merged next.
        pair, token: merged next, and what it makes. count: its occurrences. ties: pairs in its tie.
    """

    rows: tuple[Voted, ...]
    pair: Pair
    token: Token
    count: int
    ties: int


Votes = tuple[tuple[str, int], ...]
"""Answers of one round with their votes."""


def tally(training: Training, step: int, rounds: Sequence[Votes]) -> Tally:
    """Judge the votes on the merge after `step`."""
    snapshot, pairs = training.snapshot(step), pairs_asked(training, step)
    counts = [Counter(dict(votes)) for votes in rounds]
    cast = dict.fromkeys(answer for votes in counts for answer in votes if answer in pairs)
    most = sorted(cast, key=lambda each: [votes[each] for votes in reversed(counts)], reverse=True)
    answers = most[:SHOWN]
    following = snapshot.next
    assert following is not None
    bets = judge(snapshot, [pairs[answer] for answer in answers])
    rows = [
        _voted([votes[answer] for votes in counts], bet)
        for answer, bet in zip(answers, bets, strict=True)
    ]
    if all(row.bet.verdict != "right" for row in rows):
        right = [answer for answer, pair in pairs.items() if pair == following.pair]
        [bet] = judge(snapshot, [following.pair])
        rows.append(_voted([sum(votes[each] for each in right) for votes in counts], bet))
    token, ties = beginning(following.token), len(following.ties)
    return Tally(tuple(rows), cut(following.pair), token, following.count, ties)


def _voted(votes: Sequence[int], bet: Bet) -> Voted:
    return Voted(tuple(votes), replace(bet, pair=cut(bet.pair)))
