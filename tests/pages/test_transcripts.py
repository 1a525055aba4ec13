"""The text of each page, with every control pressed once, equals its stored transcript.

Write an intended change with `TRANSCRIPTS=write make test TESTS=<this file>`, and review its
difference like any other.
"""

import os
import re
from collections.abc import Callable, Iterable
from difflib import unified_diff
from itertools import chain
from pathlib import Path

import pytest

from tests.pages.transcript import of_markup, transcript
from tests.pages.walking import Walk, drawn
from ui.lesson.notes import notes
from ui.lesson.stops import plan_in, told
from ui.site.writing import files
from ui.views.quiz import worksheet
from ui.views.quiz_rounds import KINDS, make_round

FOLDER = Path(__file__).parent / "transcripts"

NASTY = "low <b>lower</b> naïve aa aaa 日本 日本語 🚀 הלו הלו e\u0301 l*w* low"

SIX = {"corpus": "six-words", "step": 3}
OWN = {"corpus": "pasted", "text": NASTY, "max_merges": 9}

ADDRESSES: dict[str, dict[str, str | int]] = {
    "home": {},
    "home-zh": {},
    "train": SIX,
    "train-zh": OWN | {"scheme": "subword-nmt", "ties": "smallest", "step": 9},
    "train-scores": {"corpus": "hug", "scheme": "wordpiece", "min_frequency": 4, "step": 2},
    "encode": SIX,
    "encode-zh": OWN | {"scheme": "gpt", "special": "<b>", "step": 5},
    "encode-longest": {"corpus": "hug", "scheme": "wordpiece", "step": 4},
    "quiz": {"round": 2, "seed": 7},
    "quiz-zh": {"round": 5, "seed": 8, "words": "zh"},
    "vote": {},
    "models": {"model": "gpt2", "beside": "bert"},
    "models-zh": OWN | {"model": "own", "beside": "mistral", "scheme": "wordpiece"},
    "bytes": {"corpus": "six-words", "step": 3},
    "bytes-zh": OWN | {"scheme": "minbpe", "step": 4},
    "wordpiece": {"step": 2},
    "wordpiece-zh": OWN | {"against": "gpt", "step": 3},
    "sentencepiece": {"normalizer": "nmt_nfkc_cf"},
    "sentencepiece-zh": OWN | {"normalizer": "nfc", "step": 3},
    "unigram": {"corpus": "six-words", "step": 2},
    "unigram-zh": OWN | {"step": 1},
    "joint": {"pair": "english-german", "max_merges": 60, "step": 20},
    "joint-zh": {"pair": "english-spanish", "scheme": "sentencepiece", "max_merges": 40},
    "check": {},
    "check-zh": {"mistake": "once"},
}
"""Name -> query of the page that begins the name; names in `-zh` are opened by a Chinese reader."""


LANG = ["en", "zh"]


def assert_held(name: str, parts: Iterable[tuple[str, list[str]]]) -> None:
    """Compare a transcript with its file; a part has only the lines that no earlier part has."""
    lines, said = list[str](), set[str]()
    for heading, part in parts:
        new = [line for line in part if line not in said]
        lines += [*(("", f"## {heading}") if heading else ()), *dict.fromkeys(new)]
        said.update(new)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("TRANSCRIPTS") == "write":
        file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    held = file.read_text("utf-8").splitlines()
    assert held == lines, "\n".join(unified_diff(held, lines, name, "now", lineterm="", n=1))


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("name", ADDRESSES)
def test_a_page_says_what_it_said(open_page, name):
    """The transcript has the whole page as it opens, and the new lines after each press."""
    page, _, kind = name.partition("-")
    locale = "zh-CN" if kind == "zh" else "en-US"
    walk = Walk(open_page("" if page == "home" else page, locale=locale, **ADDRESSES[name]), page)
    assert_held(name, ((done, said_by(walk.app)) for done in chain([""], walk.press_all())))


def said_by(app) -> list[str]:
    return transcript(drawn(app, part="main"))


@pytest.mark.parametrize("lang", LANG)
def test_the_lesson_says_what_it_said(open_page, lang):
    """The transcript has each beat of the lesson as it is presented."""

    def beats():
        for beat in told(plan_in(lang)):
            page = "" if beat["page"] == "home" else beat["page"]
            asked = {"present": "1", "lang": lang, "stop": beat["stop"], "phase": beat["phase"]}
            app = open_page(page, **asked, **beat["query"])
            heading, lines = f"{beat['name']}, {beat['phase']}", said_by(app)
            [code] = re.findall(r"(?<=data-room=)\w+", "".join(lines)) or ["CODE"]
            yield heading, [line.replace(code, "CODE") for line in lines]

    assert_held(f"lesson-{lang}", beats())


DOCUMENTS: dict[str, Callable[[str], Iterable[tuple[str, str]]]] = {
    "notes": lambda lang: [("", notes(lang))],
    "worksheets": lambda lang: [
        (kind.name, worksheet(make_round(number, 3), lang)) for number, kind in enumerate(KINDS, 1)
    ],
    "site": lambda lang: [
        (name, text) for name, text in files("https://app.example") if f'lang="{lang}' in text[:200]
    ],
}


@pytest.mark.parametrize("lang", LANG)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_says_what_it_said(name, lang):
    found = DOCUMENTS[name](lang)
    assert_held(f"{name}-{lang}", ((part, [*of_markup(text)]) for part, text in found))


def test_each_transcript_is_held():
    of_languages = {f"{name}-{lang}" for name in ("lesson", *DOCUMENTS) for lang in LANG}
    assert {file.stem for file in FOLDER.iterdir()} == {*ADDRESSES, *of_languages}
