"""The stage of the lesson, mounted once on every page: its beats, words and link in the menu."""

from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from ui.catalogue import LANGUAGES, catalogue
from ui.corpora.run import learn_ahead
from ui.lesson.stops import answer, merged, recalled, run_of, stop_at, stop_named, told
from ui.samples import samples
from ui.shell import session, share
from ui.shell.choices import OWN_TEXTS, STOPS
from ui.shell.component import component
from ui.shell.pages import CARRIED, NAMES
from ui.shell.text import language, t

KEY = "lesson"
PHONES = "phones"
"""Session key of the phones' address, where this browser leads a room."""

_FILES = tuple(Path(__file__).with_name(f"lesson.{kind}") for kind in ("html", "css", "js"))
_ELSEWHERE = tuple(
    f"lesson.{kind}_" for kind in ("say", "merge", "most", "show", "late", "notes", "recall")
)
"""Words that the notes alone say, and answers, which come filled in."""

_mount = component(KEY, *_FILES, isolate=False)


def lesson() -> None:
    """Mount the stage on the page, with the link that leads to it."""
    chosen = session.choices()
    if "present" in chosen and session.browser_name():
        _learn_ahead(language())
    _mount(
        key=KEY,
        data={
            "here": session.state().page.name,
            "told": {each: chosen.get(each) for each in ("stop", "phase")},
            "names": [*NAMES, *CARRIED],
            "keep": {"lang": chosen["lang"]} if "lang" in chosen else {},
            **_words(language()),
            "title": {"sentence": LANGUAGES[language()].lesson["sentence"], "reach": _reach()},
            "text": _text(),
            "says": _says(),
            "code": asdict(share.code(session.recall(PHONES))) if shows_code() else None,
        },
        default={"code": False},
        on_code_change=lambda: None,
        height="content",
    )


@lru_cache(maxsize=len(LANGUAGES))
def _learn_ahead(lang: str) -> None:
    """Have the novel learned while the lesson begins: its turn comes half an hour later."""
    learn_ahead(run_of(stop_named("novel").in_language(lang)))


@lru_cache(maxsize=len(LANGUAGES))
def _words(lang: str) -> dict[str, Any]:
    """Return the beats, and what the stage itself says by name, whatever is shown."""
    words = {
        key.removeprefix("lesson."): text
        for key, text in catalogue(lang).items()
        if key.startswith("lesson.") and not key.startswith(_ELSEWHERE)
    }
    return {"words": words, "beats": told(lang), "between": LANGUAGES[lang].between}


def _says() -> dict[str, Any] | None:
    """Return what is said at the stop that is shown, by phase."""
    stop = session.choices().get("stop")
    if stop is None:
        return None
    here = stop_at(stop).in_language(language())
    more = recalled() if stop == STOPS[-1] else []
    said: dict[str, Any] = {"name": here.name, "answer": [answer(here), *more]}
    return said | ({"merge": [merged(here)]} if "merge" in here.phases else {})


def _text() -> str:
    """Name the text that the page shows."""
    run = session.run_shown()
    if run is None:
        return ""
    if run.text in samples():
        return samples()[run.text].title[language()]
    return t(f"controls.corpus_{run.text}") if run.text in OWN_TEXTS else ""


def _reach() -> str:
    """Say whether phones reach this server, and if not, what lets them."""
    link, notes = share.reachable(st.context.url or "")
    parts = urlsplit(link)
    if parts.hostname in share.LOCAL:
        return " ".join(notes)
    return t("lesson.reach", link=parts.netloc)


def shows_code() -> bool:
    """Say whether the lecturer asks for the code."""
    return bool((session.value(KEY) or {}).get("code"))
