"""Cut from the record what the player draws: plain lists and numbers, nothing left to compute.

A payload holds one run or several (they share the controls). A run holds, by step, what is on the
screen: the splits of each word with the step they begin at, the pairs in the lead, the caption.
It never holds the current step, so it is the same at every rerun and is sent to a browser once.
"""

import json
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ui.tokens import Token, colour, exact, pieces, visible

Translate = Callable[..., str]

PAIRS = 10
WORDS_NAMED = 3
NAMED_LENGTH = 20
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
    "key_help", "rank", "no_rank",
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
    training, pinned: Sequence[str], words: int, translate: Translate, *, title: str = ""
) -> dict[str, Any]:
    """Cut one training: splits, leading pairs and caption at each step.

    Shows the pinned words, then the most frequent ones, `words` of these.
    """
    tokens = Tokens(training.scheme)
    scored = training.scheme.score != "count"
    merges = [[tokens(m.pair[0]), tokens(m.pair[1]), tokens(m.token)] for m in training.merges]
    pairs: dict[tuple[Token, Token], int] = {}
    leaders = [
        [
            number
            for pair in leading
            for number in (
                pairs.setdefault(pair.pair, len(pairs)),
                pair.count,
                *([float(f"{pair.score:.4g}")] if scored else []),
            )
        ]
        for leading in training.top_pairs(PAIRS)
    ]
    rows, names = word_rows(training, pinned, words, tokens)
    places = training.merged_words(WORDS_NAMED + words)
    return {
        "title": title,
        "steps": len(training.merges),
        "scored": scored,
        "words": rows,
        "examples": examples(training, places, names, tokens),
        "merges": merges,
        "pairs": [tokens.all(pair) for pair in pairs],
        "leaders": leaders,
        "ties": [int(number) for number in training.tie_counts],
        "sizes": [int(number) for number in training.token_counts],
        "captions": captions(training, places, translate),
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


def captions(training, places: Sequence[Sequence[str]], translate: Translate) -> list[str]:
    """Say for each step which pair comes next and why; at the last step why training stopped."""
    said = []
    names: dict[str, str] = {}
    for merge, tied, words in zip(training.merges, training.tie_counts, places, strict=True):
        occurs = _occurs(merge, training.scheme, translate)
        if len(training.corpus) == 1:
            said.append(translate("player.occurs", occurs=occurs))
        else:
            for word in words[:WORDS_NAMED]:
                names.setdefault(word, isolated(short(word, NAMED_LENGTH)))
            listed = translate("player.comma").join(names[word] for word in words[:WORDS_NAMED])
            kind = "in_words" if len(words) <= WORDS_NAMED else "in_words_and_more"
            said.append(translate(f"player.{kind}", occurs=occurs, words=listed))
        if tied > 1:
            said[-1] += translate("player.between") + _ties(tied - 1, training.scheme, translate)
    return [*said, why_stopped(training, translate)]


def _occurs(merge, scheme, translate: Translate) -> str:
    """Say how often a pair occurs, and its score where that is what decides."""
    kind = "occurs" if scheme.score == "count" else "scores"
    return translate(
        f"player.{kind}_{'one' if merge.count == 1 else 'many'}",
        left=isolated(visible(merge.pair[0])),
        right=isolated(visible(merge.pair[1])),
        count=merge.count,
        score=f"{float(merge.score):.3g}",
    )


def _ties(others: int, scheme, translate: Translate) -> str:
    """Say how many other pairs are as good, and which rule chooses between them."""
    numbers = translate("player.numbers").split()
    number = numbers[others] if others < len(numbers) else f"{others:,}"
    rule = translate(f"player.rule_{scheme.tie_rule.replace('-', '_')}")
    kind = "tied_one" if others == 1 else "tied_many"
    return translate(f"player.{kind}", number=number, rule=rule)


def why_stopped(training, translate: Translate) -> str:
    """Say why training stopped, and which merge would have come next."""
    stop, merges = training.stop, len(training.merges)
    reason = stop.reason
    if reason == "no_pairs" and training.scheme.rules != "none":
        reason = "no_legal_pairs"
    if reason == "max_merges" and merges == 1:
        reason = "max_merges_one"
    said = translate(f"player.stop_{reason}", merges=merges, size=len(training.alphabet) + merges)
    if stop.merge is None:
        return said
    left, right = (isolated(visible(token)) for token in stop.merge.pair)
    following = translate(
        "player.next_one" if stop.merge.count == 1 else "player.next_many",
        left=left,
        right=right,
        count=stop.merge.count,
    )
    return said + translate("player.between") + following


def encoding_run(encoding, scheme, translate: Translate) -> dict[str, Any]:
    """Cut the trace of an encoding: all words move together, each by its own merges.

    Each split comes with the rank of every adjacent pair (-1: no such merge) and the pair that is
    merged next, as the trace has it.
    """
    tokens = Tokens(scheme)
    rows = []
    for word in encoding.words:
        splits, split = [], word.start_tokens
        for step, trace in enumerate(word.steps):
            ranks = [-1 if rank is None else rank for rank in trace.candidates]
            splits.append([step, tokens.all(split), ranks, tokens.all(trace.pair)])
            split = trace.tokens
        splits.append([len(word.steps), tokens.all(split), [-1] * (len(split) - 1), []])
        rows.append({"text": short(word.text), "splits": splits})
    steps = max((len(word.steps) for word in encoding.words), default=0)
    return {
        "title": "",
        "steps": steps,
        "words": rows,
        "captions": [_encoding_caption(encoding, step, translate) for step in range(steps + 1)],
        "tokens": tokens.table(),
    }


def _encoding_caption(encoding, step: int, translate: Translate) -> str:
    """Say which pair has the lowest rank in the first few words that still change."""
    moving = [(word, word.steps[step]) for word in encoding.words if step < len(word.steps)]
    if not moving:
        return translate("player.encoded")
    if not moving[0][1].pair:
        return translate("player.matched")
    listed = translate("player.semicolon").join(
        translate(
            "player.lowest",
            word=isolated(short(word.text)),
            left=isolated(visible(trace.pair[0])),
            right=isolated(visible(trace.pair[1])),
            rank=trace.rank,
        )
        for word, trace in moving[:WORDS_NAMED]
    )
    more = len(moving) - WORDS_NAMED
    kind = "lowest_in" if more <= 0 else "lowest_in_and_one" if more == 1 else "lowest_in_and_more"
    return translate(f"player.{kind}", listed=listed, more=more)


def short(word: str, longest: int = LONGEST_NAME) -> str:
    """Return a word as a row is named by: visible, and not longer than a line."""
    return visible(word[:longest]) + ("…" if len(word) > longest else "")


def isolated(text: str) -> str:
    """Keep right-to-left letters from turning the words around them."""
    if not text.isascii() and any(
        unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text
    ):
        return f"\u2068{text}\u2069"
    return text
