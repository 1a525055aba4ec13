"""The tab of four encoders: one word by each of them, then every word of the corpus."""

from collections.abc import Sequence

import streamlit as st

from bpe import PRESETS
from bpe.encoding.encoded import METHODS, Method
from bpe.encoding.matching import cut_by_list
from ui.controls.controls import sample_run
from ui.draw.parts import heading, search_line, segmented, text_line
from ui.draw.readings import Rows
from ui.draw.say import say
from ui.draw.table import Column, draw_table, rows_for
from ui.draw.tokens import Token, chips, coloured_by
from ui.encode.payload import slug
from ui.encode.readings import (
    OTHER_METHODS,
    CutByPattern,
    MethodNumbers,
    MethodsComparison,
    MethodTrace,
    compare_all_methods,
    cut_by_patterns,
    different_words,
    word_traces,
)
from ui.encode.text import Question
from ui.samples import samples
from ui.shell import session
from ui.shell.component import Markup
from ui.shell.text import language, t


def draw_encoders(question: Question) -> None:
    """Follow the word through four encoders, then compare them on the whole corpus."""
    heading("encode.encoders_heading")
    row = st.container(horizontal=True, gap="small", key="beside_ways")
    place = question.encoding.place
    traces: list[MethodTrace] = question.run.read(word_traces, question.step, question.text, place)
    for method, trace in zip(METHODS, traces, strict=True):
        with row.container():
            _draw_trace(question, method, trace)
    heading("encode.duel_heading")
    is_long = not question.run.source.is_small
    found: MethodsComparison = question.run.read(
        compare_all_methods, question.step, is_long=is_long
    )
    if found.methods[0].words:
        _draw_comparison(question, found)
        _draw_different_words(question, is_long=is_long)
    else:
        say("encode.duel_too_long")
    _cut_by_typed_tokens()


def _draw_trace(question: Question, method: Method, trace: MethodTrace) -> None:
    tokens, rows = trace
    title = _name_of(method)
    st.markdown(f"**{title}**")
    st.caption(t(f"encode.rule_{slug(method)}"))
    n = len(tokens)
    kind = "one" if n == 1 else "many"
    say(f"encode.makes_{kind}", question.scheme, {"tokens": tokens}, n=n)
    columns = (Column("way", "number"), Column("tokens", "split"))
    draw_table(rows, columns, title, question.scheme, area="encode")


def _name_of(method: Method) -> str:
    return t(f"encode.method_{slug(method)}")


def signed(n: int) -> str:
    """Write a difference with its sign."""
    return f"{n:+,}".replace("-", "−") if n else "="


COMPARED = (
    Column("method", format=_name_of),
    *(Column(name, "number") for name in ("fewer", "same", "more")),
    Column("tokens", format=signed, header="balance"),
)


def _draw_comparison(question: Question, found: MethodsComparison) -> None:
    """Say how each method differs from merges on the whole corpus."""
    lines = "_lines" if found.are_lines else ""
    for each in found.methods:
        say(
            f"encode.duel_sentence{lines}",
            method=_name_of(each.method),
            words=each.different,
            all_words=each.words,
            word_share=each.word_share,
            occurrences=each.different_occurrences,
            all_occurrences=each.occurrences,
            occurrence_share=each.occurrence_share,
        )
    title = t("encode.duel_heading")
    draw_table(comparison_rows(found.methods), COMPARED, title, question.scheme, area="encode")
    st.caption(t("encode.duel_note"))
    if left_out := found.methods[0].left_out:
        st.caption(t("encode.duel_left_out", n=left_out))


def comparison_rows(found: Sequence[MethodNumbers]) -> Rows:
    """List what each other method changes against ordered merges; columns as in `COMPARED`."""
    names = tuple(each.name for each in COMPARED)
    return Rows(names, [tuple(getattr(each, name) for name in names) for each in found])


def _draw_different_words(question: Question, *, is_long: bool) -> None:
    """List the words that the chosen method encodes differently."""
    method = segmented(t("encode.duel_list"), OTHER_METHODS, _name_of, "encode_duel")
    search = search_line(t("encode.duel_search"), "encode_duel_search")
    rows = question.run.read(different_words, question.step, method, search, is_long=is_long)
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
        question.scheme,
        area="encode",
        search=search,
        nothing="encode.duel_nothing",
    )


CODE, LONGEST_CUT = "for i in range(9):\n    print(i)\n", 200
"""A text that patterns cut in different places, and how many characters such a text may have."""

SPACED = "source-code"
"""A sample with such places, whose merges stand in for those of a run that is not on bytes."""

CUT = (
    Column("pattern", format=lambda name: t(f"bytes.files_words_{name}")),
    Column("n", "number", header="tokens"),
    Column("tokens", header="cut"),
)


def draw_patterns(question: Question) -> None:
    """Cut one text by several patterns; the merges stay, and tokens that differ are framed."""
    run, of = question.run, t("encode.pattern_here")
    if question.scheme.units != "bytes":
        run = sample_run(samples()[SPACED], "gpt")
        of = samples()[SPACED].title[language()]
    own = t(f"bytes.files_words_{run.scheme.pretokenizer}")
    say("encode.pattern_why", run=of, own=own)
    kept = session.kept("encode_pattern", CODE)
    text = st.text_area(t("encode.pattern_text"), height=82, max_chars=LONGEST_CUT, **kept)
    found: list[CutByPattern] = run.read(cut_by_patterns, text[:LONGEST_CUT])
    title = t("encode.tab_pattern")
    with coloured_by(run.summary.ranks):
        rows = [(name, len(tokens), _framed(tokens, other)) for name, tokens, other in found]
        draw_table(rows_for(CUT, rows), CUT, title, run.scheme, area="encode")
    is_equal = not any(any(other) for *_, other in found)
    say("encode.pattern_equal" if is_equal else "encode.pattern_so")


def _framed(tokens: Sequence[Token], others: Sequence[bool]) -> Markup:
    """Write tokens, with a frame around the others."""
    drawn = (
        f"<mark>{chips([token])}</mark>" if is_other else chips([token])
        for token, is_other in zip(tokens, others, strict=True)
    )
    return Markup(f'<span class="cut-tokens">{" ".join(drawn)}</span>')


VOCABULARY, TEXT = "the</w> high est</w> moun tain</w>", "the highest mountain"
"""As articles have them."""

LONGEST_TYPED = 400
SCHEME = PRESETS["paper"]


def _cut_by_typed_tokens() -> None:
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
