"""What the page Unigram shows: the lattice over the rounds, and a tab for each question."""

from functools import partial

import streamlit as st

from bpe.unigram import UnigramTraining
from ui.draw.parts import styles
from ui.draw.say import say
from ui.player import replay_player
from ui.shell.tabs import draw_tabs
from ui.shell.text import t
from ui.unigram import PAGE, markup, tables
from ui.unigram.compare import compare_panel
from ui.unigram.controls import Trained
from ui.unigram.drawing import training_drawing
from ui.unigram.lattice import lattice
from ui.unigram.rounds import (
    SCHEME,
    removal_panel,
    rounds_panel,
    sampling_panel,
    say_here,
    vocabulary_panel,
    word_splits,
)


def pruned_lattice(training: UnigramTraining, word: str) -> int:
    """Draw a word's lattice and splits above the player of the rounds; return the step."""
    styles(markup.STYLE)
    with st.container(key="unigram_stage"):
        picture = st.container()
        step = replay_player(
            training,
            partial(tables.rounds_run, training, SCHEME, say_here),
            len(training),
            key="unigram",
            counted="round",
        )
        if word:
            drawn = training_drawing(training, word, step, SCHEME, say_here)
            with picture:
                lattice(drawn, key="unigram_lattice")
            word_splits(training.snapshot(step).model, word)
        else:
            with picture:
                say("unigram.no_word")
    if word:
        st.caption(t("unigram.lattice_how"))
    return step


def unigram_tabs(trained: Trained, word: str, step: int) -> None:
    """Draw all tabs; only the open one is computed."""
    training = trained.training
    draw_tabs(
        PAGE,
        {
            "removal": partial(removal_panel, training, step),
            "vocabulary": partial(vocabulary_panel, training, step),
            "rounds": partial(rounds_panel, training, step),
            "sampling": partial(sampling_panel, training, word, step),
            "compare": partial(compare_panel, trained),
        },
    )
