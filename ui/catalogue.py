"""The app's sentences in each language: one JSON file per area, full key -> text.

The engine and the player have their own English sentences.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from bpe import CorpusError
from bpe.errors import SENTENCES
from bpe.input.report import NOTES
from bpe.player.plurals import read_forms
from bpe.player.text import DEFAULTS, FIRST, LOCALES, Translate, languages, sentences


@dataclass(frozen=True)
class Language:
    """Settings of a language: `locales/<language>/defaults.json`.

    Attributes:
        name: its name in the language itself.
        html: its code for browsers.
        between: the separator of two sentences.
        large: the unit of large numbers: a million, or a hundred million.
        encodings: tried first for files that are not UTF-8.
        sentence: the sentence of Home.
        stranger: a word with a letter that few texts have.
        opens: page -> the sample it opens with, if it differs from the page's own; "levels" is the
            picture of Home.
        models: the first tokenizers and text of What models read.
        lesson: the texts of the lesson: its sentence, its oddest word, two tokenizers; a corpus of
            few words, two words that it lacks; a novel and its scheme; some characters.
        quiz: kind of a round -> the words it is drawn from, separated by spaces.
        by_hand: the sample that the reader merges first.
        beat: text -> merges that leave the fewest tokens, fewer than BPE's.
        words: the words of its sentence, separated by spaces, if the language does not separate
            them.
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
    by_hand: str
    beat: Mapping[str, Sequence[Sequence[str]]]
    words: str = ""


def _language(folder: Path) -> Language:
    said = json.loads((folder / DEFAULTS).read_text(encoding="utf-8"))
    return Language(**{**said, "encodings": tuple(said["encodings"])})


LANGUAGES = {lang: _language(LOCALES / lang) for lang in languages()}
"""Code -> language; the first is `FIRST`."""


def opening(page: str) -> dict[str, str]:
    """Return the sample a page opens with, by language, if it differs from the page's own."""
    return {lang: each.opens[page] for lang, each in LANGUAGES.items() if page in each.opens}


MAX_HEADER_CHARS = 200
"""Maximum number of characters read of an `Accept-Language`: a browser's list has a few dozen."""

_RANGE = re.compile(
    r"\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?",
    re.ASCII | re.IGNORECASE,
)


VARY = {"Vary": "Accept-Language"}
"""The header of a response in the browser's language."""


def preferred(accepted: str) -> str:
    """Return the first supported language in an `Accept-Language`, or in a browser's tag.

    A tag with more subtags matches its language; one that merely begins with the same letters does
    not. `FIRST` for an invalid list, or one without a supported language.

    >>> preferred("fr;q=0.9, zh-TW;q=0.5"), preferred("en;q=0.1, zh"), preferred("zha")
    ('zh', 'zh', 'en')
    """
    return _first_supported(accepted[:MAX_HEADER_CHARS])


@lru_cache(maxsize=100)
def _first_supported(accepted: str) -> str:
    """Return the language of `preferred`; cached, since each sentence of a page asks for it."""
    ranges = [found for each in accepted.split(",") if (found := _RANGE.fullmatch(each))]
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


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Merge the files of one language: "<area>.<name>" -> text with `str.format` placeholders.

    Missing sentences are in the engine's language.
    """
    spoken = {f"engine.{code}": sentence for code, sentence in SENTENCES.items()}
    spoken |= {f"engine.note_{code}": sentence for code, sentence in NOTES.items()}
    entries = spoken | sentences(FIRST) if lang == FIRST else dict(catalogue(FIRST))
    for file in sorted((LOCALES / lang).glob("*.json")):
        if file.name != DEFAULTS:
            said = json.loads(file.read_text(encoding="utf-8"))
            entries |= {key: read_forms(forms, lang) for key, forms in said.items()}
    return entries


def in_each_language(key: str) -> dict[str, str]:
    """Return the raw sentence of a key, by language."""
    return {lang: catalogue(lang)[key] for lang in LANGUAGES}


class Refusal(CorpusError):
    """Error for a text, file or limit that does not fit the app; its sentence: `errors.<code>`."""

    @property
    def template(self) -> str:
        """The sentence in English, with placeholders."""
        return catalogue(FIRST)[f"errors.{self.code}"]


def say_refusal(error: CorpusError, lang: str, safe: Callable[[str], str] = str) -> str:
    """Return an error's sentence in a given language.

    `safe` escapes untrusted texts for the place where the sentence is shown.
    """
    area = "errors" if isinstance(error, Refusal) else "engine"
    values = {
        name: safe(value) if isinstance(value, str) else value
        for name, value in error.values.items()
    }
    return catalogue(lang)[f"{area}.{error.code}"].format(**values)


def translation(lang: str) -> Translate:
    """Return a function that looks up sentences of the catalogue in a language."""
    entries = catalogue(lang)
    return lambda key, **values: entries[key].format(**values)
