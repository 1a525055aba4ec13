"""Look up the words on the screen, in the reader's language."""

import json
from functools import lru_cache
from pathlib import Path

from ui import session

LOCALES = Path(__file__).resolve().parent.parent / "locales"


def language() -> str:
    """Name the language of this page: "en" or "zh"."""
    return session.language()


def t(key: str, **values: object) -> str:
    """Look up `key`, "<area>.<name>", and fill in its placeholders.

    Raises KeyError with the key when no catalogue has it.
    """
    return catalogue(language())[key].format(**values)


@lru_cache
def catalogue(lang: str) -> dict[str, str]:
    """Merge the files of one language: full key -> text."""
    entries: dict[str, str] = {}
    for file in sorted((LOCALES / lang).glob("*.json")):
        entries |= json.loads(file.read_text(encoding="utf-8"))
    return entries
