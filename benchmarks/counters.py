"""Exact amounts of work on the long samples: what CI holds still, where seconds would not.

Merges, list entries examined, pairs born and cells do not depend on the machine. A change in any
of them is a change of algorithm: run `python -m benchmarks.counters` and look at the difference
before committing it.
"""

import json
from pathlib import Path

from bpe import Corpus, train

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "sample_corpora"
EXPECTED = Path(__file__).with_name("counters.json")
RUNS = (("huggingface", 2000), ("paper", 2000), ("sentencepiece", 1000), ("wordpiece", 500))


def books() -> list[Path]:
    """The shipped texts long enough to say something about speed."""
    return sorted(path for path in SAMPLES.glob("*.txt") if path.stat().st_size > 50_000)


def count(book: Path, scheme: str, merges: int) -> dict[str, int]:
    """Work done by one training."""
    return dict(train(Corpus.from_file(book, scheme), scheme, max_merges=merges).counters)


def main() -> None:
    found = {
        f"{book.stem} {scheme} {merges}": count(book, scheme, merges)
        for book in books()
        for scheme, merges in RUNS
    }
    EXPECTED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(EXPECTED.read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    main()
