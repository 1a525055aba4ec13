"""Encoding 1 MB, nothing known beforehand, beside Hugging Face's library.

Every round makes both tokenizers anew, so that no word is known yet, and runs them one after the
other, first the one, then the other; ratios compare runs of the same round. Both end with the ids
as a Python list. Theirs is the nearest that a tokenizer.json can say (unknown
characters as <unk> for `subword-nmt`, NFKC for `sentencepiece`, the library's own WordPiece for
`wordpiece`) and takes the lines as one batch on one thread; ours takes the whole text.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from benchmarks import corpora
from benchmarks.measuring import alone, say, say_head

NEAREST = {"subword-nmt": {"unknown": "unk"}, "sentencepiece": {"normalizer": "nfkc"}}
SCHEMES = ("huggingface", "subword-nmt", "gpt", "sentencepiece", "wordpiece")
NOVEL = corpora.SAMPLES / "pride-and-prejudice.txt"
Encode = Callable[[], list[int]]
"""Encodes the text; made anew for each round."""


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


def beside_hugging_face(scheme: str, source: str, merges: int, rounds: int) -> tuple[str, ...]:
    """Measure one of our schemes, trained on a text, in this process."""
    import tokenizers

    text = corpora.path("en1m").read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    training, written = peer(source, scheme, merges)
    method = "longest-match" if scheme == "wordpiece" else "merges"

    def ours() -> Encode:
        tokenizer = training.tokenizer()
        return lambda: tokenizer.encode(text, method).ids

    def theirs() -> Encode:
        tokenizer = tokenizers.Tokenizer.from_str(written)

        def encode() -> list[int]:
            batch = tokenizer.encode_batch(lines, add_special_tokens=False)
            return [id_ for each in batch for id_ in each.ids]

        return encode

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
            made[side] = len(ids)
    ratios = [mine / other for mine, other in zip(took[ours], took[theirs], strict=True)]
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    times = (f"{statistics.median(took[side]):.0f}" for side in (ours, theirs))
    tokens = (f"{made[side]:,}" for side in (ours, theirs))
    return (f"{statistics.median(ratios):.2f}", spread, *times, *tokens)


def main(asked: argparse.Namespace) -> None:
    """Print a row for each scheme and text that it was trained on."""
    merges = max(asked.merges)
    print(f"\n## Encoding\n\n{corpora.MADE_OF['en1m']}; {merges:,} merges.")
    columns = ("x CPU", "lowest to highest", "ours, ms", "theirs, ms", "tokens", "theirs")
    say_head("scheme", "trained on", *columns)
    for scheme in SCHEMES:
        for trained_on, path in (("the same", corpora.path("en1m")), ("a novel", NOVEL)):
            source = path.read_text(encoding="utf-8")
            row = alone(beside_hugging_face, scheme, source, merges, asked.rounds)
            say(f"`{scheme}`", trained_on, *row)
