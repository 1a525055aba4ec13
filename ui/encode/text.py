"""The text box: which text is encoded, by the tokens of which step, and the word followed."""

from dataclasses import dataclass

import streamlit as st

from bpe import Scheme
from bpe.encoding.encoded import Method, usual_method
from ui.catalogue import LANGUAGES
from ui.controls.own_text import chosen_source
from ui.corpora.run import Run
from ui.encode.readings import TextEncoding, encode_text, sample_text
from ui.samples import NOVEL, SCHOOL_WORDS, SENTENCES, samples
from ui.shell import session
from ui.shell.text import language, t

STRANGERS = ("jazz", "naïve", "好")
"""Words of which one has a letter that the alphabet lacks, unless it lacks none: where the word of
the reader's language has none."""

FOLLOWED = "encode_word"
"""Key of the word that the reader follows."""

LONGEST = 2_000
"""Characters of a text that are encoded."""

LONG_WORD = 60
"""Characters of a word that is followed."""

TEXTS = {
    "six-words": "lower slowest coolish",
    "low-lower": "lowest highest newer",
    "low-wider": "lower newest outstanding",
    "hug": "hugs bugs mug",
    SCHOOL_WORDS: "小学 大学校 中学生",
    "aaabdaaabac": "aaabaacaab",
    "old-smart": "smartest bold cold",
    **SENTENCES,
    NOVEL: "reconsidered Elizabethan everlasting tokenization",
    "source-code": "for cell in living_cells:\n    count(cell)\n",
    "scripts": "naïve 好 👩\u200d🚀",
}


@dataclass(frozen=True)
class Question:
    """What the reader asked for: the text, and how it was encoded.

    Attributes:
        run: whose merges are used. step: how many of them.
        text: as it was typed.
        method: how this scheme encodes.
        encoding: the text encoded so.
    """

    run: Run
    step: int
    text: str
    method: Method
    encoding: TextEncoding

    @property
    def scheme(self) -> Scheme:
        """The rules of the run."""
        return self.run.scheme

    @property
    def followed(self) -> tuple[str, int]:
        """The text with the word that is followed, and its place there: of a long word a part."""
        word, place = self.encoding.word, self.encoding.place
        return (self.text, place) if len(word) <= LONG_WORD else (word[:LONG_WORD], 0)


def ask_text(run: Run) -> Question:
    """Draw the text box, and a word that nobody has seen; encode the text."""
    step, method = session.step(len(run), len(run)), usual_method(run.scheme)
    with st.container(horizontal=True, vertical_alignment="center", key="encode_asked"):
        text = _text_box(run)
        strangers = LANGUAGES[language()].stranger, *STRANGERS
        session.kept(FOLLOWED, None)
        chosen = session.value(FOLLOWED)
        encoding = run.read(encode_text, step, text, method, chosen, strangers)
        if encoding.stranger:
            st.button(
                t("encode.stranger"),
                key="encode_stranger",
                on_click=_take_word,
                args=(encoding.stranger,),
            )
    return Question(run, step, text, method, encoding)


def _take_word(word: str) -> None:
    session.widget("encode_text", word)


def default_text(run: Run) -> str:
    """Return a text worth encoding: the one written for the sample, or words of the corpus.

    Where words are normalized, it is what the corpus begins with, as it was before that.
    """
    chosen = session.text()
    sample = samples().get(chosen)
    if sample is not None and chosen in TEXTS:
        return TEXTS[chosen]
    if run.scheme.normalizer != "none":
        source = chosen_source(chosen)
        if source is not None and source.beginning:
            return source.beginning
    found: str = run.read(sample_text)
    return found


def _text_box(run: Run) -> str:
    """Take a text; until one is typed, the corpus has its own."""
    text = st.text_area(
        t("encode.text"),
        height=68,
        max_chars=LONGEST,
        placeholder=t("encode.text_help"),
        label_visibility="collapsed",
        **session.kept("encode_text", default_text(run)),
    )
    # The limit of the box holds in the browser only.
    return text[:LONGEST]
