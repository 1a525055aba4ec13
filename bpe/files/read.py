"""Which tokenizer a handful of files is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import CorpusError, check_choice, short
from ..input.opening import check_size
from ..text.pretokenizers import PRETOKENIZERS
from .by_merges import MARK, MergesTokenizer, from_codes, from_minbpe
from .by_sentencepiece import SentencePieceTokenizer, looks_like_model
from .by_tiktoken import PATTERNS
from .by_tokenizers import HuggingFaceTokenizer
from .checks import (
    LARGEST,
    check_file,
    check_kind,
    is_settings,
    read_json,
    read_merge_lines,
    read_text,
    unpacked,
)
from .parts import (
    from_merges,
    from_pair,
    from_vocab_txt,
    is_aliased,
    looks_like_vocab_txt,
    spells_bytes,
)
from .ranks import from_ranks, from_tekken, looks_like_ranks
from .tokenizer import FileTokenizer

WORDS = tuple(dict.fromkeys((*PRETOKENIZERS, *PATTERNS)))
"""What `load` takes as `pretokenizer`."""

Opened = FileTokenizer | MergesTokenizer
"""What `load` returns: run by a library, or here."""


def load(files: Mapping[str, bytes], pretokenizer: str | None = None) -> Opened:
    """Open a tokenizer from its files, given by name; each may be packed with gzip.

    A tokenizer.json; vocab.json with merges.txt, and added_tokens.json if there is one; the merges
    of GPT-2 or CLIP alone; BERT's vocab.txt; .tiktoken ranks; Mistral's tekken.json; a .model of
    SentencePiece or minbpe; codes of subword-nmt or fastBPE. Ranks do not say how words are cut:
    `pretokenizer` does (one of `WORDS`), or else the content of a known file, or its name. Settings
    beside them are passed over.

    Each is run by its library, which must be installed: tokenizers, tiktoken or sentencepiece.

    Raises `CorpusError`, with what was expected in which file and line or key, and `ValueError`
    for another `pretokenizer`.

    >>> from bpe import train
    >>> from bpe.interchange import load, to_tokenizer_json
    >>> whole = to_tokenizer_json(train("low lower lowest", "huggingface"))
    >>> load({"tokenizer.json": whole.encode()}).encode("lower").tokens
    ['lower']
    """
    if pretokenizer is not None:
        check_choice("pretokenizer", pretokenizer, WORDS)
    if not isinstance(files, Mapping):
        raise ValueError(
            f"files must be a mapping name -> bytes, got {short(files)}. Put a file between braces."
        )
    if not files:
        raise CorpusError("no_files")
    for name, data in files.items():
        check_file(name, data)
    given = dict(unpacked(name, data) for name, data in files.items())
    check_size(", ".join(given), sum(map(len, given.values())), LARGEST)
    if len(given) < len(files):
        raise CorpusError("files", files=", ".join(files))
    models = {name: data for name, data in given.items() if looks_like_model(data)}
    if models:
        return SentencePieceTokenizer(*next(iter(models.items())))
    parsed: dict[str, Any] = {}
    texts: dict[str, str] = {}
    for name, data in given.items():
        check_kind(name, data)
        texts[name] = read_text(name, data)
        if name.endswith(".json") or texts[name].lstrip()[:1] == "{":
            parsed[name] = read_json(name, texts[name])
            del texts[name]
    whole = [name for name, value in parsed.items() if _is_whole(value)]
    if whole:
        name = whole[0]
        return HuggingFaceTokenizer(parsed[name], source=read_text(name, given[name]))
    tekken = [name for name, value in parsed.items() if _is_tekken(value)]
    if tekken:
        return from_tekken(tekken[0], parsed[tekken[0]])
    added = _added(parsed) if texts else {}
    settings = [name for name, value in parsed.items() if is_settings(value)]
    for name in settings[: len(given) - 1]:
        del parsed[name]
    if len(parsed) == 1 and len(texts) == 1:
        return from_pair(*parsed.popitem(), *texts.popitem(), added)
    if settings and parsed:
        raise CorpusError("is_settings", file=settings[0])
    if len(parsed) == 1 and not texts:
        raise CorpusError("is_vocab_alone", file=next(iter(parsed)))
    if parsed or len(texts) > 1:
        raise CorpusError("files", files=", ".join(files))
    return _from_text(*texts.popitem(), given, pretokenizer)


def _from_text(
    name: str, text: str, given: Mapping[str, bytes], pretokenizer: str | None
) -> Opened:
    if text.startswith("minbpe v"):
        return from_minbpe(name, text)
    if name.endswith(".tiktoken") or looks_like_ranks(text):
        return from_ranks(name, given[name], pretokenizer)
    if looks_like_vocab_txt(text):
        return from_vocab_txt(name, text)
    # CLIP's own file begins with its name and the version.
    lines = text if text.startswith("#version") else text.removeprefix('"bpe_simple_vocab_16e6.txt')
    merges = read_merge_lines(name, lines)
    # All three kinds of file begin with "#version: 0.2".
    is_marked = any(MARK in right for _, right in merges)
    if spells_bytes(merges) if is_marked else is_aliased(merges):
        return from_merges(name, merges)
    return from_codes(name, text)


def _added(parsed: dict[str, Any]) -> Any:
    """Take what lies beside a vocabulary as added_tokens.json out of the parsed files."""
    found = [name for name in parsed if name.endswith("added_tokens.json")]
    return parsed.pop(found[0]) if found and len(parsed) > 1 else {}


def _is_whole(value: Mapping[str, Any]) -> bool:
    """Say whether an object is a tokenizer.json: a vocabulary, too, may have a token "model"."""
    return "model" in value and (len(value) == 1 or not isinstance(value["model"], int))


def _is_tekken(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("config"), Mapping) and isinstance(value.get("vocab"), list)
