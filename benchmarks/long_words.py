"""One long word: how processor time and memory grow with its letters.

For each preset and tie rule: seconds and megabytes at each size, and the exponent of the seconds
between the first and the last. Every run is a process of its own, and learns all merges.
"""

import argparse
import math
import multiprocessing
import random
import resource
import time
from dataclasses import replace

from bpe import PRESETS, TIE_RULES, Corpus, train, train_unigram

SIZES = (5_000, 10_000, 20_000, 40_000, 80_000)
ALPHABETS = (2, 4, 26)
WAYS = [(name, name, preset.tie_rule) for name, preset in PRESETS.items()]
WAYS += [(f"paper, {rule}", "paper", rule) for rule in TIE_RULES]


def measured(way: str, letters: int, size: int) -> tuple[float, float]:
    """Processor seconds, and megabytes that the process grew by."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_measure, (way, letters, size))


def _measure(way: str, letters: int, size: int) -> tuple[float, float]:
    word = "".join(random.Random(size).choices("abcdefghijklmnopqrstuvwxyz"[:letters], k=size))
    corpus = Corpus.from_counts({word: 1})
    train("warm up", "paper")
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    if way == "encoding":
        tokenizer = train(corpus, "gpt").tokenizer()
        start = time.process_time()
        tokenizer.encode_word(word)
    elif way == "unigram":
        train_unigram(corpus, vocab_size=500)
    else:
        _, preset, rule = next(each for each in WAYS if each[0] == way)
        train(corpus, replace(PRESETS[preset], tie_rule=rule))
    seconds = time.process_time() - start
    return seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--letters", type=int, nargs="+", default=ALPHABETS)
    given = parser.parse_args()
    for way in (*(each[0] for each in WAYS), "encoding", "unigram"):
        for letters in given.letters:
            found = [measured(way, letters, size) for size in given.sizes]
            grown = math.log(found[-1][0] / found[0][0]) / math.log(
                given.sizes[-1] / given.sizes[0]
            )
            figures = " ".join(f"{seconds:.2f} s +{held:.0f} MB," for seconds, held in found)
            print(f"{way}, {letters} letters: {figures} exponent {grown:.2f}", flush=True)


if __name__ == "__main__":
    main()
