"""The tab of four encoders: one word by each of them, then every word of the corpus."""

import streamlit as st

from bpe import PRESETS, EncodedWord
from bpe.encoding.encoded import METHODS, Method
from bpe.encoding.matching import cut_by_list
from bpe.readings.granularity import length_of_lines
from bpe.readings.word_encoding import compare_methods
from ui.draw.parts import LIVE, heading, text_line
from ui.draw.say import say
from ui.draw.table import Column, draw_table
from ui.encode import tables
from ui.encode.text import Question, slug
from ui.shell.text import t

OTHERS: tuple[Method, ...] = METHODS[1:]


def encoders_panel(question: Question) -> None:
    """Follow the word through four encoders, then compare them on the whole corpus."""
    heading("encode.encoders_heading")
    row = st.container(horizontal=True, gap="small", key="beside_ways")
    for method in METHODS:
        with row.container():
            word = question.tokenizer.encode(question.text, method).words[question.place]
            _way(question, method, word)
    heading("encode.duel_heading")
    _duels(question)
    _typed()


def _way(question: Question, method: Method, word: EncodedWord) -> None:
    scheme = question.training.scheme
    st.markdown(f"**{t(f'encode.method_{slug(method)}')}**")
    st.caption(t(f"encode.rule_{slug(method)}"))
    n = len(word.tokens)
    kind = "one" if n == 1 else "many"
    say(f"encode.makes_{kind}", scheme, {"tokens": word.tokens}, n=n)
    columns = (Column("way", "number"), Column("tokens", "split"))
    title = t(f"encode.method_{slug(method)}")
    draw_table(tables.trace(word), columns, title, scheme, area="encode")


def _duels(question: Question) -> None:
    training, step = question.training, question.step
    found = {method: compare_methods(training, step, method) for method in OTHERS}
    first = found[OTHERS[0]]
    if not first.words:
        say("encode.duel_too_long")
        return
    lines = "" if length_of_lines(training.corpus) is None else "_lines"
    for each in found.values():
        say(
            f"encode.duel_sentence{lines}",
            method=t(f"encode.method_{slug(each.method)}"),
            words=len(each.differences),
            all_words=each.words,
            word_share=each.word_share,
            occurrences=each.differing_occurrences,
            all_occurrences=each.occurrences,
            occurrence_share=each.occurrence_share,
        )
    columns = (
        Column("method", format=lambda method: t(f"encode.method_{slug(method)}")),
        *(Column(name, "number") for name in ("fewer", "same", "more")),
        Column("tokens", format=signed, header="balance"),
    )
    draw_table(
        tables.duels(found.values()),
        columns,
        t("encode.duel_heading"),
        training.scheme,
        area="encode",
    )
    st.caption(t("encode.duel_note"))
    if first.left_out:
        st.caption(t("encode.duel_left_out", n=first.left_out))
    method = st.segmented_control(
        t("encode.duel_list"),
        OTHERS,
        default=OTHERS[0],
        required=True,
        format_func=lambda method: t(f"encode.method_{slug(method)}"),
        key="encode_duel",
        persist_state="session",
    )
    search = st.text_input(
        t("encode.duel_search"), key="encode_duel_search", live=LIVE, persist_state="session"
    )
    rows = tables.differences(found[method], search=search)
    if not rows and not search:
        say("encode.duel_equal")
        return
    columns = (
        Column("word", "word"),
        Column("count", "number"),
        Column("before_tokens", "tokens", header="by_merges"),
        Column("tokens", "split", header="by_other"),
        Column("gain", format=signed),
    )
    draw_table(
        rows,
        columns,
        t("encode.duel_list"),
        training.scheme,
        area="encode",
        search=search,
        nothing="encode.duel_nothing",
    )


def signed(n: int) -> str:
    """Write a difference with its sign."""
    return f"{n:+,}".replace("-", "−") if n else "="


VOCABULARY, TEXT = "the</w> high est</w> moun tain</w>", "the highest mountain"
"""As articles have them."""

LONGEST_TYPED = 400
SCHEME = PRESETS["paper"]


def _typed() -> None:
    """Let the reader type tokens and a text; cut it by them, and decode what it was cut into."""
    heading("encode.typed_heading")
    left, right = st.columns(2)
    with left:
        listed = text_line(t("encode.typed_tokens"), "encode_typed", VOCABULARY, LONGEST_TYPED)
    with right:
        text = text_line(t("encode.typed_text"), "encode_typed_text", TEXT, LONGEST_TYPED)
    cut = cut_by_list(text, listed.split(), SCHEME.mark)
    say("encode.typed_cut", SCHEME, {"tokens": cut.tokens}, n=len(cut.tokens))
    other = cut_by_list(text, listed.split(), SCHEME.mark, anywhere=True)
    if other.tokens != cut.tokens:
        say("encode.typed_anywhere", SCHEME, {"tokens": other.tokens}, n=len(other.tokens))
    if cut.missing:
        say("encode.typed_missing", missing="".join(cut.missing))
    say("encode.typed_back" if cut.marked else "encode.typed_joined", text=cut.text)
    st.caption(t("encode.typed_note"))
