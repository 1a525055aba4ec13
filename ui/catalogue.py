"""Everything the app says, in each language: one JSON file an area, full key -> text.

What the engine refuses, the engine says in English itself; only the translations stand here.
"""

import json
from collections.abc import Callable
from functools import cache

from bpe import CorpusError
from bpe.errors import SENTENCES
from ui.languages import DEFAULTS, FIRST, LANGUAGES, LOCALES

Translate = Callable[..., str]
"""Look up a sentence by its key, or by its name in an area, and fill in its placeholders."""


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Merge the files of one language: "<area>.<name>" -> text with `str.format` placeholders.

    What a language does not say yet is said in that of the engine.
    """
    spoken = {f"engine.{code}": sentence for code, sentence in SENTENCES.items()}
    entries = spoken if lang == FIRST else dict(catalogue(FIRST))
    for file in sorted((LOCALES / lang).glob("*.json")):
        if file.name != DEFAULTS:
            entries |= json.loads(file.read_text(encoding="utf-8"))
    return entries


def in_each_language(key: str) -> dict[str, str]:
    """Return what a key says as it stands, by language."""
    return {lang: catalogue(lang)[key] for lang in LANGUAGES}


class Refusal(CorpusError):
    """A text, file or limit that does not fit the app; its code is that of an `errors.<code>`."""

    @property
    def template(self) -> str:
        """The sentence in English, with placeholders."""
        return catalogue(FIRST)[f"errors.{self.code}"]


def say_refusal(error: CorpusError, lang: str, safe: Callable[[str], str] = str) -> str:
    """Say what does not fit and the way out, in one of our languages.

    `safe` prepares texts, which may be a stranger's, for where the sentence is shown.
    """
    area = "errors" if isinstance(error, Refusal) else "engine"
    values = {
        name: safe(value) if isinstance(value, str) else value
        for name, value in error.values.items()
    }
    return catalogue(lang)[f"{area}.{error.code}"].format(**values)


def translation(lang: str) -> Translate:
    """Return what says a sentence of the catalogue in a language."""
    entries = catalogue(lang)
    return lambda key, **values: entries[key].format(**values)
