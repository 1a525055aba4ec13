"""The texts that come with the app, each showing one thing."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from bpe import PRESETS, Scheme
from ui.catalogue import FIRST, LANGUAGES, in_each_language, opening

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
"""Sentences to encode: of a text without spaces in words that are merged early, or a book's own."""


@dataclass(frozen=True, eq=False)
class Sample:
    """One entry of sample_corpora/index.json; what is said of it stands in the catalogue, by name.

    Title, note, licence and source are language -> text. `look_for` holds for every scheme;
    `with_scheme` says more, scheme -> language -> text, of runs by that preset as it stands: in the
    index are those of which something is said, some of them together.

    `prints` is the list of tokens that its book has, as it is printed there; `ties` the tie rule
    that gives it, where that is not the scheme's.

    A parallel sample is two corpora: `files`, and the code of the language each is in; `compare`
    has names to look at.
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
        """Say what to look for in a run by this scheme, and nothing of any other."""
        said = [self.look_for[language]]
        if scheme == PRESETS.get(scheme.name) and scheme.name in self.with_scheme:
            said.append(self.with_scheme[scheme.name][language])
        if self.prints:
            said.append(in_each_language("samples.prints")[language].format(prints=self.prints))
        return LANGUAGES[language].between.join(said)


@lru_cache
def samples() -> dict[str, Sample]:
    """Read the index: name -> sample, in the order they are offered."""
    entries = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
    return {entry["name"]: _sample(**entry) for entry in entries}


def training_samples() -> dict[str, Sample]:
    """Leave out the parallel texts, which are two corpora each."""
    return {name: sample for name, sample in samples().items() if sample.kind != "parallel"}


def parallel_samples() -> dict[str, Sample]:
    """List the samples that are one text in two languages."""
    return {name: sample for name, sample in samples().items() if sample.kind == "parallel"}


def first_sample(lang: str = FIRST) -> Sample:
    """The sample that Home opens with, for a reader of a language."""
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
