"""Texts of the reader's own: kept over a reload, and in a link only where the reader asks."""

from collections.abc import Mapping

from ui.corpora import kept
from ui.corpora.content import Upload
from ui.shell import reader, session
from ui.shell.choices import OWN_PAIR, OWN_TEXTS
from ui.shell.pages import PAGES, page_named
from ui.shell.query import TEXTS, Problem
from ui.shell.tabs import is_told, open_tab, opened

LONGEST_IN_LINK = 1_500
"""Characters of a text or a sentence that an address may carry."""


def give(kind: str, text: str | Upload | dict[int, Upload]) -> None:
    """Take a text over: it is the session's, and outlives a reload."""
    session.remember(kind, text)
    session.new_text(kind)
    name = reader.named()
    if name is not None:
        kept.keep(name, kind, text)


def bring_back() -> None:
    """Find the texts again that this browser gave before the page was loaded anew."""
    if session.recall("brought_back"):
        return
    session.remember("brought_back", True)
    name = reader.named()
    for kind, text in kept.texts_of(name).items() if name is not None else ():
        if kind in (*OWN_TEXTS, OWN_PAIR):
            session.remember(kind, text)
    if session.recall("pasted") is not None:
        session.begin_with("pasted_text", session.recall("pasted"))


def of_link(page: str, query: Mapping[str, str]) -> list[Problem]:
    """Take over what a link has besides the choices: own text, what a page carries, an open
    tab, whether the answer is hidden.

    What this page does not carry is for the first page that does. Returns what is too long for a
    link, which is left out.
    """
    problems, here = [], page_named(page)
    for name in TEXTS:
        value = query.get(name)
        if value is None:
            continue
        if len(value) > LONGEST_IN_LINK:
            problems.append(Problem(name, value))
        elif name != "text":
            carriers = [each.carries[name] for each in PAGES if name in each.carries]
            session.widget(here.carries.get(name, carriers[0]), value)
        elif value != session.recall("pasted"):
            give("pasted", value)
            session.widget("pasted_text", value)
    known = {"hide": ("0", "1"), "play": ("1",), "at": here.places}
    found = {name: query[name] for name in known if name in query}
    problems += [Problem(name, value) for name, value in found.items() if value not in known[name]]
    if found.get("hide") in known["hide"]:
        session.hide_answer(found["hide"] == "1")
    tab = query.get("tab")
    if tab is not None and here.tabs and not is_told(here, tab):
        there = here.former.get(tab, tab)
        if here.tab_of(there) is not None:
            open_tab(here, there)
        elif there is not None:
            open_tab(here)
            problems.append(Problem("tab", tab))
    return problems


def for_link(page: str) -> tuple[dict[str, str], list[str]]:
    """Return what a link to this screen needs besides the choices, and what is too long for it."""
    here = page_named(page)
    found = {"tab": opened(here), "at": session.place()}
    if session.choices().get("corpus") == "pasted":
        found["text"] = session.recall("pasted")
    found |= {name: session.value(kept) for name, kept in here.carries.items()}
    given = {name: value for name, value in found.items() if value}
    long = [name for name, value in given.items() if len(value) > LONGEST_IN_LINK]
    return {name: value for name, value in given.items() if name not in long}, long
