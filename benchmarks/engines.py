"""One training by one engine, measured in a process of its own.

`python -m benchmarks.engines ENGINE FILE MERGES ALPHABET` prints one JSON object: CPU and wall
seconds from file to result, and the peak of memory above what the imports took. ALPHABET is the
number of distinct characters in the file's words, which the peers' vocabulary sizes include.
Threads are kept to one by the environment that `bench` sets.
"""

import gc
import json
import random
import statistics
import sys
import time
from pathlib import Path

try:
    import resource
except ModuleNotFoundError:  # Windows
    resource = None

SEED = 20_000


def huggingface(path, merges, alphabet):
    """Whitespace words, no mark, no minimum frequency."""
    import tokenizers

    size = alphabet + merges

    def run():
        tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
        tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
        trainer = tokenizers.trainers.BpeTrainer(
            vocab_size=size, show_progress=False, special_tokens=[]
        )
        tokenizer.train([path], trainer)
        return tokenizer

    return run, lambda tokenizer: tokenizer.get_vocab_size() - size + merges


def gigabpe(path, merges, alphabet):
    """The merges of Hugging Face, white space as there, one thread; it records nothing."""
    import gigabpe as package

    def run():
        return package.train_bpe(
            [path], alphabet + merges, special_tokens=[], pretokenizer="whitespace", threads=1
        )

    return run, lambda learned: len(learned[1])


def rustbpe(path, merges, alphabet):
    """Whitespace words in bytes."""
    import rustbpe as package

    def run():
        tokenizer = package.Tokenizer()
        with Path(path).open(encoding="utf-8") as file:
            tokenizer.train_from_iterator(file, vocab_size=256 + merges, pattern=r"\S+")
        return tokenizer

    return run, lambda tokenizer: len(tokenizer.get_mergeable_ranks()) - 256


def sentencepiece(path, merges, alphabet):
    """Its own normalizer and rules; one thread."""
    import io

    import sentencepiece as package

    size = alphabet + merges + 4

    def run():
        model = io.BytesIO()
        package.SentencePieceTrainer.train(
            input=path,
            model_writer=model,
            model_type="bpe",
            vocab_size=size,
            hard_vocab_limit=False,
            character_coverage=1.0,
            max_sentence_length=1 << 24,
            num_threads=1,
            minloglevel=3,
        )
        return package.SentencePieceProcessor(model_proto=model.getvalue())

    return run, lambda processor: processor.get_piece_size() - size + merges


def ours(scheme):
    """File to finished record, everything recorded."""

    def engine(path, merges, alphabet):
        from bpe import Corpus, train

        def run():
            return train(Corpus.from_file(path, scheme), scheme, max_merges=merges)

        return run, lambda training: len(training.merges)

    return engine


ENGINES = {
    "hf": huggingface,
    "hf-default": huggingface,
    "gigabpe": gigabpe,
    "rustbpe": rustbpe,
    "sentencepiece": sentencepiece,
    "ours": ours("huggingface"),
    "ours-paper": ours("paper"),
    "ours-wordpiece": ours("wordpiece"),
}


def replay(training, steps=200):
    """CPU milliseconds of a page at random steps: of each part the median and 95th percentile."""
    chooser = random.Random(SEED)
    parts = {
        "top 20 pairs": lambda snapshot: snapshot.pairs(20),
        "ties": lambda snapshot: snapshot.ties,
        "token counts": lambda snapshot: snapshot.token_frequencies,
        "30 words": lambda snapshot: snapshot.words(30),
        "tokens in the corpus": lambda snapshot: snapshot.token_count,
    }
    took = {name: [] for name in (*parts, "page", "vocabulary table")}
    for _ in range(steps):
        step = chooser.randrange(len(training.merges) + 1)
        begin = time.thread_time()
        snapshot = training.snapshot(step)
        for name, part in parts.items():
            before = time.thread_time()
            part(snapshot)
            took[name].append(time.thread_time() - before)
        took["page"].append(time.thread_time() - begin)
        before = time.thread_time()
        list(snapshot.vocabulary)
        took["vocabulary table"].append(time.thread_time() - before)
    return {
        name: (1000 * statistics.median(times), 1000 * sorted(times)[int(0.95 * len(times))])
        for name, times in took.items()
    }


def peak_megabytes():
    """The most memory this process has held so far, or not a number where nobody counts."""
    if resource is None:
        return float("nan")
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def measure(name, path, merges, alphabet):
    """Return what one run of an engine took."""
    run, learned = ENGINES[name](path, merges, alphabet)
    gc.collect()
    imports = peak_megabytes()
    wall, cpu = time.perf_counter(), time.process_time()
    result = run()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return {
        "cpu": cpu,
        "wall": wall,
        "megabytes": peak_megabytes() - imports,
        "learned": learned(result),
        "result": result,
    }


def main():
    name, path = sys.argv[1:3]
    measured = measure(name, path, *map(int, sys.argv[3:5]))
    result = measured.pop("result")
    if "--replay" in sys.argv:
        measured["replay"] = replay(result)
        measured["record"] = result.nbytes / 1e6
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
