"""What is read from a file is checked here, before anything is made of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, cast

from ..errors import CorpusError, short

LARGEST_ID = 4_000_000


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
            not isinstance(parts, list)
            or len(parts) != 2
            or not all(isinstance(part, str) and part for part in parts)
        ):
            raise CorpusError("merge", where=where, place=place, value=short(entry))
        pairs.append((parts[0], parts[1]))
    return pairs


def read_merge_lines(name: str, text: str) -> list[tuple[str, str]]:
    """Read "left right" lines after an optional #version line."""
    pairs = []
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        if line.startswith("#version"):
            continue
        parts = line.strip("\r\n ").split(" ")
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
