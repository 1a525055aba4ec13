"""Tables of the page Unigram that hold tokens of several tokenizers, as escaped HTML."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from bpe import Scheme
from bpe.readings.vocabularies import SplitWord
from ui.draw.grid import shorten, written_cells
from ui.draw.tokens import chips

EXAMPLES = 14
"""Tokens shown of those that some tokenizers share."""

STYLE = Path(__file__).with_name("unigram.css")


def side_by_side(
    rows: Sequence[SplitWord], headers: Sequence[str], caption: str, scheme: Scheme
) -> str:
    """Write one row a word: the word, its count, one split a tokenizer with its length.

    headers: of the word, of the count, and of each tokenizer.
    """
    body = []
    for each in rows:
        fewest = min(map(len, each.splits))
        splits = (
            f'<b class="length{" fewest" if len(split) == fewest else ""}">'
            f"{len(split)}</b>{chips(split, scheme)}"
            for split in each.splits
        )
        body.append([escape(shorten(each.text)), f"{each.count:,}", *splits])
    return written_cells(
        headers, body, caption, "unigram", ["number", *["split"] * (len(headers) - 2)]
    )


def shared(
    rows: Sequence[tuple[str, Sequence[str]]], headers: Sequence[str], caption: str, scheme: Scheme
) -> str:
    """Write one row a group of tokenizers: who, how many tokens only they share, some of them."""
    body = []
    total = sum(len(tokens) for _, tokens in rows)
    for names, tokens in rows:
        n = len(tokens)
        more = f" … {n - EXAMPLES:,}" if n > EXAMPLES else ""
        bar = f'<span class="bar" style="width:{100 * n / total:.1f}%"></span>{n:,}'
        body.append([escape(names), bar, chips(tokens[:EXAMPLES], scheme) + more])
    return written_cells(headers, body, caption, "unigram", ("number has-bar", ""))
