"""Train Unigram with this engine, Hugging Face's and SentencePiece's, side by side in one run.

Usage: python -m benchmarks.unigram [text file] [--vocab-size 2000] [--seed-size 20000]
[--rounds 5] [--core 1]

Without a file: 1 MB of English prose (`en1m` of benchmarks.corpora). Each training is a process of
its own on one core; a round runs every engine once, and a ratio compares runs of the same round.
Printed: the medians of CPU time, of its ratio to Hugging Face's, and memory above the imports;
then, for the vocabularies of the last round, the text cut at its best by each (the same Viterbi
for all): tokens, log-likelihood, the same with the scores made to sum to 1, and how much of the
vocabulary is shared with ours.
"""

import argparse
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from benchmarks import corpora

ENGINES = ("ours", "tokenizers", "sentencepiece")
MARK = "▁"


def main() -> None:
    """Run the rounds and print the tables."""
    options = parse()
    path = Path(options.text).resolve() if options.text else corpora.path("en1m")
    runs: dict[str, list[dict]] = {engine: [] for engine in ENGINES}
    for _ in range(options.rounds):
        for engine in ENGINES:
            runs[engine].append(run_alone(engine, path, options))
    print(f"{path.name}: {path.stat().st_size:,} bytes, ", end="")
    print(f"{options.seed_size} seeds to {options.vocab_size} pieces, {options.rounds} rounds")
    print("engine          CPU s   wall s   x tokenizers (lowest-highest)   MB")
    for engine in ENGINES:
        ratios = [
            run["cpu"] / peer["cpu"]
            for run, peer in zip(runs[engine], runs["tokenizers"], strict=True)
        ]
        cpu, wall, memory = (
            statistics.median(run[key] for run in runs[engine]) for key in ("cpu", "wall", "memory")
        )
        print(
            f"{engine:14} {cpu:6.2f}   {wall:6.2f}   {statistics.median(ratios):6.2f} "
            f"({min(ratios):.2f}-{max(ratios):.2f})               {memory:6.0f}"
        )
    compare({engine: runs[engine][-1]["pieces"] for engine in ENGINES}, path)


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("text", nargs="?")
    parser.add_argument("--vocab-size", type=int, default=2000)
    parser.add_argument("--seed-size", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--core", type=int, default=1)
    parser.add_argument("--engine", choices=ENGINES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.engine:
        print(json.dumps(measure(options)))
        raise SystemExit
    return options


def run_alone(engine: str, path: Path, options: argparse.Namespace) -> dict:
    """Train in a fresh process on one core and return what it measured."""
    one_thread = dict.fromkeys(
        ("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"
    )
    command = [sys.executable, "-m", "benchmarks.unigram", str(path), "--engine", engine]
    command += ["--core", str(options.core)]
    command += ["--vocab-size", str(options.vocab_size), "--seed-size", str(options.seed_size)]
    environment = os.environ | one_thread | {"TOKENIZERS_PARALLELISM": "false"}
    answer = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment, cwd=corpora.ROOT
    )
    return json.loads(answer.stdout.splitlines()[-1])


def measure(options: argparse.Namespace) -> dict:
    """Train with one engine in this process; imports are not measured."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {options.core % (os.cpu_count() or 1)})
    train = {"ours": ours, "tokenizers": tokenizers, "sentencepiece": sentencepiece}
    run = train[options.engine](Path(options.text), options.vocab_size, options.seed_size)
    imported = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    cpu, wall = time.process_time(), time.perf_counter()
    model = run()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - imported) / 1024
    return {"cpu": cpu, "wall": wall, "memory": memory, "pieces": model()}


def ours(path: Path, vocab_size: int, seed_size: int):
    """Return a function that trains this engine and returns one that gives its pieces."""
    from bpe import unigram

    def run():
        text = path.read_text(encoding="utf-8")
        training = unigram.train_unigram(text, vocab_size=vocab_size, seed_size=seed_size)
        return lambda: training.pieces

    return run


def tokenizers(path: Path, vocab_size: int, seed_size: int):
    """The same for Hugging Face tokenizers; its pre-tokenizer is SentencePiece's."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

    def run():
        tokenizer = Tokenizer(models.Unigram())
        tokenizer.normalizer = normalizers.NFKC()
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
        )
        trainer = trainers.UnigramTrainer(
            vocab_size=vocab_size,
            seed_size=seed_size,
            n_sub_iterations=2,
            shrinking_factor=0.75,
            show_progress=False,
        )
        tokenizer.train([str(path)], trainer)
        return lambda: dict(json.loads(tokenizer.to_str())["model"]["vocab"])

    return run


def sentencepiece(path: Path, vocab_size: int, seed_size: int):
    """The same for SentencePiece; one more piece, since it counts <unk>."""
    import io

    import sentencepiece as spm

    def run():
        model = io.BytesIO()
        spm.SentencePieceTrainer.train(
            input=str(path),
            model_writer=model,
            model_type="unigram",
            vocab_size=vocab_size + 1,
            seed_sentencepiece_size=seed_size,
            character_coverage=1.0,
            num_threads=1,
            bos_id=-1,
            eos_id=-1,
            max_sentence_length=1_000_000,
            minloglevel=2,
        )

        def pieces():
            trained = spm.SentencePieceProcessor(model_proto=model.getvalue())
            numbers = range(1, trained.get_piece_size())
            return {trained.id_to_piece(i): trained.get_score(i) for i in numbers}

        return pieces

    return run


def compare(vocabularies: dict[str, dict[str, float]], path: Path) -> None:
    """Print what each vocabulary makes of the text it was trained on."""
    from bpe.corpus import Corpus
    from bpe.unigram import UnigramModel

    corpus = Corpus.from_text(path.read_text(encoding="utf-8"), "sentencepiece")
    words = Counter(dict(zip(corpus.words, corpus.counts, strict=True)))
    print("vocabulary      pieces    tokens   log-likelihood   scores summing to 1   shared")
    for engine, pieces in vocabularies.items():
        model = UnigramModel(pieces)
        whole = math.log(sum(map(math.exp, pieces.values())))
        tokens = likelihood = 0
        for word, count in words.items():
            split = model.best(MARK + word)
            tokens += count * len(split)
            likelihood += count * model.log_probability(split)
        shared = len(pieces.keys() & vocabularies["ours"].keys()) / len(pieces)
        print(
            f"{engine:14} {len(pieces):7} {tokens:9,} {likelihood:16,.0f} "
            f"{likelihood - tokens * whole:21,.0f} {shared:8.1%}"
        )


if __name__ == "__main__":
    main()
