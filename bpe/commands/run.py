"""The commands. All return an exit code: 0, or 1 where a check finds a difference."""

import argparse
import json
import os
import sys
from glob import glob
from pathlib import Path

from ..checking import CAUSES, Check, check
from ..corpus import Corpus
from ..counting import check_name, holds_counts
from ..encoding.encoded import EncodedText
from ..encoding.tokenizer import Tokenizer
from ..errors import CorpusError
from ..files.pairs import load_merges
from ..files.write import training_files
from ..input.encodings import from_utf8
from ..input.opening import (
    KINDS,
    UNBOUNDED,
    kind_of,
    open_file,
    read_file,
    read_within,
    unpack,
    unpacked,
    unpacked_name,
)
from ..interchange import Opened, load
from ..merging.values import Pair
from ..schemes import Scheme
from ..text.characters import to_alias
from ..training import Training, train
from .options import chosen_limits, chosen_scheme

DIFFERS = 1
TRAINED = "trained.json"
"""What `encode` learns again from a folder that `train` wrote."""


def train_command(given: argparse.Namespace) -> int:
    """Train, and write into a folder the run, its merges and what other libraries read."""
    scheme, out = chosen_scheme(given), Path(given.out)
    if out.exists() and not out.is_dir():
        raise CorpusError("out", name=given.out)
    training = train(_corpus(given.file, scheme), scheme, **chosen_limits(given))
    files = training_files(training)
    out.mkdir(parents=True, exist_ok=True)
    training.save(out / TRAINED)
    for name, content in files.items():
        (out / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    size, names = int(training.vocabulary_sizes[-1]), ", ".join((TRAINED, *files))
    say(f"{len(training):,} merges, {size:,} tokens, written to {given.out}: {names}.")
    return 0


def count_command(given: argparse.Namespace) -> int:
    """Count the words of many files, and write them with their counts."""
    out = Path(given.out)
    check_name(out)
    paths = [each for path in given.paths for each in matching_paths(path)]
    corpus = Corpus.from_files(
        map(os.path.abspath, paths) if given.scheduler else paths,
        chosen_scheme(given),
        field=given.field,
        processes=(os.cpu_count() or 1) if given.processes is None else given.processes,
        scheduler=given.scheduler,
    )
    corpus.save_counts(out)
    total = sum(corpus.counts)
    say(f"{total:,} words, {len(corpus):,} of them distinct, written to {given.out}.")
    return 0


def matching_paths(path: str) -> list[str]:
    """Return a path, or all paths that match it as a pattern, as no shell of Windows does."""
    return [path] if Path(path).exists() else sorted(glob(path)) or [path]  # noqa: PTH207


def encode_command(given: argparse.Namespace) -> int:
    """Print the ids, or the tokens, of a text, by a folder that `train` wrote or another's file."""
    path = Path(given.tokenizer)
    tokenizer: Tokenizer | Opened
    if path.is_dir():
        tokenizer = Training.load(path / TRAINED).tokenizer()
    else:
        tokenizer = load({path.name: read_file(path, KINDS["tokenizer"].command, pipes=True)})
    encoding: EncodedText = tokenizer.encode(_read_text(given.file))
    if given.tokens:
        say(json.dumps([*map(to_alias, encoding.tokens)], ensure_ascii=False))
    else:
        say(" ".join(map(str, encoding.ids)))
    return 0


def check_command(given: argparse.Namespace) -> int:
    """Hold a list of merges against the record; say where it differs first, and why."""
    scheme, path = chosen_scheme(given), Path(given.merges_file)
    merges = load_merges(path.name, read_file(path, KINDS["merges"].command, pipes=True))
    # Of a text can be told whether it was cut into words in another way.
    is_text = kind_of(given.file) in (None, "text")
    corpus = _read_text(given.file) if is_text else _corpus(given.file, scheme)
    found = check(merges, corpus, scheme, **chosen_limits(given))
    say(verdict(found))
    return DIFFERS if found.diagnosis else 0


def verdict(found: Check) -> str:
    """Return the first step that differs, both pairs and their counts, and the cause in a line."""
    first, why = found.difference, found.diagnosis
    if first is None or why is None:
        return f"All {len(found.pairs):,} merges agree."
    theirs = "ends" if first.theirs is None else f"merges {_pair_text(first.theirs, first.count)}"
    ours = "ends" if first.ours is None else _pair_text(first.ours.pair, first.ours.count)
    detail = f" ({why.detail})" if why.detail else ""
    rules = f"; the list's ties: {' or '.join(why.rules)}" if why.rules else ""
    differs = f"Merge {first.step + 1:,} differs: the list {theirs}; the record {ours}."
    return f"{differs}\n{CAUSES[why.cause]}{detail}{rules}."


def _pair_text(pair: Pair, count: int) -> str:
    return f"({', '.join(map(repr, map(to_alias, pair)))}), count {count:,}"


def _corpus(file: str, scheme: Scheme) -> Corpus:
    path = Path(file)
    if file == "-" or path.is_fifo():
        return Corpus.from_text(_read_text(file), scheme, source=file)
    with open_file(path) as opened:
        is_counts = holds_counts(unpacked(opened, path.name), unpacked_name(path.name))
    return Corpus.from_counts_file(path) if is_counts else Corpus.from_file(path, scheme)


def _read_text(file: str) -> str:
    """Return the text of a file, or of standard input for "-". Raises `CorpusError` for none."""
    if file == "-":
        name = "standard input"
        return from_utf8(read_within(sys.stdin.buffer, name, UNBOUNDED.most), name)
    data = read_file(Path(file), UNBOUNDED, pipes=True)
    return from_utf8(unpack(Path(file).name, data, UNBOUNDED), Path(file).name)


def say(line: str) -> None:
    """Print a line; after a broken pipe print nothing more."""
    try:
        print(line.encode("utf-8", "backslashreplace").decode(), flush=True)
    except BrokenPipeError:
        # Discard the rest of the buffer, so that closing does not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
