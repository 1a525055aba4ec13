"""Training with our engine and its peers, from a file on disk to the result, without imports.

Ours records the whole run, the peers record nothing. Comparable settings: Hugging Face, gigabpe,
rustbpe and our scheme `huggingface` split at white space and have no boundary mark (rustbpe counts
bytes, so its merges differ). SentencePiece marks the beginning of a word and has its own rules;
`paper` has `</w>` as a separate token.
"""

import argparse
import io
import itertools
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import corpora
from benchmarks.measuring import alone, in_rounds, median, ratio, say, say_goals, say_head, took

GOALS = {("en1m", 2000): 0.85, ("en1m", 8000): 1.1, ("en10m", 2000): 0.5, ("en10m", 8000): 0.65}
"""Maximum ratio to the time of Hugging Face on one thread."""

Run = Callable[[], Any]
"""The timed function. Each engine returns it, with a function that counts the merges."""


def huggingface(
    path: Path, alphabet: int, merges: int, *, parallel: bool = False
) -> tuple[Run, Run]:
    """Words at white space, no mark, no minimum frequency."""
    os.environ["TOKENIZERS_PARALLELISM"] = str(parallel).lower()
    import tokenizers

    def run():
        tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
        tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
        trainer = tokenizers.trainers.BpeTrainer(
            vocab_size=alphabet + merges, show_progress=False, special_tokens=[]
        )
        tokenizer.train([str(path)], trainer)
        return tokenizer

    return run, lambda tokenizer: tokenizer.get_vocab_size() - alphabet


def gigabpe(path: Path, alphabet: int, merges: int) -> tuple[Run, Run]:
    """The merges of Hugging Face, with the same white space rule, on one thread."""
    import gigabpe as package

    words = {"special_tokens": [], "pretokenizer": "whitespace", "threads": 1}
    run = partial(package.train_bpe, [str(path)], alphabet + merges, **words)
    return run, lambda learned: len(learned[1])


def rustbpe(path: Path, alphabet: int, merges: int) -> tuple[Run, Run]:
    """Words at white space, in bytes."""
    import rustbpe as package

    def run():
        tokenizer = package.Tokenizer()
        with path.open(encoding="utf-8") as file:
            tokenizer.train_from_iterator(file, vocab_size=256 + merges, pattern=r"\S+")
        return tokenizer

    return run, lambda tokenizer: len(tokenizer.get_mergeable_ranks()) - 256


def sentencepiece(path: Path, alphabet: int, merges: int) -> tuple[Run, Run]:
    """Its own normalizer and rules; four more tokens than characters."""
    import sentencepiece as package

    def run():
        model = io.BytesIO()
        package.SentencePieceTrainer.train(
            input=str(path),
            model_writer=model,
            model_type="bpe",
            vocab_size=alphabet + merges + 4,
            hard_vocab_limit=False,
            character_coverage=1.0,
            max_sentence_length=1 << 24,
            num_threads=1,
            minloglevel=2,
        )
        return package.SentencePieceProcessor(model_proto=model.getvalue())

    return run, lambda processor: processor.get_piece_size() - alphabet - 4


def ours(path: Path, alphabet: int, merges: int, *, scheme: str = "huggingface") -> tuple[Run, Run]:
    """From the file to the finished record."""
    from bpe import Corpus, train

    return lambda: train(Corpus.from_file(path, scheme), scheme, max_merges=merges), len


ENGINES: dict[str, Callable[..., tuple[Run, Run]]] = {
    "Hugging Face, serial": huggingface,
    "as it comes": partial(huggingface, parallel=True),
    "gigabpe": gigabpe,
    "rustbpe (bytes)": rustbpe,
    "SentencePiece (its rules)": sentencepiece,
    "ours": ours,
    "ours, `paper`": partial(ours, scheme="paper"),
}
PEER, *OTHERS = ENGINES
PARTS: dict[str, Callable[[Any], object]] = {
    "page": lambda snapshot: (
        snapshot.pairs(20),
        snapshot.ties,
        snapshot.token_frequencies,
        snapshot.words(30),
        snapshot.token_count,
    ),
    "vocabulary table": lambda snapshot: list(snapshot.vocabulary),
}
"""The parts read at a step."""


def prepare(name: str) -> tuple[Path, int]:
    """Return the corpus's file and the number of distinct characters in its words."""
    path = corpora.path(name)
    return path, len(set("".join(path.read_text(encoding="utf-8").split())))


def measure(engine: str, *given: Any) -> dict:
    """Return the cost of one training in this process, and its number of merges."""
    run, learned = ENGINES[engine](*given)
    result, found = took(run)
    return found | {"learned": learned(result)}


def any_step(path: Path, alphabet: int, merges: int) -> tuple[float, dict]:
    """Return the MB of a record, and the median and 95th percentile of reading a step."""
    training, chance = ours(path, alphabet, merges)[0](), random.Random(20_000)
    times: dict[str, list[float]] = {name: [] for name in PARTS}
    for _ in range(200):
        step = chance.randrange(len(training) + 1)
        for name, part in PARTS.items():
            before = time.thread_time()
            part(training.snapshot(step))
            times[name].append(1000 * (time.thread_time() - before))
    return training.nbytes / 1e6, {
        name: (statistics.median(each), sorted(each)[190]) for name, each in times.items()
    }


def main(asked: argparse.Namespace) -> bool:
    """Print times as multiples of Hugging Face's, peak memory, any step, and the goals."""
    print("\n## Training\n\nCPU time as a multiple of Hugging Face's on one thread.")
    say_head("corpus", "merges", f"{PEER}, ms", *OTHERS)
    files = {corpus: alone(prepare, corpus) for corpus in asked.corpora}
    results = {}
    for corpus, merges in itertools.product(files, asked.merges):
        found = in_rounds(asked.rounds, measure, [*ENGINES], *files[corpus], merges)
        results[corpus, merges] = found
        ratios = (f"{ratio(found[engine], found[PEER]):.2f}" for engine in OTHERS)
        say(corpus, merges, f"{1000 * median(found[PEER], 'cpu'):.0f}", *ratios)
    print("\nPeak memory above the imports, MB.")
    say_head("corpus", "merges", *ENGINES)
    for (corpus, merges), found in results.items():
        say(corpus, merges, *(f"{median(found[engine], 'memory'):.0f}" for engine in ENGINES))

    goals = list(goals_of(results))
    print("\nAny step: CPU milliseconds at 200 random steps, median / 95th percentile.")
    say_head("corpus", "record MB", *PARTS)
    for corpus, file in files.items():
        record, found = alone(any_step, *file, max(asked.merges))
        say(corpus, f"{record:.1f}", *(f"{each[0]:.2f} / {each[1]:.2f}" for each in found.values()))
        if corpus == "en10m":
            goals.append((f"{corpus}, a page at any step, p95 ms", 5.0, found["page"][1]))
    return say_goals(goals)


def goals_of(results: dict[tuple[str, int], dict]) -> Iterator[tuple[str, float, float]]:
    """Return each goal with its measured value, for the corpora that were run."""
    for (corpus, merges), found in results.items():
        mine, theirs, at = found["ours"], found[PEER], f"{corpus}, {merges} merges"
        if (corpus, merges) in GOALS:
            yield f"{at}, x Hugging Face serial", GOALS[corpus, merges], ratio(mine, theirs)
        if corpus == "en10m":
            yield f"{at}, x rustbpe", 1.0, ratio(mine, found["rustbpe (bytes)"])
            yield f"{at}, peak memory x Hugging Face", 1.0, ratio(mine, theirs, "memory")
