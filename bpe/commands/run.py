"""What each command does. All return an exit code: 0, or 1 where a check finds a difference."""

from __future__ import annotations

import argparse
import json
import os
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
from ..schemes import Scheme
from ..training import train
from .causes import difference, explained, spelled
from .options import limits_of, scheme_of
from .streams import Progress, read, say

DIFFERS = 1
LARGEST = 64 * 2**20
"""Bytes of a file in a folder that may be part of a tokenizer."""


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
    for name, content in files.items():
        (out / name).write_text(content, encoding="utf-8", newline="")
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
    merges = load_merges(path.name, path.read_bytes())
    with Progress() as progress:
        text = read(given.file)
        found = check(merges, text, scheme, **limits_of(given), on_progress=progress)
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
    if file != "-" and holds_counts(Path(file)):
        return Corpus.from_counts_file(file)
    return Corpus.from_text(read(file), scheme, source=file)


def _opened(path: Path) -> Opened | Tokenizer:
    if not path.is_dir():
        return load({path.name: path.read_bytes()})
    files = {
        each.name: each.read_bytes()
        for each in sorted(path.iterdir())
        if each.is_file() and each.stat().st_size <= LARGEST
    }
    if SCHEME in files:
        return read_trained(files)
    if "tokenizer.json" in files:
        return load({"tokenizer.json": files["tokenizer.json"]})
    return load(files)
