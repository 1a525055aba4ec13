"""A run as one HTML file that needs neither server nor network: the player, and the steps in words.

The file holds the very scripts, styles and markup of the app's player and the run as the player
gets it, compressed; what it says below the player is looked up in that run. Texts of a corpus or
a reader are packed with the run or escaped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template

from bpe import Training
from ui.catalogue import translation
from ui.player import FILES
from ui.player.cutting import CutOptions
from ui.player.offline import of_run
from ui.player.payload import as_json, deflated
from ui.shell.component import joined, script
from ui.shell.document import document, themes
from ui.shell.text import speaking

LARGEST = 10_000_000
"""Characters of a run, as the player gets it, that one file may hold; packed they are a quarter."""

_HERE = Path(__file__).resolve().parent
_FILES = (*FILES, _HERE / "handout.css", _HERE / "handout.js")
_MARKED = (
    (re.compile("`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
)


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
    say = translation(page.lang)
    with speaking(page.lang):  # it is made where no page says which
        data = of_run(training, CutOptions(pinned, lang=page.lang), step, hidden=hidden)
    data["coming"] = say("player.coming")
    words = ("unread", "past", "none", "earlier", "step", "merged", "why", "about", "keys")
    told = {name: escape(say(f"player.handout_{name}")) for name in words}
    title = escape(page.title)
    body = Template((_HERE / "handout.html").read_text(encoding="utf-8")).substitute(
        told,
        title=title,
        lead=escape(page.lead),
        note=noted(page.note),
        facts=listed(page.facts),
        player=joined(_FILES, ".html"),
        packed=deflated(as_json(data)),
    )
    style = themes() + joined(_FILES, ".css")
    return document(page.lang, title, style, body, script(_FILES))


def noted(note: str) -> str:
    """Write a note as HTML; code in it stands between backticks, what is bold between stars."""
    written = escape(note)
    for marked, element in _MARKED:
        written = marked.sub(element, written)
    return written


def listed(facts: Sequence[tuple[str, str]]) -> str:
    """Write what stands in a list of definitions: name, value."""
    return "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts
    )
