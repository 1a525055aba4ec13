"""The table of pages, in the order in which they lead on, and the page that lists them."""

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from ui.corpora.samples import training_samples
from ui.shell.page import HOME
from ui.shell.text import language, t
from ui.site.page import Drawn, SitePage
from ui.site.pictures import bytes_of_texts, lattices, rounds
from ui.site.real import read
from ui.site.runs import encodings, in_lockstep, sample_run, sample_title
from ui.site.stops import VOTED, pieces, votes
from ui.tour.cards import PLAN, Stop

STOPS = {
    "read": "models.html?pick=1",
    "why": "why.html",
    "first": "run-newer-wider.html?step=1&hide=1",
    "vote": "vote.html",
    "ties": "run-six-words.html?step=0&hide=1",
    "novel": "run-pride-and-prejudice.html?step=0&hide=1",
    "encode": "encode.html?pick=1&step=0",
    "bytes": "bytes.html",
    "score": "wordpiece.html?step=0&hide=1",
    "end": "models.html?pick=1",
}
"""Stop of the lesson -> the page that shows it."""


def contents() -> Drawn:
    """List the stops of the lesson, then the runs, then all other pages."""
    lists = [
        (t("site.lesson"), "ol", map(_stop, PLAN)),
        (t("train.title"), "ul", (_entry(page) for page in PAGES if page.page == "train")),
        (t("site.others"), "ul", map(_told, (p for p in PAGES if p.name == p.page))),
    ]
    written = "".join(
        f"<h2>{escape(heading)}</h2><{kind}>{''.join(entries)}</{kind}>"
        for heading, kind, entries in lists
    )
    return Drawn(below=f'<section class="contents">{written}</section>')


def _stop(stop: Stop) -> str:
    said = escape(t(f"tour.ask_{stop.name}"))
    name, _, query = STOPS[stop.name].partition(".html")
    [page] = [page for page in PAGES if page.name == name]
    return f'<li><a href="{escape(page.file(language()) + query)}">{said}</a></li>'


def _entry(page: SitePage, said: str = "") -> str:
    return f'<li><a href="{page.file(language())}">{escape(page.title())}</a> {escape(said)}</li>'


def _told(page: SitePage) -> str:
    return _entry(page, t(f"site.lead_{page.page}"))


def _of_page(name: str, draw: Callable[[], Drawn], **more: Any) -> SitePage:
    """Return the one page that is cut from a page of the app, and called like it."""
    return SitePage(name, name, partial(t, f"{name}.title"), draw, **more)


PAGES = (
    SitePage("index", HOME, lambda: t("common.app_name"), contents),
    *(
        SitePage(
            f"run-{name}",
            "train",
            partial(sample_title, sample),
            partial(sample_run, sample),
            {"corpus": name},
        )
        for name, sample in training_samples().items()
    ),
    SitePage("why", HOME, partial(t, "home.why"), pieces, {"at": "why"}, lead="why"),
    _of_page("vote", votes, query=VOTED, needs="phones"),
    _of_page("wordpiece", in_lockstep),
    _of_page("encode", encodings),
    _of_page("bytes", bytes_of_texts),
    _of_page("unigram", lattices),
    _of_page("quiz", rounds),
    _of_page("models", read),
)
"""The pages of the site."""
