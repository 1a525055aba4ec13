"""The frame of every page: title, menu, language, and the link to the current screen."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit import runtime
from streamlit.delta_generator import DeltaGenerator

from ui import cache, jobs, shims, state
from ui.catalogue import LANGUAGES, catalogue
from ui.component import component, looks
from ui.lesson.stage import lesson, shows_code
from ui.links import Link, menu, next_page, renew
from ui.more import looks_at, more
from ui.own_text import store
from ui.pages import PAGES, page_named
from ui.panel import turn_panel
from ui.share import share, show_address
from ui.state import GROUPS, HOME
from ui.text import language, quoted, t
from ui.waiting import cancel_button, place_bars

_HERE = Path(__file__).parent

# A file of our own: Streamlit would fetch an icon given by name from the network.
ICON = _HERE / "icon.svg"
STYLES = (_HERE / "frame.css", _HERE / "details.css")
SIDEBAR = 212
"""Width of the menu, in pixels."""

DOCUMENT = "document"
_document = component(DOCUMENT, _HERE / "frame.js")


@dataclass(frozen=True)
class Bar:
    """The bar on top of a page: places for the pickers, and for the content of the button More.

    The picture of the page is directly below it. Call `finish` at the end of every page.
    """

    pickers: DeltaGenerator
    more: Mapping[str, DeltaGenerator]
    address: DeltaGenerator
    menu: list[Link]

    def finish(self) -> None:
        """Draw the link to the next page, and write the current address.

        All links contain the current run. Everything is drawn: no job is pending.
        """
        if state.state().page.name != HOME:
            next_page()
        renew(self.menu)
        state.write_address()
        show_address(self.address)
        jobs.shared.leave(state.reader())


def page(name: str) -> Bar:
    """Begin the page with this name in the menu: set-up, menu, bar; return the bar.

    The title is `<name>.title`, on the first page the app's name. The description, `<name>.lead`,
    is under the button About.
    """
    here, is_first = page_named(name), name == HOME
    if runtime.exists():
        cache.shared.expire()
        store.shared.expire()
    text = state.follow_address(here, store.is_held)
    if text is not None and text != store.texts().get("pasted"):
        store.give("pasted", text)
    title = t("common.app_name" if is_first else f"{name}.title")
    st.set_page_config(
        title if is_first else f"{title} · {t('common.app_name')}",
        page_icon=ICON,
        layout="wide",
        initial_sidebar_state=SIDEBAR,
    )
    with st.sidebar:
        if st.context.is_embedded:
            st.html('<i class="embedded"></i>')
        st.html(looks(*STYLES, *shims.STYLES))
        st.markdown(f"**{t('common.app_name')}**")
        with st.container(key="menu"):
            drawn = menu()
        st.selectbox(
            t("common.language"),
            list(LANGUAGES),
            format_func=lambda lang: LANGUAGES[lang].name,
            key=state.shows("language", language()),
            on_change=lambda: state.choose_language(st.session_state["language"]),
        )
        lesson()
        st.link_button(
            t("lesson.notes"),
            f"notes?lang={language()}",
            icon=":material/article:",
            type="tertiary",
        )
        cancel_button()
        _document(
            key=DOCUMENT,
            data={
                "lang": LANGUAGES[language()].html,
                "streamlits": streamlits(),
                "menu": {
                    "name": t("common.menu"),
                    "here": PAGES.index(here),
                    "group": GROUPS.index(here.group),
                },
            },
            height=1,
        )
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="bar")
    with row:
        st.title(title, anchor=False, width="content")
        pickers = st.container(
            horizontal=True, vertical_alignment="bottom", gap="small", key="pickers"
        )
        if here.beside == "picture":
            st.button(t("player.details"), key="details", on_click=turn_panel, width="content")
        places = more()
    places["about"].markdown(t(f"{name}.lead"))
    with places["share"]:
        address = share()
    place_bars("page")
    for problem in state.state().problems:
        st.warning(t(problem.sentence, value=quoted(problem.value)))
    return Bar(pickers, places, address, drawn)


def frame_follows() -> bool:
    """Return whether the frame shows the step now: in a QR code, an address or files."""
    return shows_code() or looks_at("share") or looks_at("downloads")


def streamlits() -> list[tuple[str, str]]:
    """Return Streamlit's own English texts, with their translations.

    The page may still show them in a previously chosen language.
    """
    ours = catalogue(language())
    names = [name for name in ours if name.startswith("streamlit.")]
    others = [catalogue(lang) for lang in LANGUAGES if lang != language()]
    return [(each[name], ours[name]) for each in others for name in names]
