"""What the chapters share: two places beside each other, and a text in tokens."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from bpe import CorpusError
from bpe.readings.placed import Placed
from ui.models.asked import Asked
from ui.models.sides import Side


def beside(asked: Asked) -> Iterator[Side]:
    """Yield each tokenizer inside a place of its own, below its name."""
    row = st.container(horizontal=True, gap="medium", key="models_ways")
    for number, side in enumerate(asked.sides):
        with row.container(key=f"models_way_{number}"):
            st.header(side.title, anchor=False)
            yield side


def placed(side: Side, text: str) -> tuple[Placed, ...]:
    """Return the tokens of a text with their places; none where it cannot be encoded."""
    try:
        return side.placed(text, side.encode(text))
    except CorpusError:
        return ()
