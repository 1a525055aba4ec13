"""The frame of every page: title, menu, language, and the link to what is on the screen."""

from pathlib import Path

import streamlit as st

from ui.shell import session
from ui.shell.choices import LANGUAGES, OWN_PAIR, OWN_TEXTS
from ui.shell.component import component
from ui.shell.navigation import menu
from ui.shell.text import language, quoted, t

# A file of our own: Streamlit would fetch an icon given by name from the network.
ICON = Path(__file__).with_name("icon.svg")
STYLE = Path(__file__).with_name("frame.css")
HTML_LANGUAGES = {"en": "en", "zh": "zh-Hans"}
IN_ITSELF = {"en": "English", "zh": "简体中文"}
"""Each language as those call it who read it."""

_document = component("document", Path(__file__).with_name("frame.js"))


def page(name: str) -> None:
    """Begin the page called `name` in the menu: set-up, menu, title and lead.

    The title is `nav.<name>`, the lead below it `<name>.lead`.
    """
    session.follow_address()
    title = t(f"nav.{name}")
    st.set_page_config(f"{title} · {t('common.app_name')}", page_icon=ICON, layout="wide")
    with st.sidebar:
        st.html(STYLE)
        st.markdown(f"**{t('common.app_name')}**")
        menu()
        _language_switch()
        _document(key="document", data={"lang": HTML_LANGUAGES[language()]}, height=1)
    heading, tools = st.columns([6, 1], vertical_alignment="bottom")
    heading.title(title, anchor=False)
    with tools:
        _share()
    st.markdown(t(f"{name}.lead"))
    _problems()


def _language_switch() -> None:
    """Let the reader choose a language."""
    st.selectbox(
        t("common.language"),
        LANGUAGES,
        format_func=IN_ITSELF.__getitem__,
        key=session.widget("language", language()),
        on_change=_language_chosen,
    )


def _language_chosen() -> None:
    session.choose_language(session.value("language"))


def _share() -> None:
    """Show the address of what is on the screen, to copy."""
    with st.popover(t("common.share"), icon=":material/link:", width="stretch"):
        st.markdown(t("common.share_explained"))
        st.code(session.permalink(), language=None, wrap_lines=True)
        chosen = session.choices()
        if chosen.corpus in OWN_TEXTS or chosen.pair == OWN_PAIR:
            st.caption(t("common.share_without_text"))


def _problems() -> None:
    """Say which values of the address could not be used."""
    for problem in session.problems():
        st.warning(t(f"errors.address_{problem.name}", value=quoted(problem.value)))
