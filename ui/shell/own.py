"""Texts of the reader's own: kept over a reload, and taken from a link that brings one."""

from ui.corpora import kept
from ui.corpora.content import Upload
from ui.shell import reader, session
from ui.shell.choices import OWN_PAIR, OWN_TEXTS
from ui.shell.pages import PAGES
from ui.shell.query import TEXTS
from ui.shell.tabs import follow_tab


def give(kind: str, text: str | Upload | dict[int, Upload]) -> None:
    """Take a text over: it is the session's, and outlives a reload."""
    session.remember(kind, text)
    session.new_text(kind)
    name = reader.named()
    if name is not None:
        kept.keep(name, kind, text)


def bring_back() -> None:
    """Find the texts again that this browser gave before the page was loaded anew."""
    if session.visit().followed is not None:
        return
    name = reader.named()
    for kind, text in kept.texts_of(name).items() if name is not None else ():
        if kind in (*OWN_TEXTS, OWN_PAIR):
            session.remember(kind, text)
    if session.recall("pasted") is not None:
        session.widget("pasted_text", session.recall("pasted"))


def of_link() -> None:
    """Take over what a link to this page has besides the choices.

    That is own text, what a page carries, an open tab, whether the answer is hidden. What this page
    does not carry is for the first page that does.
    """
    here, said = session.visit().page, session.choices()
    for name in said.keys() & {*TEXTS} - {"text"}:
        key = next(each.carries[name] for each in (here, *PAGES) if name in each.carries)
        session.widget(key, said[name])
    text = said.get("text")
    if text is not None and text != session.recall("pasted"):
        give("pasted", text)
        session.widget("pasted_text", text)
    if "hide" in said:
        session.hide_answer(said["hide"] == "1")
    if "tab" in said:
        follow_tab(here, said["tab"])
