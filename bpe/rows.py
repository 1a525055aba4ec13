"""Rows: values of the record for tables, charts and JSON."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from .encoding.encoded import EncodedWord
from .errors import short
from .merging.values import Merge, PairChange, PairCount, VocabularyToken, WordSplit
from .text.characters import as_text

_PAIRS = {"pair": ("left", "right"), "cause": ("cause_left", "cause_right")}
_RECORDS = (Merge, PairCount, PairChange, WordSplit, VocabularyToken, EncodedWord)
_ROW = {"word", "start", "end", "tokens", "ids"}  # keys of `encoding.rows`


def rows_of(
    records: Iterable[
        Merge | PairCount | PairChange | WordSplit | VocabularyToken | EncodedWord | dict[str, Any]
    ],
) -> list[dict[str, Any]]:
    r"""Return merges, pairs, words, changes, a vocabulary or encoded words as rows, in order.

    Rows contain text and numbers. The keys are the fields of a record, with `left` and `right` for
    a pair; for `encoding.rows`, its own keys. A token of bytes is written as text, with `\xe5` for
    bytes that are not whole characters; its exact bytes are next to it, as `token_bytes` and so on,
    in hexadecimal for `bytes.fromhex`.

    Raises `ValueError` for any other value.

    >>> from bpe import train
    >>> rows_of(train("好 好", "gpt").merges)[0]["left_bytes"]
    'a5'
    """
    given = list(records) if isinstance(records, Iterable) else [records]
    found = []
    for record in given:
        if not isinstance(record, _RECORDS) and not _is_row(record):
            raise ValueError(
                f"records must be of a training or an encoding, got {short(record)}. "
                "Give training.merges, say."
            )
        row: dict[str, Any] = {}
        for name, value in _fields(record):
            if name in _PAIRS:
                for side, token in zip(_PAIRS[name], value, strict=True):
                    row |= _cells(side, token)
            else:
                row |= _cells(name, value)
        found.append(row)
    return found


def _is_row(record: object) -> bool:
    return isinstance(record, dict) and record.keys() == _ROW


def _fields(record: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(record, dict):
        return record.items()
    if isinstance(record, VocabularyToken):
        return zip(record._fields, record, strict=True)
    named = (each.name for each in fields(record) if not each.name.startswith("_"))
    return ((name, getattr(record, name)) for name in named)


def _cells(name: str, value: Any) -> dict[str, Any]:
    """Return the cell of a value, and a cell of its bytes if it has any."""
    if isinstance(value, bytes):
        return {name: as_text(value), f"{name}_bytes": value.hex(" ")}
    if isinstance(value, tuple):
        parts = [_cells("of", each) for each in value]
        cells = {name: [part["of"] for part in parts]}
        if any("of_bytes" in part for part in parts):
            cells[f"{name}_bytes"] = [part["of_bytes"] for part in parts]
        return cells
    return {name: value}
