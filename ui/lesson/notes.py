"""The teacher's notes: a page to print with questions, usual answers, and things to show."""

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from itertools import accumulate
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from bpe.player.bundle import document, joined, themes
from bpe.player.tokens import PALETTE
from bpe.readings.word_encoding import whole_splits
from ui import names
from ui.archive import as_csv
from ui.catalogue import LANGUAGES, VARY, catalogue
from ui.component import language_for
from ui.draw.say import sentence
from ui.draw.table_rows import Rows
from ui.draw.tokens import chips
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
from ui.levels import IN_LESSON, levels_of, pieces, sample_for
from ui.text import in_list, language, speaking, t
from ui.tokenizers import opened, shipped

_STYLE = Path(__file__).with_name("notes.css")


def page(request: Request) -> HTMLResponse:
    """Return the notes, in the language of the address or the browser's preferred one."""
    return HTMLResponse(notes(language_for(request)), headers=VARY)


@lru_cache(maxsize=2 * len(LANGUAGES))
def notes(lang: str, has_names: bool = True) -> str:
    """Write the page in a language; the table of names links into the app."""
    with speaking(lang):
        begun = accumulate((stop.minutes for stop in PLAN), initial=0)
        stops, spare = "".join(map(_stop, PLAN, begun)), "".join(map(_stop, SPARE))
        title = escape(t("lesson.notes"))
        body = (
            f"<h1>{title}</h1><p>{_said('notes_lead')}</p><ol>{stops}</ol>"
            f"<h2>{_said('notes_spare')}</h2><ul>{spare}</ul>"
            f"<h2>{_said('notes_recall')}</h2><p>{_said('notes_recall_lead')}</p>{_recall()}"
        )
        if has_names:
            link = f'<a href="cards.csv?lang={lang}" download>{_said("notes_cards")}</a>'
            body += f"<p>{link}</p>"
            heading, lead = escape(t("names.title")), escape(t("names.lead"))
            table = names.names_table(lang)
            body += f"<section><h2>{heading}</h2><p>{lead}</p>{table}</section>"
    styles = joined((PALETTE, _STYLE, names.STYLE), ".css")
    return document(lang, title, themes() + styles, body)


def _said(name: str, **values: object) -> str:
    return sentence(f"lesson.{name}", **values)


def _stop(stop: LessonStop, begun: int | None = None) -> str:
    """Write a stop; `begun` is the number of minutes of the lesson before it."""
    here, has_lead = (
        stop.in_language(language()),
        f"lesson.lead_{stop.name}" in catalogue(language()),
    )
    told = [("say", escape(answer(here)))]
    if "merge" in stop.phases:
        told.append(("merge", escape(merged(here))))
    parts = ("most", "show") if begun is None else ("most", "show", "late")
    told += [(part, _said(f"{part}_{stop.name}")) for part in parts]
    rows = "".join(f"<dt>{_said(f'notes_{part}')}</dt><dd>{said}</dd>" for part, said in told)
    kind, place = "minutes" if begun is None else "until", escape(t(f"{stop.page}.title"))
    time = _said(f"notes_{kind}", minutes=stop.minutes, begun=begun)
    lead = f"<p>{_said(f'lead_{stop.name}')}</p>" if has_lead else ""
    head = f"<h2>{_said(f'ask_{stop.name}')}</h2><p class='place'>{place} · {time}</p>"
    if "merge" in stop.phases:
        picture = small_picture(run_of(here), here.start)
    else:
        picture = small_table(found) if (found := [*_answer_rows(here)]) else ""
    return f"<li>{lead}{head}{picture}<dl>{rows}</dl></li>"


def _answer_rows(stop: LessonStop) -> Iterable[tuple[str, str]]:
    """Yield the rows of a small picture of a stop's answer: a header, and tokens as markup."""
    text = stop.query.get("sentence", "")
    if stop.name == "read":
        for name in (stop.query["model"], stop.query["beside"]):
            tokenizer = opened(name)
            tokens = map(tokenizer.token, tokenizer.encode(text).ids)
            yield shipped()[name].title[language()], chips(tokens)
    elif stop.name == "why":
        text = LANGUAGES[language()].lesson["sentence"]
        cuts = levels_of(sample_for(text, language())).cuts(text)
        for name in (each for each in IN_LESSON if each in cuts):
            yield t(f"home.level_{name}"), " ".join(pieces(name, cuts[name]))
    elif stop.name == "encode":
        yield text, chips(cut_word(run_of(stop).training, text))
    elif stop.name == "bytes":
        for each in text:
            yield each, chips(bytes([byte]) for byte in each.encode())
    elif stop.name == "end":  # the oddest word, in letters and in tokens
        words, odd = (
            opened(stop.query["beside"]).encode(text).words,
            LANGUAGES[language()].lesson["oddest"],
        )
        (first, _), *_, (last, _) = whole_splits(next(word for word in words if odd in word.text))
        for split in (first, last):
            yield str(len(split)), chips(split)


def _recall() -> str:
    rows = (f"<dt>{escape(ask)}</dt><dd>{escape(say)}</dd>" for ask, say in _recall_pairs())
    return f"<dl class='recall'>{''.join(rows)}</dl>"


def _recall_pairs() -> Iterable[tuple[str, str]]:
    """Yield the questions for next week, each with its answer from the record."""
    first, ties = (stop_named(name).in_language(language()) for name in ("first", "ties"))
    rule = t(f"ties.wins_{run_of(ties).scheme.tie_rule}")
    texts = LANGUAGES[language()].lesson
    tokens = in_list(cut_word(run_of(first).training, texts["new"]))
    told: dict[str, object] = {**facts(first), "rule": rule, "tokens": tokens}
    for name in RECALL:
        yield (
            t(f"lesson.recall_{name}", word=texts["new"]),
            t(f"lesson.recall_{name}_answer", **told),
        )


@lru_cache(maxsize=len(LANGUAGES))
def cards(lang: str) -> bytes:
    """Return the questions of the lesson and of a week later with their answers, as a CSV."""
    with speaking(lang):
        stops = [(t(f"lesson.ask_{stop.name}"), stop.in_language(lang)) for stop in PLAN]
        pairs = [*((ask, answer(stop)) for ask, stop in stops), *_recall_pairs()]
        names = (t("lesson.notes_question"), t("lesson.notes_say"))
        cells = [tuple(text.replace("**", "") for text in pair) for pair in pairs]
        return as_csv(Rows(names, cells), "", labels=names)


def cards_file(request: Request) -> Response:
    """Return the CSV as a file, in the language of the address or the browser's preferred one."""
    headers = {"Content-Disposition": 'attachment; filename="bpe-cards.csv"'}
    return Response(cards(language_for(request)), media_type="text/csv", headers=headers)


ROUTES = [Route("/notes", page), Route("/cards.csv", cards_file)]
