"""A sentence as GPT-4o reads it: its tokens, and the numbers that the model gets."""

import json
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

import streamlit as st

from ui.corpora.tokenizers import opened
from ui.draw.parts import LIVE, text_line
from ui.draw.say import write
from ui.draw.tokens import chips
from ui.languages import LANGUAGES
from ui.shell import session
from ui.shell.text import language, t

STYLE = Path(__file__).with_name("home.css")
MODEL = "o200k"
LONGEST = 120
"""Characters of a sentence."""

KEPT = "home_sentence"


@lru_cache(maxsize=1)
def ready() -> dict[str, Any]:
    """Return what needs no tokenizer: the tokens and ids of sentences that Home opens with."""
    read: dict[str, Any] = json.loads(
        Path(__file__).with_name("sentence.json").read_text(encoding="utf-8")
    )
    return read


def sentence() -> str:
    """Return the reader's sentence, at first the one that is ready."""
    return str(session.value(KEPT, LANGUAGES[language()].sentence))[:LONGEST]


def sentence_read() -> str:
    """Take a sentence, show it as the model reads it, and return it."""
    first = LANGUAGES[language()].sentence
    with st.container(key="home_sentence_row"):
        text = text_line(t("home.sentence"), KEPT, first, LONGEST, live=LIVE)
    if text in ready():
        tokens, ids = [each.encode() for each in ready()[text]["tokens"]], ready()[text]["ids"]
    else:
        tokenizer = opened(MODEL)
        ids = tokenizer.encode(text).ids
        tokens = [tokenizer.token(id_) for id_ in ids]
    label = escape(t("home.reads_label", count=len(ids)))
    write(
        f'<div class="home-read" role="group" aria-label="{label}">{chips(tokens, ids=ids)}</div>'
    )
    return text
