"""Counting the words of files larger than memory beside Hugging Face tokenizers.

The files are 10 MB of English prose again and again, once-only words renewed in each copy, so that
distinct words keep growing. Each engine counts in a process of its own: time, processor time and
the peak of memory of it and its children, what they share divided among them.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks import corpora
from benchmarks.measuring import say, say_head
from benchmarks.watched import Family

MB = 10**6
ENGINES = {
    "Hugging Face tokenizers, both cores": ("tokenizers", 2),
    "Hugging Face tokenizers, serial": ("tokenizers", 1),
    "ours, 1 process": ("processes", 1),
    "ours, 2 processes": ("processes", 2),
    "ours, a cluster of 1 worker": ("cluster", 1),
    "ours, a cluster of 2 workers": ("cluster", 2),
}


def made(size: int) -> Path:
    """Return a file of at least so many MB."""
    path = corpora.CACHE / f"counting{size}.txt"
    if not path.exists():
        begun = path.with_suffix(".begun")
        with begun.open("w", encoding="utf-8") as file:
            for copy in corpora.copies(corpora.path("en10m").read_text(encoding="utf-8")):
                file.write(copy)
                if file.tell() >= size * MB:
                    break
        begun.rename(path)
    return path


def count(kind: str, path: str, workers: int) -> None:
    """Count a file by one engine, in this process and its children."""
    if kind == "tokenizers":
        os.environ["TOKENIZERS_PARALLELISM"] = "true" if workers > 1 else "false"
        from tokenizers import Tokenizer, models, pre_tokenizers, trainers

        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        # A merge costs little beside the counts, and none cannot be asked for.
        tokenizer.train([path], trainers.BpeTrainer(vocab_size=1, show_progress=False))
        return
    from bpe import Corpus

    if kind == "processes":
        Corpus.from_files(path, "huggingface", processes=workers)
        return
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        Corpus.from_files(path, "huggingface", scheduler=cluster.scheduler_address)


def measured(kind: str, path: Path, workers: int) -> tuple[float, float, float]:
    """Return the seconds, the processor seconds and the peak MB of one engine."""
    command = [sys.executable, "-m", "benchmarks.counting", kind, str(path), str(workers)]
    before, begun, peak = os.times(), time.perf_counter(), 0.0
    with subprocess.Popen(command, cwd=corpora.ROOT, stdout=subprocess.DEVNULL) as process:
        family = Family(process.pid)
        while process.poll() is None:
            peak = max(peak, family.memory())
            time.sleep(0.1)
    if process.returncode:
        raise SystemExit(f"{kind} failed")
    seconds, after = time.perf_counter() - begun, os.times()
    used = after.children_user + after.children_system
    return seconds, used - before.children_user - before.children_system, peak


def main(asked: argparse.Namespace) -> None:
    """Print a table for each size."""
    print("\n## Counting")
    for size in asked.megabytes:
        path, first = made(size), None
        say_head(f"{size:,} MB", "s", "x", "processor s", "peak MB")
        for name, (kind, workers) in ENGINES.items():
            seconds, used, peak = measured(kind, path, workers)
            first = first or seconds
            say(name, f"{seconds:.1f}", f"{seconds / first:.2f}", f"{used:.1f}", f"{peak:,.0f}")


if __name__ == "__main__":
    count(sys.argv[1], sys.argv[2], int(sys.argv[3]))
