"""Cut from the record what the player draws: plain lists and numbers, nothing left to compute.

A payload holds one run or several (they share the controls). A run holds, by step, what is on the
screen: the splits of each word with the step they begin at and the places where pairs were merged,
the pairs in the lead, the caption. It never holds the current step, so it is the same at every
rerun and is sent to a browser once.
"""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from bpe import TIE_RULES, EncodedWord, Scheme, TraceStep, Training
from bpe.encoding.encoded import EncodedText
from bpe.merging.leaders import Leader
from bpe.readings.scores import written_scores
from ui.catalogue import Translate, catalogue
from ui.draw.tokens import Ranks, visible
from ui.player.captions import WORDS_NAMED, encoding_captions, facts
from ui.player.rows import Tokens, examples, traced_rows, word_rows

PAIRS = 10

PLAIN = 60_000
"""Characters of a run up to which it goes to a browser as it is."""


def payload(
    runs: Sequence[str],
    steps: int,
    lang: str,
    *,
    counted: str = "step",
    rows: Sequence[tuple[int | None, int | None]] | None = None,
) -> str:
    """Join runs, each as JSON or packed, and the player's texts into the JSON a browser gets.

    `steps` is the last step of the longest run; `counted` says what they are: "step" or "round".
    `rows` has, of two runs in one list, the row of each word in either.
    """
    texts = player_texts(lang)
    texts |= {"step_of": texts[f"{counted}_of"]}
    beside = "" if rows is None else f',"rows":{as_json(rows)}'
    return f'{{"text":{as_json(texts)},"steps":{steps},"runs":[{",".join(runs)}]{beside}}}'


def player_texts(lang: str) -> dict[str, Any]:
    """Return the catalogue's area `player`, name -> text, without what only a handout says.

    `wins` has a phrase for each tie rule.
    """
    entries, area = catalogue(lang), "player."
    own = {key.removeprefix(area): text for key, text in entries.items() if key.startswith(area)}
    texts: dict[str, Any] = {
        name: text for name, text in own.items() if not name.startswith("handout_")
    }
    return texts | {"wins": {rule: entries[f"ties.wins_{rule}"] for rule in TIE_RULES}}


def packed(run: str) -> str:
    """Return a run, as JSON, as it goes to a browser: where it is large, as text to inflate.

    A class that opens a page together gets it a hundred times; what is packed once is neither
    searched for quotation marks nor compressed again for each of them.
    """
    return run if len(run) <= PLAIN else f'"{deflated(run)}"'


def unpacked(sent: str) -> str:
    """Return the JSON that was `packed`."""
    return zlib.decompress(b64decode(sent.strip('"'))).decode() if sent.startswith('"') else sent


def deflated(text: str, *, level: int = -1) -> str:
    """Compress JSON, and write it in letters that mean nothing to JSON or HTML.

    level: 0 to 9, as `zlib` has it: 9 for a file that is written once.
    """
    # Half of a surrogate pair has no UTF-8; here it becomes the escape that JSON has for it.
    return b64encode(zlib.compress(text.encode("utf-8", "backslashreplace"), level)).decode("ascii")


def as_json(value: object) -> str:
    """Write a value as short as JSON can."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def training_run(
    training: Training,
    pinned: Sequence[str],
    words: int,
    translate: Translate,
    *,
    title: str = "",
    pairs: int = PAIRS,
    sums: bool = False,
    tokens: Tokens | None = None,
) -> dict[str, Any]:
    """Cut one training: splits, leading pairs and what is said at each step.

    Shows the pinned words, then the most frequent ones, `words` of these, and `pairs` bars; with
    `sums` how the number of each pair that is merged is worked out. `tokens` is given to know the
    numbers of tokens afterwards.
    """
    tokens = tokens or Tokens(training.scheme, training.token_ranks)
    # Words come first: their tokens' numbers tell nothing of which are merged first.
    rows, names = word_rows(training, pinned, words, tokens)
    merges = [[tokens(m.pair[0]), tokens(m.pair[1]), tokens(m.token)] for m in training.merges]
    numbers, leaders = _leaders(training, max(pairs, 1))
    places = training.merged_words(WORDS_NAMED + max(words, 1))
    return {
        "title": title,
        "mark": mark_of(training.scheme, translate),
        "steps": len(training.merges),
        "scored": training.scheme.score != "count",
        "bars": pairs,
        "words": rows,
        "examples": examples(training, places, names, tokens),
        "merges": merges,
        "forced": sorted(training.forced),
        "pairs": [tokens.all(training.pair(pair)) for pair in numbers],
        "leaders": leaders,
        "sums": written_scores(training) if sums else None,
        "unit": training.scheme.units,
        "vocabulary": training.vocabulary_sizes.tolist(),
        "facts": facts(training, places, tokens),
        "tokens": tokens.table(),
    }


def mark_of(scheme: Scheme, translate: Translate) -> list[str] | None:
    """Return the scheme's mark and what it says; for bytes, the sign that stands for a space."""
    if scheme.units == "bytes":
        return [visible(" "), translate("player.mark_space")]
    return [scheme.mark, translate(f"player.mark_{scheme.boundary}")] if scheme.mark else None


def _leaders(training: Training, limit: int) -> tuple[list[int], list[list[Any]]]:
    """Return the pairs that lead at any step, by id, and for each step who leads.

    A step's row: pairs tied for the lead (0 where no merge follows), how many of the pairs shown
    those are, the largest value shown; then for each pair its place in the first list, its count
    and, where scores decide, its score as it is written.
    """
    scored = training.scheme.score != "count"
    least = training.min_frequency
    numbers: dict[int, int] = {}
    rows: list[list[Any]] = []
    ties = [*training.tie_counts.tolist(), 0]
    for step in training.forced:
        ties[step] = 1  # a forced pair was not chosen from those that lead
    for tied, leading in zip(ties, training.leaders(limit), strict=True):
        largest = max((score for _, _, score in leading), default=0)
        row = [
            tied,
            min(tied, _level(leading, least)) if tied else 0,
            float(f"{largest:.3g}") if scored else largest,
        ]
        for pair, count, score in leading:
            row += [numbers.setdefault(pair, len(numbers)), count]
            row += [f"{score:.3g}"] if scored else []
        rows.append(row)
    return list(numbers), rows


def _level(leading: Sequence[Leader], least: int) -> int:
    """Count the first pairs that score as the first does and are not too rare to be merged.

    The winner stands first; a pair too rare may score as high, and higher.
    """
    best = leading[0][2]
    return sum(1 for _ in takewhile(lambda row: row[2] == best and row[1] >= least, leading))


def encoding_run(
    encoding: EncodedText, scheme: Scheme, translate: Translate, ranks: Ranks | None = None
) -> dict[str, Any]:
    """Cut the trace of an encoding by merges: all words move together, each by its own.

    ranks: of the tokens that a run has learned, for their colours.
    """
    tokens = Tokens(scheme, ranks)
    traces = traces_of(encoding)
    return {
        "mark": mark_of(scheme, translate),
        "title": "",
        "steps": max((len(trace) for _, trace in traces), default=0),
        "words": traced_rows(traces, tokens, recut=False),
        "captions": encoding_captions(traces, tokens, translate),
        "tokens": tokens.table(),
    }


def covered(
    rows: Sequence[dict[str, Any]],
    said: dict[str, list[Any]],
    tokens: Tokens,
    scheme: Scheme,
    translate: Translate,
    **more: object,
) -> dict[str, Any]:
    """Cut a run of rows that are covered until the reader says which of them is best.

    Step 0 has no split: each row's own first is that of step 1. A row has besides its splits a
    `name`, perhaps a `note`, its `end`, which stands behind its last split, and whether it is
    `best`. `more` has the `title`, what is said (`column`, `guess`, `right` and `wrong`), and in
    `ranked` the merges of a word: [step of its use, rank, left, right, made].
    """
    for row in rows:
        for split in row["splits"]:
            split[0] += 1
    return {
        "mark": mark_of(scheme, translate),
        "covered": True,
        "steps": max(row["splits"][-1][0] for row in rows),
        "words": [*rows],
        "captions": said,
        "tokens": tokens.table(),
        **more,
    }


def traces_of(encoding: EncodedText) -> list[tuple[EncodedWord, list[TraceStep]]]:
    """Return each word of an encoding with the steps of its trace that change it."""
    return [(word, changing(word)) for word in encoding.words]


def changing(word: EncodedWord) -> list[TraceStep]:
    """Return the steps of a trace that change the word's tokens."""
    before = (word.start_tokens, *(trace.tokens for trace in word.steps))
    return [
        trace for trace, tokens in zip(word.steps, before, strict=False) if trace.tokens != tokens
    ]
