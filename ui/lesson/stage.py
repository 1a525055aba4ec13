"""The stage of the lesson, mounted once on every page: its beats, texts and menu link."""

from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from bpe.player.plurals import forms_of
from ui import share, state
from ui.catalogue import LANGUAGES, catalogue
from ui.component import component
from ui.lesson.own_words import (
    MAX_CHARS,
    leads,
    own_words,
    plan_here,
    recalled_here,
    said_of,
    stop_here,
)
from ui.lesson.stops import answer, merged, run_of, stop_named, told
from ui.own_text import store
from ui.pages import PAGES
from ui.samples import samples
from ui.state import OWN_TEXTS, STOPS, Settings
from ui.text import language, t
from ui.tokenizers import opened

KEY = "lesson"
PHONES = "phones"
"""Session key of the phones' address, if this browser leads a room."""

_FILES = tuple(Path(__file__).with_name(f"lesson.{kind}") for kind in ("html", "css", "js"))
_ELSEWHERE = tuple(
    f"lesson.{kind}_"
    for kind in (
        *("say", "merge", "most", "show", "late", "notes", "recall"),
        *("words_said", "lead_own", "lead_kept"),
    )
)
"""Texts used only by the notes, and texts that are filled in elsewhere."""

_mount = component(KEY, *_FILES, isolate=False)


def lesson() -> None:
    """Mount the stage on the page, and draw its link in the menu."""
    chosen = state.choices()
    if chosen.present and state.browser_name():
        _learn_ahead(language())
    phones, plan = st.session_state.get(PHONES), plan_here()
    _mount(
        key=KEY,
        data={
            "here": state.state().page.name,
            "told": {"stop": chosen.stop, "phase": chosen.phase},
            "names": sorted({name for page in PAGES for name in page.names}),
            "keep": {"lang": chosen.lang} if chosen.lang else {},
            "words": _words(language()) | leads(plan),
            "beats": told(plan),
            "between": LANGUAGES[language()].between,
            "title": _title(),
            "text": _text(),
            "says": _says(),
            "own": asdict(share.code(share.own_link())) if chosen.stop == STOPS[-1] else None,
            "code": asdict(share.code(phones)) if shows_code() else None,
        },
        default={"code": False},
        on_code_change=lambda: None,
        on_words_change=_take_words,
        height="content",
    )


@lru_cache(maxsize=len(LANGUAGES))
def _learn_ahead(lang: str) -> None:
    """While the title is shown, read the tokenizers of the first stop and learn the novel."""
    reads = stop_named("read").in_language(lang).query
    for name in (reads["model"], reads["beside"]):
        Thread(target=opened, args=(name,), daemon=True).start()
    run_of(stop_named("novel").in_language(lang)).train_ahead()


@lru_cache(maxsize=len(LANGUAGES))
def _words(lang: str) -> dict[str, Any]:
    """Return the stage's own texts by name, independent of the current stop."""
    return {
        key.removeprefix("lesson."): forms_of(text)
        for key, text in catalogue(lang).items()
        if key.startswith("lesson.") and not key.startswith(_ELSEWHERE)
    }


def _says() -> dict[str, Any] | None:
    """Return the texts of the current stop, by phase."""
    here = stop_here()
    if here is None:
        return None
    more = recalled_here() if state.choices().stop == STOPS[-1] else []
    said: dict[str, Any] = {"name": here.name, "answer": [answer(here), *more]}
    return said | ({"merge": [merged(here)]} if "merge" in here.phases else {})


def _title() -> dict[str, Any]:
    """Return the contents of the title: a sentence, the class's words, and the phones' server.

    heard: the last text sent by its box.
    """
    text = own_words()
    return {
        "sentence": LANGUAGES[language()].lesson["sentence"],
        "reach": _reach(),
        "own": (text or "")[:MAX_CHARS],
        "said": "" if text is None else said_of(text, plan_here()),
        "most": MAX_CHARS,
        "heard": (st.session_state.get(KEY) or {}).get("words"),
    }


def _take_words() -> None:
    """Store the words sent by the title's box, which is untrusted input."""
    sent = (st.session_state.get(KEY) or {}).get("words")
    if not isinstance(sent, str):
        return
    text = sent[:MAX_CHARS]
    if text.strip():
        store.give("pasted", text)
    state.choose(corpus="pasted" if text.strip() else None, lesson=None)


def _text() -> str:
    """Return the name of the current text."""
    text = (state.settings() or Settings()).corpus
    if text in samples():
        return samples()[text].title[language()]
    return t(f"controls.corpus_{text}") if text in OWN_TEXTS else ""


def _reach() -> str:
    """Return whether phones can reach this server, and otherwise how to allow it."""
    link, notes = share.reachable(st.context.url or "")
    parts = urlsplit(link)
    if parts.hostname in share.LOCAL:
        return " ".join(notes)
    return t("lesson.reach", link=parts.netloc)


def shows_code() -> bool:
    """Return whether the QR code is requested."""
    return bool((st.session_state.get(KEY) or {}).get("code"))
