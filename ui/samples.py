"""The sample texts of the app, each showing one thing."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from bpe import PRESETS, Scheme
from bpe.player.text import FIRST
from ui.catalogue import LANGUAGES, in_each_language, opening

FOLDER = Path(__file__).resolve().parents[1] / "sample_corpora"
NOVEL, SCHOOL_YEAR = "pride-and-prejudice", "modern-chinese"
SIX_WORDS, SCHOOL_WORDS = "six-words", "school-words"
"""A few words, in English and in Chinese."""

SENTENCES = {
    SCHOOL_YEAR: "老师，什么时候没有作业？",
    "cat-hat": "the quick brown fox",
    "fast-tall": "tallest fatter",
    "course": "This is not a token.",
}
"""Sentences to encode: for a text without spaces, of early merged words, or a book's own."""


EXAMPLES = {
    "letters": "How many r's are in strawberry? 草莓 1234567",
    "chinese": "人工智能，饕餮盛宴。strawberry 1234567",
    "languages": "All human beings are born free. 人人生而自由。 Alle Menschen sind frei geboren. "
    "सभी मनुष्य स्वतंत्र जन्म लेते हैं। すべての人間は、生まれながらにして自由である。",
    "numbers": "98765432 + 1234568 = 100000000",
    "code": "def mean(xs):\n    if not xs:\n        return None\n    return sum(xs) / len(xs)\n",
    "textbook": "Anyhow, she's seen Jane's 224123 flowers anyhow!",
    "spanish": "En un recipiente hondo, mezclar el jugo de naranja con el azúcar, jengibre, "
    "y nuez moscada.",
    "sum": "127 + 677 = 804",
    "address": "https://example.org/search?q=tokenizer&lang=en#results",
    "formula": "E = mc^2, \\int_0^1 x^2\\,dx = \\frac{1}{3}",
    "greeting": "Hello, 🌍! 你好!",
}
"""Texts that real tokenizers split differently, by name."""


@dataclass(frozen=True, eq=False)
class Sample:
    """An entry of sample_corpora/index.json; its texts are in the catalogue, by name.

    Title, note, licence and source are language -> text. `look_for` is valid for every scheme;
    `with_scheme` adds notes, scheme -> language -> text, on runs by that unchanged preset: the
    index lists the schemes with a note, some of them together.

    `prints` is the list of tokens as printed in its book; `ties` the tie rule that gives it, if
    that is not the scheme's.

    A parallel sample has two corpora: `files`, and the language code of each; `compare` has words
    to compare.
    """

    name: str
    path: Path
    title: dict[str, str]
    look_for: dict[str, str]
    licence: dict[str, str]
    source: dict[str, str]
    kind: str
    with_scheme: dict[str, dict[str, str]] = field(default_factory=dict)
    default_scheme: str | None = None
    default_merges: int | None = None
    default_step: int = 0
    files: tuple[Path, ...] = ()
    languages: Sequence[str] = ()
    compare: str = ""
    prints: str = ""
    ties: str = ""

    def note(self, scheme: Scheme, language: str) -> str:
        """Return a note on a run by this scheme, or ""."""
        said = [self.look_for[language]]
        if scheme == PRESETS.get(scheme.name) and scheme.name in self.with_scheme:
            said.append(self.with_scheme[scheme.name][language])
        if self.prints:
            said.append(in_each_language("samples.prints")[language].format(prints=self.prints))
        return LANGUAGES[language].between.join(said)


@lru_cache
def samples() -> dict[str, Sample]:
    """Read the index: name -> sample, in the order of the menu."""
    entries = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
    return {entry["name"]: _sample(**entry) for entry in entries}


def training_samples() -> dict[str, Sample]:
    """Return the samples without the parallel texts, which are two corpora each."""
    return {name: sample for name, sample in samples().items() if sample.kind != "parallel"}


def parallel_samples() -> dict[str, Sample]:
    """Return the samples that are one text in two languages."""
    return {name: sample for name, sample in samples().items() if sample.kind == "parallel"}


def first_sample(lang: str = FIRST) -> Sample:
    """Return the sample that Home opens with, for a reader of a language."""
    return samples()[opening("home").get(lang, SIX_WORDS)]


def _sample(
    *,
    name: str,
    file: str,
    files: Sequence[str] = (),
    with_scheme: Sequence[str] = (),
    **entry: Any,
) -> Sample:
    together = [schemes.split() for schemes in with_scheme]
    return Sample(
        name,
        FOLDER / file,
        title=_said(name, "title"),
        look_for=_said(name, "look_for"),
        licence=_said(name, "licence"),
        source=_said(name, "source"),
        files=tuple(FOLDER / each for each in files),
        with_scheme={scheme: _said(name, some[0]) for some in together for scheme in some},
        **entry,
    )


def _said(name: str, part: str) -> dict[str, str]:
    return in_each_language(f"samples.{name}.{part}")
