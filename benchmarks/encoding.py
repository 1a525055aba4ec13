"""Encoding short lines, nothing known beforehand, beside Hugging Face's library.

The lines are a novel's; both tokenizers were trained on another book. Every round makes both anew,
so that no word is known yet, and runs our `encode` and their `encode_batch` on the same lines,
on one core and one thread, first the one, then the other; ratios compare runs of the same round.
Both end with the ids of each line as a Python list. Theirs is the nearest that a tokenizer.json can
say (unknown characters as <unk> for `subword-nmt`, NFKC for `sentencepiece`, the library's own
WordPiece for `wordpiece`).
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from benchmarks.corpora import SAMPLES
from benchmarks.measuring import alone, say, say_goals, say_head

NEAREST = {"subword-nmt": {"unknown": "unk"}, "sentencepiece": {"normalizer": "nfkc"}}
SCHEMES = ("huggingface", "subword-nmt", "gpt", "sentencepiece", "wordpiece")
NOVEL = SAMPLES / "pride-and-prejudice.txt"
OTHER = SAMPLES / "parallel" / "luke-and-acts.en.txt"
WORDS_A_LINE = (6, 24)
GOAL = 0.8
"""Of their time, for the short lines."""

Encode = Callable[[], list[list[int]]]
"""Encodes the lines; made anew for each round."""


def lines_of(words_a_line: int) -> list[str]:
    """Return the novel in lines of so many words."""
    words = NOVEL.read_text(encoding="utf-8").split()
    return [" ".join(words[at : at + words_a_line]) for at in range(0, len(words), words_a_line)]


def peer(source: str, scheme: str, merges: int) -> tuple[object, str]:
    """Train; return that and the tokenizer.json of the library's tokenizer nearest to it."""
    from bpe import PRESETS, train
    from bpe.interchange import to_tokenizer_json

    training = train(source, scheme, max_merges=merges)
    if scheme in NEAREST:
        nearest = replace(PRESETS[scheme], **NEAREST[scheme])
        return training, to_tokenizer_json(train(source, nearest, max_merges=merges))
    written = to_tokenizer_json(training)
    if scheme != "wordpiece":
        return training, written
    vocabulary = {token: id_ for id_, token in enumerate([*training.tokens, "<unk>"])}
    model = {"type": "WordPiece", "vocab": vocabulary, "unk_token": "<unk>"}
    model |= {"continuing_subword_prefix": "##", "max_input_chars_per_word": 1000}
    return training, json.dumps(json.loads(written) | {"model": model})


def beside_hugging_face(
    scheme: str, words_a_line: int, merges: int, rounds: int
) -> tuple[str, ...]:
    """Measure one of our schemes on lines of so many words, in this process."""
    import tokenizers

    lines = lines_of(words_a_line)
    training, written = peer(OTHER.read_text(encoding="utf-8"), scheme, merges)
    method = "longest-match" if scheme == "wordpiece" else "merges"

    def ours() -> Encode:
        tokenizer = training.tokenizer()
        return lambda: [each.ids for each in (tokenizer.encode(line, method) for line in lines)]

    def theirs() -> Encode:
        tokenizer = tokenizers.Tokenizer.from_str(written)
        encode_batch = tokenizer.encode_batch
        return lambda: [each.ids for each in encode_batch(lines, add_special_tokens=False)]

    return in_turns(ours, theirs, rounds)


def in_turns(
    ours: Callable[[], Encode], theirs: Callable[[], Encode], rounds: int
) -> tuple[str, ...]:
    """Return the ratio, its spread, milliseconds and tokens of ours and of theirs."""
    took: dict[Callable[[], Encode], list[float]] = {ours: [], theirs: []}
    made = {}
    for number in range(rounds):
        for side in (ours, theirs) if number % 2 else (theirs, ours):
            encode = side()
            start = time.process_time()
            ids = encode()
            took[side].append(1000 * (time.process_time() - start))
            made[side] = sum(map(len, ids))
    ratios = [mine / other for mine, other in zip(took[ours], took[theirs], strict=True)]
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    times = (f"{statistics.median(took[side]):.0f}" for side in (ours, theirs))
    tokens = (f"{made[side]:,}" for side in (ours, theirs))
    return (f"{statistics.median(ratios):.2f}", spread, *times, *tokens)


def main(asked: argparse.Namespace) -> bool:
    """Print a row for each scheme and length of lines; return whether a goal was missed."""
    merges = max(asked.merges)
    print(f"\n## Encoding\n\n{NOVEL.stem}, trained on {OTHER.stem}; {merges:,} merges.")
    columns = ("lines", "x CPU", "lowest to highest", "ours, ms", "theirs, ms", "tokens", "theirs")
    say_head("scheme", "words a line", *columns)
    goals = []
    for scheme in SCHEMES:
        for words in WORDS_A_LINE:
            row = alone(beside_hugging_face, scheme, words, merges, asked.rounds)
            say(f"`{scheme}`", words, f"{len(lines_of(words)):,}", *row)
            if words == min(WORDS_A_LINE):
                goals.append((f"{scheme}, x encode_batch of Hugging Face", GOAL, float(row[0])))
    return say_goals(goals)
