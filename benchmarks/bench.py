"""Train ours and the peers in turn on one core; print medians of paired ratios.

`make bench` measures everything and writes `benchmarks/README.md`; `python -m benchmarks.bench
--quick` takes the 1 MB corpus only, three rounds, and writes nothing.

One process for each run, pinned to one core where the system lets it. In each round every engine
runs once, and ratios are taken inside the round, so what else the machine does falls on all alike.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

from benchmarks import corpora

MERGES = (500, 2000, 8000)
ROUNDS = {"en100k": 7, "en1m": 7, "en10m": 5, "zh1m": 7}
REFERENCE = "hf"
LABELS = {
    "hf": "Hugging Face tokenizers, serial",
    "hf-default": "Hugging Face tokenizers, as it comes",
    "gigabpe": "gigabpe, one thread",
    "rustbpe": "rustbpe (bytes)",
    "sentencepiece": "SentencePiece (its own rules)",
    "ours": "ours, scheme `huggingface`, recording",
    "ours-paper": "ours, scheme `paper`, recording",
    "ours-wordpiece": "ours, scheme `wordpiece`, recording",
}
ENGINES = tuple(name for name in LABELS if name != "ours-wordpiece")
GOALS = {
    ("en1m", 2000): 0.85,
    ("en1m", 8000): 1.1,
    ("en10m", 2000): 0.5,
    ("en10m", 8000): 0.65,
}
TARGET = Path(__file__).with_name("README.md")


def run(engine, corpus, merges, core, replay=False):
    """Measure one training in its own process, on `core` where a process can be told its cores."""
    parallel = "true" if engine == "hf-default" else "false"
    arguments = [engine, corpora.path(corpus), merges, alphabet(corpus)]
    said = module("engines", *arguments, *["--replay"] * replay, core=core, parallel=parallel)
    return json.loads(said.splitlines()[-1])


def module(name, *arguments, core, parallel="false"):
    """Run a module of this folder in a process of its own; return what it prints."""
    environment = {
        **os.environ,
        "TOKENIZERS_PARALLELISM": parallel,
        "RAYON_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    command = [sys.executable, "-m", f"benchmarks.{name}", *map(str, arguments)]
    done = subprocess.run(
        command,
        cwd=corpora.ROOT,
        env=environment,
        preexec_fn=None if core is None else lambda: os.sched_setaffinity(0, {core}),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(command[2:])}:\n{done.stderr}")
    return done.stdout


@cache
def alphabet(corpus):
    """Distinct characters in the words of the corpus."""
    return len(set("".join(corpora.path(corpus).read_text(encoding="utf-8").split())))


def rounds_of(engines, corpus, merges, rounds, core):
    """Run every engine once a round; return engine -> list of measurements."""
    measured = {engine: [] for engine in engines}
    for number in range(rounds):
        # Another order each round, so that nobody always follows the same neighbour.
        for engine in engines[number % len(engines) :] + engines[: number % len(engines)]:
            measured[engine].append(run(engine, corpus, merges, core))
    return measured


def ratio(measured, engine, reference, key="cpu"):
    """Median over the rounds of engine / reference."""
    return statistics.median(
        mine[key] / theirs[key]
        for mine, theirs in zip(measured[engine], measured[reference], strict=True)
    )


def median(measured, engine, key):
    return statistics.median(one[key] for one in measured[engine])


def table(header, rows):
    """Lines of a Markdown table."""
    return [
        "| " + " | ".join(header) + " |",
        "|" + "---|" * len(header),
        *("| " + " | ".join(map(str, row)) + " |" for row in rows),
    ]


def speed(names, merges, rounds, core, engines=ENGINES):
    """Measure all; return (corpus, merges) -> engine -> measurements, telling as it goes."""
    results = {}
    for corpus in names:
        for count in merges:
            measured = rounds_of(engines, corpus, count, rounds or ROUNDS[corpus], core)
            results[corpus, count] = measured
            print(f"\n{corpus}, {count} merges", flush=True)
            print(*table(*speed_rows(measured, engines)), sep="\n", flush=True)
    return results


def speed_rows(measured, engines=ENGINES):
    header = ("engine", "x CPU", "x wall", "ms", "peak MB", "merges")
    rows = [
        (
            LABELS[engine],
            f"{ratio(measured, engine, REFERENCE):.2f}",
            f"{ratio(measured, engine, REFERENCE, 'wall'):.2f}",
            f"{1000 * median(measured, engine, 'cpu'):.0f}",
            f"{median(measured, engine, 'megabytes'):.0f}",
            measured[engine][0]["learned"],
        )
        for engine in engines
    ]
    return header, rows


def goals(results):
    """Each goal with what was measured, for those corpora that were run."""
    rows = []
    for (corpus, merges), goal in GOALS.items():
        if (corpus, merges) in results:
            found = ratio(results[corpus, merges], "ours", REFERENCE)
            rows.append((f"{corpus}, {merges} merges, x Hugging Face serial", goal, found))
    for corpus, merges in results:
        measured = results[corpus, merges]
        if corpus == "en10m":
            found = ratio(measured, "ours", "rustbpe")
            rows.append((f"{corpus}, {merges} merges, x rustbpe", 1.0, found))
            found = ratio(measured, "ours", REFERENCE, "megabytes")
            rows.append((f"{corpus}, {merges} merges, peak memory x Hugging Face", 1.0, found))
    return rows


def replay_goals(replay):
    """The page's 95th percentile on the largest English corpus."""
    header, rows = replay
    return [
        (f"{row[0]}, {row[1]} merges, a page at any step, p95 ms", 5.0, float(page.split()[-1]))
        for row in rows
        for name, page in zip(header, row, strict=True)
        if name == "page" and row[0] == "en10m"
    ]


def goal_lines(rows):
    return table(
        ("goal", "at most", "measured", ""),
        [
            (what, f"{goal:g}", f"{found:.2f}", "reached" if found <= goal else "**missed**")
            for what, goal, found in rows
        ],
    )


def replays(pairs, core):
    """Latency of random steps: rows of (corpus, merges, record MB, part: median / p95 ms)."""
    rows = []
    for corpus, merges in pairs:
        measured = run("ours", corpus, merges, core, replay=True)
        parts = measured["replay"]
        rows.append(
            (
                corpus,
                merges,
                f"{measured['record']:.1f}",
                *(f"{middle:.2f} / {high:.2f}" for middle, high in parts.values()),
            )
        )
        header = ("corpus", "merges", "record MB", *parts)
    return header, rows


def wordpiece(core, rounds):
    """WordPiece by score as a multiple of BPE by count, 1 MB and 2000 merges."""
    measured = rounds_of(("ours-paper", "ours-wordpiece"), "en1m", 2000, rounds, core)
    return ratio(measured, "ours-wordpiece", "ours-paper")


def encoding(core, rounds):
    """Encoding beside Hugging Face: the lines of its section."""
    return [
        "## Encoding",
        "",
        "CPU time of ours on 1 MB as a multiple of Hugging Face's, no word known beforehand.",
        "Theirs is given the lines as one batch, ours the whole text; what is nearest in a",
        "`tokenizer.json` and who goes first is told in `benchmarks/encoding.py`.",
        "",
        *module("encoding", "--rounds", rounds, core=core).splitlines(),
        "",
    ]


def report(results, replay, score_ratio, encoded):
    """The text of benchmarks/README.md."""
    packages = ("tokenizers", "gigabpe", "rustbpe", "sentencepiece", "numpy")
    lines = [
        "# Speed and memory beside the peers",
        "",
        "Written by `make bench`; do not edit. From file on disk to finished result on one core,",
        "imports excluded. Ours has recorded the whole run; the peers record nothing. Each run is",
        "its own process; the numbers are medians over interleaved rounds, ratios taken inside a",
        "round against Hugging Face tokenizers with `TOKENIZERS_PARALLELISM=false`. Single",
        "milliseconds say little on a shared machine; ratios say more.",
        "",
        "Like for like: Hugging Face, rustbpe and our scheme `huggingface` split at white space",
        "and have no boundary mark (rustbpe counts bytes, so its merges differ). SentencePiece",
        "marks the beginning of a word and has its own rules; `paper` has `</w>` as a token.",
        "gigabpe learns the merges of Hugging Face, written in Rust for speed alone.",
        "",
        f"Python {platform.python_version()}, "
        + ", ".join(f"{name} {version(name)}" for name in packages)
        + f"; {os.cpu_count()} cores, one used.",
        "",
        "## Corpora",
        "",
        *table(
            ("name", "bytes", "made of"),
            [
                (name, f"{corpora.path(name).stat().st_size:,}", corpora.recipe(name))
                for name in dict.fromkeys(corpus for corpus, _ in results)
            ],
        ),
        "",
        "They are Debian packages' texts, fetched on first use and never shipped.",
        "",
        "## Goals",
        "",
        *goal_lines(goals(results) + replay_goals(replay)),
        "",
        "## Time, as a multiple of Hugging Face serial (CPU), and peak memory above the imports",
    ]
    for (corpus, merges), measured in results.items():
        lines += ["", f"### {corpus}, {merges:,} merges", "", *table(*speed_rows(measured))]
    lines += [
        "",
        "## Any step",
        "",
        "CPU milliseconds at 200 random steps, median / 95th percentile. `page` is all before it;",
        "the vocabulary table makes an object of every token.",
        "",
        *table(*replay),
        "",
        *encoded,
        "## WordPiece",
        "",
        f"Training by score takes {score_ratio:.2f} x the time of training by count "
        "(1 MB, 2,000 merges, recording).",
        "",
    ]
    return "\n".join(lines)


def last_core():
    """The last core this process may use; None where it cannot choose, as on macOS and Windows."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="1 MB only, three rounds, no file")
    parser.add_argument("--corpora", nargs="+", choices=corpora.SIZES, default=[*corpora.SIZES])
    parser.add_argument("--merges", nargs="+", type=int, default=MERGES)
    parser.add_argument("--rounds", type=int, help="rounds of each, else 5 or 7")
    parser.add_argument("--core", type=int, default=last_core())
    options = parser.parse_args()
    if options.quick:
        results = speed(("en1m",), (2000, 8000), options.rounds or 3, options.core)
        print("", *goal_lines(goals(results)), "", sep="\n")
        print(*table(*replays([("en1m", 8000)], options.core)), sep="\n")
        return
    results = speed(options.corpora, options.merges, options.rounds, options.core)
    places = [(corpus, max(options.merges)) for corpus in options.corpora]
    replay = replays(places, options.core)
    rounds = options.rounds or 7
    encoded = encoding(options.core, rounds)
    text = report(results, replay, wordpiece(options.core, rounds), encoded)
    print("", *goal_lines(goals(results) + replay_goals(replay)), "", *table(*replay), sep="\n")
    print("", *encoded, sep="\n")
    if options.corpora == [*corpora.SIZES] and tuple(options.merges) == MERGES:
        TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
