"""What a file is, whether what is read from it fits, and what its library says of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

import regex

from ..errors import CorpusError, short
from ..input.kinds import KINDS, unpacked_name
from ..input.opening import check_size, packing_of_content, unpack

LARGEST = KINDS["tokenizer"].app.most
"""Bytes of a file, and of what a packed one holds."""

LARGEST_ID = 4_000_000

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
_RWKV_LINE = regex.compile(r"\d+ b?(?:'.*'|\".*\") \d+\r?")
_MINBPE_LINE = regex.compile(r"\[.*?\](?:\[.*?\] -> \[.*?\])? [0-9]+")


def check_file(name: object, data: object) -> None:
    """Raise `ValueError` for what is no name, or no content."""
    if not isinstance(name, str) or not isinstance(data, bytes | bytearray):
        raise ValueError(
            f"file must be a name and bytes, got {short(name)} and {short(data)}. "
            "Read it by Path.read_bytes()."
        )


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
    if _is_of_yttm(data):
        raise CorpusError("is_yttm", file=name)
    head = data[:4000].decode("utf-8", "replace").split("\n")[:20]
    lines = [line for line in head[:-1] if line]
    if len(lines) > 2 and all(map(_RWKV_LINE.fullmatch, lines)):
        raise CorpusError("is_rwkv", file=name)
    if len(lines) > 2 and all(map(_PIECE_LINE.fullmatch, lines)):
        raise CorpusError("is_piece_list", file=name)
    if len(lines) > 2 and all(map(_MINBPE_LINE.fullmatch, lines)):
        raise CorpusError("is_token_list", file=name)


def _is_of_yttm(data: bytes) -> bool:
    """Say whether a file has, in numbers alone, how many characters and merges there are, and them.

    At its end stand the ids of four special tokens. Source: BPEState::dump of YouTokenToMe.
    """
    first = data[:40].split(b"\n", 1)[0].split()
    if len(first) != 2 or not all(map(bytes.isdigit, first)):
        return False
    sizes = [len(line.split()) for line in data.splitlines()]
    characters, merges = map(int, first)
    expected = len(sizes) == characters + merges + 2
    return expected and sizes == [2, *[2] * characters, *[3] * merges, 4]


def is_settings(value: Mapping[str, Any]) -> bool:
    """Say whether an object has settings of a model or tokenizer, and no vocabulary."""
    return any(name in value and not isinstance(value[name], int) for name in _SETTINGS)


def read_text(name: str, data: bytes) -> str:
    """Return the text of a file without a byte order mark, lines ended by "\n"."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CorpusError(
            "not_text", file=name, byte=data[error.start], place=error.start
        ) from error
    if not text.strip():
        raise CorpusError("empty", file=name)
    return text.replace("\r\n", "\n")


def read_json(name: str, text: str) -> dict[str, Any]:
    """Return the JSON object a text is."""
    try:
        try:
            value = json.loads(text)
        except json.JSONDecodeError:
            raise
        except ValueError:
            # A number of more digits than Python reads.
            value = json.loads(text, parse_int=_number)
    except json.JSONDecodeError as error:
        raise CorpusError(
            "not_json_line", file=name, line=error.lineno, column=error.colno, error=error.msg
        ) from error
    except RecursionError as error:
        raise CorpusError("not_json_deep", file=name) from error
    if not isinstance(value, dict):
        raise CorpusError("not_object", file=name, value=short(value))
    return value


def _number(digits: str) -> float:
    """Read a whole number; one that Python would refuse to read becomes infinite."""
    return int(digits) if len(digits) < 20 else float(digits)


def read_vocabulary(value: object, where: str) -> dict[str, int]:
    """Return token -> id; every id is a whole number, and none comes twice."""
    if not isinstance(value, Mapping) or not value:
        raise CorpusError("not_map", where=where, value=short(value))
    if not are_ids(value.values()):
        for token, id_ in value.items():
            if not is_id(id_):
                raise CorpusError(
                    "id", where=where, token=short(token), largest=LARGEST_ID, value=short(id_)
                )
        check_ids(value, where)
    return dict(value)


def are_ids(values: Collection[object]) -> bool:
    """Say at once, for a large vocabulary, whether each is an id and none comes twice."""
    if {*map(type, values)} != {int}:
        return False
    ids = cast("set[int]", set(values))
    return len(ids) == len(values) and min(ids) >= 0 and max(ids) <= LARGEST_ID


def check_ids(ids: Mapping[Any, int], where: str) -> None:
    """Raise `CorpusError` for an id that is too large, or comes twice."""
    seen: dict[int, Any] = {}
    for token, id_ in ids.items():
        if not is_id(id_) or id_ in seen:
            raise CorpusError(
                "id_again", where=where, largest=LARGEST_ID, value=id_, token=short(token)
            )
        seen[id_] = token


def is_id(value: object) -> bool:
    """Say whether a value is a whole number that an id can be."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_ID


def read_pairs(value: object, where: str) -> list[tuple[str, str]]:
    """Read merges written as "left right" or as [left, right]."""
    if not isinstance(value, list):
        raise CorpusError("merges", where=where, value=short(value))
    if {*map(type, value)} == {str}:
        halves = [entry.split(" ") for entry in value]
        if {*map(len, halves)} == {2} and all(map(all, halves)):
            return [(left, right) for left, right in halves]
    pairs = []
    for place, entry in enumerate(value):
        parts = entry.split(" ") if isinstance(entry, str) else entry
        if (
            not isinstance(parts, list | tuple)
            or len(parts) != 2
            or not all(isinstance(part, str) and part for part in parts)
        ):
            raise CorpusError("merge", where=where, place=place, value=short(entry))
        pairs.append((parts[0], parts[1]))
    return pairs


def read_merge_lines(name: str, text: str) -> list[tuple[str, str]]:
    """Read "left right" lines after an optional #version line; a count behind them is fastBPE's."""
    pairs = []
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        if line.startswith("#version"):
            continue
        parts = line.strip("\r\n ").split(" ")
        if len(parts) == 3 and parts[2].isdigit():
            parts.pop()
        if len(parts) != 2 or not all(parts):
            raise CorpusError("merge_line", file=name, line=number, value=short(line))
        pairs.append((parts[0], parts[1]))
    return pairs


def optional_string(model: Mapping[str, Any], name: str, file: str) -> str | None:
    """Return a string of the model, or None where the file has none."""
    value = model.get(name)
    if value is not None and not isinstance(value, str):
        raise CorpusError("model_string", file=file, name=name, value=short(value))
    return value


BAD_PATTERN = (regex.error, RecursionError, ValueError, OverflowError, MemoryError)
"""What compiling a stranger's pattern raises."""


@contextmanager
def refusals(library: str, file: str) -> Iterator[None]:
    """Turn what a library says of a file or a text into `CorpusError`.

    These libraries raise whatever their C++ or Rust has: plain `Exception`, and for a pattern that
    gives up a panic, which is not even one.
    """
    try:
        yield
    except CorpusError:
        raise
    except (MemoryError, RecursionError) as error:
        raise CorpusError("refused", file=file, library=library, error=short(error)) from error
    except BaseException as error:
        is_panic = type(error).__name__ == "PanicException"
        if not isinstance(error, Exception) and not is_panic:
            raise
        said = " ".join(str(error).split())[:120]
        raise CorpusError("refused", file=file, library=library, error=said) from error
