"""Puzzles with many answers: what a reader wrote is trained on, and the record says what it shows.

A judge returns a `Verdict` for every text up to `LONGEST` characters; of a longer one, and of one
without a word, it raises `CorpusError`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..corpus import Corpus
from ..encoding.tokenizer import Tokenizer
from ..errors import CorpusError, check_choice, check_text, check_whole
from ..merging.cells import Token
from ..schemes import PRESETS
from ..training import Training, train
from .lessons import Finding

LONGEST = 300
"""Characters of an answer."""

MOST_WORDS = 12
LAST_MERGE = 12
LONGEST_TOKEN = 20
"""How far a goal can go: words, which merge, characters of its token."""


@dataclass(frozen=True)
class Verdict:
    """What a record says of an answer.

    Attributes:
        solved: whether the answer does what was asked for.
        found: what the record shows, or shows instead.
        runs: the trainings that show it.
    """

    solved: bool
    found: Finding
    runs: tuple[Training, ...] = ()


@dataclass(frozen=True)
class Goal:
    """Write at most `words` words whose `merge`-th merge, counted from 1, makes `token`.

    Raises `ValueError` for a goal out of bounds, or for a scheme that is no preset.
    """

    words: int
    merge: int
    scheme: str
    token: str

    def __post_init__(self) -> None:
        check_choice("scheme", self.scheme, PRESETS)
        for name, most in (("words", MOST_WORDS), ("merge", LAST_MERGE)):
            value = getattr(self, name)
            check_whole(name, value, 1, "Use 1 for the first.")
            if value > most:
                raise ValueError(f"{name} must be at most {most}, got {value}. Ask for less.")
        if not 1 <= len(self.token) <= LONGEST_TOKEN:
            raise ValueError(
                f"token must have 1 to {LONGEST_TOKEN} characters, got {len(self.token)}. "
                "Name a shorter one."
            )


def nth_merge(text: str, goal: Goal) -> Verdict:
    """Judge words by whether the merge asked for makes the token asked for."""
    _check_length(text)
    run = _run(text, goal.scheme, LAST_MERGE)
    words = sum(run.corpus.counts)
    if words > goal.words:
        return Verdict(False, Finding("words", {}, {"words": words, "most": goal.words}), (run,))
    if len(run) < goal.merge:
        return Verdict(False, Finding("few", {}, {"merges": len(run), "merge": goal.merge}), (run,))
    merge = run.merges[goal.merge - 1]
    made = {"pair": merge.pair, "token": (merge.token,)}
    values: dict[str, int | float | str] = {"merge": goal.merge, "count": merge.count}
    if _spelled(merge.token) == goal.token:
        tied = len(merge.ties)
        code = "nth_tied" if tied > 1 else "nth"
        return Verdict(True, Finding(code, made, {**values, "tied": tied}), (run,))
    at = [each.rank + 1 for each in run.merges if _spelled(each.token) == goal.token]
    values |= {"wanted": goal.token, "at": at[0] if at else 0, "further": len(run)}
    return Verdict(False, Finding("elsewhere" if at else "other", made, values), (run,))


def first_merges(text: str, first: str, second: str) -> Verdict:
    """Judge a text by whether two presets merge different pairs of letters first.

    Marks that are part of a token do not count as a difference.
    """
    _check_length(text)
    runs = (_run(text, first, 1), _run(text, second, 1))
    if not all(map(len, runs)):
        return Verdict(False, Finding("no_pairs"), runs)
    pairs = [run.merges[0].pair for run in runs]
    plain = [
        tuple(_data(run.tokenizer(), token) for token in pair)
        for run, pair in zip(runs, pairs, strict=True)
    ]
    found = {"first": pairs[0], "second": pairs[1]}
    parted = plain[0] != plain[1]
    return Verdict(parted, Finding("parted" if parted else "agree", found), runs)


def more_by_longest(training: Training, word: str) -> Verdict:
    """Judge a word by whether longest match cuts it into more tokens than the merges do."""
    _check_length(word)
    tokenizer = training.tokenizer()
    encoding = tokenizer.encode(word)
    if len(encoding.words) != 1:
        return Verdict(False, Finding("one_word", {}, {"words": len(encoding.words)}))
    if max(encoding.ids, default=0) >= tokenizer.unknown_id:
        return Verdict(False, Finding("unknown", {"merges": encoding.words[0].tokens}))
    by_length = tokenizer.encode(word, "longest-match").words[0].tokens
    by_merges = encoding.words[0].tokens
    values = {"by_merges": len(by_merges), "by_longest": len(by_length)}
    code = "same" if by_length == by_merges else "as_many"
    if len(by_length) != len(by_merges):
        code = "longer" if len(by_length) > len(by_merges) else "shorter"
    found = Finding(code, {"merges": by_merges, "longest": by_length}, values)
    return Verdict(code == "longer", found)


def one_more(before: str, after: str, merges: int, scheme: str = "paper") -> Verdict:
    """Judge two texts, one with a character more: does it end with fewer tokens?

    Each is trained for `merges` merges, and its own tokens are counted.
    """
    _check_length(before)
    _check_length(after)
    if not _is_longer_by_one(before, after):
        return Verdict(False, Finding("not_one"))
    runs = (_run(before, scheme, merges), _run(after, scheme, merges))
    tokens = [int(run.token_counts[-1]) for run in runs]
    fewer = tokens[1] < tokens[0]
    values = {"merges": merges, "before": tokens[0], "after": tokens[1]}
    code = "fewer" if fewer else "equal" if tokens[0] == tokens[1] else "more"
    return Verdict(fewer, Finding(code, {}, values), runs)


def never_used(text: str, merges: int, scheme: str = "paper") -> Verdict:
    """Judge a text by whether a token that was learned from it occurs no more at the end."""
    _check_length(text)
    run = _run(text, scheme, merges)
    learned = [token for token in run.snapshot(len(run)).vocabulary if token.kind == "merge"]
    if not learned:
        return Verdict(False, Finding("no_merge"), (run,))
    left = tuple(token.token for token in learned if not token.count)
    values = {"learned": len(learned), "unused": len(left)}
    if not left:
        least = min(learned, key=lambda token: token.count)
        values["count"] = least.count
        return Verdict(False, Finding("all_used", {"token": (least.token,)}, values), (run,))
    return Verdict(True, Finding("unused", {"tokens": left}, values), (run,))


def _run(text: str, scheme: str, merges: int) -> Training:
    # A text, whatever it looks like: `train` would take the name of a file for a mistake.
    return train(Corpus.from_text(text, scheme), scheme, max_merges=merges)


def _check_length(text: str) -> None:
    check_text(text)
    if len(text) > LONGEST:
        raise CorpusError("answer_long", limit=LONGEST, length=len(text))


def _is_longer_by_one(before: str, after: str) -> bool:
    """Whether `after` is `before` with one character put in somewhere."""
    if len(after) != len(before) + 1:
        return False
    same = zip(before, after, strict=False)
    place = next((at for at, (one, other) in enumerate(same) if one != other), len(before))
    return after[place + 1 :] == before[place:]


def _spelled(token: Token) -> str:
    return token if isinstance(token, str) else token.decode("utf-8", "backslashreplace")


def _data(tokenizer: Tokenizer, token: Token) -> bytes:
    """Return what a token stands for, without a mark that is part of it."""
    plain = tokenizer.plain(token)
    return plain if isinstance(plain, bytes) else plain.encode("utf-8", "surrogatepass")
