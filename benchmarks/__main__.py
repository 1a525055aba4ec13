"""`python -m benchmarks` measures the peers; `python -m benchmarks hall` one benchmark by name.

The output is Markdown tables, as in `benchmarks/README.md`. Exits with 1 if a goal is missed by
more than 15 %, the variation of single measurements.
"""

import argparse
import sys
from importlib import import_module

from benchmarks.corpora import SIZES

PEERS = ["training", "encoding"]
"""Benchmarks against Hugging Face, gigabpe, rustbpe and SentencePiece."""

ALL = [*PEERS, "hall"]
"""The last one is the app under load: waiting times of readers in one room."""


def main() -> None:
    """Run the benchmark named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure.")
    parser.add_argument("what", nargs="*", help=f"of {', '.join(ALL)}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--corpora", nargs="+", choices=SIZES, default=[*SIZES], help="to train on")
    parser.add_argument("--merges", nargs="+", type=int, default=[500, 2000, 8000])
    parser.add_argument("--readers", nargs="+", type=int, default=[30], help="in the hall")
    parser.add_argument("--tab", default="", help="of the details that they have open")
    parser.add_argument("--slow", type=int, default=0, help="others who train on large files")
    parser.add_argument("--every", type=float, default=1.5, help="seconds between their pauses")
    parser.add_argument("--times", type=int, default=4, help="pauses of each")
    asked = parser.parse_args()
    if unknown := set(asked.what) - {*ALL}:
        parser.error(f"what must be of {', '.join(ALL)}, got {', '.join(unknown)}")
    missed = False
    for name in asked.what or PEERS:
        # Imported on demand: the training benchmark needs no web sockets.
        missed |= bool(import_module(f"benchmarks.{name}").main(asked))
    sys.exit(missed)


if __name__ == "__main__":
    main()
