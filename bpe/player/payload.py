"""Cut the player's payload from the record: plain lists and numbers, nothing left to compute.

A payload contains one run or several (they share the controls). A run contains the screen of every
step: the splits of each word with their first step and the places of merged pairs, the best pairs,
the caption. It never contains the current step, so it is the same at every rerun and is sent to a
browser once.
"""

import json
import zlib
from base64 import b64decode, b64encode
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import regex

from .. import TIE_RULES, EncodedWord, Scheme, TraceStep, Training
from ..encoding.encoded import EncodedText
from ..readings.granularity import length_of_lines
from ..readings.scores import merged_scores, written_scores
from .plurals import forms_of
from .rows import MAX_ROW_TOKENS, Tokens, examples, traced_rows, word_rows
from .text import FIRST, sentences, speaking, translation
from .tokens import Ranks, Token, short, visible

ROWS, BARS = 30, 10
"""Number of words listed in a player of one run, and of pairs next to them."""

PLAIN_CHARS = 60_000
"""Maximum number of characters of a run that is sent unpacked."""

NAMED_WORDS, NAMED_COLUMNS = 3, 20
"""Maximum number of words named in a sentence, and of columns for each."""

WIDE = r"[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u3000-\u303f\uff01-\uff60]"
"""A character two columns wide; equal to the one in looks.js."""


def payload(
    runs: Sequence[str],
    steps: int,
    lang: str,
    *,
    counted: str = "step",
    rows: Sequence[tuple[int | None, int | None]] | None = None,
) -> str:
    """Join runs, each as JSON or packed, and the player's texts into the JSON for a browser.

    `steps` is the last step of the longest run; `counted` is its unit: "step" or "round". `rows`
    has, for two runs in one list, the row of each word in each run.
    """
    texts = player_texts(lang)
    texts["step_of"] = texts[f"{counted}_of"]
    beside = "" if rows is None else f',"rows":{as_json(rows)}'
    return f'{{"text":{as_json(texts)},"steps":{steps},"runs":[{",".join(runs)}]{beside}}}'


def player_texts(lang: str) -> dict[str, Any]:
    """Return the sentences `player.<name>`, name -> text, without those of the page around it.

    `wins` has a phrase for each tie rule.
    """
    entries = sentences(lang)
    names = (key.partition(".")[2] for key in entries if key.startswith("player."))
    texts: dict[str, Any] = {
        name: forms_of(entries[f"player.{name}"])
        for name in names
        if not name.startswith("handout_")
    }
    return texts | {"wins": {rule: entries[f"ties.wins_{rule}"] for rule in TIE_RULES}}


def packed(run: str) -> str:
    """Return a run's JSON as sent to a browser: if it is large, as compressed text.

    A class that opens a page together gets it a hundred times; packing it once avoids escaping and
    compressing it again for each browser.
    """
    return run if len(run) <= PLAIN_CHARS else f'"{deflated(run)}"'


def unpacked(sent: str) -> str:
    """Return the JSON that was `packed`."""
    return zlib.decompress(b64decode(sent.strip('"'))).decode() if sent.startswith('"') else sent


def deflated(text: str, *, level: int = -1) -> str:
    """Compress JSON and encode it as base64, which needs no escaping in JSON or HTML.

    level: 0 to 9, as in `zlib`: 9 for a file that is written once.
    """
    # Half of a surrogate pair has no UTF-8; here it becomes a JSON escape.
    return b64encode(zlib.compress(text.encode("utf-8", "backslashreplace"), level)).decode("ascii")


def as_json(value: object) -> str:
    """Write a value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class CutOptions(NamedTuple):
    """Options that select the part of a training for the player.

    Attributes:
        pinned: words listed above all others.
        words: number of most frequent words that follow.
        title: the run's name, with two runs in one player.
        pairs: number of bars of best pairs; 0 for a player of words only.
        lang: the language of the texts.
        room: maximum number of drawn tokens per word; a longer word has a window.
        areas: whether each merge's score has the numbers of its drawing as an area.
    """

    pinned: tuple[str, ...] = ()
    words: int = ROWS
    title: str = ""
    pairs: int = BARS
    lang: str = FIRST
    room: int = MAX_ROW_TOKENS
    areas: bool = False


def training_run(
    training: Training, options: CutOptions, tokens: Tokens | None = None
) -> dict[str, Any]:
    """Cut one training: splits, best pairs and captions of each step.

    Pass `tokens` to know the indices of tokens afterwards.
    """
    tokens = tokens or Tokens(training.scheme, training.token_ranks)
    with speaking(options.lang):
        # Words come first, so that token indices do not reveal the order of the merges.
        rows, names = word_rows(training, options.pinned, options.words, tokens, options.room)
        merges = [tokens.all((*merge.pair, merge.token)) for merge in training.merges]
        pairs, leaders, before = _leaders(training, max(options.pairs, 1))
        changed = training.merged_words(NAMED_WORDS + max(options.words, 1))
        return {
            "title": options.title,
            "mark": mark_of(training.scheme, options.lang),
            "steps": len(training.merges),
            "scored": training.scheme.score != "count",
            "bars": options.pairs,
            "words": rows,
            "examples": examples(training, changed, names, tokens),
            "merges": merges,
            "forced": sorted(training.forced),
            "pairs": [tokens.all(training.pair(pair)) for pair in pairs],
            **_ids(training, pairs),
            "leaders": leaders,
            "before": before,
            "sums": _sums(training),
            "unit": training.scheme.units,
            "vocabulary": training.vocabulary_sizes.tolist(),
            "facts": _facts(training, changed, tokens),
            "tokens": tokens.table(),
            **({"areas": merged_scores(training)} if options.areas else {}),
        }


def mark_of(scheme: Scheme, lang: str) -> list[str] | None:
    """Return the scheme's mark and its meaning; for bytes, the sign that represents a space."""
    say = translation(lang)
    if scheme.units == "bytes":
        return [visible(" "), say("player.mark_space")]
    return [scheme.mark, say(f"player.mark_{scheme.boundary}")] if scheme.mark else None


def _ids(training: Training, pairs: Sequence[int]) -> dict[str, list[list[int]]]:
    """Return the two token IDs of each pair under "ids", if they decide ties; otherwise nothing."""
    if training.scheme.tie_rule != "smallest-ids":
        return {}
    log = training.log
    return {"ids": [[int(log.lefts[pair]), int(log.rights[pair])] for pair in pairs]}


def _leaders(training: Training, limit: int) -> tuple[list[int], list[list[Any]], list[list[Any]]]:
    """Return the IDs of pairs that lead at any step, the leaders of each step, and the changes.

    A step's row: number of tied best pairs (0 if no merge follows), how many of them are shown, the
    largest value shown; then for each pair its index in the first list, its count and, if scores
    decide, its score as written.

    Changes by the last merge: for each pair with a different value before, its index in the row and
    that value (0 if the pair is new).
    """
    scored = training.scheme.score != "count"
    least = training.min_frequency
    numbers: dict[int, int] = {}
    rows: list[list[Any]] = []
    changes: list[list[Any]] = []
    ties = [*training.tie_counts.tolist(), 0]
    for step in training.forced:
        ties[step] = 1  # a forced pair was not chosen among the best
    for tied, leading in zip(ties, training.leaders(limit), strict=True):
        largest = max((score for _, _, score, _ in leading), default=0)
        # The winner comes first; a pair too rare to be merged may have an equal or higher score.
        level = [score == leading[0][2] and count >= least for _, count, score, _ in leading]
        shown = (*level, False).index(False)
        row = [tied, min(tied, shown), float(f"{largest:.3g}") if scored else largest]
        changed: list[Any] = []
        for place, (pair, count, score, before) in enumerate(leading):
            row += [numbers.setdefault(pair, len(numbers)), count]
            row += [f"{score:.3g}"] if scored else []
            if before != score:
                changed += [place, f"{before:.3g}" if scored else before]
        rows.append(row)
        changes.append(changed)
    return list(numbers), rows, changes


def _sums(training: Training) -> list[Any]:
    """Return for each merge the sum that makes the count of its pair.

    The contribution of each named word; empty if only one word has the pair, or if occurrences
    overlap, since not all counted ones are merged. If scores decide, the score as written: "5 / (20
    × 5) = 0.05".
    """
    if training.scheme.score != "count":
        return written_scores(training)
    totals, replaced = training.merged_word_counts.tolist(), training.replacements.tolist()
    times = training.merged_times(NAMED_WORDS + 1)
    return [
        each[: _named_of(total)] if total > 1 and count == replaced[step] else []
        for step, (each, total, count) in enumerate(
            zip(times, totals, training.log.counts.tolist(), strict=True)
        )
    ]


def _facts(training: Training, changed: Sequence[Sequence[str]], tokens: Tokens) -> dict[str, Any]:
    """Return further facts for the captions of a run: see `captions.js`.

    `named` has for each merge the number of changed words, and the first ones by their index in
    `names`; `forced` has for each forced merge: the pair that the rule would choose, its count, its
    score. `next` is the pair that would have come next, and its count.
    """
    names: dict[str, int] = {}
    reason, coming = training.stop.reason, training.stop.merge
    totals = training.merged_word_counts.tolist()
    return {
        "rule": training.scheme.tie_rule,
        "known": len(training.corpus),
        "lines": length_of_lines(training.corpus) is not None,
        "size": len(training.alphabet) + len(training),
        "stop": "no_legal_pairs" if reason == "no_pairs" and training.has_forbidden else reason,
        "next": None if coming is None else [*tokens.all(coming.pair), coming.count],
        "forced": {
            step: [
                tokens.all(pair),
                (forced := training.merges[step]).count,
                f"{forced.score:.3g}" if training.scheme.score != "count" else None,
            ]
            for step, pair in training.passed_over.items()
        },
        "named": [
            [total, *(names.setdefault(word, len(names)) for word in words[: _named_of(total)])]
            for total, words in zip(totals, changed, strict=True)
        ],
        "names": [*map(named, names)],
    }


def named(word: str, columns: int = NAMED_COLUMNS) -> str:
    """Return a word shortened for a sentence; a Chinese character is as wide as two letters."""
    if word.isascii():
        return short(word, columns)
    widths = (1 + bool(regex.match(WIDE, character)) for character in word[: columns + 1])
    return short(word, bisect_right(list(accumulate(widths)), columns))


def _named_of(total: int) -> int:
    """Return how many of some words are named; "one other word" would be as long as a name."""
    return total if total <= NAMED_WORDS + 1 else NAMED_WORDS


class Sentences:
    """Sentences of the caption, with pairs and words kept separate from the text.

    While it is formatted, a sentence contains placeholders for them; `said` has its parts: a pair
    as a list of two token indices, a token as a list of one, a piece of text as its index in
    `texts`, a word as -1 minus its index in `names`.
    """

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._texts: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self._said: list[list[Any]] = []

    def pair(self, pair: Iterable[Token]) -> str:
        return "\0{},{}\0".format(*self._tokens.all(pair))

    def token(self, token: Token) -> str:
        return f"\0{self._tokens(token)},\0"

    def word(self, word: str) -> str:
        return f"\0{self._names.setdefault(word, len(self._names))}\0"

    def say(self, sentence: str) -> None:
        parts: list[Any] = []
        for place, part in enumerate(sentence.split("\0")):
            if place % 2:
                numbers = [int(number) for number in part.split(",") if number]
                parts.append(numbers if "," in part else -1 - numbers[0])
            elif part:
                parts.append(self._texts.setdefault(part, len(self._texts)))
        self._said.append(parts)

    def all(self) -> dict[str, list[Any]]:
        return {
            "texts": list(self._texts),
            "names": [named(word) for word in self._names],
            "said": self._said,
        }


def encoding_run(
    encoding: EncodedText, scheme: Scheme, lang: str, ranks: Ranks | None = None
) -> dict[str, Any]:
    """Cut the trace of an encoding by merges: all words advance together, each by its own merges.

    ranks: of the learned tokens, for their colours.
    """
    with speaking(lang):
        tokens, traces = Tokens(scheme, ranks), traces_of(encoding)
        rows = traced_rows(traces, tokens, recut=False)
        steps = max((len(trace) for _, trace in traces), default=0)
        spoken, say = Sentences(tokens), translation(lang)
        for step in range(steps + 1):
            moving = [(word, trace[step]) for word, trace in traces if step < len(trace)]
            shown = moving[: _named_of(len(moving))]
            said = [
                say(
                    "player.lowest",
                    word=spoken.word(word.text),
                    pair=spoken.pair(coming.pair or ()),
                    rank=coming.rank,
                )
                for word, coming in shown
            ]
            if more := len(moving) - len(shown):
                said.append(say("player.lowest_more", more=more))
            spoken.say(say("player.between").join(said or [say("player.encoded")]))
        return {
            "mark": mark_of(scheme, lang),
            "title": "",
            "steps": steps,
            "words": rows,
            "captions": spoken.all(),
            "tokens": tokens.table(),
        }


def traces_of(encoding: EncodedText) -> list[tuple[EncodedWord, list[TraceStep]]]:
    """Return each word of an encoding with the trace steps that change it."""
    return [(word, changing(word)) for word in encoding.words]


def changing(word: EncodedWord) -> list[TraceStep]:
    """Return the steps of a trace that change the word's tokens."""
    before = (word.start_tokens, *(trace.tokens for trace in word.steps))
    return [
        trace for trace, tokens in zip(word.steps, before, strict=False) if trace.tokens != tokens
    ]


def covered(
    rows: Sequence[dict[str, Any]],
    said: Sentences,
    tokens: Tokens,
    scheme: Scheme,
    lang: str,
    **more: object,
) -> dict[str, Any]:
    """Cut a run of rows that are covered until the reader has chosen the best one.

    Step 0 has no split: each row's first split is that of step 1. Besides its splits, a row has a
    `name`, an optional `note`, its `end` (shown after its last split), and `best`. `more` has the
    `title`, the texts (`column`, `guess`, `right` and `wrong`), and in `ranked` the merges of a
    word: [step of use, rank, left, right, made].
    """
    for row in rows:
        for split in row["splits"]:
            split[0] += 1
    return {
        "mark": mark_of(scheme, lang),
        "covered": True,
        "steps": max(row["splits"][-1][0] for row in rows),
        "words": [*rows],
        "captions": said.all(),
        "tokens": tokens.table(),
        **more,
    }
