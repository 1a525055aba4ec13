"""Tables of the page Unigram that hold tokens of several tokenizers, as escaped HTML."""

from collections.abc import Sequence
from pathlib import Path

from bpe import Scheme
from bpe.readings.comparison import SplitWord
from ui.draw.table import Column, bar, rows_for, table_markup
from ui.draw.tokens import chips
from ui.shell.component import Markup

EXAMPLES = 14
"""Tokens shown of those that some tokenizers share."""

STYLE = Path(__file__).with_name("unigram.css")


def side_by_side(
    rows: Sequence[SplitWord], names: Sequence[str], caption: str, scheme: Scheme
) -> str:
    """Return a row a word: the word, its count, and its split by each tokenizer with its length."""
    splits = [Column(f"{place}", "split", title=name) for place, name in enumerate(names)]
    columns = (Column("word", "word"), Column("count", "number"), *splits)
    found = [(each.text, each.count, *_with_lengths(each.splits, scheme)) for each in rows]
    return table_markup(rows_for(columns, found), columns, caption, area="unigram", look="unigram")


def _with_lengths(splits: Sequence[tuple[str, ...]], scheme: Scheme) -> list[Markup]:
    """Return the splits of a word, each behind its length; the fewest tokens stand out."""
    fewest = min(map(len, splits))
    return [
        Markup(
            f'<b class="length{" fewest" if len(split) == fewest else ""}">'
            f"{len(split)}</b>{chips(split, scheme)}"
        )
        for split in splits
    ]


def shared(rows: Sequence[tuple[str, Sequence[str]]], caption: str, scheme: Scheme) -> str:
    """Return a row a group of tokenizers: who, how many tokens only they share, some of them."""
    total = sum(len(tokens) for _, tokens in rows)
    found = [
        (names, Markup(f"{bar(len(tokens) / total)}{len(tokens):,}"), _some(tokens, scheme))
        for names, tokens in rows
    ]
    columns = (
        Column("who"),
        Column("shared", look="number has-bar"),
        Column("examples"),
    )
    return table_markup(rows_for(columns, found), columns, caption, area="unigram", look="unigram")


def _some(tokens: Sequence[str], scheme: Scheme) -> Markup:
    left_out = len(tokens) - EXAMPLES
    more = f" … {left_out:,}" if left_out > 0 else ""
    return Markup(chips(tokens[:EXAMPLES], scheme) + more)
