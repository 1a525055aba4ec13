"""The teacher's notes: a page to print with what to ask, what most answer, what to show."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from html import escape
from itertools import accumulate
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from ui.catalogue import LANGUAGES, catalogue
from ui.corpora.tokenizers import opened, shipped
from ui.draw.say import sentence
from ui.draw.tokens import PALETTE, chips
from ui.home.assembling import splits_of
from ui.home.levels import ORDER, levels_of, text_at_levels, text_for
from ui.home.names import STYLE as NAMES_STYLE
from ui.home.names import table
from ui.home.pieces import piece
from ui.lesson.stops import (
    PLAN,
    RECALL,
    SPARE,
    LessonStop,
    answer,
    cut_word,
    facts,
    merged,
    run_of,
    small_picture,
    small_table,
    stop_named,
)
from ui.shell.component import document, joined, language_for, themes
from ui.shell.text import language, speaking, t

_STYLE = Path(__file__).with_name("notes.css")


def page(request: Request) -> HTMLResponse:
    """Return the notes, in the language that the address asks for or the browser prefers."""
    return HTMLResponse(notes(language_for(request)))


ROUTES = [Route("/notes", page)]
"""What stands beside the app's pages at its address."""


@lru_cache(maxsize=2 * len(LANGUAGES))
def notes(lang: str, names: bool = True) -> str:
    """Write the page in a language; the table of names leads into the app."""
    with speaking(lang):
        begun = accumulate((stop.minutes for stop in PLAN), initial=0)
        stops, spare = "".join(map(_stop, PLAN, begun)), "".join(map(_stop, SPARE))
        title = escape(t("lesson.notes"))
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
    return sentence(f"lesson.{name}", **values)


def _stop(stop: LessonStop, begun: int | None = None) -> str:
    """Write a stop; `begun` says how many minutes went before it, of those in the lesson."""
    here = stop.in_language(language())
    told = [("say", escape(answer(here)))]
    if "merge" in stop.phases:
        told.append(("merge", escape(merged(here))))
    parts = ("most", "show") if begun is None else ("most", "show", "late")
    told += [(part, _said(f"{part}_{stop.name}")) for part in parts]
    rows = "".join(f"<dt>{_said(f'notes_{part}')}</dt><dd>{said}</dd>" for part, said in told)
    kind, place = "minutes" if begun is None else "until", escape(t(f"{stop.page}.title"))
    time = _said(f"notes_{kind}", minutes=stop.minutes, begun=begun)
    lead = f"<p>{_said(f'lead_{stop.name}')}</p>" if _leads(stop) else ""
    head = f"<h2>{_said(f'ask_{stop.name}')}</h2><p class='place'>{place} · {time}</p>"
    return f"<li>{lead}{head}{_picture(here)}<dl>{rows}</dl></li>"


def _picture(stop: LessonStop) -> str:
    """Draw what a stop shows, small: the words of its run as it asks, or else its answer."""
    if "merge" in stop.phases:
        return small_picture(run_of(stop), stop.start)
    rows = _ROWS.get(stop.name)
    return small_table(rows(stop)) if rows else ""


Row = tuple[str, str]
"""What heads a row of a small picture, and its tokens as markup."""


def _read(stop: LessonStop) -> Iterator[Row]:
    for name in (stop.query["model"], stop.query["beside"]):
        tokenizer = opened(name)
        ids = tokenizer.encode(stop.query["sentence"]).ids
        yield shipped()[name].title[language()], chips(map(tokenizer.token, ids))


def _levels(stop: LessonStop) -> Iterator[Row]:
    sentence = LANGUAGES[language()].lesson["sentence"]
    found = levels_of(text_for(sentence, language())).read(text_at_levels, sentence)
    for name in (each for each in ORDER if each in found.cuts):
        marks = None if name == "words" else found.scheme
        drawn = (piece(token, known, marks) for token, known in found.cuts[name])
        yield t(f"home.level_{name}"), " ".join(drawn)


def _unseen(stop: LessonStop) -> Iterator[Row]:
    word = stop.query["sentence"]
    yield word, chips(run_of(stop).read(cut_word, word))


def _bytes(stop: LessonStop) -> Iterator[Row]:
    for each in stop.query["sentence"]:
        yield each, chips(bytes([byte]) for byte in each.encode())


def _oddest(stop: LessonStop) -> Iterator[Row]:
    """Cut the oddest word of the sentence into letters and into its tokens."""
    odd = LANGUAGES[language()].lesson["oddest"]
    words = opened(stop.query["beside"]).encode(stop.query["sentence"]).words
    splits = splits_of(next(word for word in words if odd in word.text))
    for tokens, _ in (splits[0], splits[-1]):
        yield str(len(tokens)), chips(tokens)


_ROWS: dict[str, Callable[[LessonStop], Iterator[Row]]] = {
    "read": _read,
    "why": _levels,
    "encode": _unseen,
    "bytes": _bytes,
    "end": _oddest,
}


def _leads(stop: LessonStop) -> bool:
    return f"lesson.lead_{stop.name}" in catalogue(language())


def _recall() -> str:
    """Ask what is left a week later, and answer from the record."""
    first, ties = (stop_named(name).in_language(language()) for name in ("first", "ties"))
    rule = t(f"ties.wins_{run_of(ties).scheme.tie_rule}")
    texts = LANGUAGES[language()].lesson
    tokens = t("lesson.comma").join(run_of(first).read(cut_word, texts["new"]))
    told: dict[str, object] = {**facts(first), "rule": rule, "tokens": tokens}
    rows = "".join(
        f"<dt>{_said(f'recall_{name}', word=texts['new'])}</dt>"
        f"<dd>{_said(f'recall_{name}_answer', **told)}</dd>"
        for name in RECALL
    )
    return f"<dl class='recall'>{rows}</dl>"
