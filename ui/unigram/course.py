"""The tab on the classic example: the course's vocabulary, and its numbers put right."""

import streamlit as st

from bpe.unigram import COURSE_VOCABULARY, course_scores, course_splits, model_from_counts
from ui.draw.parts import beside, heading
from ui.draw.say import say
from ui.shell.text import t
from ui.unigram import markup, tables
from ui.unigram.controls import course_corpus, course_word_picker, train_on_the_course_corpus
from ui.unigram.drawing import drawing, probability
from ui.unigram.lattice import lattice
from ui.unigram.parts import page_table, say_here, word_splits


def course_panel() -> None:
    """Cut words with the toy vocabulary of the popular course, and check its numbers."""
    heading("unigram.course_heading")
    whole = sum(COURSE_VOCABULARY.values())
    say("unigram.course_what", n=len(COURSE_VOCABULARY), whole=whole)
    model = model_from_counts(COURSE_VOCABULARY)
    word = course_word_picker()
    if not word:
        say("unigram.no_word")
    else:
        picture, listed = st.columns([3, 2], gap="medium")
        with picture:
            lattice(drawing(model, word, None, say_here), key="unigram_course_lattice")
            st.caption(t("unigram.lattice_how"))
        with listed:
            word_splits(model, word, "unigram_course", None)
        right, printed = course_scores(word)
        say("unigram.course_score", right=f"{right:.4f}", n=f"{printed:.4f}")
    pieces, errata = beside()
    with pieces:
        title = heading("unigram.course_pieces")
        page_table(
            tables.course_pieces(),
            ("token", "count", "probability"),
            title,
            scheme=None,
            labels={
                "probability": lambda row: (
                    f"{row['count']}/{whole} = " + probability(row["probability"])
                )
            },
            bars="count",
        )
    with errata:
        title = heading("unigram.course_errata")
        corpus = course_corpus()
        say("unigram.course_counts", p=COURSE_VOCABULARY["p"], pug=corpus["pug"], pun=corpus["pun"])
        headers = [t(f"unigram.column_{name}") for name in ("split", "right", "printed")]
        st.html(markup.course(course_splits(corpus), headers, title))
        say("unigram.course_no_em")
        train_on_the_course_corpus()
