"""Everything the app says, in both languages: one JSON file an area, full key -> text."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from bpe import CorpusError

LOCALES = Path(__file__).resolve().parent.parent / "locales"


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Merge the files of one language: "<area>.<name>" -> text with `str.format` placeholders."""
    entries: dict[str, str] = {}
    for file in sorted((LOCALES / lang).glob("*.json")):
        entries |= json.loads(file.read_text(encoding="utf-8"))
    return entries


class Refusal(CorpusError):
    """A text, file or limit that does not fit, in words the catalogue knows.

    Attributes:
        key: the sentence, `errors.<name>`.
        values: what fills its placeholders.
    """

    def __init__(self, name: str, **values: object):
        self.key = f"errors.{name}"
        self.values = values
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str, safe: Callable[[str], str] = str) -> str:
        """Say what does not fit and the way out, in one of our languages.

        `safe` prepares texts, which may be a stranger's, for where the sentence is shown.
        """
        values = {
            name: safe(value) if isinstance(value, str) else value
            for name, value in self.values.items()
        }
        return catalogue(lang)[self.key].format(**values)


def engine_sentence(said: str, lang: str) -> str:
    """Say what an error of the engine says, in one of our languages.

    The engine speaks English and knows no catalogue: its sentence is found again by its wording,
    in the order of locales/en/engine.json. One that is not there stays as it is.
    """
    for key, pattern in _engine_patterns():
        found = pattern.fullmatch(said)
        if found:
            return catalogue(lang)[key].format(**found.groupdict())
    return said


@cache
def _engine_patterns() -> list[tuple[str, re.Pattern[str]]]:
    return [
        (key, re.compile("".join(_pattern(text)), re.DOTALL))
        for key, text in catalogue("en").items()
        if key.startswith("engine.")
    ]


def _pattern(text: str) -> Iterator[str]:
    for fixed, name, _, _ in Formatter().parse(text):
        yield re.escape(fixed)
        if name is not None:
            yield f"(?P<{name}>.*?)"
