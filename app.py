"""Home: what subword tokenization is and why, in one minute, around a run one can step through.

Streamlit runs this file for each reader; the server itself imports it once, for what it serves
beside the pages.
"""

import streamlit as st
from starlette.middleware import Middleware

from ui.controls.controls import sample_training
from ui.corpora.results import at_work
from ui.corpora.samples import first_sample
from ui.home import notes
from ui.home.path import cards, way_into_tour, way_on
from ui.home.sentence import sentence_read
from ui.player import player
from ui.shell import moved
from ui.shell.frame import page
from ui.shell.idle import Idle
from ui.shell.reader import Names
from ui.shell.text import language, t
from ui.vote import phones


def home() -> None:
    """Draw the page."""
    bar = page("home")
    with bar.pickers:
        way_on()
        way_into_tour()
    sentence_read()
    st.markdown(t("home.first"))

    sample = first_sample(language())
    player(
        sample_training(sample),
        key="home",
        default=sample.default_step,
        address=False,
        words=6,
        compact=True,
        hide=True,
    )
    st.markdown(t("home.words"))

    st.header(t("home.pages"), anchor=False)
    cards()

    why, how = st.columns(2, gap="medium")
    with why:
        st.header(t("home.why"), anchor=False)
        st.markdown(t("home.why_text"))
    with how:
        st.header(t("home.how"), anchor=False)
        st.markdown(t("home.how_text"))


if __name__ == "__main__":
    home()
else:
    between = [Middleware(Idle), Middleware(Names)]
    routes = [*phones.ROUTES, *notes.ROUTES, *moved.ROUTES]
    app = st.App(__file__, routes=routes, middleware=between, lifespan=at_work)
