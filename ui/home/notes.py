"""The teacher's notes: a page to print with what to ask, what most answer, what to show."""

from functools import lru_cache
from html import escape
from pathlib import Path
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from bpe import Merge, Training
from bpe.merging.cells import Token
from ui.catalogue import catalogue
from ui.controls.controls import sample_run
from ui.draw import PALETTE
from ui.draw.say import merge_tokens, sentence
from ui.draw.tokens import coloured_by
from ui.home.names import STYLE as NAMES_STYLE
from ui.home.names import table
from ui.languages import LANGUAGES, preferred
from ui.samples import first_sample
from ui.shell.component import joined
from ui.shell.document import document, themes
from ui.shell.text import speaking, t
from ui.tour.cards import NEW, PLAN, RECALL, SPARE, LessonStop

_STYLE = Path(__file__).with_name("notes.css")


def page(request: Request) -> HTMLResponse:
    """Return the notes, in the language that the address asks for or the browser prefers."""
    [asked, *_] = parse_qs(request.url.query).get("lang", [""])
    accepted = request.headers.get("accept-language", "")
    return HTMLResponse(notes(asked if asked in LANGUAGES else preferred(accepted)))


ROUTES = [Route("/notes", page)]
"""What stands beside the app's pages at its address."""


@lru_cache(maxsize=2 * len(LANGUAGES))
def notes(lang: str, names: bool = True) -> str:
    """Write the page in a language; the table of names leads into the app."""
    with speaking(lang):
        stops, spare = ("".join(map(_stop, stops)) for stops in (PLAN, SPARE))
        title = escape(catalogue(lang)["tour.notes"])
        body = (
            f"<h1>{title}</h1><p>{_said('notes_lead')}</p><ol>{stops}</ol>"
            f"<h2>{_said('notes_spare')}</h2><ul>{spare}</ul>"
            f"<h2>{_said('notes_recall')}</h2><p>{_said('notes_recall_lead')}</p>{_recall()}"
        )
        if names:
            heading, lead = escape(t("names.title")), escape(t("names.lead"))
            body += f"<section><h2>{heading}</h2><p>{lead}</p>{table({'lang': lang})}</section>"
    return document(lang, title, themes() + joined((PALETTE, _STYLE, NAMES_STYLE), ".css"), body)


def _said(name: str, **values: object) -> str:
    return sentence(f"tour.{name}", **values)


def _stop(stop: LessonStop) -> str:
    told = "".join(
        f"<dt>{_said(f'notes_{part}')}</dt><dd>{_said(f'{part}_{stop.name}')}</dd>"
        for part in ("say", "most", "show")
    )
    place = escape(t(f"{stop.page}.title"))
    time = _said("notes_minutes", minutes=stop.minutes)
    head = f"<h2>{_said(f'ask_{stop.name}')}</h2><p class='place'>{place} · {time}</p>"
    return f"<li>{head}<dl>{told}</dl></li>"


def _recall() -> str:
    """Ask what is left a week later, and answer from the record."""
    run = sample_run(first_sample())
    first, tokens = run.read(_first_and_new)
    scheme, cut = run.scheme, {"tokens": tokens}
    rule = t(f"ties.wins_{scheme.tie_rule}")
    with coloured_by(run.summary.ranks):
        answers = {
            "first": sentence(_answer("first"), scheme, merge_tokens(first), count=first.count),
            "ties": sentence(_answer("ties"), ties=len(first.ties), rule=rule),
            "new": sentence(_answer("new"), scheme, cut),
        }
    rows = [
        f"<dt>{_said(f'recall_{name}', word=NEW)}</dt><dd>{answers[name]}</dd>" for name in RECALL
    ]
    return f"<dl class='recall'>{''.join(rows)}</dl>"


def _first_and_new(training: Training) -> tuple[Merge, list[Token]]:
    """Return the first merge, and the tokens of a new word."""
    return training.merges[0], training.tokenizer().encode(NEW).tokens


def _answer(name: str) -> str:
    return f"tour.recall_{name}_answer"
