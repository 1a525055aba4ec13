"""What a short run teaches, found in its record: what a round of the quiz is made to show.

And puzzles with many answers: what a reader wrote is trained on, and the record says what it shows.
A judge returns a `Verdict` for every text up to `LONGEST` characters; of a longer one, and of one
without a word, it raises `CorpusError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..corpus import Corpus
from ..encoding.roundtrip import agreed
from ..errors import CorpusError, check_choice, check_text, check_whole
from ..merging.cells import Token
from ..schemes import PRESETS
from ..text.characters import as_bytes, as_text
from ..training import Training, train


@dataclass(frozen=True)
class Finding:
    """What a record shows, as a sentence needs it.

    Attributes:
        code: which sentence.
        tokens: placeholder -> the tokens that stand there.
        values: placeholder -> a number or a text.
    """

    code: str
    tokens: Mapping[str, tuple[Token, ...]] = field(default_factory=dict)
    values: Mapping[str, int | float | str] = field(default_factory=dict)


def weights(training: Training) -> Finding | None:
    """Find that the first merge is not the pair in most distinct words, since words have weights.

    None where the first merge ties, or is in as many words as any other.
    """
    snapshot = training.snapshot(0)
    pairs = snapshot.pairs()
    if len(snapshot.ties) != 1:
        return None
    words = list(map(len, snapshot.words_of_pairs(pairs)))
    most = words.index(max(words))
    if words[most] == words[0]:
        return None
    return Finding(
        "weights",
        {"pair": pairs[0].pair, "other": pairs[most].pair},
        {
            "count": pairs[0].count,
            "words": words[0],
            "other_count": pairs[most].count,
            "other_words": words[most],
        },
    )


def overlap(training: Training) -> Finding | None:
    """Find that the first merge replaces fewer pairs than were counted, as in "aaa".

    None where it replaces all of them, or ties.
    """
    if not len(training) or len(training.merges[0].ties) != 1:
        return None
    merge, replaced = training.merges[0], int(training.replacements[0])
    if replaced == merge.count:
        return None
    before, after = training.snapshot(0), training.snapshot(1)
    # Two neighbours share a token only where the pair is twice the same and stands in a row.
    word = max(after.changed_words(), key=lambda each: _runs(each.before, merge.pair[0])).text
    return Finding(
        "overlap",
        {"pair": merge.pair, "before": before.tokens(word), "after": after.tokens(word)},
        {"count": merge.count, "replaced": replaced},
    )


def _runs(tokens: tuple[Token, ...], token: Token) -> int:
    """Count how often three of a token stand in a row."""
    triples = zip(tokens, tokens[1:], tokens[2:], strict=False)
    return sum(triple == (token,) * 3 for triple in triples)


def ties(training: Training) -> Finding | None:
    """Find that the first merge was chosen by the tie rule, and that another would choose else."""
    snapshot = training.snapshot(0)
    chosen = snapshot.winners
    if len(set(chosen.values())) < 2:
        return None
    return Finding(
        "ties",
        {f"by_{rule.replace('-', '_')}": pair for rule, pair in chosen.items()},
        {"tied": len(snapshot.ties), "count": snapshot.ties[0].count},
    )


def mark(training: Training) -> Finding | None:
    """Find that the first merge takes the mark of the word's end, while its letter stays elsewhere.

    None where the first merge has no mark, ties, or leaves none of its letter.
    """
    if not len(training) or len(training.merges[0].ties) != 1:
        return None
    merge, after = training.merges[0], training.snapshot(1)
    letter, last = merge.pair
    left = sum(token.count for token in after.vocabulary if token.token == letter)
    if last != training.scheme.mark or not left:
        return None
    return Finding(
        "mark",
        {"pair": merge.pair, "token": (merge.token,), "letter": (letter,)},
        {"count": merge.count, "left": left},
    )


def score(training: Training) -> Finding | None:
    """Find that the first merge, chosen by score, is not the most frequent pair.

    None where either the highest score or the largest count is shared.
    """
    snapshot = training.snapshot(0)
    pairs = snapshot.pairs()
    if len(snapshot.ties) != 1:
        return None
    best, *others = sorted(pairs, key=lambda each: -each.count)
    if best.pair == pairs[0].pair or (others and others[0].count == best.count):
        return None
    return Finding(
        "score",
        {"pair": pairs[0].pair, "other": best.pair},
        {
            "count": pairs[0].count,
            "score": pairs[0].score,
            "other_count": best.count,
            "other_score": best.score,
        },
    )


def order(training: Training, word: str) -> Finding | None:
    """Find that merges in their order split a word otherwise than longest match from the left.

    None where both split it alike, or the alphabet lacks a character of it.
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


def half_characters(training: Training) -> Finding | None:
    """Find that the first merge makes a token that is no character, but a part of several.

    None where it spells whole characters, is a part of only one, or ties.
    """
    if not len(training) or len(training.merges[0].ties) != 1:
        return None
    merge = training.merges[0]
    token = merge.token
    if isinstance(token, str):
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
    if as_text(merge.token) == goal.token:
        tied = len(merge.ties)
        code = "nth_tied" if tied > 1 else "nth"
        return Verdict(True, Finding(code, made, {**values, "tied": tied}), (run,))
    at = [each.rank + 1 for each in run.merges if as_text(each.token) == goal.token]
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
        tuple(as_bytes(run.tokenizer().plain(token)) for token in pair)
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
    place = agreed(before, after)
    return after[place + 1 :] == before[place:]
