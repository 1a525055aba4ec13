"""Sentences of the player: English here, other languages in the folder `locales`."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from .plurals import read_forms

FIRST = "en"
"""Fallback if a language lacks a sentence."""

DEFAULTS = "defaults.json"


def locales(package: Path) -> Path:
    """Return the folder of languages: in the package if installed, else next to it."""
    inside = package / "locales"
    return inside if inside.is_dir() else package.parent / "locales"


LOCALES = locales(Path(__file__).resolve().parents[1])

Translate = Callable[..., str]
"""Look up a sentence by its key, or by its name in an area, and fill in its placeholders."""


@cache
def sentences(lang: str) -> dict[str, str]:
    """Return the player's sentences: "<area>.<name>" -> text with `str.format` placeholders."""
    english = (files(__package__) / "sentences.json").read_text(encoding="utf-8")
    said = {key: read_forms(forms, FIRST) for key, forms in json.loads(english).items()}
    for file in sorted((LOCALES / lang).glob("*.json")):
        own = _read(file).items()
        said |= {key: read_forms(forms, lang) for key, forms in own if key in said}
    return said


def languages() -> list[str]:
    """Return the languages that the player speaks, `FIRST` first."""
    return [FIRST, *sorted({file.parent.name for file in LOCALES.glob(f"*/{DEFAULTS}")} - {FIRST})]


def translation(lang: str) -> Translate:
    """Return a function that looks up the player's sentences in a language."""
    entries = sentences(lang)
    return lambda key, **values: entries[key].format(**values)


@cache
def defaults(lang: str) -> dict[str, Any]:
    """Return a language's defaults other than sentences.

    `html` is its code for browsers; `encodings` are tried first for files that are not UTF-8.
    """
    file = LOCALES / lang / DEFAULTS
    return {"html": lang, "encodings": [], **(_read(file) if file.exists() else {})}


def _read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
_ask: Callable[[], str] = lambda: FIRST  # noqa: E731


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Use one language inside the block instead of the reader's."""
    before = _spoken.set(lang)
    try:
        yield
    finally:
        _spoken.reset(before)


def language() -> str:
    """Return the current language: that of `speaking`, else the reader's."""
    return _spoken.get() or _ask()


def ask_for_language(ask: Callable[[], str]) -> None:
    """Register a function that returns the reader's language."""
    global _ask
    _ask = ask
