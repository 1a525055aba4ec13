"""The tour and the presenter, mounted once on every page: their words and where they lead."""

from dataclasses import asdict
from functools import lru_cache
from typing import Any

from bpe import PRESETS
from ui.catalogue import catalogue
from ui.languages import LANGUAGES
from ui.samples import samples
from ui.shell import session
from ui.shell.choices import OWN_TEXTS
from ui.shell.component import component
from ui.shell.page import HOME, Page
from ui.shell.query import CARRIED, NAMES
from ui.shell.share import code
from ui.shell.text import language, t
from ui.tour.cards import CARDS, FILES, NEW, PLAN, RECALL, STOPS

KEY = "guide"

_mount = component(KEY, *FILES, isolate=False)


def guide() -> None:
    """Mount tour and presenter on the page, with the two buttons that begin them."""
    here, chosen = session.state().page, session.choices()
    _mount(
        key=KEY,
        data={
            "here": here.name,
            "told": {each: chosen.get(each) for each in ("stop", "phase")},
            "what": _what(here),
            "names": [*NAMES, *CARRIED],
            "keep": {"lang": chosen["lang"]} if "lang" in chosen else {},
            **_lesson(language()),
            "fills": here.fills,
            "code": asdict(code()) if shows_code() else None,
        },
        default={"code": False},
        on_code_change=lambda: None,
        height="content",
    )


@lru_cache(maxsize=len(LANGUAGES))
def _lesson(lang: str) -> dict[str, Any]:
    """Return the stops, and what is said of them by name; the browser fills in the numbers."""
    said = {key.partition("."): text for key, text in catalogue(lang).items()}
    cards, plan = ([stop.in_language(lang) for stop in stops] for stops in (CARDS, PLAN))
    return {
        "words": {name: text for (area, _, name), text in said.items() if area == "tour"},
        "cards": [{**asdict(card), "query": card.asked} for card in cards],
        "plan": [{**asdict(stop), "stop": at} for at, stop in zip(STOPS, plan, strict=True)],
        "recall": {"names": RECALL, "word": NEW},
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


def shows_code() -> bool:
    """Say whether the presenter asks for the code of what is on the screen."""
    return bool((session.value(KEY) or {}).get("code"))
