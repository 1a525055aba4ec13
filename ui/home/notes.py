"""The teacher's notes: a page to print with what to ask, what most answer, what to show."""

from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from bpe import train
from ui.catalogue import catalogue
from ui.corpora.samples import first_sample
from ui.draw import PALETTE
from ui.draw.tokens import chips
from ui.shell.component import joined
from ui.shell.document import document, themes
from ui.shell.text import speaking, t
from ui.tour.cards import PLAN

NEW = "slowest"
"""A word that the six do not have."""

_STYLE = Path(__file__).with_name("notes.css")


async def page(request: Request) -> HTMLResponse:
    """Return the notes, in the language that the address asks for or the browser prefers."""
    prefers = request.headers.get("accept-language", "").lower()
    [asked, *_] = parse_qs(request.url.query).get(
        "lang", ["zh" if prefers.startswith("zh") else ""]
    )
    return HTMLResponse(notes("zh" if asked == "zh" else "en"))


ROUTES = [Route("/notes", page)]
"""What stands beside the app's pages at its address."""


@lru_cache(maxsize=2)
def notes(lang: str) -> str:
    """Write the page in one of our languages."""
    with speaking(lang):
        stops = "".join(_stop(at) for at in range(1, len(PLAN) + 1))
        title = escape(catalogue(lang)["tour.notes"])
        body = (
            f"<h1>{title}</h1><p>{_said('notes_lead')}</p><ol>{stops}</ol>"
            f"<h2>{_said('notes_recall')}</h2><p>{_said('notes_recall_lead')}</p>{_recall()}"
        )
    return document(lang, title, themes() + joined((PALETTE, _STYLE), ".css"), body)


def _said(name: str, **values: object) -> str:
    return escape(t(f"tour.{name}", **values))


def _stop(at: int) -> str:
    stop = PLAN[at - 1]
    told = "".join(
        f"<dt>{_said(f'notes_{part}')}</dt><dd>{_said(f'{part}_{stop.name}')}</dd>"
        for part in ("ask", "most", "show")
    )
    place = escape(t(f"{stop.page}.title"))
    time = _said("notes_minutes", minutes=stop.minutes)
    head = f"<h2>{_said(f'stop_{stop.name}')}</h2><p class='place'>{place} · {time}</p>"
    return f"<li>{head}<dl>{told}</dl></li>"


def _recall() -> str:
    """Ask what is left a week later, and answer from the record."""
    sample = first_sample()
    training = train(sample.path.read_text(encoding="utf-8"), sample.default_scheme or "paper")
    first, scheme = training.merges[0], training.scheme
    answers: dict[str, dict[str, Any]] = {
        "first": {"count": first.count, "pair": first.pair},
        "ties": {"ties": len(first.ties), "rule": t(f"ties.wins_{scheme.tie_rule}")},
        "end": {"merges": len(training)},
        "new": {"tokens": training.tokenizer().encode(NEW).tokens},
    }
    rows = []
    for name, values in answers.items():
        shown = {
            each: "\ue000" if isinstance(value, tuple | list) else value
            for each, value in values.items()
        }
        tokens = next((value for value in values.values() if isinstance(value, tuple | list)), ())
        answer = _said(f"recall_{name}_answer", **shown).replace("\ue000", chips(tokens, scheme))
        rows.append(f"<dt>{_said(f'recall_{name}', word=NEW)}</dt><dd>{answer}</dd>")
    return f"<dl class='recall'>{''.join(rows)}</dl>"
