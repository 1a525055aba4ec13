"""Home: what subword tokenization is and why, in one minute, beside a run one can step through."""

import streamlit as st

from ui.controls.controls import sample_training
from ui.corpora.samples import first_sample
from ui.player import player
from ui.shell.frame import page
from ui.shell.navigation import cards, next_page
from ui.shell.text import t

page("home")
st.markdown(t("home.lead"))

sample = first_sample()
training = sample_training(sample)

example, explanation = st.columns([5, 2], gap="medium")

with example:
    player(training, key="home", default=sample.default_step, address=False, words=6, compact=True)

with explanation:
    st.caption(t("home.example_text"))
    next_page("home")
    st.subheader(t("home.why"), anchor=False)
    st.markdown(t("home.why_text"))
    st.subheader(t("home.how"), anchor=False)
    st.markdown(t("home.how_text"))

st.subheader(t("home.pages"), anchor=False)
cards()
