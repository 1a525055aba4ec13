"""One page of the site as one file: the app's own components, and what was recorded for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlencode

from ui.catalogue import FIRST, LANGUAGES
from ui.player.page import page_file
from ui.player.payload import as_json, deflated
from ui.shell.component import joined, script
from ui.shell.page import HOME
from ui.shell.text import language, t

_HERE = Path(__file__).resolve().parent
_ABOUT = Template((_HERE / "about.html").read_text(encoding="utf-8"))
_MOUNT = _HERE / "mount.js"
_DEFAULT = "export default function"
SCRIPT = script([_HERE / "page.js"])
"""What a page does besides its components."""

Frame = Mapping[str, Any]
"""What a component is given, as the app's page gives it."""


@dataclass(frozen=True)
class Part:
    """A component of the app on a page of the site.

    Attributes:
        files: what it is made of.
        frames: what it is given for each thing that a reader can pick, the last for all that
            follow. A list has one for each step of the page's player; None leaves the part out.
    """

    files: Sequence[Path]
    frames: Sequence[Frame | Sequence[Frame] | None]


@dataclass(frozen=True)
class Drawn:
    """What stands on a page, in the language that is spoken.

    Attributes:
        parts: its components, from top to bottom.
        picks: lists to pick from, label -> options. There is a frame for each combination, those
            with the first option of the first list first.
        below: HTML that stands below them.
        own: what `own_text` returns, if that stands there.
    """

    parts: Sequence[Part] = ()
    picks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    below: str = ""
    own: str = ""


@dataclass(frozen=True)
class SitePage:
    """A page of the site.

    Attributes:
        name: of its files, one a language.
        page: the page of the app that it is cut from.
        title: what heads it, in the language that is spoken.
        lead: what stands below it.
        draw: records what stands on it, in the same language.
        query: what the address of the app's page says besides, in the same language.
        needs: what takes a server there: `site.needs_<needs>` says so.
        answer: to what the title asks, as HTML.
    """

    name: str
    page: str
    title: Callable[[], str]
    lead: Callable[[], str]
    draw: Callable[[], Drawn]
    query: Callable[[], Mapping[str, str]] = dict
    needs: str = "text"
    answer: Callable[[], str] | None = None

    def file(self, lang: str) -> str:
        """Return the name of its file in a language."""
        return file_of(self.name, lang)


def file_of(name: str, lang: str) -> str:
    """Return what a file is called in a language; the plain name is that of the first."""
    return f"{name}.html" if lang == FIRST else f"{name}.{lang}.html"


def written(
    page: SitePage,
    app: str,
    before: SitePage | None,
    after: SitePage | None,
    first: SitePage,
    head: str = "",
    repository: str = "",
) -> str:
    """Write a page in the language that is spoken, between the pages around it.

    app: the address of the app, for what needs a server, or nothing. first: the page that lists
    all others; `head` is what it says to machines. repository: "owner/name", or nothing.
    """
    lang, drawn = language(), page.draw()
    title = page.title() if page is first else t("site.page_title", title=page.title())
    ways = "".join(
        _link(each.file(lang), t(f"site.{rel}"), f' rel="{rel}"')
        for rel, each in (("prev", before), ("contents", first), ("next", after))
        if each is not None and each is not page
    )
    main = (drawn.own, _pickers(drawn.picks), *map(_held, drawn.parts))
    answer = _answer(page.answer()) if page.answer else ""
    about = _ABOUT.substitute(
        embed=escape(t("site.embed")),
        unserved=escape(t("site.embed_unserved")),
        line=escape(_frame(title)),
        server=escape(t(f"site.needs_{page.needs}")),
        open=(_in_app(app, page) if app else "") + (_source(repository) if repository else ""),
    )
    return page_file(
        title,
        page.lead(),
        "".join((*main, answer, drawn.below, about)),
        SCRIPT,
        *(_mounting(part.files) for part in drawn.parts),
        heading=page.title(),
        ways=menu({code: page.file(code) for code in LANGUAGES}, ways),
        head=head if page is first else "",
        owns=bool(drawn.own),
    )


def menu(addresses: Mapping[str, str], ways: str = "") -> str:
    """Write the ways to other pages, then to the same one in other languages, code -> address."""
    languages = "".join(
        _link(addresses[code], each.name, f' class="language" lang="{each.html}"')
        for code, each in LANGUAGES.items()
        if code != language()
    )
    return f'<nav class="ways" aria-label="{escape(t("common.menu"))}">{ways}{languages}</nav>'


def _link(address: str, text: str, attributes: str = "") -> str:
    return f'<a href="{escape(address)}"{attributes}>{escape(text)}</a> '


def _in_app(app: str, page: SitePage) -> str:
    path = "" if page.page == HOME else page.page
    address = f"{app.rstrip('/')}/{path}?{urlencode({**page.query(), 'lang': language()})}"
    return _link(address, t("site.open"), ' target="_blank" rel="noopener"')


def _source(repository: str) -> str:
    return _link(f"https://github.com/{repository}#readme", t("site.source"), ' rel="noopener"')


def _answer(said: str) -> str:
    return f"<details><summary>{escape(t('lesson.notes_say'))}</summary><p>{said}</p></details>"


def _frame(title: str) -> str:
    """Return the line of HTML that shows a page within another one, without its address."""
    looks = 'width="100%" height="640" style="border:0" allow="fullscreen"'
    return f'<iframe src="" title="{escape(title)}" {looks}></iframe>'


def _pickers(picks: Mapping[str, Sequence[str]]) -> str:
    labelled = (
        f"<label>{escape(label)} <select>"
        + "".join(f"<option>{escape(each)}</option>" for each in options)
        + "</select></label> "
        for label, options in picks.items()
    )
    return f'<p class="pick">{"".join(labelled)}</p>' if picks else ""


def _held(part: Part) -> str:
    """Write what a script will mount: the looks and the markup of a component, and its frames."""
    held = f"<style>{joined(part.files, '.css')}</style>{joined(part.files, '.html')}"
    frames = deflated(as_json(part.frames), level=9)
    packed = f'<script type="text/plain" class="packed">{frames}</script>'
    return f'<div class="part"><template>{held}</template>{packed}</div>\n'


def _mounting(files: Sequence[Path]) -> str:
    """Return the script of a component, and behind it what mounts it here."""
    text = script((*files, _MOUNT))
    assert text.count(_DEFAULT) == 1, "A component has one function that mounts it."
    return text.replace(_DEFAULT, "const mounted = function")
