"""The text of the page: what it opens with, examples, and a corpus that can spell it."""

from functools import lru_cache, partial

import streamlit as st

from bpe.text.normalizers import normalize
from ui.controls.notes import show_it_on, title
from ui.controls.pickers import picker
from ui.corpora.run import Run
from ui.draw.parts import examples
from ui.samples import SENTENCES, training_samples
from ui.sentencepiece import NORMALIZERS
from ui.sentencepiece.readings import LONGEST_TEXT, SentenceTrip, opening_text
from ui.shell import session
from ui.shell.text import t

EXAMPLES = {
    "prose": "How can it affect them?",
    "wide": "ｈｅｌｌｏ  ｗｏｒｌｄ ① ﬁne",
    "spaces": "  two  spaces,\u3000one wide\tone tab ",
    "accents": "cafe\u0301 caf\u00e9",
    "chinese": "学而时习之，不亦说乎？",
}
TEXT = "sentence_text"
OPENING = ("prose", "wide", "chinese")


def sentence_box(run: Run) -> tuple[str, str]:
    """Take a text and a normalizer; until one is typed, the text follows the corpus."""
    box = session.kept(TEXT, opening_sentence(run))
    put = partial(session.widget, TEXT)
    examples("sentencepiece", EXAMPLES, "sentence_example", session.value(TEXT), put)
    typed_cell, chosen = st.columns([3, 1], gap="medium")
    with typed_cell:
        text = st.text_area(
            t("sentencepiece.text"),
            max_chars=LONGEST_TEXT,
            height=70,
            **box,
        )
    with chosen:
        normalizer = picker(
            "normalizer",
            t("sentencepiece.normalizer"),
            {name: t(f"sentencepiece.normalizer_{name}") for name in NORMALIZERS},
            session.choices().get("normalizer"),
            NORMALIZERS[0],
            help=t("sentencepiece.normalizer_help"),
        )
    # The limit of the box holds in the browser only.
    return text[:LONGEST_TEXT], normalizer


def opening_sentence(run: Run) -> str:
    """Return the first example that this training can spell, or else a sentence of its corpus.

    That is the text as it was: of a normalized one the page would say that nothing changes.
    """
    spelled, words = run.read(opening_text, tuple(EXAMPLES[name] for name in OPENING))
    return spelled or SENTENCES.get(session.text()) or run.source.beginning or words


def offer_corpus(trip: SentenceTrip) -> None:
    """Where the corpus lacks characters of the text, offer one that has them."""
    name = corpus_with(trip.normalized) if trip.unknown else None
    if name is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(t("sentencepiece.offer", title=title(name)), width="content")
        label = t("controls.show_it_on", title=title(name))
        st.button(label, key="sentence_corpus", on_click=_take, args=(name,))


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


def _take(name: str) -> None:
    """Go to the corpus with the text on the screen, typed or not; the run left is kept."""
    session.hold(TEXT)
    show_it_on(name)
