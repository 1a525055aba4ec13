"""Which tokenizer a handful of files is, and the two kinds made of lines of merges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

import regex

from ..errors import CorpusError, check_choice, short
from ..schemes import PRESETS, Boundary
from ..text.bytelevel import byte_alias
from ..text.pretokenizers import PRETOKENIZERS
from .assemble import PATTERNS, assemble, plain_rules
from .checks import read_json, read_merge_lines, read_text, read_vocabulary
from .ranks import from_ranks, looks_like_ranks
from .tokenizer import FileTokenizer
from .whole import from_tokenizer_json

MARK = "</w>"


def load(files: Mapping[str, bytes], pretokenizer: str | None = None) -> FileTokenizer:
    """Read a tokenizer from its files, given by name.

    One tokenizer.json; or a vocab.json and a merges.txt; or GPT-2's merges.txt alone; or
    subword-nmt codes; or .tiktoken ranks. The last do not say how words are cut: `pretokenizer`
    does, or else the file's name ("gpt2" for r50k and p50k, "cl100k", "o200k", otherwise "gpt4").

    Raises `CorpusError`, with what was expected in which file and line or key, and `ValueError`
    for another `pretokenizer`.
    """
    if pretokenizer is not None:
        check_choice("pretokenizer", pretokenizer, (*PRETOKENIZERS, *PATTERNS))
    if not files:
        raise CorpusError("no_files")
    parsed: dict[str, Any] = {}
    texts: dict[str, str] = {}
    for name, data in files.items():
        texts[name] = read_text(name, data)
        if PurePath(name).suffix == ".json" or texts[name].lstrip()[:1] == "{":
            parsed[name] = read_json(name, texts.pop(name))
    whole = [name for name, value in parsed.items() if "model" in value]
    if whole:
        return from_tokenizer_json(parsed[whole[0]])
    if len(parsed) == 1 and len(texts) == 1:
        return _from_pair(*parsed.popitem(), *texts.popitem())
    if parsed or len(texts) > 1:
        raise CorpusError("files", files=", ".join(files))
    name, text = texts.popitem()
    if PurePath(name).suffix == ".tiktoken" or looks_like_ranks(text):
        return from_ranks(name, text, pretokenizer)
    merges = read_merge_lines(name, text)
    # Both kinds of file begin with "#version: 0.2"; only one of them has the mark.
    if not any(MARK in right for _, right in merges) and _is_aliased(merges):
        return _from_aliased_merges(merges)
    return _from_codes(name, text)


def _from_pair(
    vocabulary_name: str, vocabulary: object, merges_name: str, text: str
) -> FileTokenizer:
    """Read vocab.json and merges.txt: bytes where all is spelled so, else characters."""
    ids = read_vocabulary(vocabulary, vocabulary_name)
    merges = read_merge_lines(merges_name, text)
    marked = any(right.endswith(MARK) for _, right in merges)
    is_bytes = not marked and _is_aliased(merges) and all(c in ids for c in byte_alias().values())
    unknown = next((ids[token] for token in ("<unk>", "[UNK]") if token in ids), None)
    words = "gpt2" if is_bytes else "bert" if marked else "whitespace"
    rules = replace(
        plain_rules("merges.txt", words),
        suffix=MARK if marked else "",
        unknown=None if is_bytes else unknown,
    )
    return assemble(ids, {}, merges, is_bytes, rules, merges_name, first_line=True)


def _from_aliased_merges(merges: list[tuple[str, str]]) -> FileTokenizer:
    """Read GPT-2's merges alone: its ids are the bytes in its order, then the merges."""
    tokens = dict.fromkeys([*byte_alias().values(), *(left + right for left, right in merges)])
    ids = {token: id_ for id_, token in enumerate(tokens)}
    rules = plain_rules("merges.txt", "gpt2")
    return assemble(ids, {}, merges, True, rules, "merges.txt", first_line=True)


def _from_codes(name: str, text: str) -> FileTokenizer:
    """Read subword-nmt codes; ids, which the format has not, run over alphabet and merges."""
    first = text.split("\n", 1)[0]
    boundary: Boundary = "suffix"
    if first.startswith("#version:"):
        number = regex.sub(r"(\.0+)*$", "", (first.split() or [""])[-1])
        if number not in ("0.1", "0.2"):
            raise CorpusError("version", file=name, value=short(first))
        boundary = "suffix" if number == "0.1" else "attached"
    merges = list(dict.fromkeys(read_merge_lines(name, text)))
    if not any(MARK in right for _, right in merges):
        raise CorpusError("no_mark", file=name, mark=MARK)
    made = {left + right for left, right in merges}
    parts = dict.fromkeys(part for pair in merges for part in pair if part not in made)
    units = sorted(part for part in parts if len(part.removesuffix(MARK)) <= 1)
    tokens = [*units, *(part for part in parts if part not in units)]
    tokens += dict.fromkeys(left + right for left, right in merges)
    ids = {token: id_ for id_, token in enumerate(tokens)}
    scheme = replace(PRESETS["subword-nmt"], name=name, boundary=boundary)
    triples = [(ids[left], ids[right], ids[left + right]) for left, right in merges]
    rules = replace(plain_rules("subword-nmt", "space"), suffix=MARK)
    return FileTokenizer(scheme, tokens, range(len(units)), triples, rules)


def _is_aliased(merges: list[tuple[str, str]]) -> bool:
    aliases = set(byte_alias().values())
    return all(aliases.issuperset(left + right) for left, right in merges)
