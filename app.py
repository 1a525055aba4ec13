"""Home: what subword tokenization is and why, in one minute, beside a run one can step through."""

import streamlit as st

from ui.controls.controls import sample_training
from ui.corpora.samples import first_sample
from ui.player import player
from ui.shell.frame import page
from ui.shell.navigation import cards
from ui.shell.text import t

page("home")

sample = first_sample()
training = sample_training(sample)

explanation, example = st.columns([2, 3], gap="large")

with explanation:
    st.subheader(t("home.why"), anchor=False)
    st.markdown(t("home.why_text"))
    st.subheader(t("home.how"), anchor=False)
    st.markdown(t("home.how_text"))

with example:
    st.subheader(t("home.example"), anchor=False)
    st.caption(t("home.example_text"))
    player(training, key="home", default=sample.default_step, address=False, words=6, compact=True)

st.subheader(t("home.pages"), anchor=False)
cards()
