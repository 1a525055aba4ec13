"""A page as one file that needs neither server nor network, made of the app's own components.

It is a run to take home, a page of the lesson, or a text of one's own.

Texts of a corpus or a reader are packed with the run or escaped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from bpe import Training
from bpe.notebook import COLOURS, UNKNOWN
from ui.catalogue import LANGUAGES
from ui.draw.tokens import named_characters
from ui.player import FILES
from ui.player.cutting import CutOptions
from ui.player.offline import of_run
from ui.player.payload import as_json, deflated
from ui.player.rows import LONGEST_DRAWN
from ui.shell.component import document, joined, script, themes
from ui.shell.pages import LONGEST_IN_LINK
from ui.shell.text import language, speaking, t

LARGEST = 10_000_000
"""Characters of a run, as the player gets it, that one file may hold; packed they are a quarter."""

SCHEMES = ("paper", "huggingface", "gpt")
"""Those that a page trains by itself: see `trainer.js`."""

LONGEST = 20_000
"""Characters of a text that a page trains: see `trainer.js`."""

_HERE = Path(__file__).resolve().parent
_LOOKS = _HERE / "page.css"
_PAGE, _OWN = (
    Template((_HERE / f"{name}.html").read_text(encoding="utf-8")) for name in ("page", "own")
)
_SCRIPTS = [script([_HERE.parent / "site" / f"{name}.js"]) for name in ("trainer_worker", "own")]
"""The trainer comes first: a worker of the page's is made of it."""

_MARKED = (
    (re.compile("`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
)


def page_file(
    title: str,
    lead: str,
    main: str,
    *scripts: str,
    heading: str = "",
    ways: str = "",
    head: str = "",
    owns: bool = False,
) -> str:
    """Write a page in the language that is spoken.

    main, ways, head: HTML of its parts, of the ways to others, and of what is said to machines.
    owns: whether `own_text` is part of it.
    """
    body = _PAGE.substitute(
        ways=ways,
        title=escape(heading or title),
        lead=escape(lead),
        unread=escape(t("player.handout_unread")),
        main=main,
    )
    style = themes() + joined((*(FILES if owns else ()), _LOOKS), ".css")
    scripts = (*_SCRIPTS, *scripts) if owns else scripts
    return document(language(), escape(title), style, body, *scripts, head=head, works=owns)


def own_text(data: Mapping[str, Any], text: str = "", beside: str = "") -> str:
    """Write the box for a text of the reader's own, the player, and what was merged so far.

    data: what the player is given at first, with one run or with none, then `text` is trained.
    beside: HTML that stands below the steps.
    """
    told = {name: escape(t(f"player.handout_{name}")) for name in _TOLD}
    say = {
        "long_text": t("site.own_long", most=LONGEST),
        "no_words": t("errors.no_words"),
        "surrogate": t("site.own_half"),
        "cut": t("site.own_cut"),
        "unlinked": t("site.own_unlinked", most=LONGEST_IN_LINK),
    }
    packed = {
        "data": data,
        "looks": looks(),
        "say": say,
        "encodings": LANGUAGES[language()].encodings,
        "linked": LONGEST_IN_LINK,
    }
    schemes = (
        f'<option value="{each}">{escape(t(f"controls.scheme_{each}"))}</option>'
        for each in SCHEMES
    )
    return _OWN.substitute(
        told,
        step=escape(t("player.step")),
        keys=escape(t("player.keys")),
        own_text=escape(t("site.own_text")),
        placeholder=escape(t("site.own_placeholder")),
        text=escape(text),
        scheme=escape(t("controls.scheme")),
        schemes="".join(schemes),
        player=joined(FILES, ".html"),
        encode=escape(t("site.own_encode")),
        line=escape(t("site.own_line")),
        beside=beside,
        packed=deflated(as_json(packed), level=9),
    )


_TOLD = ("past", "none", "earlier", "merged", "why")


def looks() -> dict[str, Any]:
    """Return how tokens are named, coloured and drawn, for a page that draws its own: looks.js."""
    return {
        "names": [*named_characters().items()],
        "colours": COLOURS,
        "unknown": UNKNOWN,
        "longest": LONGEST_DRAWN,
    }


@dataclass(frozen=True)
class HandoutPage:
    """What a handout says around the player, in one of our languages.

    Attributes:
        title: heads the page.
        lead: what one sees in it.
        note: what the text and the scheme are; code in it stands between backticks.
        facts: settings and sizes of the run: name, value.
        lang: the language.
    """

    title: str
    lead: str
    note: str
    facts: tuple[tuple[str, str], ...]
    lang: str


def handout(
    training: Training, pinned: tuple[str, ...], step: int, page: HandoutPage, hidden: bool = False
) -> str:
    """Write the file of a run, with the words the reader's player shows; it opens at `step`.

    Where all bets on the run can be judged at once, its reader can hide the answer and guess;
    with `hidden` it is hidden from the start.
    """
    with speaking(page.lang):  # it is made where no page says which
        data = of_run(training, CutOptions(pinned, lang=page.lang), step, hidden=hidden)
        main = own_text(data, beside=about(page))
        return page_file(page.title, page.lead, main, owns=True)


def about(page: HandoutPage) -> str:
    """Write what a text and a scheme are."""
    heading, note = escape(t("player.handout_about")), escape(page.note)
    for marked, element in _MARKED:
        note = marked.sub(element, note)
    facts = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in page.facts
    )
    return f'<section class="about"><h2>{heading}</h2><p>{note}</p><dl>{facts}</dl></section>'
