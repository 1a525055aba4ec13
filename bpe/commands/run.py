"""What each command does. All return an exit code: 0, or 1 where a check finds a difference."""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import ExitStack
from glob import glob
from pathlib import Path

from ..checking import Check, Diagnosis, check
from ..checking.trainer import NO_RULE
from ..corpus import Corpus
from ..counting.counts import check_name, holds_counts
from ..encoding.encoded import EncodedText
from ..encoding.tokenizer import Tokenizer
from ..errors import CorpusError
from ..files.pairs import load_merges
from ..files.read import Opened, load
from ..files.write import TRAINED, read_trained, write_trained
from ..input.encodings import from_utf8
from ..input.kinds import KINDS, UNBOUNDED, kind_of, unpacked_name
from ..input.opening import open_file, read_file, read_within, unpack, unpacked, written_whole
from ..merging.loop import Progress
from ..merging.values import Pair
from ..schemes import Scheme
from ..text.bytelevel import to_alias
from ..training import train
from .options import limits_of, scheme_of

DIFFERS = 1
_TOKENIZER = KINDS["tokenizer"].command

SENTENCES = {
    "tie": "Ties are broken another way",
    "weights": "Each distinct word is counted once, however often it occurs",
    "stale": "Counts are not brought up to date after a merge",
    "overlap": "Overlapping pairs are missed: in aaa the pair (a, a) counts twice",
    "merging": "Occurrences are replaced another way than from the left, all of them",
    "words": "Pairs are counted across the ends of words",
    "pretokenizer": "The text is cut into words another way",
    "special": "A special token is not kept apart from the text",
    "aliases": "Bytes are taken for the characters that files write them with",
    "boundary": "The ends of words are marked another way",
    "mark": "The mark at the ends of words is written with other characters",
    "units": "Words are spelled in other units, characters or bytes",
    "score": "The pair is chosen by another score",
    "rules": "Tokens are made that the scheme forbids",
    "length": "Merges are as expected, but not as many",
    "unknown": "None of the mistakes known here explains the list",
}
"""Cause of a difference -> what it says."""


def train_command(given: argparse.Namespace) -> int:
    """Train, and write merges, vocabulary and scheme into a folder."""
    scheme, out = scheme_of(given), Path(given.out)
    if out.exists() and not out.is_dir():
        raise CorpusError("out", name=given.out)
    corpus = _corpus(given.file, scheme)
    training = train(corpus, scheme, **limits_of(given), on_progress=progress())
    files = write_trained(training)
    out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as written:
        for name, content in files.items():
            written.enter_context(written_whole(out / name)).write_bytes(content)
    size = int(training.vocabulary_sizes[-1])
    say(f"{len(training):,} merges, {size:,} tokens, written to {given.out}: {', '.join(files)}.")
    return 0


def count_command(given: argparse.Namespace) -> int:
    """Count the words of many files, and write them with their counts."""
    out = Path(given.out)
    check_name(out)
    paths = [each for path in given.paths for each in named(path)]
    corpus = Corpus.from_files(
        map(os.path.abspath, paths) if given.scheduler else paths,
        scheme_of(given),
        field=given.field,
        processes=(os.cpu_count() or 1) if given.processes is None else given.processes,
        scheduler=given.scheduler,
        on_progress=progress("MB", unit=10**6),
    )
    corpus.save_counts(out)
    total = sum(corpus.counts)
    say(f"{total:,} words, {len(corpus):,} of them distinct, written to {given.out}.")
    return 0


def named(path: str) -> list[str]:
    """Return what a path names: itself, or all that match it. On Windows no shell does that."""
    return [path] if Path(path).exists() else sorted(glob(path)) or [path]  # noqa: PTH207


def encode_command(given: argparse.Namespace) -> int:
    """Print the ids, or the tokens, of a text."""
    encoding: EncodedText = _opened(Path(given.tokenizer)).encode(
        _read(given.file), allow_special=given.special
    )
    if given.tokens:
        say(json.dumps([*map(to_alias, encoding.tokens)], ensure_ascii=False))
    else:
        say(" ".join(map(str, encoding.ids)))
    return 0


def check_command(given: argparse.Namespace) -> int:
    """Hold a list of merges against the record; say where it differs first, and why."""
    scheme, path = scheme_of(given), Path(given.merges_file)
    merges = load_merges(path.name, read_file(path, KINDS["merges"].command, pipes=True))
    # Of a text can be told whether it was cut into words in another way.
    is_text = kind_of(given.file) in (None, "text")
    corpus = _read(given.file) if is_text else _corpus(given.file, scheme)
    found = check(merges, corpus, scheme, **limits_of(given), on_progress=progress())
    if found.diagnosis is None:
        say(f"All {len(found.pairs):,} merges agree.")
        return 0
    say(difference(found))
    say(explained(found.diagnosis))
    return DIFFERS


def difference(found: Check) -> str:
    """Return the first step that differs, both pairs and their counts, in one sentence."""
    first, theirs, ours = found.difference, "the list ends", "the record ends"
    if first is None:
        return "No merge differs."
    if first.theirs is not None:
        theirs = f"the list merges {_pair(first.theirs, first.count)}"
    if first.ours is not None:
        ours = f"the record {_pair(first.ours.pair, first.ours.count)}"
    return f"Merge {first.step + 1:,} differs: {theirs}; {ours}."


def explained(found: Diagnosis) -> str:
    """Return the cause in one sentence, with its kind and the tie rule of the list."""
    said = SENTENCES[found.cause]
    if found.detail:
        said += f" ({found.detail})"
    if found.rules:
        rules = ["no rule known here" if rule == NO_RULE else rule for rule in found.rules]
        said += f"; the list's ties: {' or '.join(rules)}"
    return said + "."


def _pair(pair: Pair, count: int) -> str:
    times = "once" if count == 1 else f"{count:,} times"
    return f"({', '.join(map(repr, map(to_alias, pair)))}), which occurs {times}"


def _corpus(file: str, scheme: Scheme) -> Corpus:
    path = Path(file)
    if file == "-" or path.is_fifo():
        return Corpus.from_text(_read(file), scheme, source=file)
    with open_file(path) as opened:
        is_counts = holds_counts(unpacked(opened, path.name), unpacked_name(path.name))
    return Corpus.from_counts_file(path) if is_counts else Corpus.from_file(path, scheme)


def _read(file: str) -> str:
    """Return the text of a file, or of standard input for "-". Raises `CorpusError` for none."""
    if file == "-":
        name = "standard input"
        return from_utf8(read_within(sys.stdin.buffer, name, UNBOUNDED.most), name)
    data = read_file(Path(file), UNBOUNDED, pipes=True)
    return from_utf8(unpack(Path(file).name, data, UNBOUNDED), Path(file).name)


def _opened(path: Path) -> Opened | Tokenizer:
    """Open a tokenizer: a file, or the files of a folder; weights, which are larger, are left."""
    if not path.is_dir():
        return load({path.name: read_file(path, _TOKENIZER, pipes=True)})
    sizes = {each: each.stat().st_size for each in sorted(path.iterdir()) if each.is_file()}
    small = [each for each, size in sizes.items() if size <= _TOKENIZER.most]
    files = {each.name: read_file(each, _TOKENIZER) for each in small}
    return read_trained(files[TRAINED]) if TRAINED in files else load(files)


def say(line: str) -> None:
    """Print a line; where nobody reads any more, print nothing from there on."""
    try:
        print(line.encode("utf-8", "backslashreplace").decode(), flush=True)
    except BrokenPipeError:
        # What is still held back goes nowhere, without another complaint at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def progress(what: str = "merges", unit: int = 1) -> Progress | None:
    """Return what says on a terminal how far a run is; the next line is written over it."""
    said = ""

    def report(done: int, total: int) -> None:
        nonlocal said
        now = f"{100 * done // (total or 1)} % of {total // unit:,} {what}"
        if now != said:
            said = now
            print(said, end="\r", file=sys.stderr, flush=True)

    return report if sys.stderr.isatty() else None
