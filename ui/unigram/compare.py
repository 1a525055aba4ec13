"""The tab that compares: three vocabularies of one size."""

import streamlit as st

from bpe import CorpusError
from bpe.readings.comparison import compared_vocabularies, shared_tokens
from ui.controls.settings import limit_box
from ui.draw.parts import LIVE, heading
from ui.draw.say import say, write
from ui.draw.table import Column
from ui.shell.text import refusal, t
from ui.unigram import markup, tables
from ui.unigram.controls import Trained, opening_min_frequency, rivals
from ui.unigram.rounds import SCHEME, page_table


def compare_panel(trained: Trained) -> None:
    """Set BPE, WordPiece and Unigram of one size on this corpus side by side."""
    training = trained.training
    heading("unigram.compare_heading", n=len(training.pieces))
    say("unigram.compare_how")
    least = opening_min_frequency(training)
    min_frequency = limit_box("min_frequency", placeholder=str(least)) or least
    others = {}
    for name, found in zip(("bpe", "wordpiece"), rivals(trained, min_frequency), strict=True):
        if isinstance(found, CorpusError):
            st.warning(t("unigram.compare_not", name=t(f"unigram.name_{name}")) + refusal(found))
        else:
            others[name] = found
    compared = compared_vocabularies(training, others)
    names = [t(f"unigram.name_{each.name}") for each in compared]
    for each, name in zip(compared, names, strict=True):
        if not each.is_full:
            st.caption(t("unigram.compare_smaller", name=name, n=len(each.tokens)))
    columns = (
        Column("name", message="unigram.name_{name}"),
        Column("in_corpus", "number", bar=True),
        Column("per_word", template="{per_word:.2f}"),
        Column("size", "number", header="vocabulary"),
        Column("length", template="{length:.2f}"),
    )
    page_table(tables.sizes(compared), columns, t("unigram.sizes_caption"))
    st.caption(t("unigram.compare_spelling"))
    title = heading("unigram.overlap_heading")
    rows = [
        (t("unigram.and").join(t(f"unigram.name_{name}") for name in each.names), each.tokens)
        for each in shared_tokens(compared)
    ]
    write(markup.shared(rows, title, SCHEME))
    title = heading("unigram.words_heading")
    search = st.text_input(t("unigram.word_search"), key="unigram_word_search", live=LIVE)
    words, alike = tables.side_by_side(compared, training, search)
    if not words:
        say("unigram.words_none" if not search else "unigram.words_not_found")
        return
    if not search:
        say("unigram.words_alike" if alike else "unigram.words_bold", n=alike)
    write(markup.side_by_side(words, names, title, SCHEME))
