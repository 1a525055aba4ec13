"""What each command does. All return an exit code: 0, or 1 where a check finds a difference."""

from __future__ import annotations

import argparse
import contextlib
import glob
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from ..checking import Check, Diagnosis, check
from ..checking.trainer import NO_RULE
from ..corpus import Corpus
from ..counting.reading import kind_in
from ..counting.tables import check_kind, holds_counts
from ..encoding.encoded import EncodedText
from ..encoding.tokenizer import Tokenizer
from ..errors import CorpusError
from ..files.pairs import load_merges
from ..files.read import Opened, load
from ..files.write import SCHEME, read_trained, write_trained
from ..input.kinds import KINDS
from ..input.opening import check_size, read_file, read_within, unpack, written_whole
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.bytelevel import to_alias
from ..training import train
from .options import limits_of, scheme_of

DIFFERS = 1
WIDTH = 30
_TEXT, _TOKENIZER = KINDS["text"].command, KINDS["tokenizer"].command
_WHOLE = "tokenizer.json"


def train_command(given: argparse.Namespace) -> int:
    """Train, and write merges, vocabulary and scheme into a folder."""
    scheme = scheme_of(given)
    out = Path(given.out)
    if out.exists() and not out.is_dir():
        raise CorpusError("out", name=given.out)
    corpus = _corpus(given.file, scheme)
    with Progress() as progress:
        training = train(corpus, scheme, **limits_of(given), on_progress=progress)
    files = write_trained(training)
    out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as written:
        for name, content in files.items():
            part = written.enter_context(written_whole(out / name))
            part.write_bytes(content)
    size = int(training.vocabulary_sizes[-1])
    say(f"{len(training):,} merges, {size:,} tokens, written to {given.out}: {', '.join(files)}.")
    return 0


def count_command(given: argparse.Namespace) -> int:
    """Count the words of many files, and write them with their counts."""
    scheme, out = scheme_of(given), Path(given.out)
    check_kind(out.name)
    paths = expanded(given.paths)
    with Progress("MB", unit=10**6) as progress:
        corpus = Corpus.from_files(
            map(os.path.abspath, paths) if given.scheduler else paths,
            scheme,
            field=given.field,
            processes=given.processes,
            scheduler=given.scheduler,
            on_progress=progress,
        )
    corpus.save_counts(out)
    total = sum(corpus.counts)
    say(f"{total:,} words, {len(corpus):,} of them distinct, written to {given.out}.")
    return 0


def expanded(paths: Iterable[str]) -> Iterator[str]:
    """Return files in the order given, those of a pattern sorted by name.

    Not every shell expands patterns: on Windows none does. The name of a file is no pattern.
    """
    for path in paths:
        pattern = glob.has_magic(path) and not Path(path).exists()
        matched = sorted(glob.glob(path)) if pattern else []  # noqa: PTH207 - no hidden files
        yield from matched or [path]


def encode_command(given: argparse.Namespace) -> int:
    """Print the ids, or the tokens, of a text."""
    tokenizer, text = _opened(Path(given.tokenizer)), read(given.file)
    encoding: EncodedText = tokenizer.encode(text, allow_special=given.special)
    if given.tokens:
        say(json.dumps([*map(to_alias, encoding.tokens)], ensure_ascii=False))
    else:
        say(" ".join(map(str, encoding.ids)))
    return 0


def check_command(given: argparse.Namespace) -> int:
    """Hold a list of merges against the record; say where it differs first, and why."""
    scheme = scheme_of(given)
    path = Path(given.merges_file)
    merges = load_merges(path.name, read_file(path, KINDS["merges"].command, pipes=True))
    # Of a text can be told whether it was cut into words in another way.
    corpus = read(given.file) if is_text(given.file) else _corpus(given.file, scheme)
    with Progress() as progress:
        found = check(merges, corpus, scheme, **limits_of(given), on_progress=progress)
    for line in _said(found):
        say(line)
    return 0 if found.agrees else DIFFERS


def _said(found: Check) -> list[str]:
    if found.diagnosis is None:
        return [f"All {len(found.pairs):,} merges agree."]
    return [difference(found), explained(found.diagnosis)]


def _corpus(file: str, scheme: Scheme) -> Corpus:
    path = Path(file)
    if file == "-" or path.is_fifo():
        return Corpus.from_text(read(file), scheme, source=file)
    if holds_counts(path.name, path):
        return Corpus.from_counts_file(path)
    return Corpus.from_file(path, scheme)


def _opened(path: Path) -> Opened | Tokenizer:
    if not path.is_dir():
        return load({path.name: read_file(path, _TOKENIZER, pipes=True)})
    if (path / SCHEME).is_file():
        return read_trained(_files(path))
    if (path / _WHOLE).is_file():
        return load({_WHOLE: read_file(path / _WHOLE, _TOKENIZER)})
    return load(_files(path))


def _files(folder: Path) -> dict[str, bytes]:
    """Read the files of a folder that may be part of a tokenizer; weights are larger."""
    paths = [path for path in sorted(folder.iterdir()) if path.is_file()]
    sizes = {path: path.stat().st_size for path in paths}
    most = _TOKENIZER.size or 0
    check_size(folder.name, sum(size for size in sizes.values() if size <= most), most)
    return {path.name: read_file(path, _TOKENIZER) for path in paths if sizes[path] <= most}


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


def explained(found: Diagnosis) -> str:
    """Return the cause in one sentence, with its kind and the tie rule of the list."""
    said = SENTENCES[found.cause]
    if found.detail:
        said += f" ({found.detail})"
    if found.rules:
        rules = ["no rule known here" if rule == NO_RULE else rule for rule in found.rules]
        said += f"; the list's ties: {' or '.join(rules)}"
    return said + "."


def difference(found: Check) -> str:
    """Return the first step that differs, both pairs and their counts, in one sentence."""
    first = found.difference
    if first is None:
        return "No merge differs."
    theirs, ours = "the list ends", "the record ends"
    if first.theirs is not None:
        theirs = f"the list merges {_pair(first.theirs)}, which occurs {_times(first.count)}"
    if first.ours is not None:
        ours = f"the record {_pair(first.ours.pair)}, which occurs {_times(first.ours_count)}"
    return f"Merge {first.step + 1:,} differs: {theirs}; {ours}."


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _pair(pair: tuple[Token, Token]) -> str:
    return f"({', '.join(map(repr, map(to_alias, pair)))})"


def read(file: str) -> str:
    """Return the text of a UTF-8 file, or of standard input for "-", within what is held at once.

    Raises `CorpusError` for what is not UTF-8, or more.
    """
    if file == "-":
        name, data = "standard input", read_within(sys.stdin.buffer, "standard input", _TEXT.whole)
    else:
        name = Path(file).name
        data = unpack(name, read_file(Path(file), _TEXT, pipes=True), _TEXT)
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise CorpusError(
            "file_encoding", name=name, byte=data[error.start], place=error.start
        ) from error


def is_text(file: str) -> bool:
    """Say whether a file is one text, by its name, or else documents or counts."""
    return file == "-" or not Path(file).is_file() or kind_in(Path(file)) == "text"


def say(line: str) -> None:
    """Print a line; where nobody reads any more, print nothing from there on."""
    try:
        print(line.encode("utf-8", "backslashreplace").decode(), flush=True)
    except BrokenPipeError:
        # What is still held back goes nowhere, without another complaint at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Progress:
    """A bar on a terminal; silent elsewhere."""

    def __init__(self, what: str = "merges", unit: int = 1) -> None:
        """Take what is counted, and how many of it are one that is shown."""
        self._what, self._unit = what, unit
        self._shown = -1
        self._is_terminal = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        """Draw the bar anew where it has grown."""
        share = WIDTH if not total else WIDTH * done // total
        if not self._is_terminal or share == self._shown:
            return
        self._shown = share
        bar = "#" * share + "." * (WIDTH - share)
        said = f"{done // self._unit:,} of {total // self._unit:,} {self._what}"
        with contextlib.suppress(OSError):
            print(f"\r[{bar}] {said}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        """Leave the bar's line."""
        if self._shown >= 0:
            print(file=sys.stderr)
