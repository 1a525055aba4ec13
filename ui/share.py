"""The link to the current screen: to copy, and as a QR code for phones."""

import socket
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from io import BytesIO
from urllib.parse import urljoin, urlsplit, urlunsplit

import segno
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe.player.page import MAX_TEXT_CHARS, own_text, page_file, player_data
from ui import state
from ui.more import looks_at
from ui.own_text import store
from ui.state import HIDEABLE, MAX_LINK_CHARS, OWN_FILES, OWN_PAIR
from ui.text import language, t

LOCAL = ("localhost", "127.0.0.1", "::1")
BOX = "share"
QUIET = 4
"""White modules around a code, as required by its standard."""

SIZE = 240
"""Size of a code on the page, in pixels."""


@dataclass(frozen=True)
class Code:
    """A QR code: its link, without the common prefix, and its picture.

    `picture` is SVG, "" if the link is too long for any code, and `alt` is its alternative text.
    `notes` are sentences.
    """

    short: str
    picture: str
    alt: str
    notes: tuple[str, ...]


@lru_cache(maxsize=64)
def drawn(link: str) -> str:
    """Draw a link as a QR code: SVG, black on white in any theme; "" if it is too long."""
    try:
        code = segno.make(link, error="m", micro=False)
    except segno.DataOverflowError:
        return ""
    picture = BytesIO()
    code.save(picture, "svg", border=QUIET, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return picture.getvalue().decode()


def code(link: str | None = None) -> Code:
    """Return the code of a link, or of the current screen, for another device."""
    link, notes = reachable(link or link_of()[0])
    picture, short = drawn(link), link.partition("://")[2]
    said = notes if picture else (t("lesson.code_long"),)
    return Code(short, picture, t("lesson.code", link=short), said)


def link_of() -> tuple[str, list[str]]:
    """Return the address of the current screen, and the names of values that are too long for it.

    It contains the reader's own text only if the reader wants that.
    """
    text = store.texts().get("pasted") if state.choices().corpus == "pasted" else None
    wanted = {"text": text} if text and st.session_state.get("share_text") else {}
    found = {**dict(state.choices().page), **wanted}
    long = [name for name, value in found.items() if len(str(value)) > MAX_LINK_CHARS]
    return state.permalink(
        **{name: each for name, each in wanted.items() if name not in long}
    ), long


def reachable(link: str) -> tuple[str, tuple[str, ...]]:
    """Return the link in a form that another device can open, and notes on it.

    This machine's network address replaces "localhost".
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
    """Return this machine's address in its network, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only looks up the route
        except OSError:
            return None
        found = probe.getsockname()[0]
    return None if found.startswith("127.") else found


def share() -> DeltaGenerator:
    """Show the address of the current screen, to copy and as a code; return its place."""
    st.markdown(t("common.share_explained"))
    own = [choice.name for choice in state.state().page.choices if choice.own]
    chosen = {state.chosen(name) for name in own} & {OWN_PAIR, OWN_FILES}
    if state.choices().corpus == "pasted":
        st.toggle(t("common.share_text"), key="share_text", persist_state="session")
    elif state.choices().corpus == "uploaded" or chosen:
        st.caption(t("common.share_without_text"))
    if state.runs().text is not None:
        choose_left_out()
    place = st.empty()
    show_address(place, is_last=False)
    return place


def choose_left_out() -> None:
    """Let the reader choose which parts the page and its link hide."""
    left_out = [each for each in HIDEABLE if state.choices().hides(each)]
    # The browser creates the list when the box is first opened, with only its default: another
    # choice needs another list.
    key = f"without_{'_'.join(left_out)}"
    st.multiselect(
        t("common.without"),
        HIDEABLE,
        default=left_out,
        format_func=lambda name: t(f"common.without_{name}"),
        key=key,
        on_change=lambda: state.choose(without=",".join(st.session_state[key]) or None),
    )


def show_address(place: DeltaGenerator, *, is_last: bool = True) -> None:
    """Show the address, and what it cannot contain.

    A page with the text is offered only if the address `is_last` in this run of the script.
    """
    link, long = link_of()
    with place.container():
        if "text" in long:
            if is_last:
                _offer_page(store.texts()["pasted"])
            return
        st.code(link, language=None, wrap_lines=True)
        for name in long:
            st.caption(t(f"common.share_long_{name}", limit=MAX_LINK_CHARS))
        if not looks_at(BOX):
            return  # drawing a code takes some time, and it is not visible
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


def _offer_page(text: str) -> None:
    """Say that a text is too long for a link; offer a page that contains it if it fits."""
    fits = len(text) <= MAX_TEXT_CHARS
    said = t("common.share_file" if fits else "common.share_handout")
    st.caption(f"{t('common.share_long_text', limit=MAX_LINK_CHARS)} {said}")
    if fits:
        lang, title = language(), t("common.app_name")
        box = own_text(lang, player_data(None, lang), text, scheme=state.choices().scheme)
        page = page_file(lang, title, t("player.handout_lead"), box, owns=True)
        st.download_button(t("common.share_page"), page, "bpe.html", "text/html", on_click="ignore")


def _picture(found: Code) -> None:
    """Draw a code, if there is one."""
    if found.picture:
        st.image(found.picture, width=SIZE, alt=found.alt)


def own_link() -> str:
    """Return the address of the page that trains a text on a phone without the server."""
    return urljoin(st.context.url or "", f"own?lang={language()}")


def framed(link: str) -> str:
    """Return the HTML that embeds a link's picture and controls in another page."""
    source = escape(f"{link}{'&' if '?' in link else '?'}embed=true")
    looks = 'width="100%" height="600" style="border:0" allow="fullscreen"'
    return f'<iframe src="{source}" title="{escape(t("common.app_name"))}" {looks}></iframe>'
