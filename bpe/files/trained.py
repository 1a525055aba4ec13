"""A training as a folder of files that any program can read, and the tokenizer back from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..encoding.tokenizer import Tokenizer
from ..errors import CorpusError, short
from ..merging.cells import Token, join
from ..schemes import Scheme, scheme_of
from ..text.bytelevel import from_alias, to_alias
from ..training import Training
from .checks import read_json, read_text
from .write import library_files, merges_text

SCHEME, VOCABULARY, MERGES, PAIRS = "scheme.json", "vocab.json", "merges.txt", "merges.json"


def write_trained(training: Training) -> dict[str, str]:
    """Return file name -> content: scheme, vocabulary, merges, and what other libraries can read.

    vocab.json is token -> id, bytes by their printable stand-ins; merges.json stands in where a
    token would break a line of merges.txt.
    Raises `CorpusError` where two tokens are spelled alike.
    """
    tokens = {entry.id: entry.token for entry in training.snapshot(len(training)).vocabulary}
    special = training.tokenizer().special_ids
    names = {id_: _spelled(token) for id_, token in tokens.items()}
    names |= {id_: token for token, id_ in special.items()}
    vocabulary = {name: id_ for id_, name in names.items()}
    if len(vocabulary) < len(names):
        twice = next(name for id_, name in names.items() if vocabulary[name] != id_)
        raise CorpusError("spelled_alike", value=short(twice))
    files = {
        SCHEME: json.dumps(asdict(training.scheme), ensure_ascii=False, indent=1) + "\n",
        VOCABULARY: json.dumps(vocabulary, ensure_ascii=False, indent=0) + "\n",
    }
    try:
        files[MERGES] = merges_text(training)
    except CorpusError:
        pairs = [[_spelled(part) for part in merge.pair] for merge in training.merges]
        files[PAIRS] = json.dumps({"merges": pairs}, ensure_ascii=False, indent=0) + "\n"
    return {**library_files(training), **files}


def read_trained(files: Mapping[str, bytes]) -> Tokenizer:
    """Return the tokenizer that `write_trained` wrote. Raises `CorpusError` for what it did not."""
    scheme = _scheme(read_json(SCHEME, read_text(SCHEME, files[SCHEME])))
    if VOCABULARY not in files or not {MERGES, PAIRS} & files.keys():
        raise CorpusError("trained", file=SCHEME)
    ids = read_json(VOCABULARY, read_text(VOCABULARY, files[VOCABULARY]))
    if not isinstance(ids, dict) or not all(_is_id(id_, len(ids)) for id_ in ids.values()):
        raise CorpusError("trained", file=VOCABULARY)
    try:
        special_ids = {token: ids[token] for token in scheme.special_tokens}
        names = {id_: name for name, id_ in ids.items()}
        if len(names) < len(ids):
            raise CorpusError("trained", file=VOCABULARY)
        tokens: list[Token] = [""] * (max(names, default=-1) + 1)
        for id_, name in names.items():
            tokens[id_] = name if name in special_ids else _read(name, scheme)
        by_token = {tokens[id_]: id_ for id_ in names if id_ not in special_ids.values()}
        merges = []
        for pair in _pairs(files):
            left, right = (_read(part, scheme) for part in pair)
            merges.append((by_token[left], by_token[right], by_token[join(left, right, scheme)]))
    except (KeyError, ValueError, TypeError, IndexError) as error:
        if isinstance(error, CorpusError):
            raise
        raise CorpusError("trained", file=VOCABULARY) from error
    made = {new for _, _, new in merges} | {*special_ids.values()}
    alphabet = sorted(id_ for id_ in names if id_ not in made)
    return Tokenizer(scheme, tokens, alphabet, merges, special_ids)


def _is_id(value: object, size: int) -> bool:
    # Ids of uncovered characters are left out.
    most = 2 * size + 0x110000
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < most


def _pairs(files: Mapping[str, bytes]) -> list[Any]:
    if PAIRS in files and MERGES not in files:
        pairs = read_json(PAIRS, read_text(PAIRS, files[PAIRS])).get("merges")
        if not isinstance(pairs, list):
            raise CorpusError("trained", file=PAIRS)
        return pairs
    lines = read_text(MERGES, files[MERGES]).split("\n")[1:]
    return [line.split(" ") for line in lines if line]


def _scheme(fields: Any) -> Scheme:
    try:
        return scheme_of(fields)
    except ValueError as error:
        raise CorpusError("trained", file=SCHEME) from error


def _spelled(token: Token) -> str:
    return to_alias(token) if isinstance(token, bytes) else token


def _read(name: str, scheme: Scheme) -> Token:
    return from_alias(name) if scheme.units == "bytes" else name
