"""Texts of the reader's own: kept over a reload, and taken from a link that brings one.

They are kept by the server, and bounded: a browser's own storage can only be asked once the page
is there, too late for the first picture. A text is found by the reader's name, which nobody can
guess: the tabs of one browser share it, and no other browser can ask for it. The name never stands
in an address.
"""

from urllib.parse import parse_qsl

from ui import cache
from ui.shell import session
from ui.shell.choices import OWN_PAIR, OWN_TEXTS
from ui.shell.pages import PAGES
from ui.shell.tabs import follow_tab


def give(kind: str, text: object) -> None:
    """Take a text over: it is the session's, and outlives a reload."""
    session.new_text(kind)
    restore(kind, text)


def restore(kind: str, text: object) -> None:
    """Have a text back that the session had before, over a reload, too; None for none."""
    session.remember(kind, text)
    name = session.browser_name()
    if name is not None:
        keep(name, kind, text)


def keep(name: str, kind: str, text: object) -> None:
    """Keep a text in place of the reader's last of this kind."""
    kept = cache.shared.get(("own", name), {})
    cache.shared.put(("own", name), kept | {kind: text})


def texts_of(name: str) -> dict[str, object]:
    """Return the reader's texts by kind; none where the name is nobody's."""
    kept: dict[str, object] = cache.shared.get(("own", name), {})
    return kept


def bring_back() -> None:
    """Find the texts again that this browser gave before the page was loaded anew."""
    if session.state().followed is not None:
        return
    name = session.browser_name()
    for kind, text in texts_of(name).items() if name is not None else ():
        if kind in (*OWN_TEXTS, OWN_PAIR):
            session.remember(kind, text)
    if session.recall("pasted") is not None:
        session.widget("pasted_text", session.recall("pasted"))


def of_link() -> None:
    """Take over what a link to this page has besides the choices.

    That is own text, what a page carries, an open tab, whether the answer is hidden. What this page
    does not carry is for the first page that does.
    """
    here, said = session.state().page, session.choices()
    keys = {name: key for each in (*reversed(PAGES), here) for name, key in each.carries.items()}
    session.said_by_link(dict(parse_qsl(said.get("kept", ""), keep_blank_values=True)), here.name)
    session.said_by_link({keys[name]: said[name] for name in keys.keys() & said.keys()})
    text = said.get("text")
    if text is not None and text != session.recall("pasted"):
        give("pasted", text)
        session.widget("pasted_text", text)
    if "hide" in said:
        session.hide_answer(said["hide"] == "1")
    follow_tab(here, said.get("tab"))
