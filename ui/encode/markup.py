"""Write the round trip of a text as HTML: escaped, every character visible."""

import unicodedata
from html import escape
from pathlib import Path

from bpe.encoding.roundtrip import RoundTrip
from ui.draw.tokens import visible

STYLE = Path(__file__).with_name("encode.css")

AROUND = 60
"""Characters shown on either side of the first difference."""


def trip_rows(trip: RoundTrip, labels: tuple[str, str]) -> str:
    """Write the text and what came back below each other, the first difference standing out."""
    rows = []
    for label, text in zip(labels, (trip.text, trip.decoded), strict=True):
        rows.append(f"<dt>{escape(label)}</dt><dd>{_marked(text, trip.difference)}</dd>")
    return f'<dl class="round-trip">{"".join(rows)}</dl>'


def named(character: str, end: str) -> str:
    """Name one character for a sentence; `end` where the text is over.

    >>> named("a", "the end"), named(" ", "the end"), named("", "the end")
    ('a (U+0061)', '␣ (U+0020)', 'the end')
    """
    return f"{visible(character)} (U+{ord(character):04X})" if character else end


def shown(text: str) -> str:
    """Write a text with visible glyphs as one block."""
    return f'<p class="decoded" dir="auto">{escape(visible(text))}</p>'


def _marked(text: str, difference: int | None) -> str:
    if difference is None:
        return escape(visible(text))
    first, last = max(0, difference - AROUND), difference + 1 + AROUND
    end = difference + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    before = ("…" if first else "") + visible(text[first:difference])
    after = visible(text[end:last]) + ("…" if last < len(text) else "")
    here = visible(text[difference:end]) or "∅"
    return f"<span>{escape(before)}</span><mark>{escape(here)}</mark>{escape(after)}"
