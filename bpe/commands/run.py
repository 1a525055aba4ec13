"""What each command does. All return an exit code: 0, or 1 where a check finds a difference."""

from __future__ import annotations

import argparse
import json
import os
from contextlib import ExitStack
from pathlib import Path

from ..checking import check
from ..checking.check import Check
from ..corpus import Corpus
from ..counting.tables import check_kind, holds_counts
from ..encoding.tokenizer import Tokenizer
from ..errors import CorpusError
from ..files.pairs import load_merges
from ..files.read import Opened, load
from ..files.trained import SCHEME, read_trained, write_trained
from ..input.kinds import KINDS
from ..input.opening import check_size, read_file, written_whole
from ..schemes import Scheme
from ..training import train
from .causes import difference, explained, spelled
from .options import limits_of, scheme_of
from .streams import Progress, is_text, read, say

DIFFERS = 1
_LIMITS = KINDS["tokenizer"].command
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
            part.write_text(content, encoding="utf-8", newline="")
    size = int(training.vocabulary_sizes[-1])
    say(f"{len(training):,} merges, {size:,} tokens, written to {given.out}: {', '.join(files)}.")
    return 0


def count_command(given: argparse.Namespace) -> int:
    """Count the words of many files, and write them with their counts."""
    scheme, out = scheme_of(given), Path(given.out)
    check_kind(out.name)
    with Progress("MB", unit=10**6) as progress:
        corpus = Corpus.from_files(
            map(os.path.abspath, given.paths) if given.scheduler else given.paths,
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


def encode_command(given: argparse.Namespace) -> int:
    """Print the ids, or the tokens, of a text."""
    tokenizer, text = _opened(Path(given.tokenizer)), read(given.file)
    if isinstance(tokenizer, Tokenizer):
        encoding = tokenizer.encode(text, allow_special=not given.no_special)
        ids, tokens = encoding.ids, encoding.tokens
    else:
        encoded = tokenizer.encode(text)
        ids, tokens = encoded.ids, encoded.tokens
    if given.tokens:
        say(json.dumps([spelled(token) for token in tokens], ensure_ascii=False))
    else:
        say(" ".join(map(str, ids)))
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
    shared = found.agreement.share
    return [
        difference(found),
        explained(found.diagnosis),
        f"In all, {shared:.0%} of the merges are shared; the corpus has {found.cost.theirs:,} "
        f"tokens with the list, {found.cost.ours:,} with the record.",
    ]


def _corpus(file: str, scheme: Scheme) -> Corpus:
    path = Path(file)
    if file == "-" or path.is_fifo():
        return Corpus.from_text(read(file), scheme, source=file)
    if holds_counts(path.name, path):
        return Corpus.from_counts_file(path)
    return Corpus.from_file(path, scheme)


def _opened(path: Path) -> Opened | Tokenizer:
    if not path.is_dir():
        return load({path.name: read_file(path, _LIMITS, pipes=True)})
    if (path / SCHEME).is_file():
        return read_trained(_files(path))
    if (path / _WHOLE).is_file():
        return load({_WHOLE: read_file(path / _WHOLE, _LIMITS)})
    return load(_files(path))


def _files(folder: Path) -> dict[str, bytes]:
    """Read the files of a folder that may be part of a tokenizer; weights are larger."""
    paths = [path for path in sorted(folder.iterdir()) if path.is_file()]
    sizes = {path: path.stat().st_size for path in paths}
    most = _LIMITS.size or 0
    check_size(folder.name, sum(size for size in sizes.values() if size <= most), most)
    return {path.name: read_file(path, _LIMITS) for path in paths if sizes[path] <= most}
