"""Origin: what was counted, and how, as a file of counts says it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ..errors import CorpusError
from ..schemes import Scheme, scheme_of

NAMED = 20
"""Files that are named."""

LARGEST = 2**63


@dataclass(frozen=True)
class Origin:
    """What counts were made of.

    Attributes:
        scheme: what found the words.
        files: how many there were.
        names: the names of the first of them.
        bytes: of all files as they lay on the disk.
        lines: line ends in texts and in lines of JSON, and rows of tables that hold a text.
        when: date and time in UTC, as ISO 8601 has it.
        processes: how many counted.
        scheduler: the address of their cluster; None for the machine itself.
    """

    scheme: Scheme
    files: int
    names: tuple[str, ...]
    bytes: int
    lines: int
    when: str
    processes: int
    scheduler: str | None = None


def has_words_of(counted: Scheme, scheme: Scheme) -> bool:
    """Say whether two schemes find the same words in every text."""
    return not differences(counted, scheme)


def differences(counted: Scheme, scheme: Scheme) -> list[str]:
    """Return the rules by which two schemes may find other words: fields of `Scheme`."""
    asked = ("normalizer", "pattern")
    fields = [name for name in asked if getattr(counted, name) != getattr(scheme, name)]
    # With a pattern, the pre-tokenizer has nothing to say.
    is_asked = counted.pattern is None or scheme.pattern is None
    if is_asked and counted.pretokenizer != scheme.pretokenizer:
        fields.append("pretokenizer")
    if set(counted.special_tokens) != set(scheme.special_tokens):
        fields.append("special_tokens")
    return fields


def check_words(counted: Scheme, scheme: Scheme) -> None:
    """Raise `CorpusError` where counts are to be trained on by rules that find other words."""
    fields = differences(counted, scheme)
    if fields:
        raise CorpusError(
            "counted_otherwise", counted=_rules(counted, fields), given=_rules(scheme, fields)
        )


def to_json(origin: Origin) -> str:
    """Return an origin as one line of JSON, in ASCII."""
    return json.dumps(asdict(origin))


def from_json(text: str | bytes) -> Origin:
    """Return the origin that `to_json` wrote. Raises `ValueError` for what it did not."""
    found = json.loads(text)
    if not isinstance(found, dict) or set(found) != set(Origin.__dataclass_fields__):
        raise ValueError("the fields of an origin")
    names, address = found["names"], found["scheduler"]
    numbers = [found[name] for name in ("files", "bytes", "lines", "processes")]
    if not all(type(number) is int and 0 <= number < LARGEST for number in numbers):
        raise ValueError("numbers")
    if not isinstance(names, list) or len(names) > NAMED or not all(map(_is_text, names)):
        raise ValueError("names")
    if not _is_text(found["when"]) or not (address is None or _is_text(address)):
        raise ValueError("when and where")
    datetime.fromisoformat(found["when"])
    return Origin(**{**found, "scheme": scheme_of(found["scheme"]), "names": tuple(names)})


def _is_text(value: Any) -> bool:
    """Say whether a value is a text that can be shown."""
    if not isinstance(value, str) or len(value) > 4096:
        return False
    return not any("\ud800" <= character <= "\udfff" for character in value)


def _rules(scheme: Scheme, fields: list[str]) -> str:
    named = ", ".join(f"{field}={getattr(scheme, field)!r}" for field in fields)
    return f"{scheme.name} ({named})"
