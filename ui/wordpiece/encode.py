"""The tab on encoding: longest match with the WordPiece vocabulary, the merges beside it."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from bpe import Scheme, Training
from ui.draw.grid import shorten
from ui.draw.parts import heading
from ui.draw.say import say, say_text
from ui.draw.table import table
from ui.draw.tokens import visible
from ui.shell import session
from ui.shell.text import t
from ui.wordpiece import tables

EXAMPLE = "hugs bugs pugs gun mug"
"""Words for the sample of five: known, new, and with a piece missing."""

LONGEST_TEXT = 400
"""Characters of a text to encode."""

WORDS = 12
"""Words whose encoding is traced."""


def encode_panel(wordpiece_run: Training, step: int) -> None:
    """Encode a text with the WordPiece vocabulary, every match shown; merges beside it."""
    heading("wordpiece.encode_heading")
    text = st.text_input(
        t("wordpiece.encode_text"),
        max_chars=LONGEST_TEXT,
        **session.kept("wordpiece_text", _example(wordpiece_run)),
    )
    now = min(step, len(wordpiece_run.merges))
    whole = t("wordpiece.encode_whole", n=len(wordpiece_run.merges))
    names = {"end": whole, "now": t("wordpiece.encode_now", step=now)}
    used = st.radio(
        t("wordpiece.encode_vocabulary"),
        list(names),
        format_func=names.get,
        horizontal=True,
        **session.kept("wordpiece_vocabulary", "end"),
    )
    scheme = wordpiece_run.scheme
    tokenizer = wordpiece_run.tokenizer(now if used == "now" else None)
    matched = tokenizer.encode(text, "longest-match")
    if not matched.words:
        say("wordpiece.encode_empty", scheme)
        return
    merged = tokenizer.encode(text)
    say_text(t("wordpiece.encoded"), scheme, matched.tokens, ids=matched.ids)
    st.caption(t("wordpiece.encode_rule"))
    shown = list(zip(matched.words, merged.words, strict=True))[:WORDS]
    for word, by_merges in shown:
        with st.container(border=True):
            if tokenizer.unknown_id in word.ids:
                say(
                    "wordpiece.word_unknown",
                    scheme,
                    {"merges": by_merges.tokens},
                    word=shorten(word.text),
                )
                continue
            title = t("wordpiece.word_matched", word=shorten(word.text), n=len(word.tokens))
            say_text(title)
            frame = tables.trace(word)
            table(
                frame,
                ("step", "token", "rank", "tokens", "rest"),
                title,
                scheme,
                area="wordpiece",
                titles={"step": "match", "token": "taken", "rank": "origin", "tokens": "settled"},
                labels={"rank": _origin, "rest": lambda row: _surface(row["rest"], scheme)},
            )
            same = word.tokens == by_merges.tokens
            say(
                "wordpiece.merges_same" if same else "wordpiece.merges_differ",
                scheme,
                {"tokens": by_merges.tokens},
            )
    if len(shown) < len(matched.words):
        st.caption(t("wordpiece.encode_limited", shown=WORDS))


def _example(wordpiece_run: Training) -> str:
    """Offer a few words to encode: the sample's own, or the most frequent of the corpus."""
    if "hugs" in wordpiece_run.corpus.words:
        return EXAMPLE
    words = [each.text for each in wordpiece_run.snapshot(0).words(200)]
    words = [word for word in words if word.isalpha()] or words
    return " ".join(sorted(words, key=len, reverse=True)[:3])[:LONGEST_TEXT]


def _origin(row: dict[str, Any]) -> str:
    if row["rank"] is None:
        return t("wordpiece.origin_alphabet")
    return t("wordpiece.origin_merge", step=row["rank"] + 1)


def _surface(tokens: Sequence[str], scheme: Scheme) -> str:
    return "".join(visible(token.removeprefix(scheme.mark)) for token in tokens) or "–"
