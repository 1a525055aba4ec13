"""One page of the site as one file: the app's components with recorded data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlencode

from bpe.player.bundle import joined, script
from bpe.player.page import page_file
from bpe.player.payload import as_json, deflated
from bpe.player.text import FIRST
from bpe.player.tokens import PALETTE
from ui.catalogue import LANGUAGES
from ui.state import HOME
from ui.text import language, t

_HERE = Path(__file__).resolve().parent
_ABOUT = Template((_HERE / "about.html").read_text(encoding="utf-8"))
_MOUNT = _HERE / "mount.js"
_MARKUP = tuple(_HERE / f"markup.{kind}" for kind in ("html", "css", "js"))
_DEFAULT = "export default function"
SCRIPT = script([_HERE / "page.js"])
"""Script of a page, in addition to its components."""

Frame = Mapping[str, Any]
"""Data for a component, the same as on the app's page."""


@dataclass(frozen=True)
class Part:
    """A component of the app on a page of the site.

    Attributes:
        files: its source files.
        frames: its data for each option, the last one for all further options; None omits the part.
    """

    files: Sequence[Path]
    frames: Sequence[Frame | None]


def markup(written: Sequence[str | None], *styles: Path) -> Part:
    """Return a part with static markup for each option."""
    frames = [None if each is None else {"markup": each} for each in written]
    return Part((PALETTE, *styles, *_MARKUP), frames)


@dataclass(frozen=True)
class Drawn:
    """Content of a page, in the current language.

    Attributes:
        parts: its components, from top to bottom.
        picks: lists of options, label -> options. There is a frame for each combination, those with
            the first option of the first list first.
        below: HTML below them.
        own: HTML of `own_text` and of the by-hand stage, if the page has them.
        script: of the stage.
    """

    parts: Sequence[Part] = ()
    picks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    below: str = ""
    own: str = ""
    script: Path | None = None


@dataclass(frozen=True)
class SitePage:
    """A page of the site.

    Attributes:
        name: of its files, one per language.
        page: the corresponding page of the app.
        title: its heading, in the current language.
        lead: the text below it.
        draw: records its content, in the same language.
        query: further choices in the address of the app's page, in the same language.
        needs: the feature that needs a server: `site.needs_<needs>` describes it.
        answer: to the question in the title, as HTML.
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
    """Return a file's name in a language; the first language has the plain name."""
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
    """Write a page in the current language, with links to the pages before and after it.

    app: the address of the app, for features that need a server, or "". first: the page that lists
        all others; `head` is its HTML head. repository: "owner/name", or "".
    """
    lang, drawn = language(), page.draw()
    title = page.title() if page is first else t("site.page_title", title=page.title())
    ways = "".join(
        _link(each.file(lang), t(f"site.{rel}"), f' rel="{rel}"')
        for rel, each in (("prev", before), ("contents", first), ("next", after))
        if each is not None and each is not page
    )
    picks = "".join(
        f"<label>{escape(label)} <select>"
        + "".join(f"<option>{escape(each)}</option>" for each in options)
        + "</select></label> "
        for label, options in drawn.picks.items()
    )
    main = drawn.own + (f'<p class="pick">{picks}</p>' if picks else "")
    for part in drawn.parts:  # styles and HTML of a component, and its frames, for `mount.js`
        held = f"<style>{joined(part.files, '.css')}</style>{joined(part.files, '.html')}"
        frames = deflated(as_json(part.frames), level=9)
        packed = f'<script type="text/plain" class="packed">{frames}</script>'
        main += f'<div class="part"><template>{held}</template>{packed}</div>\n'
    if page.answer:
        say = escape(t("lesson.notes_say"))
        main += f"<details><summary>{say}</summary><p>{page.answer()}</p></details>"
    links, outside = "", ' rel="noopener"'
    if app:
        path = "" if page.page == HOME else page.page
        address = f"{app.rstrip('/')}/{path}?{urlencode({**page.query(), 'lang': lang})}"
        links += _link(address, t("site.open"), f' target="_blank"{outside}')
    if repository:
        links += _link(f"https://github.com/{repository}#readme", t("site.source"), outside)
    looks = 'width="100%" height="640" style="border:0" allow="fullscreen"'
    main += drawn.below + _ABOUT.substitute(
        embed=escape(t("site.embed")),
        unserved=escape(t("site.embed_unserved")),
        line=escape(f'<iframe src="" title="{escape(title)}" {looks}></iframe>'),
        server=escape(t(f"site.needs_{page.needs}")),
        open=links,
    )
    return page_file(
        lang,
        title,
        page.lead(),
        main,
        SCRIPT,
        *(_mounting(part.files) for part in drawn.parts),
        heading=page.title(),
        ways=menu({code: page.file(code) for code in LANGUAGES}, ways),
        head=head if page is first else "",
        owns=bool(drawn.own),
        beside=drawn.script,
    )


def menu(addresses: Mapping[str, str], ways: str = "") -> str:
    """Write links to other pages, then to the same page in other languages, code -> address."""
    languages = "".join(
        _link(addresses[code], each.name, f' class="language" lang="{each.html}"')
        for code, each in LANGUAGES.items()
        if code != language()
    )
    return f'<nav class="ways" aria-label="{escape(t("common.menu"))}">{ways}{languages}</nav>'


def _link(address: str, text: str, attributes: str = "") -> str:
    return f'<a href="{escape(address)}"{attributes}>{escape(text)}</a> '


def _mounting(files: Sequence[Path]) -> str:
    """Return the script of a component, followed by the code that mounts it."""
    text = script((*files, _MOUNT))
    assert text.count(_DEFAULT) == 1, "A component has one function that mounts it."
    return text.replace(_DEFAULT, "const mounted = function")
