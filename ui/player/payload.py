"""Cut from the record what the player draws: plain lists and numbers, nothing left to compute.

A payload holds one run or several (they share the controls). A run holds, by step, what is on the
screen: the splits of each word with the step they begin at, the pairs in the lead, the caption.
It never holds the current step, so it is the same at every rerun and is sent to a browser once.
"""

import json
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any

from bpe.encoding.tokenizer import UNKNOWN
from ui.draw.tokens import Token, colour, exact, pieces, visible

Translate = Callable[..., str]

PAIRS = 10
FEW_PAIRS = 5
WORDS_NAMED = 3
NAMED_COLUMNS = 20
EXCERPT = 60
LONE_EXCERPT = 240
LONGEST_NAME = 32
EXAMPLES = 3
EXAMPLE_LENGTH = 24

# fmt: off
_SCRIPT_TEXTS = (
    "player", "first", "previous", "next", "last", "play", "pause", "step", "go_to_step", "speed",
    "keys", "keys_title", "close", "present", "words", "word", "examples", "frequent", "count",
    "split", "pairs", "scores", "no_merge", "merged", "step_of", "tokens_now", "tied",
    "tied_shown", "cut",
    "pinned", "key_left", "key_right", "key_home", "key_end", "key_space", "key_space_name",
    "key_escape", "key_help", "rank", "no_rank", "quotes",
)
# fmt: on
_PLACEHOLDERS = ("step", "steps", "count", "shown", "score", "rank")
_SPEEDS = (0.5, 1, 2, 5, 10, 50)


class Tokens:
    """Number tokens in the order they are met, so that the payload names each only once."""

    def __init__(self, scheme=None) -> None:
        self._scheme = scheme
        self._numbers: dict[Token, int] = {}

    def __call__(self, token: Token) -> int:
        return self._numbers.setdefault(token, len(self._numbers))

    def all(self, tokens: Iterable[Token]) -> list[int]:
        return [self(token) for token in tokens]

    def table(self) -> list[list]:
        """Return a row a token: its exact form, its colour, and what to draw if that differs."""
        rows = []
        for token in self._numbers:
            name, drawn = exact(token), pieces(token, self._scheme)
            rows.append([name, colour(token)] + ([] if drawn == [("text", name)] else [drawn]))
        return rows


def payload(runs: Sequence[str], steps: int, translate: Translate) -> str:
    """Join runs, each as JSON, and the words on the controls into the JSON a browser gets.

    `steps` is the last step of the longest run.
    """
    keep = {name: f"{{{name}}}" for name in _PLACEHOLDERS}
    texts = {name: translate(f"player.{name}", **keep) for name in _SCRIPT_TEXTS}
    texts["speeds"] = [
        [speed, translate("player.speed_one" if speed == 1 else "player.speed_many", speed=speed)]
        for speed in _SPEEDS
    ]
    return f'{{"text":{as_json(texts)},"steps":{steps},"runs":[{",".join(runs)}]}}'


def as_json(value: object) -> str:
    """Write a value as short as JSON can."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def training_run(
    training,
    pinned: Sequence[str],
    words: int,
    translate: Translate,
    *,
    title: str = "",
    compact: bool = False,
) -> dict[str, Any]:
    """Cut one training: splits, leading pairs and caption at each step.

    Shows the pinned words, then the most frequent ones, `words` of these.
    """
    tokens = Tokens(training.scheme)
    scored = training.scheme.score != "count"
    merges = [[tokens(m.pair[0]), tokens(m.pair[1]), tokens(m.token)] for m in training.merges]
    pairs: dict[int, int] = {}
    leaders = [
        [
            number
            for pair, count, score in leading
            for number in (
                pairs.setdefault(pair, len(pairs)),
                count,
                *([float(f"{score:.4g}")] if scored else []),
            )
        ]
        for leading in training.leaders(FEW_PAIRS if compact else PAIRS)
    ]
    rows, names = word_rows(training, pinned, words, tokens)
    places = training.merged_words(WORDS_NAMED + words)
    return {
        "title": title,
        "compact": compact,
        "steps": len(training.merges),
        "scored": scored,
        "words": rows,
        "examples": examples(training, places, names, tokens),
        "merges": merges,
        "pairs": [tokens.all(training.pair(pair)) for pair in pairs],
        "leaders": leaders,
        "ties": [int(number) for number in training.tie_counts],
        "sizes": [int(number) for number in training.token_counts],
        "captions": captions(training, places, tokens, translate),
        "tokens": tokens.table(),
    }


def word_rows(
    training, pinned: Sequence[str], words: int, tokens: Tokens
) -> tuple[list[dict], list[str]]:
    """Return a row a word, and the words: name, count, each split with the step it begins at.

    Of a long word only the beginning is drawn; `cut` says how many tokens it first had in all.
    """
    limit = LONE_EXCERPT if len(training.corpus) == 1 else EXCERPT
    frequent = {word.text: word.count for word in training.snapshot(0).words(words)}
    missing = set(pinned) - frequent.keys()
    if missing:
        all_counts = zip(training.corpus.words, training.corpus.counts, strict=True)
        frequent |= {word: count for word, count in all_counts if word in missing}
    rows, names = [], list(dict.fromkeys([*(w for w in pinned if w in frequent), *frequent]))
    for word in names:
        length = training.spelled_length(word)
        splits = [[step, tokens.all(split)] for step, split in training.history(word, limit)]
        row = {"text": short(word), "count": int(frequent[word]), "splits": splits}
        if word in pinned:
            row["pinned"] = True
        if length > limit:
            row["cut"] = length
        rows.append(row)
    return rows, names


def examples(
    training, places: Sequence[Sequence[str]], shown: Sequence[str], tokens: Tokens
) -> dict[str, list]:
    """Return for each merge a few words it changes that have no row of their own.

    `words` names them once, with their counts; `splits` has for each merge a list of
    [word, split before, split after].
    """
    numbers: dict[str, int] = {}
    splits = []
    for rank, words in enumerate(places):
        before, after = training.snapshot(rank), training.snapshot(rank + 1)
        fresh = [word for word in words if word not in shown and len(word) <= EXAMPLE_LENGTH]
        splits.append(
            [
                [
                    numbers.setdefault(word, len(numbers)),
                    tokens.all(before.tokens(word)),
                    tokens.all(after.tokens(word)),
                ]
                for word in fresh[:EXAMPLES]
            ]
        )
    counts = dict(zip(training.corpus.words, training.corpus.counts, strict=True))
    return {"words": [[short(word), int(counts[word])] for word in numbers], "splits": splits}


class Sentences:
    """Sentences for the caption, in which pairs and words stay apart from the text around them.

    While it is written, a sentence holds marks for them; `said` has it in parts: a pair as a list
    of two token numbers, a token as a list of one, a piece of text as its place in `texts`, a word
    as -1 less its place in `names`.
    """

    def __init__(self, tokens: Tokens, translate: Translate) -> None:
        self._tokens, self._translate = tokens, translate
        self._texts: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self._said: list[list] = []

    def text(self, key: str, **values) -> str:
        return self._translate(f"player.{key}", **values)

    def pair(self, pair: tuple[Token, Token]) -> str:
        return "\0{},{}\0".format(*self._tokens.all(pair))

    def token(self, token: Token) -> str:
        return "\0{},\0".format(*self._tokens.all((token,)))

    def word(self, word: str) -> str:
        return f"\0{self._names.setdefault(word, len(self._names))}\0"

    def words(self, words: Iterable[str]) -> str:
        return self.text("comma").join(map(self.word, words))

    def say(self, sentence: str) -> None:
        parts: list = []
        for place, part in enumerate(sentence.split("\0")):
            if place % 2:
                numbers = [int(number) for number in part.split(",") if number]
                parts.append(numbers if "," in part else -1 - numbers[0])
            elif part:
                parts.append(self._texts.setdefault(part, len(self._texts)))
        self._said.append(parts)

    def all(self) -> dict[str, list]:
        names = [named(word) for word in self._names]
        return {"texts": list(self._texts), "names": names, "said": self._said}


def captions(
    training, places: Sequence[Sequence[str]], tokens: Tokens, translate: Translate
) -> dict[str, list]:
    """Say for each step which pair comes next and why; at the last step why training stopped."""
    sentences = Sentences(tokens, translate)
    numbers = sentences.text("numbers").split()
    rule = sentences.text(f"rule_{training.scheme.tie_rule.replace('-', '_')}")
    known = len(training.corpus) > 1
    totals = training.merged_word_counts.tolist()
    ties = training.tie_counts.tolist()
    for merge, tied, words, total in zip(training.merges, ties, places, totals, strict=True):
        occurs = _occurs(merge, training.scheme, sentences)
        if known:
            more = total - len(words[:WORDS_NAMED])
            kind = "in_words" + ("" if not more else "_and_one" if more == 1 else "_and_more")
            listed = sentences.words(words[:WORDS_NAMED])
            said = sentences.text(kind, occurs=occurs, words=listed, more=more)
        else:
            said = sentences.text("occurs", occurs=occurs)
        if tied > 1:
            others = tied - 1
            number = numbers[others] if others < len(numbers) else f"{others:,}"
            kind = "tied_one" if others == 1 else "tied_many"
            said += sentences.text("between") + sentences.text(kind, number=number, rule=rule)
        sentences.say(said)
    sentences.say(_why_stopped(training, sentences))
    return sentences.all()


def _occurs(merge, scheme, sentences: Sentences) -> str:
    """Say how often a pair occurs, and its score where that is what decides."""
    kind = "occurs" if scheme.score == "count" else "scores"
    return sentences.text(
        f"{kind}_{'one' if merge.count == 1 else 'many'}",
        pair=sentences.pair(merge.pair),
        count=merge.count,
        score=f"{float(merge.score):.3g}",
    )


def _why_stopped(training, sentences: Sentences) -> str:
    """Say why training stopped, and which merge would have come next."""
    stop, merges = training.stop, len(training.merges)
    reason = stop.reason
    if reason == "no_pairs" and training.scheme.rules != "none":
        reason = "no_legal_pairs"
    if reason == "max_merges" and merges == 1:
        reason = "max_merges_one"
    size = len(training.alphabet) + merges
    said = sentences.text(f"stop_{reason}", merges=merges, size=size)
    if stop.merge is None:
        return said
    count = stop.merge.count
    kind = "next_one" if count == 1 else "next_many"
    following = sentences.text(kind, pair=sentences.pair(stop.merge.pair), count=count)
    return said + sentences.text("between") + following


def encoding_run(encoding, scheme, translate: Translate) -> dict[str, Any]:
    """Cut the trace of an encoding: all words move together, each by its own merges.

    Each split comes with the rank of every adjacent pair (-1: no such merge) and the pair that is
    merged next, as the trace has it. A longest match asks for no pair: it cuts tokens out of the
    word, and only a cut that changes something is a step.
    """
    tokens = Tokens(scheme)
    rows = []
    recut = any(not trace.pair for word in encoding.words for trace in word.steps)
    traces = [(word, _changing(word)) for word in encoding.words]
    for word, trace in traces:
        splits, split = [], word.start_tokens
        for step, each in enumerate(trace):
            ranks = [-1 if rank is None else rank for rank in each.candidates]
            asked = [ranks, tokens.all(each.pair)] if each.pair else []
            splits.append([step, tokens.all(split), *asked])
            split = each.tokens
        asked = [] if recut else [[-1] * (len(split) - 1), []]
        splits.append([len(trace), tokens.all(split), *asked])
        rows.append({"text": short(word.text), "splits": splits})
    steps = max((len(trace) for _, trace in traces), default=0)
    sentences = Sentences(tokens, translate)
    for step in range(steps + 1):
        moving = [(word, trace, step) for word, trace in traces if step < len(trace)]
        sentences.say(_encoding_caption(moving, recut, sentences))
    return {
        "title": "",
        "steps": steps,
        "recut": recut,
        "words": rows,
        "captions": sentences.all(),
        "tokens": tokens.table(),
    }


def _changing(word) -> list:
    """Return the steps of a trace that change the word's tokens."""
    before = (word.start_tokens, *(trace.tokens for trace in word.steps))
    return [
        trace for trace, tokens in zip(word.steps, before, strict=False) if trace.tokens != tokens
    ]


def _encoding_caption(moving: Sequence[tuple], recut: bool, sentences: Sentences) -> str:
    """Say what comes next in the first few words that still change: (word, its trace, step)."""
    if not moving:
        return sentences.text("matched" if recut else "encoded")
    listed = sentences.text("semicolon").join(
        _next_named(word, trace, step, sentences) for word, trace, step in moving[:WORDS_NAMED]
    )
    more = len(moving) - WORDS_NAMED
    kind = "cut_out_in" if recut else "lowest_in"
    kind += "" if more <= 0 else "_and_one" if more == 1 else "_and_more"
    return sentences.text(kind, listed=listed, more=more)


def _next_named(word, trace: Sequence, step: int, sentences: Sentences) -> str:
    """Name a word with the pair merged next and its rank, or with the token cut out next."""
    following, name = trace[step], sentences.word(word.text)
    if following.pair:
        pair = sentences.pair(following.pair)
        return sentences.text("lowest", word=name, pair=pair, rank=following.rank)
    if following.tokens == (UNKNOWN,):
        return sentences.text("cut_out_none", word=name, token=sentences.token(UNKNOWN))
    before = trace[step - 1].tokens if step else word.start_tokens
    cut = next(new for old, new in zip(before, following.tokens, strict=False) if old != new)
    return sentences.text("cut_out", word=name, token=sentences.token(cut))


def short(word: str, longest: int = LONGEST_NAME) -> str:
    """Return a word as a row is named by: visible, and not longer than a line."""
    return visible(word[:longest]) + ("…" if len(word) > longest else "")


def named(word: str, columns: int = NAMED_COLUMNS) -> str:
    """Return a word as a sentence names it; a Chinese character is as wide as two letters."""
    if word.isascii():
        return short(word, columns)
    widths = (1 + (unicodedata.east_asian_width(c) in "WF") for c in word[: columns + 1])
    return short(word, bisect_right(list(accumulate(widths)), columns))
