"""What the page was asked for: a text, how two tokenizers encode it, and a place for each."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

import streamlit as st

from bpe import CorpusError
from bpe.encoding.encoded import EncodedText
from bpe.readings.placed import Placed
from ui.models.sides import Side
from ui.shell import session
from ui.shell.text import sentence, t

LONGEST = 2_000
"""Characters of a text that are encoded."""

TEXT = "models_text"
EXAMPLES = {
    "letters": "How many r's are in strawberry? 草莓 1234567",
    "languages": "All human beings are born free. 人人生而自由。 Alle Menschen sind frei geboren. "
    "सभी मनुष्य स्वतंत्र जन्म लेते हैं। すべての人間は、生まれながらにして自由である。",
    "numbers": "98765432 + 1234568 = 100000000",
    "code": "def mean(xs):\n    if not xs:\n        return None\n    return sum(xs) / len(xs)\n",
}


@dataclass(frozen=True)
class Asked:
    """A text, two tokenizers, and for each the encoding and the places of its tokens."""

    text: str
    sides: tuple[Side, Side]
    encodings: tuple[EncodedText, EncodedText]
    tokens: tuple[tuple[Placed, ...], tuple[Placed, ...]]

    @property
    def labels(self) -> tuple[str, str]:
        """What both tokenizers are called; unlike them it may outlive the page, in a widget."""
        return self.sides[0].label, self.sides[1].label

    def starts(self, side: int) -> list[int]:
        """Return where each word of a side begins in the text: at its first token."""
        tokens = self.tokens[side]
        firsts = accumulate((len(word.ids) for word in self.encodings[side].words), initial=0)
        return [tokens[first].start for first in firsts if first < len(tokens)]


def text_box() -> str:
    """Take a text; it opens with one that shows something."""
    with st.container(horizontal=True, vertical_alignment="center", key="models_asked"):
        typed = session.recall(TEXT)
        text = st.text_area(
            t("models.text"),
            key=session.widget(TEXT, EXAMPLES["letters"] if typed is None else typed),
            height=68,
            max_chars=LONGEST,
            on_change=session.keep,
            args=(TEXT,),
            label_visibility="collapsed",
        )
        with st.popover(t("models.try"), icon=":material/lightbulb:", width="content"):
            for name, example in EXAMPLES.items():
                st.button(
                    t(f"models.try_{name}"),
                    key=f"models_try_{name}",
                    on_click=session.remember,
                    args=(TEXT, example),
                    width="stretch",
                )
    # The limit of the box holds in the browser only.
    return text[:LONGEST]


def asked(text: str, sides: tuple[Side, Side]) -> Asked:
    """Encode a text by both; one that cannot be encoded is said, and an empty one stands in."""
    try:
        encodings = sides[0].encode(text), sides[1].encode(text)
        for encoding in encodings:
            _ = encoding.words
    except CorpusError as error:
        st.error(t("models.text_refused", sentence=sentence(error)))
        return asked("", sides)
    tokens = sides[0].placed(text, encodings[0]), sides[1].placed(text, encodings[1])
    return Asked(text, sides, encodings, tokens)


def beside(asked: Asked) -> Iterator[Side]:
    """Yield each tokenizer inside a place of its own, below its name."""
    row = st.container(horizontal=True, gap="medium", key="models_ways")
    for number, side in enumerate(asked.sides):
        with row.container(key=f"models_way_{number}"):
            st.header(side.label, anchor=False)
            yield side


def placed(side: Side, text: str) -> tuple[Placed, ...]:
    """Return the tokens of a text with their places; none where it cannot be encoded."""
    try:
        return side.placed(text, side.encode(text))
    except CorpusError:
        return ()
