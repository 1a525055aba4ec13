"""Four names that are told apart: what each starts from, chooses, keeps, and where it is seen."""

from collections.abc import Mapping
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from ui.draw.say import write
from ui.shell import session
from ui.shell.text import t

STYLE = Path(__file__).with_name("names.css")
NAMES = ("bpe", "wordpiece", "unigram", "sentencepiece")

Place = tuple[str, Mapping[str, str]]
"""A page, and what its address says."""

_DATES: Place = ("train", {"tab": "claims"})
SEEN: Mapping[str, tuple[Place, Place, Place, Place]] = {
    "starts": (
        ("train", {"step": "0"}),
        ("wordpiece", {"step": "0"}),
        ("unigram", {"step": "0"}),
        ("sentencepiece", {"tab": "changes"}),
    ),
    "chooses": (
        ("train", {"tab": "pairs"}),
        ("wordpiece", {"tab": "pairs"}),
        ("unigram", {"tab": "removal"}),
        ("sentencepiece", {"tab": "trainer"}),
    ),
    "keeps": (
        ("train", {"tab": "vocabulary"}),
        ("train", {"tab": "vocabulary", "scheme": "wordpiece"}),
        ("unigram", {"tab": "vocabulary"}),
        ("models", {"tab": "file", "model": "mistral"}),
    ),
    "encodes": (
        ("encode", {}),
        ("wordpiece", {"tab": "encode"}),
        ("unigram", {"tab": "splits"}),
        ("encode", {"scheme": "sentencepiece"}),
    ),
    "used": (
        ("models", {"model": "gpt2"}),
        ("models", {"model": "bert"}),
        ("unigram", {}),
        ("models", {"model": "mistral"}),
    ),
    "who": (_DATES, _DATES, _DATES, _DATES),
}
"""Row -> where each of the four is seen."""


def four_names() -> None:
    """Draw the table, with links that keep the language."""
    lang = session.choices().get("lang")
    with st.container(key="home_names"):
        st.header(t("names.title"), anchor=False)
        st.markdown(t("names.lead"))
        write(table({} if lang is None else {"lang": lang}))


def table(kept: Mapping[str, str]) -> str:
    """Write the table; its links say besides what is `kept`."""
    heads = "".join(f'<th scope="col">{escape(t(f"names.{name}"))}</th>' for name in NAMES)
    rows = "".join(
        f'<tr><th scope="row">{escape(t(f"names.row_{row}"))}</th>'
        + "".join(_cell(name, row, *place, kept) for name, place in zip(NAMES, seen, strict=True))
        + "</tr>"
        for row, seen in SEEN.items()
    )
    caption = escape(t("names.title"))
    head = f"<caption>{caption}</caption><thead><tr><td></td>{heads}</tr></thead>"
    return f'<table class="four-names">{head}<tbody>{rows}</tbody></table>'


def _cell(name: str, row: str, page: str, query: Mapping[str, str], kept: Mapping[str, str]) -> str:
    said = urlencode({**query, **kept})
    address = escape(f"{page}?{said}" if said else page)
    link = f'<a href="{address}">{escape(t(f"names.{name}_{row}"))}</a>'
    return f'<td data-name="{escape(t(f"names.{name}"))}">{link}</td>'
