"""The tour and the presenter, mounted once on every page: their words and where they lead."""

from dataclasses import asdict
from functools import lru_cache
from typing import Any

from bpe import PRESETS
from ui.corpora.samples import samples
from ui.languages import LANGUAGES
from ui.shell import session, shims
from ui.shell.choices import OWN_TEXTS
from ui.shell.component import component
from ui.shell.page import HOME, Page
from ui.shell.query import CARRIED, NAMES
from ui.shell.share import code
from ui.shell.text import language, t
from ui.tour.cards import CARDS, FILES, NEW, PLAN, RECALL, STOPS, Stop

KEY = "guide"
WAYS = ("tour", "start", "resume", "presenter")
CARD_WORDS = ("next", "back", "leave", "finish", "show", "done")
PRESENTER_WORDS = (
    *("next", "back", "pointer", "code", "steps", "hide", "keys", "leave"),
    "of_plan",
)

_mount = component(KEY, shims.SCRIPT, *FILES, isolate=False)


def guide() -> None:
    """Mount tour and presenter on the page, with the two buttons that begin them."""
    here, chosen = session.page(), session.choices()
    _mount(
        key=KEY,
        data={
            "here": here.name,
            "told": {each: chosen.get(each) for each in ("stop", "phase")},
            "what": _what(here),
            "names": [*NAMES, *CARRIED],
            "keep": {"lang": chosen["lang"]} if "lang" in chosen else {},
            "words": {
                **{word: t(f"tour.{word}") for word in WAYS},
                "card": {word: t(f"tour.{word}") for word in CARD_WORDS},
                "keys": {word: t(f"tour.present_{word}") for word in PRESENTER_WORDS},
            },
            "cards": _cards(language()),
            "plan": _plan(language()),
            "fills": here.fills,
            "code": _code(),
        },
        default={"code": False},
        on_code_change=lambda: None,
        height="content",
    )


@lru_cache(maxsize=len(LANGUAGES))
def _cards(lang: str) -> list[dict[str, Any]]:
    return [_card(card.in_language(lang), at) for at, card in enumerate(CARDS, 1)]


def _card(card: Stop, at: int) -> dict[str, Any]:
    of = len(CARDS)
    return {
        "name": card.name,
        "page": card.page,
        "query": card.asked,
        "title": t(f"tour.ask_{card.name}"),
        "text": t(f"tour.do_{card.name}"),
        "after": t(f"tour.say_{card.name}"),
        "position": t("tour.position", at=at, of=of),
        "named": t("tour.named", at=at, of=of),
        "points": list(card.points),
        "done": dict(card.done),
    }


def _what(here: Page) -> str:
    """Say what is on the screen: the page, the text of its run, and the scheme."""
    run = session.run_shown()
    said = [t("common.app_name" if here.name == HOME else f"{here.name}.title")]
    if run is not None and run.text in samples():
        said.append(samples()[run.text].title[language()])
    elif run is not None and run.text in OWN_TEXTS:
        said.append(t(f"controls.corpus_{run.text}"))
    if run is not None and run.scheme in PRESETS:
        said.append(t(f"controls.scheme_{run.scheme}"))
    return " · ".join(said)


@lru_cache(maxsize=len(LANGUAGES))
def _plan(lang: str) -> list[dict[str, Any]]:
    last = [t(f"tour.recall_{name}", word=NEW) for name in RECALL]
    return [
        {
            "stop": at,
            "page": stop.page,
            "query": dict(stop.in_language(lang).query),
            "asks": t(f"tour.ask_{stop.name}"),
            "says": last if stop is PLAN[-1] else [t(f"tour.say_{stop.name}")],
            "said": _where(at, stop),
        }
        for at, stop in zip(STOPS, PLAN, strict=True)
    ]


def _where(at: str, stop: Stop) -> str:
    """Say how far the lesson has come."""
    kind = "stop_end" if stop is PLAN[-1] else "stop"
    return t(f"tour.{kind}", at=at, of=len(PLAN) - 1, minutes=stop.minutes)


def _code() -> dict[str, Any] | None:
    """Return the code of what is on the screen while the presenter asks for it."""
    if not shows_code():
        return None
    found = code()
    return {**asdict(found), "short": found.short, "alt": t("tour.code", link=found.short)}


def shows_code() -> bool:
    """Say whether the presenter asks for the code of what is on the screen."""
    return bool((session.value(KEY) or {}).get("code"))
