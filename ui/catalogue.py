"""Everything the app says, in each language: one JSON file an area, full key -> text.

What the engine refuses, the engine says in English itself; only the translations stand here.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bpe import CorpusError
from bpe.errors import SENTENCES

LOCALES = Path(__file__).resolve().parent.parent / "locales"
FIRST = "en"
"""What the engine speaks: spoken where no language is asked for that is here."""

DEFAULTS = "defaults.json"


@dataclass(frozen=True)
class Language:
    """What a language brings besides its sentences: `locales/<language>/defaults.json`.

    Attributes:
        name: what those call it who read it.
        html: how a browser knows it.
        between: what stands between two sentences.
        large: what its large numbers are counted in: a million, or a hundred million.
        encodings: those in which a file of its readers is read first, where it is no UTF-8.
        sentence: what Home shows as a model reads it.
        stranger: a word with a letter that few texts have.
        opens: page -> the sample that it opens with, where that is not the page's own; "levels" is
            the picture of Home.
        models: what What models read opens with: two tokenizers, and the text they encode.
        lesson: the texts of the lesson: its sentence, its oddest word, two tokenizers; a corpus
            of few words, two words that it lacks; a novel and its scheme; some characters.
        quiz: kind of a round -> the words that it is drawn from, with spaces between.
        words: those of its sentence, with spaces between, where white space parts none.
    """

    name: str
    html: str
    between: str
    large: int
    encodings: tuple[str, ...]
    sentence: str
    stranger: str
    opens: Mapping[str, str]
    models: Mapping[str, str]
    lesson: Mapping[str, str]
    quiz: Mapping[str, str]
    words: str = ""


def _language(folder: Path) -> Language:
    said = json.loads((folder / DEFAULTS).read_text(encoding="utf-8"))
    return Language(**{**said, "encodings": tuple(said["encodings"])})


def _languages() -> dict[str, Language]:
    folders = {file.parent.name: file.parent for file in LOCALES.glob(f"*/{DEFAULTS}")}
    return {
        name: _language(folders[name]) for name in sorted(folders, key=lambda n: (n != FIRST, n))
    }


LANGUAGES = _languages()
"""Code -> language; the first is `FIRST`."""


def opening(page: str) -> dict[str, str]:
    """Return what a page opens with, by language, where that is not the page's own text."""
    return {lang: each.opens[page] for lang, each in LANGUAGES.items() if page in each.opens}


_LONGEST = 200
"""Characters that are read of an `Accept-Language`: a browser's list has a few dozen."""

_RANGE = re.compile(
    r"\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?",
    re.ASCII | re.IGNORECASE,
)


def preferred(accepted: str) -> str:
    """Return the language of ours that comes first in an `Accept-Language`, or in a browser's tag.

    A tag that is longer than ours is of our language, one that merely begins with the same letters
    is not. What is no such list, or names none of ours, is `FIRST`.

    >>> preferred("fr;q=0.9, zh-TW;q=0.5"), preferred("en;q=0.1, zh"), preferred("zha")
    ('zh', 'zh', 'en')
    """
    ranges = [found for each in accepted[:_LONGEST].split(",") if (found := _RANGE.fullmatch(each))]
    for found in sorted(ranges, key=lambda each: -float(each[2] or 1)):
        if float(found[2] or 1) == 0:
            break
        named = FIRST if found[1] == "*" else found[1].lower()
        parts = named.split("-")
        for length in range(len(parts), 0, -1):
            tag = "-".join(parts[:length])
            for code, language in LANGUAGES.items():
                if tag in (code.lower(), language.html.lower()):
                    return code
    return FIRST


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
