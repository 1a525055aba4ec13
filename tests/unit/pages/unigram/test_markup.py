"""The tables of several tokenizers: what stands in each cell, and what is set apart."""

import re

import pytest

from bpe.readings.vocabularies import SplitWord
from ui.unigram import markup


def rows_of(html):
    return re.findall(r"<tr>(.*?)</tr>", html.split("<tbody>")[1])


def tokens_of(cell):
    return re.findall(r'data-token="(.*?)"', cell)


@pytest.fixture(scope="module")
def side_by_side():
    rows = [
        SplitWord("lower", 1234, (("▁low", "er"), ("▁l", "ow", "er"), ("▁lo", "wer"))),
        SplitWord("new", 2, (("▁new",), ("▁n", "ew"), ("▁n", "e", "w"))),
    ]
    html = markup.side_by_side(rows, ["Word", "Count", "A", "B", "C"], "Words", None)
    return rows, html


def test_each_tokenizers_split_stands_with_its_length(side_by_side):
    """One row a word with its count, one cell a tokenizer in their order."""
    rows, html = side_by_side
    for row, drawn in zip(rows, rows_of(html), strict=True):
        assert f'<th scope="row">{row.text}</th><td class="number">{row.count:,}</td>' in drawn
        cells = re.findall(r'<td class="split">(.*?)</td>', drawn)
        assert [tuple(tokens_of(cell)) for cell in cells] == list(row.splits)
        lengths = [int(re.search(r"<b[^>]*>(\d+)</b>", cell)[1]) for cell in cells]
        assert lengths == [len(split) for split in row.splits]


def test_the_shortest_split_is_set_apart_every_one_that_ties(side_by_side):
    """Two of the first word, one of the second."""
    _, html = side_by_side
    marked = [
        ["fewest" in cell for cell in re.findall(r'<b class="length(.*?)">', drawn)]
        for drawn in rows_of(html)
    ]
    assert marked == [[True, False, True], [True, False, False]]


def test_headers_and_caption_name_the_table(side_by_side):
    """The column of counts is of numbers; the region has the caption as its name."""
    _, html = side_by_side
    heads = re.findall(r'<th scope="col"([^>]*)>(.*?)</th>', html)
    assert heads == [("", "Word"), (' class="number"', "Count"), ("", "A"), ("", "B"), ("", "C")]
    assert "<caption>Words</caption>" in html
    assert 'role="region" tabindex="0" aria-label="Words"' in html


def test_shared_tokens_are_counted_and_drawn_as_bars():
    """A bar is a group's part of all tokens; beyond fourteen tokens the rest is a number."""
    many = tuple(f"t{place}" for place in range(20))
    html = markup.shared([("all", many), ("one", ("x",) * 5)], ["Who", "n", "Some"], "Shared", None)
    first, second = rows_of(html)
    assert '<th scope="row">all</th>' in first
    assert "width:80.0%" in first
    assert "</span>20</td>" in first
    assert tuple(tokens_of(first)) == many[:14]
    assert "… 6</td>" in first
    assert "width:20.0%" in second
    assert "</span>5</td>" in second
    assert "…" not in second
    [full] = rows_of(markup.shared([("all", many[:14])], ["Who", "n", "Some"], "Shared", None))
    assert "…" not in full
