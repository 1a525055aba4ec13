"""The text of the page: what it opens with, examples, and a corpus that can spell it."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from bpe import Training
from bpe.encoding.roundtrip import RoundTrip
from bpe.encoding.unknown import unknown_characters
from bpe.text.normalizers import normalize
from ui.corpora.samples import training_samples
from ui.sentencepiece.changes import ORDER
from ui.shell import session
from ui.shell.navigation import NOVEL
from ui.shell.text import language, t

LONGEST_TEXT = 500
WORDS = 6
"""Words of the corpus that the page opens with where it can spell no example."""

EXAMPLES = {
    "wide": "ｈｅｌｌｏ  ｗｏｒｌｄ ① ﬁne",
    "prose": "It is a truth universally acknowledged, Mr. Bennet.",
    "spaces": "  two  spaces,\u3000one wide\tone tab ",
    "accents": "cafe\u0301 caf\u00e9",
    "chinese": "学而时习之，不亦说乎？",
}
OPENING = ("wide", "chinese", "prose")


def sentence_box(training: Training) -> tuple[str, str]:
    """Take a text and a normalizer; until one is typed, the text follows the corpus."""
    typed = session.recall("sentence_text")
    text = opening_text(training) if typed is None else typed
    shown = next((name for name, each in EXAMPLES.items() if each == text), None)
    st.pills(
        t("sentencepiece.examples"),
        list(EXAMPLES),
        format_func=lambda name: t(f"sentencepiece.example_{name}"),
        key=session.widget("sentence_example", shown),
        on_change=_example_chosen,
        label_visibility="collapsed",
    )
    typed_cell, chosen = st.columns([3, 1], gap="medium")
    with typed_cell:
        text = st.text_area(
            t("sentencepiece.text"),
            key=session.widget("sentence_text", text),
            max_chars=LONGEST_TEXT,
            height=70,
            on_change=session.keep,
            args=("sentence_text",),
        )
    with chosen:
        normalizer = st.selectbox(
            t("sentencepiece.normalizer"),
            ORDER,
            format_func=lambda name: t(f"sentencepiece.normalizer_{name}"),
            key="sentence_normalizer",
            help=t("sentencepiece.normalizer_help"),
            persist_state="session",
        )
    # The limit of the box holds in the browser only.
    return text[:LONGEST_TEXT], normalizer


def opening_text(training: Training) -> str:
    """Return the first example that this training can spell, or else words of its corpus."""
    tokenizer = training.tokenizer()
    for name in OPENING:
        if not unknown_characters(tokenizer, EXAMPLES[name]):
            return EXAMPLES[name]
    return " ".join(training.corpus.words[:WORDS])[:60]


def offer_corpus(trip: RoundTrip) -> None:
    """Where the corpus lacks characters of the text, offer one that has them; then the way back."""
    here = session.text()
    came_from = session.recall("sentence_came_from")
    if came_from is not None and came_from[0] == here:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(t("sentencepiece.offer_taken", title=_title(here)), width="content")
            st.button(
                t("sentencepiece.offer_back", title=_title(came_from[1])),
                key="sentence_back",
                icon=":material/undo:",
                on_click=_back,
            )
        return
    name = corpus_with(trip.normalized) if trip.unknown else None
    if name is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(t("sentencepiece.offer", title=_title(name)), width="content")
            st.button(
                t("sentencepiece.offer_take", title=_title(name)),
                key="sentence_take",
                icon=":material/swap_horiz:",
                on_click=_take,
                args=(name, here),
            )


def corpus_with(text: str) -> str | None:
    """Return the sample that has every character of a normalized text, or None.

    One that is meant for SentencePiece comes first, then the longest.
    """
    wanted = set("".join(text.split()))
    found = [
        (sample.default_scheme != "sentencepiece", -sample.path.stat().st_size, name)
        for name, sample in training_samples().items()
        if wanted <= _characters(name)
    ]
    return min(found)[-1] if found else None


@lru_cache
def _characters(name: str) -> frozenset[str]:
    """Return the characters of a sample, as the normalizer of SentencePiece writes them."""
    text = training_samples()[name].path.read_text(encoding="utf-8")
    return frozenset(normalize(text, "nmt_nfkc"))


def _title(corpus: str) -> str:
    sample = training_samples().get(corpus)
    return sample.title[language()] if sample else t(f"controls.corpus_{corpus}")


def _example_chosen() -> None:
    name = session.value("sentence_example")
    if name is not None:
        session.remember("sentence_text", EXAMPLES[name])


def _take(name: str, here: str) -> None:
    """Go to the corpus; the run that was left is found again where it stood."""
    session.remember("sentence_came_from", (name, here))
    # The text that the corpus is taken for stays, typed or not.
    session.remember("sentence_text", session.value("sentence_text"))
    _go_to(name)


def _back() -> None:
    _, corpus = session.recall("sentence_came_from")
    session.remember("sentence_came_from", None)
    _go_to(corpus)


def _go_to(corpus: str) -> None:
    session.choose(corpus=None if corpus == NOVEL else corpus)
