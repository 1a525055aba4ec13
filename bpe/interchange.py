"""Other libraries' tokenizer files, in and out: `load` reads them, the rest writes them.

`FORMATS` are the kinds of files that are known, `WORDS` what can be said of how ranks cut a text
into words, `Opened` what `load` returns.

>>> from bpe.interchange import FORMATS, WORDS
>>> FORMATS, "gpt4" in WORDS
(('tokenizer.json', 'tiktoken', 'sentencepiece', 'merges.txt'), True)
"""

from collections.abc import Mapping
from typing import Any

from .errors import CorpusError, check_choice, short
from .files.by_sentencepiece import SentencePieceTokenizer, looks_like_model, to_sentencepiece_model
from .files.by_tiktoken import PATTERNS, TiktokenTokenizer, looks_like_ranks
from .files.by_tokenizers import HuggingFaceTokenizer, byte_level, tokenizer_json
from .files.checks import LARGEST, check_file, read_json, read_merge_lines, read_text, unpacked_file
from .files.pairs import load_merges
from .files.tokenizer import FORMATS, FileEncoding, FileTokenizer
from .files.write import (
    library_files,
    merges_text,
    to_subword_nmt_codes,
    to_tiktoken,
    to_tokenizer_json,
)
from .input.opening import check_size
from .text.characters import byte_alias
from .text.normalizers import NORMALIZERS
from .text.pretokenizers import PRETOKENIZERS

__all__ = [
    "FORMATS",
    "WORDS",
    "FileEncoding",
    "FileTokenizer",
    "Opened",
    "library_files",
    "load",
    "load_merges",
    "merges_text",
    "to_sentencepiece_model",
    "to_subword_nmt_codes",
    "to_tiktoken",
    "to_tokenizer_json",
]


WORDS = tuple(dict.fromkeys((*PRETOKENIZERS, *PATTERNS)))
"""What `load` takes as `pretokenizer`."""

Opened = FileTokenizer
"""What `load` returns."""

FOLDER = (("tokenizer.json",), ("tokenizer.model",), ("vocab.json", "merges.txt"))
"""Files of a tokenizer that a model's folder may hold, the best choice first."""


def load(
    files: Mapping[str, bytes],
    pretokenizer: str | None = None,
    *,
    normalizer: str = "none",
    special: Mapping[str, int] | None = None,
) -> Opened:
    """Open a tokenizer from its files, given by name; each may be packed with gzip.

    A tokenizer.json, .tiktoken ranks, a .model of SentencePiece, or GPT-2's vocab.json with its
    merges.txt; other files of a model's folder may lie beside. Ranks say nothing of texts:
    `pretokenizer` says how they are cut into words (one of `WORDS`; None is as GPT-4 does),
    `normalizer` what is done to them before, `special` the ids of special tokens.

    Each is run by its library, which must be installed: tokenizers, tiktoken or sentencepiece.

    Raises `CorpusError`, with what was expected in which file and line or key, and `ValueError`
    for another `pretokenizer` or `normalizer`.

    >>> from bpe import train
    >>> from bpe.interchange import load, to_tokenizer_json
    >>> whole = to_tokenizer_json(train("low lower lowest", "huggingface"))
    >>> load({"tokenizer.json": whole.encode()}).encode("lower").tokens
    ['lower']
    """
    words = "gpt4" if pretokenizer is None else pretokenizer
    check_choice("pretokenizer", words, WORDS)
    check_choice("normalizer", normalizer, NORMALIZERS)
    if not isinstance(files, Mapping):
        raise ValueError(
            f"files must be a mapping name -> bytes, got {short(files)}. Put a file between braces."
        )
    if not files:
        raise CorpusError("no_files")
    for name, data in files.items():
        check_file(name, data)
    known = next((names for names in FOLDER if {*names} <= files.keys()), tuple(files))
    given = dict(unpacked_file(name, files[name]) for name in known)
    check_size(", ".join(given), sum(map(len, given.values())), LARGEST)
    if len(given) == 1:
        [(name, data)] = given.items()
        if looks_like_model(data):
            return SentencePieceTokenizer(name, data)
        text = read_text(name, data)
        if name.endswith(".tiktoken") or looks_like_ranks(text):
            return TiktokenTokenizer(name, text, words, normalizer, special)
        value = _object(name, text)
        if value is not None and not isinstance(value.get("model", 0), int):
            return HuggingFaceTokenizer(value, source=text)
    if len(given) == len(known) == 2:
        texts = {name: read_text(name, data) for name, data in given.items()}
        values = {name: _object(name, text) for name, text in texts.items()}
        [(merges, other), (ids, value)] = sorted(values.items(), key=lambda each: bool(each[1]))
        if value and other is None:
            return _open_vocabulary_and_merges(ids, value, merges, texts[merges])
    raise CorpusError("files", files=", ".join(files))


def _object(name: str, text: str) -> dict[str, Any] | None:
    """Return the JSON object that a file is said to be or begins as; None for any other text."""
    is_json = name.endswith(".json") or text.lstrip()[:1] == "{"
    return read_json(name, text) if is_json else None


def _open_vocabulary_and_merges(
    ids_name: str, ids: dict[str, Any], name: str, text: str
) -> HuggingFaceTokenizer:
    """Open GPT-2's vocabulary and merges. Raises `CorpusError` for those of another model."""
    merges = read_merge_lines(name, text)
    missing = next((alias for alias in byte_alias().values() if alias not in ids), None)
    if missing or any(right.endswith("</w>") for _, right in merges):
        raise CorpusError("pair", file=ids_name if missing else name)
    level = byte_level(trims=False, splits=True)
    whole = tokenizer_json({"vocab": ids, "merges": merges}, pre_tokenizer=level, decoder=level)
    return HuggingFaceTokenizer(whole, "merges.txt", name)
