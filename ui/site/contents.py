"""The table of pages, the stops of the lesson in their order, and the page that lists them."""

from collections.abc import Callable
from functools import partial
from html import escape

from ui.draw.say import sentence
from ui.lesson.stops import PLAN, LessonStop, answer
from ui.shell.page import HOME
from ui.shell.text import language, t
from ui.site.own import first_text
from ui.site.page import Drawn, SitePage, file_of
from ui.site.real import read
from ui.site.runs import bytes_of_texts, encodings, in_lockstep, stop_run
from ui.site.stops import pieces, votes

NOTES = "notes"
"""What the files of the teacher's notes are called."""

DRAWN: dict[str, Callable[[LessonStop], Drawn]] = {
    "home": pieces,
    "models": read,
    "train": stop_run,
    "vote": votes,
    "encode": encodings,
    "bytes": bytes_of_texts,
    "wordpiece": in_lockstep,
}
"""Page of the app -> what draws a stop there."""

STOPS = PLAN[:-1]
"""Those with a page; the closing card's questions for next week stand in the notes."""


def contents() -> Drawn:
    """Take a text of the reader's own, and list the stops of the lesson and the notes."""
    listed = "".join(map(_listed, PAGES[1:], STOPS))
    notes = f'<a href="{file_of(NOTES, language())}">{escape(t("lesson.notes"))}</a>'
    heading = escape(t("site.lesson"))
    below = f'<section class="contents"><h2>{heading}</h2><ol>{listed}</ol><p>{notes}</p></section>'
    return Drawn(own=first_text(below))


def _listed(page: SitePage, stop: LessonStop) -> str:
    minutes = sentence("lesson.notes_minutes", minutes=stop.minutes)
    link = f'<a href="{page.file(language())}">{escape(page.title())}</a>'
    return f"<li>{link} <small>{minutes}</small></li>"


def _stop(at: int, stop: LessonStop) -> SitePage:
    def spoken() -> LessonStop:
        return stop.in_language(language())

    return SitePage(
        stop.name,
        stop.page,
        partial(t, f"lesson.ask_{stop.name}"),
        lambda: t("lesson.stop", at=at, of=len(STOPS), minutes=stop.minutes),
        lambda: DRAWN[stop.page](spoken()),
        lambda: spoken().beat("question"),
        "phones" if stop.page == "vote" else "text",
        lambda: escape(answer(spoken())),
    )


PAGES = (
    SitePage(
        "index",
        HOME,
        partial(t, "common.app_name"),
        partial(t, "site.lead_home"),
        contents,
        needs="more",
    ),
    *(_stop(at, stop) for at, stop in enumerate(STOPS, 1)),
)
"""The pages of the site."""
