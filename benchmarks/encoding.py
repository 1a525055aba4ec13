"""Encode 1 MB with 8,000 merges, nothing known beforehand: ours beside Hugging Face's library.

Usage: python -m benchmarks.encoding [--rounds 7] [--merges 8000] [--schemes gpt ...]
`make bench` runs it too, and writes its table down.

The same text is the one trained on; for the other text, the merges come from the novel among the
samples. Every round makes both tokenizers anew, so that no word is known yet, and runs them one
after the other, first the one, then the other; ratios compare runs of the same round. Ours encodes
the whole text, theirs its lines as one batch on one thread; both end with the ids as a Python list.
Printed: medians of the ratio and of CPU time, and how many tokens each made. Theirs is the nearest
that a tokenizer.json can say: unknown characters as <unk> for `subword-nmt`, the normalizer NFKC
for `sentencepiece`, the library's own WordPiece for `wordpiece`.
"""

import argparse
import json
import os
import statistics
import time
from dataclasses import replace

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"

import tokenizers

from benchmarks import corpora
from benchmarks.bench import table
from bpe import Training, train
from bpe.interchange import to_tokenizer_json

NEAREST = {"subword-nmt": {"unknown": "unk"}, "sentencepiece": {"normalizer": "nfkc"}}
SCHEMES = ("huggingface", "subword-nmt", "gpt", "sentencepiece", "wordpiece")
HEADER = (
    "scheme",
    "trained on",
    "x CPU",
    "lowest to highest",
    "ours, ms",
    "theirs, ms",
    "tokens, ours",
    "tokens, theirs",
)
NOVEL = corpora.SAMPLES / "pride-and-prejudice.txt"


def main() -> None:
    """Train, run the rounds and print the table."""
    options = parse()
    text = corpora.path("en1m").read_text(encoding="utf-8")
    sources = {"the same": text, "a novel": NOVEL.read_text(encoding="utf-8")}
    print(f"{corpora.recipe('en1m')}; {options.merges:,} merges, {options.rounds} rounds.\n")
    print(*table(HEADER, []), sep="\n", flush=True)
    for name in options.schemes:
        for trained_on, source in sources.items():
            training = train(source, name, max_merges=options.merges)
            written = peer(source, training)
            rounds = [measure(training, written, text, turn) for turn in range(options.rounds)]
            row = (f"`{name}`", trained_on, *row_of(rounds))
            print(*table(HEADER, [row])[2:], flush=True)


def row_of(rounds: list[tuple[float, float, tuple[int, int]]]) -> tuple[str, ...]:
    """Return ratio, spread, milliseconds and tokens of what was measured in some rounds."""
    ratios = [ours / theirs for ours, theirs, _ in rounds]
    times = [1000 * statistics.median(run[side] for run in rounds) for side in (0, 1)]
    return (
        f"{statistics.median(ratios):.2f}",
        f"{min(ratios):.2f} to {max(ratios):.2f}",
        *(f"{time:.0f}" for time in times),
        *(f"{count:,}" for count in rounds[0][2]),
    )


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--merges", type=int, default=8000)
    parser.add_argument("--schemes", nargs="+", choices=SCHEMES, default=SCHEMES)
    return parser.parse_args()


def peer(source: str, training: Training) -> str:
    """Return the tokenizer.json of the library's tokenizer that is nearest to the training."""
    scheme = training.scheme
    if scheme.name in NEAREST:
        nearest = replace(scheme, **NEAREST[scheme.name])
        return to_tokenizer_json(train(source, nearest, max_merges=len(training)))
    written = to_tokenizer_json(training)
    if scheme.score != "wordpiece":
        return written
    whole = json.loads(written)
    vocabulary = {token: id_ for id_, token in enumerate([*training.tokens, "<unk>"])}
    model = {"type": "WordPiece", "vocab": vocabulary, "unk_token": "<unk>"}
    model |= {"continuing_subword_prefix": "##", "max_input_chars_per_word": 1000}
    return json.dumps(whole | {"model": model})


def measure(
    training: Training, written: str, text: str, turn: int
) -> tuple[float, float, tuple[int, int]]:
    """Return CPU seconds of ours and of theirs, and the tokens that each made."""
    lines = text.splitlines(keepends=True)
    method = "longest-match" if training.scheme.score == "wordpiece" else "merges"

    def run_ours() -> tuple[float, int]:
        tokenizer = training.tokenizer()
        start = time.process_time()
        ids = tokenizer.encode(text, method).ids
        return time.process_time() - start, len(ids)

    def run_theirs() -> tuple[float, int]:
        tokenizer = tokenizers.Tokenizer.from_str(written)
        start = time.process_time()
        encoded = tokenizer.encode_batch(lines, add_special_tokens=False)
        ids = [id_ for each in encoded for id_ in each.ids]
        return time.process_time() - start, len(ids)

    order = (run_ours, run_theirs) if turn % 2 else (run_theirs, run_ours)
    done = {run: run() for run in order}
    (ours, made), (theirs, theirs_made) = done[run_ours], done[run_theirs]
    return ours, theirs, (made, theirs_made)


if __name__ == "__main__":
    main()
