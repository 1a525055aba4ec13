"""Everything the app says, in both languages: one JSON file an area, full key -> text."""

import json
from functools import cache
from pathlib import Path

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

    def sentence(self, lang: str) -> str:
        """Say what does not fit and the way out, in one of our languages."""
        return catalogue(lang)[self.key].format(**self.values)
