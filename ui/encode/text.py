"""Which text is encoded, by the tokenizer of which step, and what several tabs share."""

from dataclasses import dataclass
from itertools import islice

import streamlit as st

from bpe import Encoding, Tokenizer, Training
from bpe.encoding.encoded import Method
from bpe.encoding.roundtrip import unknown_characters
from bpe.readings.normalization import normalize_sentence
from ui.controls.own_text import chosen_source
from ui.languages import LANGUAGES
from ui.samples import NOVEL, SCHOOL_WORDS, SENTENCES, samples
from ui.shell import session
from ui.shell.text import language, t

STRANGERS = ("jazz", "naïve", "好")
"""Words of which one has a letter that the alphabet lacks, unless it lacks none: where the word of
the reader's language has none."""

LONGEST = 2_000
"""Characters of a text that are encoded."""

LONG_WORD = 60
"""Characters of a word that is followed."""

WORDS = 6
"""Words of the corpus that make the text where no better one is known."""

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
        training: the run whose merges are used.
        step: how many of them.
        tokenizer: the tokenizer of that step.
        text: as it was typed.
        method: how this scheme encodes.
        encoding: the text encoded so.
        place: of the word that is followed, among its words.
    """

    training: Training
    step: int
    tokenizer: Tokenizer
    text: str
    method: Method
    encoding: Encoding
    place: int


def ask(training: Training) -> Question:
    """Draw the text box, and a word that nobody has seen; encode the text."""
    step = session.step(len(training.merges), len(training.merges))
    tokenizer = training.tokenizer(step)
    with st.container(horizontal=True, vertical_alignment="center", key="encode_asked"):
        text = _text_box(training)
        method = usual_method(training)
        encoding = tokenizer.encode(text, method)
        asked = Question(training, step, tokenizer, text, method, encoding, _place(encoding))
        _offer_stranger(asked)
    return asked


def _place(encoding: Encoding) -> int:
    """Return which word of the text the reader follows: the one chosen, or the first."""
    words = [word.text for word in encoding.words]
    chosen = session.recall("encode_word")
    return words.index(chosen) if chosen in words else 0


def followed(question: Question) -> tuple[str, int]:
    """Return the text of the word that is followed, and its place in it: of a long word a part."""
    word = question.encoding.words[question.place].text
    return (question.text, question.place) if len(word) <= LONG_WORD else (word[:LONG_WORD], 0)


def normalized(question: Question) -> str:
    """Return the text as it was rewritten before encoding.

    SentencePiece's own normalizer also makes one space of a run of white space.
    """
    scheme = question.training.scheme
    if scheme.rules == "sentencepiece":
        return normalize_sentence(question.text, scheme.normalizer)
    return question.encoding.text


def usual_method(training: Training) -> Method:
    """Return how tokenizers of this kind encode: WordPiece looks for the longest match."""
    return "longest-match" if training.scheme.score == "wordpiece" else "merges"


def default_text(training: Training) -> str:
    """Return a text worth encoding: the one written for the sample, or words of the corpus.

    Where words are normalized, it is what the corpus begins with, as it was before that.
    """
    chosen = session.text()
    sample = samples().get(chosen)
    if sample is not None and chosen in TEXTS:
        return TEXTS[chosen]
    if training.scheme.normalizer != "none":
        source = chosen_source(chosen)
        if source is not None and source.beginning:
            return source.beginning
    words = [*islice((word for word in training.corpus.words if len(word) <= 40), WORDS)]
    separator = "" if training.scheme.pretokenizer in ("gpt2", "gpt4") else " "
    return separator.join(words).strip() or training.corpus.words[0][:80]


def _offer_stranger(asked: Question) -> None:
    """Offer a word with a letter that the alphabet lacks, unless the one followed has some."""
    here = [word.text for word in asked.encoding.words[asked.place :][:1]]
    known = not any(unknown_characters(asked.tokenizer, each) for each in here)
    words = LANGUAGES[language()].stranger, *STRANGERS
    strange = (each for each in words if unknown_characters(asked.tokenizer, each))
    if known and (word := next(strange, None)):
        st.button(
            t("encode.stranger"),
            key="encode_stranger",
            on_click=_take,
            args=(word,),
        )


def _take(text: str) -> None:
    session.widget("encode_text", text)


def _text_box(training: Training) -> str:
    """Take a text; until one is typed, the corpus has its own."""
    text = st.text_area(
        t("encode.text"),
        height=68,
        max_chars=LONGEST,
        placeholder=t("encode.text_help"),
        label_visibility="collapsed",
        **session.kept("encode_text", default_text(training)),
    )
    # The limit of the box holds in the browser only.
    return text[:LONGEST]


def slug(name: str) -> str:
    """Return a method as the catalogue's keys have it."""
    return name.replace("-", "_")
