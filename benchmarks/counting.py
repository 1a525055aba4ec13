"""Counting the words of text larger than memory, beside Hugging Face tokenizers.

`python -m benchmarks.counting 100 1000` makes files of so many MB and counts each by every engine,
each in a process of its own: time, processor time and peak memory of it and its children.
"""

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks import corpora

MB = 10**6
LINE = 10_000
"""Bytes among which there is a line end."""

OFTEN = 0.1
"""Seconds between two looks at the memory."""

ENGINES = {
    "Hugging Face tokenizers, both cores": ("tokenizers", 2),
    "Hugging Face tokenizers, serial": ("tokenizers", 1),
    "ours, 1 process": ("processes", 1),
    "ours, 2 processes": ("processes", 2),
    "ours, a cluster of 1 worker": ("cluster", 1),
    "ours, a cluster of 2 workers": ("cluster", 2),
}


def made(size: int) -> Path:
    """Return a file of so many MB: 10 MB of prose again and again, its once-only words renewed."""
    path = corpora.CACHE / f"counting{size}.txt"
    if path.exists():
        return path
    pieces = _around_rare_words(corpora.path("en10m").read_text(encoding="utf-8"))
    begun = path.with_suffix(".begun")
    with begun.open("w+b") as file:
        for copy in range(10**9):
            file.write("".join(_renewed(pieces, copy)).encode())
            if file.tell() >= size * MB:
                break
        file.seek(size * MB - LINE)
        file.truncate(size * MB - LINE + file.read(LINE).rfind(b"\n") + 1)
    return begun.rename(path)


def _around_rare_words(text: str) -> list[str]:
    """Cut a text before and after each word that it has once."""
    counts = Counter(text.split())
    pieces = re.split(r"(\S+)", text)
    joined, held = [], ""
    for piece in pieces:
        if counts[piece] == 1 and piece.isascii() and piece.isalpha():
            joined += [held, piece]
            held = ""
        else:
            held += piece
    return [*joined, held]


def _renewed(pieces: list[str], copy: int) -> Iterator[str]:
    """Give the words in between a letter of their own in each copy."""
    mark = "" if not copy else "".join(chr(97 + int(digit)) for digit in str(copy))
    for at, piece in enumerate(pieces):
        yield piece + mark if at % 2 else piece


def count(kind: str, path: Path, workers: int) -> int:
    """Count a file by one engine, in this process and its children; return the distinct words."""
    if kind == "tokenizers":
        os.environ["TOKENIZERS_PARALLELISM"] = "true" if workers > 1 else "false"
        from tokenizers import Tokenizer, models, pre_tokenizers, trainers

        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        # A merge costs little beside the counts, and none cannot be asked for.
        trainer = trainers.BpeTrainer(vocab_size=1, show_progress=False)
        tokenizer.train([str(path)], trainer)
        return tokenizer.get_vocab_size()
    from bpe import Corpus

    if kind == "processes":
        return len(Corpus.from_files(path, "huggingface", processes=workers))
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        begun = time.perf_counter()
        words = len(Corpus.from_files(path, "huggingface", scheduler=address))
        print(f"after the start: {time.perf_counter() - begun:.1f} s", file=sys.stderr)
    return words


def measured(kind: str, path: Path, workers: int) -> tuple[float, float, float]:
    """Return the seconds, the processor seconds and the peak MB of one engine."""
    command = [sys.executable, "-m", "benchmarks.counting", "run", kind, str(path), str(workers)]
    before, begun = os.times(), time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    peak = 0.0
    while process.poll() is None:
        peak = max(peak, _memory(process.pid))
        time.sleep(OFTEN)
    seconds, after = time.perf_counter() - begun, os.times()
    if process.returncode:
        raise SystemExit(f"{kind} failed")
    used = after.children_user + after.children_system
    return seconds, used - before.children_user - before.children_system, peak


def _memory(root: int) -> float:
    """Return the MB that a process and its children hold, what they share divided among them."""
    total, waiting = 0, [root]
    while waiting:
        process = Path("/proc") / str(waiting.pop())
        try:
            for task in (process / "task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
            rolled = (process / "smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"^Pss: +(\d+)", rolled, re.MULTILINE)[1])
    return total / 1024


def main(arguments: list[str]) -> None:
    """Print a table for each size in MB."""
    for size in map(int, arguments or ["100"]):
        path = made(size)
        print(
            f"\n| {size:,} MB | s | x | processor s | peak MB |\n|---|---|---|---|---|", flush=True
        )
        first = None
        for name, (kind, workers) in ENGINES.items():
            seconds, used, peak = measured(kind, path, workers)
            first = first or seconds
            row = f"{seconds:.1f} | {seconds / first:.2f} | {used:.1f} | {peak:,.0f}"
            print(f"| {name} | {row} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["run"]:
        print(count(sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])))
    else:
        main(sys.argv[1:])
