"""Errors: `CorpusError`, for bad texts and files, and checks shared by several modules."""

import json
from collections.abc import Collection
from importlib import import_module
from importlib.resources import files
from numbers import Integral, Real
from os import PathLike, fsencode
from pathlib import Path
from typing import Any

_CATALOGUE = files(__package__) / "sentences.json"
SENTENCES: dict[str, str] = json.loads(_CATALOGUE.read_text(encoding="utf-8"))
"""Errors in a text, word list or file: code -> `str.format` template."""


class CorpusError(ValueError):
    """A text, word list or file that cannot be trained on or read; the message says why.

    Attributes:
        code: key of the sentence in `SENTENCES`; translations have the same keys.
        values: the values of its placeholders: numbers unchanged, everything else as displayed
            text.

    >>> from bpe import CorpusError, train
    >>> try:
    ...     train("   ")
    ... except CorpusError as error:
    ...     print(error.code)
    no_words
    """

    def __init__(self, code: str, /, **values: object):
        # Pickle calls this with `args` alone, then restores the attributes.
        super().__init__(code)
        self.code, self.values = code, values

    @property
    def template(self) -> str:
        """The sentence in English, with placeholders."""
        return SENTENCES[self.code]

    def __str__(self) -> str:
        return self.template.format(**self.values)


def check_text(text: object) -> None:
    """Raise `CorpusError` unless it is a str."""
    if not isinstance(text, str):
        raise CorpusError("text_type", kind=type(text).__name__)


def check_choice(name: str, value: object, choices: Collection[object]) -> None:
    """Raise `ValueError` unless the value is one of the choices."""
    if type(value) not in map(type, choices) or value not in choices:
        known = ", ".join(map(str, choices))
        raise ValueError(f"{name} must be one of {known}, got {value!r}. Choose one of these.")


def check_whole(name: str, value: object, least: int, way_out: str) -> None:
    """Raise `ValueError` unless it is a whole number of `least` or more."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(
            f"{name} must be a whole number of {least} or more, got {value!r}. {way_out}"
        )


def check_limit(name: str, value: object) -> None:
    """Raise `ValueError` unless it is `None` or a whole number of 0 or more."""
    if value is not None:
        check_whole(name, value, 0, "Use None for no limit.")


def check_place(name: str, value: Any, last: int, way_out: str) -> int:
    """Return a whole number from 0 to `last` as an int. Raises `ValueError` for any other value."""
    # `in` on an array compares each of its numbers, so check the type first.
    if isinstance(value, bool) or hasattr(value, "__len__") or value not in range(last + 1):
        raise ValueError(
            f"{name} must be a whole number from 0 to {last}, got {short(value)}. {way_out}"
        )
    return int(value)


def check_number(name: str, value: object) -> None:
    """Raise `ValueError` unless it is a real number."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ValueError(f"{name} must be a number, got {short(value)}. Use 0.5, for instance.")


def check_path(name: str, path: object) -> Path:
    """Return a `Path`. Raises `ValueError` if the value cannot be one."""
    try:
        if isinstance(path, str | PathLike) and b"\0" not in fsencode(path):
            return Path(path)
    except (TypeError, ValueError):
        pass
    raise ValueError(f"{name} must be a str or a Path, got {short(path)}. Name a file.")


def utf8(text: str) -> bytes:
    """Encode a text as UTF-8. Raises `CorpusError` for half of a surrogate pair."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise CorpusError("surrogate", unit=ord(text[error.start])) from error


def library(module: str) -> Any:
    """Import an optional package.

    Raises `CorpusError` if it is missing.
    """
    package = module.partition(".")[0]
    try:
        import_module(module)
        return import_module(package)
    except ImportError as error:
        raise CorpusError("library", name=package.replace("_", "-")) from error


def short(value: object) -> str:
    """Return a value as text for a message: at most 60 characters."""
    try:
        shown = repr(value)
    except ValueError:  # more digits than Python converts to text
        shown = f"a very large {type(value).__name__}"
    return shown if len(shown) <= 60 else shown[:57] + "..."
