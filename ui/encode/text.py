"""Which text is encoded, by the tokenizer of which step, and what several tabs share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pandas as pd
import streamlit as st

from bpe import Encoding, Tokenizer, Training
from bpe.encoding.encoded import Method
from bpe.readings.sentences import normalize_sentence
from ui.controls.own_text import chosen_source
from ui.controls.steps import step_slider
from ui.corpora.samples import NOVEL, SCHOOL_WORDS, SENTENCES, samples
from ui.draw.table import table
from ui.shell import session
from ui.shell.choices import LIMITS
from ui.shell.text import t

LONGEST = 2_000
"""Characters of a text that are encoded."""

WORDS = 6
"""Words of the corpus that make the text where no better one is known."""

TEXTS = {
    "six-words": "lower slowest coolish",
    "low-lower": "highest lowest newer",
    "low-wider": "lower newest outstanding",
    "hug": "hugs bugs mug",
    SCHOOL_WORDS: "小学 大学校 中学生",
    "aaabdaaabac": "aaabaacaab",
    "old-smart": "smartest bold cold",
    **SENTENCES,
    NOVEL: "Elizabethan reconsidered everlasting tokenization",
    "source-code": "for cell in living_cells:\n    count(cell)\n",
    "scripts": "naïve 好 👩\u200d🚀",
}


@dataclass(frozen=True)
class Example:
    """A click sets corpus, scheme and text, and opens a tab, if it has one."""

    corpus: str
    scheme: str
    text: str
    tab: str | None = None


EXAMPLES = {
    "novel": Example(NOVEL, "paper", TEXTS[NOVEL]),
    "unknown": Example("low-lower", "paper", "highest", "unknown"),
    "lossy": Example(NOVEL, "sentencepiece", "Ｄｅａｒ  Ｍｒ． Bennet ①", "decode"),
    "bytes": Example("scripts", "gpt", TEXTS["scripts"]),
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
    """

    training: Training
    step: int
    tokenizer: Tokenizer
    text: str
    method: Method
    encoding: Encoding


def ask(training: Training, open_tab: Callable[[str], None]) -> Question:
    """Draw text box, examples and slider in one row; encode the text.

    `open_tab` takes the name of a tab.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="encode_asked"):
        text = _text_box(training)
        _examples(open_tab)
        with st.container(key="encode_merges_cell"):
            step = step_slider("encode_step", len(training.merges), len(training.merges))
    tokenizer = training.tokenizer(step)
    method = usual_method(training)
    encoding = tokenizer.encode(text, method)
    return Question(training, step, tokenizer, text, method, encoding)


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


def _examples(open_tab: Callable[[str], None]) -> None:
    with st.popover(t("encode.try"), icon=":material/lightbulb:", width="content"):
        for name, example in EXAMPLES.items():
            st.button(
                t(f"encode.example_{name}"),
                key=f"encode_example_{name}",
                on_click=_take,
                args=(example, open_tab),
                width="stretch",
            )


def _take(example: Example, open_tab: Callable[[str], None]) -> None:
    session.widget("encode_text", example.text)
    session.choose(
        corpus=None if example.corpus == NOVEL else example.corpus,
        scheme=None if example.scheme == "paper" else example.scheme,
        **dict.fromkeys(LIMITS),
        step=None,
    )
    if example.tab is not None:
        open_tab(example.tab)


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


def draw_table(
    question: Question, frame: pd.DataFrame, columns: Sequence[str], caption: str, **looks: Any
) -> None:
    """Draw a table with the headers of this page."""
    table(frame, columns, caption, question.training.scheme, area="encode", **looks)


def slug(name: str) -> str:
    """Return a method as the catalogue's keys have it."""
    return name.replace("-", "_")
