"""The frame of every page: title, menu, language, and the link to what is on the screen."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit import runtime
from streamlit.delta_generator import DeltaGenerator

from ui import cache
from ui.catalogue import LANGUAGES, catalogue
from ui.corpora import results
from ui.lesson.stage import lesson
from ui.shell import giving_up, own, session, shims, tabs
from ui.shell.choices import PageRuns
from ui.shell.component import component, looks
from ui.shell.giving_up import place_bars
from ui.shell.navigation import Link, menu, next_page, renew
from ui.shell.page import GROUPS, HOME
from ui.shell.pages import PAGES, page_named
from ui.shell.share import share, show_address
from ui.shell.tabs import more
from ui.shell.text import language, quoted, t

_SHELL = Path(__file__).parent / "shell"

# A file of our own: Streamlit would fetch an icon given by name from the network.
ICON = _SHELL / "icon.svg"
STYLE = _SHELL / "frame.css"
PANEL = _SHELL / "panel.css"
SIDEBAR = 212
"""How wide the menu is, in pixels."""

DOCUMENT = "document"
_document = component(DOCUMENT, _SHELL / "frame.js")


@dataclass(frozen=True)
class Bar:
    """The bar on top of a page: places for the pickers, and for what is said about their choices.

    The picture of the page comes right below it; whatever explains, sets or takes away waits behind
    one button, where `more` names the places. `finish` belongs at the end of every page.
    """

    pickers: DeltaGenerator
    more: Mapping[str, DeltaGenerator]
    address: DeltaGenerator
    shows: PageRuns
    menu: list[Link]

    def finish(self) -> None:
        """Draw the link to the next page, and the address of what is shown now.

        All links carry the run that is shown now. All is drawn: what the reader still waits for
        leaves the queue.
        """
        if session.state().page.name != HOME:
            next_page()
        renew(self.menu)
        show_address(self.address)
        results.shared.queue.leave(session.reader())


def page(name: str) -> Bar:
    """Begin the page called `name` in the menu: set-up, menu, bar; return the bar.

    The title is `<name>.title`, on the first page the app's own name. What the page is about,
    `<name>.lead`, stands behind the button About, on the first page in sight.
    """
    here = page_named(name)
    own.bring_back()
    if runtime.exists():
        cache.shared.expire()
    is_new = session.follow_address(tabs.opened(here))
    shows = session.enter_page(here)
    if is_new:
        own.of_link()
    is_first = name == HOME
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
        st.html(looks(STYLE, PANEL, *shims.STYLES))
        st.markdown(f"**{t('common.app_name')}**")
        with st.container(key="menu"):
            drawn = menu()
        st.selectbox(
            t("common.language"),
            list(LANGUAGES),
            format_func=lambda lang: LANGUAGES[lang].name,
            key=session.widget("language", language()),
            on_change=lambda: session.choose_language(session.value("language")),
        )
        lesson()
        st.link_button(
            t("lesson.notes"),
            f"notes?lang={language()}",
            icon=":material/article:",
            type="tertiary",
        )
        giving_up.button()
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
            label = t("player.details")
            st.button(label, key="details", on_click=tabs.turn_panel, width="content")
        places = more(here)
    places["about"].markdown(t(f"{name}.lead"))
    with places["share"]:
        address = share()
    place_bars("page")
    for problem in session.state().problems:
        st.warning(t(problem.sentence, value=quoted(problem.value)))
    return Bar(pickers, places, address, shows, drawn)


def streamlits() -> list[tuple[str, str]]:
    """Return what Streamlit says by itself, in English, and the same as the reader reads it.

    Another language that was left may still stand there.
    """
    ours = catalogue(language())
    names = [name for name in ours if name.startswith("streamlit.")]
    others = [catalogue(lang) for lang in LANGUAGES if lang != language()]
    return [(each[name], ours[name]) for each in others for name in names]
