"""Open real tokenizers and encode 1 MB, nothing known beforehand: ours beside their libraries.

Usage: python -m benchmarks.real [--rounds 5] [--names o200k ...]

Every round opens both anew and encodes the whole text with each on one thread, first the one, then
the other; ratios compare runs of the same round. Printed: CPU seconds to open ours, medians of CPU
time to encode, of the ratio, and how many tokens both made.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"

from benchmarks import corpora
from bpe.interchange import load
from tests.oracle.files.libraries import theirs
from ui.corpora.tokenizers import shipped

# CLIP's own code is slow on purpose; there is no library to compare with.
NAMES = tuple(name for name in shipped() if name != "clip")


def main() -> None:
    """Run the rounds and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--names", nargs="+", choices=NAMES, default=NAMES)
    options = parser.parse_args()
    text = corpora.path("en1m").read_text(encoding="utf-8")
    print(f"{corpora.recipe('en1m')}; {options.rounds} rounds")
    print("name       open s   ours s   theirs s   ratio (lowest-highest)   tokens")
    for name in options.names:
        rounds = [measure(name, text, turn) for turn in range(options.rounds)]
        ratios = [ours / library for _, ours, library, _ in rounds]
        opening, ours, library = (
            statistics.median(run[side] for run in rounds) for side in range(3)
        )
        print(
            f"{name:9} {opening:7.2f} {ours:8.3f} {library:10.3f}   "
            f"{statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})        "
            f"{rounds[0][3]:,}",
            flush=True,
        )


def measure(name: str, text: str, turn: int) -> tuple[float, float, float, int]:
    """Return CPU seconds to open, to encode here and in the library, and the tokens made."""
    real = shipped()[name]
    start = time.process_time()
    ours = load({real.path.name: real.path.read_bytes()})
    opening = time.process_time() - start
    library = theirs(name, setattr)

    def timed(encode: Callable[[str], object]) -> tuple[float, object]:
        start = time.process_time()
        ids = encode(text)
        return time.process_time() - start, ids

    runs = {"ours": lambda given: ours.encode(given).ids, "library": library.encode}
    order = ("ours", "library") if turn % 2 else ("library", "ours")
    done = {which: timed(runs[which]) for which in order}
    (here, ids), (there, expected) = done["ours"], done["library"]
    assert ids == expected, name
    return opening, here, there, len(ids)


if __name__ == "__main__":
    main()
