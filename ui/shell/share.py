"""The link to what is on the screen: to copy, and as a code for phones."""

import socket
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from io import BytesIO
from urllib.parse import urlencode, urljoin, urlsplit, urlunsplit

import segno
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.shell import session
from ui.shell.pages import CHOICES, LONGEST_IN_LINK, area_of
from ui.shell.tabs import looks_at, opened
from ui.shell.text import language, t

LOCAL = ("localhost", "127.0.0.1", "::1")
BOX = "share"
QUIET = 4
"""Modules of white around a code, as its standard asks for."""

SIZE = 240
"""Of a code on the page, in pixels."""


@dataclass(frozen=True)
class Code:
    """A QR code: the link that it holds, without what every link begins with, and its picture.

    `picture` is SVG, "" where the link is too long for any code, and `alt` says what it is.
    `notes` are sentences.
    """

    short: str
    picture: str
    alt: str
    notes: tuple[str, ...]


@lru_cache(maxsize=64)
def drawn(link: str) -> str:
    """Draw a link as a QR code: SVG, black on white whatever the theme; "" where it is too long."""
    try:
        code = segno.make(link, error="m", micro=False)
    except segno.DataOverflowError:
        return ""
    picture = BytesIO()
    code.save(picture, "svg", border=QUIET, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return picture.getvalue().decode()


def code(link: str | None = None) -> Code:
    """Return the code of a link, or of what the page shows, as another device can open it."""
    link, notes = reachable(link or link_of()[0])
    picture, short = drawn(link), link.partition("://")[2]
    said = notes if picture else (t("lesson.code_long"),)
    return Code(short, picture, t("lesson.code", link=short), said)


def link_of() -> tuple[str, list[str]]:
    """Return the address of what the page shows, and what is too long to be part of it.

    The text, the sentence, the place and the open tab are part of it where that is wanted.
    """
    if not session.value("share_more"):
        return session.permalink(), []
    here, chosen = session.state().page, session.choices()
    found = {"tab": opened(here), "at": chosen.get("at")}
    if chosen.get("corpus") == "pasted":
        found["text"] = session.recall("pasted")
    found |= {name: session.value(key) for name, key in here.carries.items()}
    kept = session.kept_here().items()
    others = {key: value for key, value in kept if key not in here.carries.values()}
    found["kept"] = urlencode(others)
    long = [name for name, value in found.items() if value and len(value) > LONGEST_IN_LINK]
    aside = {name: value for name, value in found.items() if value and name not in long}
    return session.permalink(aside), long


def reachable(link: str) -> tuple[str, tuple[str, ...]]:
    """Return the link as another device can open it, and notes on it.

    This machine's address in the network stands in place of "localhost".
    """
    parts = urlsplit(link)
    if parts.hostname not in LOCAL:
        return link, ()
    listens = st.get_option("server.address")
    network = None if listens in LOCAL else network_address()
    if network is None:
        return link, (t("lesson.code_local"),)
    host = network if parts.port is None else f"{network}:{parts.port}"
    return urlunsplit(parts._replace(netloc=host)), (t("lesson.code_network", link=host),)


def network_address() -> str | None:
    """Return the address that others in the network reach this machine by; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only looks up the way
        except OSError:
            return None
        found = probe.getsockname()[0]
    return None if found.startswith("127.") else found


def share() -> DeltaGenerator:
    """Show the address of what is on the screen, to copy and as a code; return its place."""
    st.markdown(t("common.share_explained"))
    st.toggle(t("common.share_more"), key="share_more", persist_state="session")
    place = st.empty()
    show_address(place)
    chosen = session.choices()
    if any(chosen.get(choice.name) in choice.own for choice in CHOICES):
        st.caption(t("common.share_without_text"))
    return place


def show_address(place: DeltaGenerator) -> None:
    """Show the address, and what it cannot hold."""
    link, long = link_of()
    with place.container():
        st.code(link, language=None, wrap_lines=True)
        for each in long:
            st.caption(t(f"{area_of(each)}.share_long_{each}", limit=LONGEST_IN_LINK))
        if not looks_at(BOX):
            return  # a code takes some time to draw, and nobody looks
        for_phones, for_pages = st.columns(2)
        with for_phones:
            found = code()
            _picture(found)
            for note in found.notes:
                st.caption(note)
        with for_pages:
            st.caption(t("common.embed"))
            st.code(framed(link), language=None, wrap_lines=True)
        st.caption(t("common.share_own"))
        st.code(own_link(), language=None)
        _picture(code(own_link()))


def _picture(found: Code) -> None:
    """Draw a code where there is one."""
    if found.picture:
        st.image(found.picture, width=SIZE, alt=found.alt)


def own_link() -> str:
    """Return the address of the page that trains a phone's own text without the server."""
    return urljoin(st.context.url or "", f"own?lang={language()}")


def framed(link: str) -> str:
    """Return the line of HTML that shows a link's picture and its controls in another page."""
    source = escape(f"{link}{'&' if '?' in link else '?'}embed=true")
    looks = 'width="100%" height="600" style="border:0" allow="fullscreen"'
    return f'<iframe src="{source}" title="{escape(t("common.app_name"))}" {looks}></iframe>'
