"""What a file is that holds no tokenizer, or not alone: by its first bytes, its keys, its lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import regex

from ..errors import CorpusError
from ..input.kinds import KINDS, unpacked_name
from ..input.opening import check_size, packing_of_content, unpack

LARGEST = KINDS["tokenizer"].app.size or 0
"""Bytes of a file, and of what a packed one holds."""

_ARCHIVES = (b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf")
_WEIGHTS = (b"\x80\x02", b"\x80\x04", b"GGUF", b"\x89HDF")
_SETTINGS = (
    "tokenizer_class",
    "model_type",
    "architectures",
    "unk_token",
    "bos_token",
    "eos_token",
    "transformers_version",
)
_PIECE_LINE = regex.compile(r"[^\t\n]+\t-?[0-9.e+-]+")
_MINBPE_LINE = regex.compile(r"\[.*?\](?:\[.*?\] -> \[.*?\])? [0-9]+")


def unpacked(name: str, data: bytes) -> tuple[str, bytes]:
    """Return a file's name and content, without gzip or zstd.

    Raises `CorpusError` where it is broken or larger than `LARGEST`.
    """
    packing = packing_of_content(data)
    if packing is None:
        check_size(name, len(data), LARGEST)
        return name, data
    return unpacked_name(name), unpack(name, data, KINDS["tokenizer"].app, packing)


def check_kind(name: str, data: bytes) -> None:
    """Raise `CorpusError` for a file that is known to be no tokenizer, naming what it is."""
    if data.startswith(_ARCHIVES) or data[257:262] == b"ustar":
        raise CorpusError("is_archive", file=name)
    # safetensors: the header's length in eight bytes, then JSON.
    if (
        data.startswith(_WEIGHTS)
        or (data[8:10] == b'{"' and not data[:8].isascii())
        or data[4:10] == b'\0\0\0\0{"'
    ):
        raise CorpusError("is_weights", file=name)
    head = data[:4000].decode("utf-8", "replace").split("\n")[:20]
    lines = [line for line in head[:-1] if line]
    if len(lines) > 2 and all(map(_PIECE_LINE.fullmatch, lines)):
        raise CorpusError("is_piece_list", file=name)
    if len(lines) > 2 and all(map(_MINBPE_LINE.fullmatch, lines)):
        raise CorpusError("is_token_list", file=name)


def is_settings(value: Mapping[str, Any]) -> bool:
    """Say whether an object has settings of a model or tokenizer, and no vocabulary."""
    return any(name in value and not isinstance(value[name], int) for name in _SETTINGS)
