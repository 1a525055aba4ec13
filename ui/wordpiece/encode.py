"""The tab that encodes a text by both runs."""

from collections.abc import Sequence

import streamlit as st

from bpe import Training
from ui.draw.parts import text_line
from ui.draw.say import say, say_text
from ui.shell.text import t

LONGEST_TEXT = 200

EXAMPLE = "hugs bugs pugs gun mug"
"""Words for the sample of five: known, new, and with a piece missing."""


def encode_panel(runs: Sequence[Training], names: Sequence[str], step: int) -> None:
    """Encode a text by the tokens that each run has at this step.

    WordPiece keeps no merges: it takes the longest token that fits.
    """
    text = text_line(t("wordpiece.encode_text"), "wordpiece_text", _example(runs[0]), LONGEST_TEXT)
    for run, name in zip(runs, names, strict=True):
        at = min(step, len(run))
        by_longest = run.scheme.score == "wordpiece"
        encoded = run.tokenizer(at).encode(text, "longest-match" if by_longest else "merges")
        if not encoded.words:
            say("wordpiece.encode_empty", run.scheme)
            return
        say_text(t("wordpiece.encoded", name=name, step=at), run.scheme, encoded.tokens)
        if by_longest:
            st.caption(t("wordpiece.encode_rule"))


def _example(run: Training) -> str:
    """Offer a few words to encode: the sample's own, or the longest frequent ones."""
    if "hugs" in run.corpus.words:
        return EXAMPLE
    words = [each.text.strip() for each in run.snapshot(0).words(200)]
    words = [word for word in words if word.isalpha()] or words
    return " ".join(sorted(words, key=len, reverse=True)[:3])[:LONGEST_TEXT]
