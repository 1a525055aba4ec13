"""A page as one file, without server and network: a run to take home, or a box for a reader's text.

Texts of a corpus or a reader are packed with the run or escaped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from .. import Training
from ..errors import check_choice, check_place
from ..notebook import COLOURS, UNKNOWN
from .bundle import document, joined, script, themes
from .cutting import PlayerPayload, cut_bets, cut_run
from .payload import CutOptions, as_json, deflated, payload, unpacked
from .rows import MAX_DRAWN_CHARS
from .text import FIRST, defaults, languages, speaking, translation
from .tokens import PALETTE, named_characters

MAX_CHARS = 10_000_000
"""Maximum number of characters of a payload in one file; packed, it has a quarter."""

MAX_TEXT_CHARS = 20_000
"""Maximum number of characters of a text that a page trains: see `trainer.js`."""

MAX_LINK_CHARS = 1_500
"""Maximum number of characters of a text or a sentence in an address."""

_SCHEMES = ("paper", "huggingface", "gpt", "gpt2")
"""The schemes that a page can train: see `trainer.js`."""

_HERE = Path(__file__).resolve().parent
_NAMES = ("player.html", "player.css", "two_runs.css", "guess.css")
FILES = (PALETTE, *(_HERE / name for name in _NAMES))
"""Markup and styles of the player in a browser."""

GAPS = _HERE / "gaps.css"
"""Styles of a board of gaps on its own."""

_PAGE, _OWN = (
    Template((_HERE / f"{name}.html").read_text(encoding="utf-8")) for name in ("page", "own")
)
_MARKED = (
    (re.compile("`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
)


def player_data(
    cut: PlayerPayload | None,
    lang: str,
    start: int = 0,
    bets: str | None = None,
    *,
    hidden: bool = False,
) -> dict[str, Any]:
    """Return the input of `player.js` on a page without a server; it opens at `start`.

    Without `cut` the player has no run yet. With bets, the answer can be hidden; with `hidden` it
    is hidden at the start.
    """
    if cut is None:
        source = payload([], 0, lang)
    else:
        runs = [*map(unpacked, cut.runs)]
        source, bets = payload(runs, cut.steps, lang, rows=cut.rows), bets or cut.bets
    return {
        "payload": source,
        "key": "handout",
        "run": "",
        "generation": 1,
        "start": start,
        "home": start,
        "address": True,
        "hide": None if bets is None else {"number": 0, "hidden": hidden, "forced": False},
        "bets": bets,
    }


@cache
def _scripts(beside: Path | None) -> list[str]:
    """Return the scripts of a page that trains; the first also runs as a worker.

    beside: further script for the second.
    """
    more = [] if beside is None else [beside]
    return [script([_HERE / "trainer_worker.js"]), script([_HERE / "own.js", *more])]


def page_file(
    lang: str,
    title: str,
    lead: str,
    main: str,
    *scripts: str,
    heading: str = "",
    ways: str = "",
    head: str = "",
    owns: bool = False,
    beside: Path | None = None,
) -> str:
    """Write a page in a language.

    main, ways, head: HTML of its content, of links to other pages, and of the head.
    owns: whether it contains `own_text`; `beside`: a script for its other parts.
    """
    body = _PAGE.substitute(
        ways=ways,
        title=escape(heading or title),
        lead=escape(lead),
        unread=escape(translation(lang)("player.handout_unread")),
        main=main,
    )
    style = themes() + joined((*(FILES if owns else ()), _HERE / "page.css"), ".css")
    scripts = (*_scripts(beside), *scripts) if owns else scripts
    return document(lang, escape(title), style, body, *scripts, head=head, works=owns)


def own_text(
    lang: str,
    data: Mapping[str, Any],
    text: str = "",
    beside: str = "",
    scheme: str | None = None,
) -> str:
    """Write the box for the reader's text, the player, and the merges so far.

    data: the player's first input, with one run, or without a run: then `text` is trained.
    beside: HTML below the steps.
    scheme: the initial choice, if the page can train it.
    """
    say = translation(lang)
    packed = {
        "data": data,
        "looks": looks(lang),
        "say": {
            "long_text": say("site.own_long", most=MAX_TEXT_CHARS),
            "no_words": say("errors.no_words"),
            "surrogate": say("site.own_half"),
            "cut": say("site.own_cut"),
            "unlinked": say("site.own_unlinked", most=MAX_LINK_CHARS),
        },
        "encodings": defaults(lang)["encodings"],
        "linked": MAX_LINK_CHARS,
    }
    schemes = (
        f'<option value="{each}"{" selected" * (each == scheme)}>'
        f"{escape(say(f'controls.scheme_{each}'))}</option>"
        for each in _SCHEMES
    )
    labels = {
        "step": "player.step",
        "keys": "player.keys",
        "own_text": "site.own_text",
        "placeholder": "site.own_placeholder",
        "scheme": "controls.scheme",
        "encode": "site.own_encode",
        "line": "site.own_line",
        **{name: f"player.handout_{name}" for name in ("past", "none", "earlier", "merged", "why")},
    }
    return _OWN.substitute(
        {name: escape(say(key)) for name, key in labels.items()},
        text=escape(text),
        schemes="".join(schemes),
        player=joined(FILES, ".html"),
        beside=beside,
        packed=deflated(as_json(packed), level=9),
    )


def looks(lang: str) -> dict[str, Any]:
    """Return a training page's settings for naming and drawing tokens: see `looks.js`."""
    with speaking(lang):
        names = [*named_characters().items()]
    return {"names": names, "colours": COLOURS, "unknown": UNKNOWN, "longest": MAX_DRAWN_CHARS}


@dataclass(frozen=True)
class HandoutPage:
    """Texts around the player on the page of a run.

    Attributes:
        title: the heading.
        lead: what the page shows.
        note: description of text and scheme; code is in backticks.
        facts: settings and sizes of the run: name, value.
    """

    title: str
    lead: str
    note: str = ""
    facts: Sequence[tuple[str, str]] = ()


def page_of(
    training: Training,
    *,
    step: int = 0,
    words: Sequence[str] = (),
    lang: str = FIRST,
    hidden: bool = False,
    page: HandoutPage | None = None,
) -> str:
    """Return a run as one page of HTML: its player, and a box for the reader's own text.

    The page makes no network requests. Raises ValueError for an unknown step or language.

    step: the first step shown, from 0 to the number of merges.
    words: words of the corpus shown above the most frequent ones.
    lang: the language of the page.
    hidden: whether the answer is hidden at first, so that the reader can bet on the next merge.
    page: the texts around the player; by default the scheme and the sizes of the run.

    >>> from bpe import train
    >>> html = page_of(train("highest higher lower lowest", "paper"), step=3, words=["lower"])
    >>> html[:15], "<title>Step player: paper</title>" in html
    ('<!doctype html>', True)
    """
    check_choice("lang", lang, languages())
    check_place("step", step, len(training), "Take a step of the run.")
    options = CutOptions(tuple(words), lang=lang)
    cut = cut_run(training, options)
    bets = cut_bets(training, options) if cut.can_guess else None
    data = player_data(cut, lang, step, bets, hidden=hidden)
    page = page or _page_of(training, lang)
    main = own_text(lang, data, beside=about(page, lang))
    return page_file(lang, page.title, page.lead, main, owns=True)


def _page_of(training: Training, lang: str) -> HandoutPage:
    say = translation(lang)
    size = len(training.alphabet) + len(training)
    return HandoutPage(
        f"{say('player.player')}: {training.scheme.name}",
        say("player.handout_lead"),
        facts=[
            (
                say("player.handout_learned"),
                say("player.handout_sizes", merges=len(training), vocabulary=size),
            )
        ],
    )


def about(page: HandoutPage, lang: str) -> str:
    """Describe a text and a scheme, as HTML."""
    heading = escape(translation(lang)("player.handout_about"))
    note = escape(page.note)
    for marked, element in _MARKED:
        note = marked.sub(element, note)
    facts = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in page.facts
    )
    return f'<section class="about"><h2>{heading}</h2><p>{note}</p><dl>{facts}</dl></section>'
