"""Recognize a tokenizer's file by its content; refuse other files, naming their kind."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import PurePath
from typing import Any, NamedTuple

import regex

from ..errors import CorpusError
from .by_sentencepiece import looks_like_model
from .by_tiktoken import looks_like_ranks
from .checks import read_json, read_text


def _pointer(file: str, begin: bytes) -> CorpusError:
    size = regex.search(rb"\nsize ([0-9]{1,15})\s", begin + b"\n")
    return CorpusError("lfs_pointer", file=file, size=int(size[1]) if size else 0)


_REFUSED: dict[bytes, Callable[[str, bytes], CorpusError]] = {
    rb"version https://git-lfs\.github\.com/spec/": _pointer,
    rb"(?:<\?xml[^>]*>|<!--.*?-->|\s)*<(?i:!doctype\s+html|html|head|body|error)\b": (
        lambda file, _: CorpusError("html_page", file=file)
    ),
    rb"GGUF|[fl]mgg|tjgg": lambda file, _: CorpusError("is_gguf", file=file),
    rb".{4}\0{4}\{[\s\"}]": lambda file, _: CorpusError("is_safetensors", file=file),
    rb"PK\x03\x04": lambda file, _: CorpusError("is_zip", file=file),
    rb"\x80[\x02-\x05][\x8a\x95}\]\(cX]": lambda file, _: CorpusError("is_pickled", file=file),
}
"""Magic bytes of files without a tokenizer -> the error that names their kind."""

_PIECE_LINE = regex.compile(r".*\t-?[0-9.]+(?:e-?[0-9]+)?")
_LINEAGE_LINE = regex.compile(r"(?:\[.+\]\[.+\] -> )?\[.+\] [0-9]+")
_MERGE_LINE = regex.compile(r"\S+ \S+(?: [0-9]+)?")
_FIRST = 20
"""Number of lines that determine the kind of a text."""


class FileContent(NamedTuple):
    """A file's content.

    Attributes:
        kind: "tokenizer.json", "tekken.json", "sentencepiece", "tiktoken", "minbpe", "vocab.txt",
            "vocabulary" (token -> id), "merges", or "" for anything else.
        data: its bytes. text: its text, if it is one. value: its JSON object, if it is one.
    """

    kind: str
    data: bytes
    text: str = ""
    value: Mapping[str, Any] = {}

    @property
    def is_whole(self) -> bool:
        """True if the file alone is a tokenizer."""
        return self.kind not in ("", "vocabulary", "merges")


def recognize(name: str, data: bytes) -> FileContent:
    """Return a file's kind and content.

    Raises `CorpusError` for broken JSON, for binary data, and for a known kind of file without a
    tokenizer, naming the file to use instead.
    """
    begin = data[:1000].removeprefix(b"\xef\xbb\xbf")
    for begins, error in _REFUSED.items():
        if regex.match(begins, begin, regex.DOTALL):
            raise error(name, begin)
    if looks_like_model(data):
        return FileContent("sentencepiece", data)
    text = read_text(name, data)
    if text.lstrip()[:1] == '"':  # Keras writes an object as a string
        with suppress(ValueError, RecursionError):
            text = str(json.loads(text))
    if name.lower().endswith(".json") or regex.match(r'\s*\{\s*["}]', text):
        value = read_json(name, text)
        return FileContent(_kind_of_object(name, value), data, text, value)
    return FileContent(_kind_of_lines(name, text), data, text)


def _kind_of_object(name: str, value: Mapping[str, Any]) -> str:
    if value.get("class_name") == "Tokenizer" or "word_index" in value:
        raise CorpusError("is_keras", file=name)
    if "model" in value and not isinstance(value["model"], int):
        return "tokenizer.json"
    config = value.get("config")
    if isinstance(config, dict) and "pattern" in config and "vocab" in value:
        return "tekken.json"
    is_ids = all(isinstance(id_, int | float) for id_ in value.values())
    if is_ids and any(len(token) == 1 for token in value):  # else settings
        return "vocabulary"
    if value and value.keys() <= {"error", "message"}:
        raise CorpusError("html_page", file=name)
    return ""


def _kind_of_lines(name: str, text: str) -> str:
    if text.startswith("minbpe v"):
        return "minbpe"
    if name.lower().endswith(".tiktoken") or looks_like_ranks(text):
        return "tiktoken"
    first = [line for line in text.lstrip().split("\n", _FIRST)[:_FIRST] if line.strip()]
    model = f"{PurePath(name).stem}.model"
    if all(map(_PIECE_LINE.fullmatch, first)) and (name.endswith(".vocab") or "<unk>\t" in text):
        raise CorpusError("is_pieces", file=name, instead=model)
    if first[0].startswith("[\\u0000] ") and all(map(_LINEAGE_LINE.fullmatch, first)):
        raise CorpusError("is_lineage", file=name, instead=model)
    if first[0].startswith("#version") or all(map(_MERGE_LINE.fullmatch, first)):
        return "merges"
    return "vocab.txt" if "\n[UNK]\n" in f"\n{text}\n" else ""
