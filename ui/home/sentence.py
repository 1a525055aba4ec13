"""A sentence as GPT-4o reads it: its tokens, and the numbers that the model gets."""

import json
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

import streamlit as st

from ui.catalogue import LANGUAGES
from ui.corpora.tokenizers import opened
from ui.draw.parts import LIVE, text_line
from ui.draw.say import write
from ui.draw.tokens import Token, chips
from ui.home.assembling import Split, assembling, oddest, splits_of
from ui.shell.text import language, t

STYLE = Path(__file__).with_name("home.css")
MODEL = "o200k"
LONGEST = 120
"""Characters of a sentence."""

KEPT = "home_sentence"


@lru_cache(maxsize=1)
def ready() -> dict[str, Any]:
    """Return what needs no tokenizer: tokens, ids and splits of sentences that Home opens with."""
    read: dict[str, Any] = json.loads(
        Path(__file__).with_name("sentence.json").read_text(encoding="utf-8")
    )
    return read


Reading = tuple[Sequence[Token], Sequence[int], Sequence[Split], int]
"""The tokens of a sentence and their ids; the splits of its oddest word and all of its merges."""


def read(text: str) -> Reading:
    """Read a sentence as the model does."""
    if text in ready():
        said = ready()[text]
        splits = [(_in_bytes(split), places) for split, places in said["splits"]]
        return _in_bytes(said["tokens"]), said["ids"], splits, said["merges"]
    tokenizer = opened(MODEL)
    encoding = tokenizer.encode(text)
    word = oddest(encoding.words)
    tokens = [tokenizer.token(id_) for id_ in encoding.ids]
    if word is None:
        return tokens, encoding.ids, [], 0
    return tokens, encoding.ids, splits_of(word), len(word.steps)


def _in_bytes(tokens: Sequence[str]) -> list[Token]:
    return [token.encode() for token in tokens]


def sentence_read() -> str:
    """Take a sentence, show it and its oddest word as the model reads them, and return it."""
    first = LANGUAGES[language()].sentence
    with st.container(key="home_sentence_row"):
        text = text_line(t("home.sentence"), KEPT, first, LONGEST, live=LIVE)
    tokens, ids, splits, merges = read(text)
    label = escape(t("home.reads_label", count=len(ids)))
    write(
        f'<div class="home-read" role="group" aria-label="{label}">{chips(tokens, ids=ids)}</div>'
    )
    if splits:
        assembling(splits, merges)
    return text
