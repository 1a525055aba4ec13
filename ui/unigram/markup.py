"""Tables of the page Unigram that hold tokens of several tokenizers, as escaped HTML."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from bpe import Scheme
from bpe.readings.vocabularies import SplitWord
from bpe.unigram import CourseSplit
from ui.draw.grid import framed, shorten
from ui.draw.tokens import chips
from ui.unigram.drawing import probability

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
        splits = each.splits
        fewest = min(map(len, splits))
        cells = "".join(
            f'<td class="split"><b class="length{" fewest" if len(split) == fewest else ""}">'
            f"{len(split)}</b>{chips(split, scheme)}</td>"
            for split in splits
        )
        body.append(
            f'<tr><th scope="row">{escape(shorten(each.text))}</th>'
            f'<td class="number">{each.count:,}</td>'
            f"{cells}</tr>"
        )
    return _table(headers, body, caption, numbers=(1,))


def shared(
    rows: Sequence[tuple[str, Sequence[str]]], headers: Sequence[str], caption: str, scheme: Scheme
) -> str:
    """Write one row a group of tokenizers: who, how many tokens only they share, some of them."""
    body = []
    total = sum(len(tokens) for _, tokens in rows)
    for names, tokens in rows:
        n = len(tokens)
        more = f" … {n - EXAMPLES:,}" if n > EXAMPLES else ""
        body.append(
            f'<tr><th scope="row">{escape(names)}</th>'
            f'<td class="number has-bar"><span class="bar" style="width:{100 * n / total:.1f}%">'
            f"</span>{n:,}</td><td>{chips(tokens[:EXAMPLES], scheme)}{more}</td></tr>"
        )
    return _table(headers, body, caption, numbers=(1,))


def course(splits: Sequence[CourseSplit], headers: Sequence[str], caption: str) -> str:
    """Write one row a split: its tokens, the right product, and the product as it is printed."""
    body = []
    for each in splits:
        wrong = each.printed_terms != each.terms
        printed = _product(each.printed_terms, each.whole, each.printed, each.terms)
        body.append(
            f'<tr><th scope="row">{chips(each.tokens)}</th>'
            f"<td>{_product(each.terms, each.whole, each.probability, each.terms)}</td>"
            f'<td class="{"wrong" if wrong else ""}">{printed}</td></tr>'
        )
    return _table(headers, body, caption)


def _product(terms: Sequence[int], whole: int, value: float, right: Sequence[int]) -> str:
    factors = " × ".join(
        f"{term}/{whole}" if term == true else f"<u>{term}</u>/{whole}"
        for term, true in zip(terms, right, strict=True)
    )
    return f'{factors} = <b data-value="{value!r}">{escape(probability(value))}</b>'


def _table(
    headers: Sequence[str], body: Sequence[str], caption: str, numbers: Sequence[int] = ()
) -> str:
    head = "".join(
        f'<th scope="col"{" class=number" if place in numbers else ""}>{escape(each)}</th>'
        for place, each in enumerate(headers)
    )
    return framed(head, "".join(body), caption, "unigram")
