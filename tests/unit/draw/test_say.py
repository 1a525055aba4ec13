"""A sentence of the catalogue, and a table under its headers: said once for every page."""

from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, train
from tests.markup import bodies as markup
from tests.markup import read
from tests.markup import table as read_table
from ui.draw.readings import Rows
from ui.draw.say import merge_tokens, sentence
from ui.draw.table import Column, draw_table

HOSTILE = ["<script>", "$x$", ":smile:", "**", "{pair}", "\ue0000\ue001", "\ue0001\ue001", "&lt;"]


def script(draw):
    draw()


def drawn(draw):
    """Run what draws without a browser; return its HTML and the app."""
    app = AppTest.from_function(script, args=(draw,)).run()
    return markup(app), app


def test_tokens_stand_in_the_place_of_their_names():
    """As chips, with the mark of the scheme set apart; values as text."""
    merge = train("low lower", "paper").merges[0]
    found = read(sentence("tables.changes_by", PRESETS["paper"], merge_tokens(merge)))
    assert found.tokens == [*merge.pair, merge.token]
    assert found.text == "lo became lo, which changed these counts:"
    marked = {"pair": ("w", "</w>"), "token": ("w</w>",)}
    assert read(sentence("tables.changes_by", PRESETS["paper"], marked)).texts("mark") == [
        "</w>",
        "</w>",
    ]
    assert not read(sentence("tables.changes_by", None, marked)).texts("mark")


def test_no_line_begins_with_the_comma_behind_a_chip():
    """A browser breaks a line between a chip and what stands after it, so these are one."""
    merge = train("low lower", "paper").merges[0]
    found = read(sentence("tables.changes_by", PRESETS["paper"], merge_tokens(merge)))
    assert found.texts("unbroken") == ["lo,"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_value_and_no_token_becomes_anything_else(text):
    """Neither markup, nor a placeholder, nor the place of another's chips."""
    found = read(sentence("tables.search_nothing", search=text))
    plain = text.replace("\ue000", "").replace("\ue001", "")
    assert found.text == (f"Nothing here matches “{plain}”. Clear the search to see everything.")
    assert found.all() == []
    tokens = {"pair": (text, "b"), "token": ("c",)}
    chips = read(sentence("tables.stop_next", None, tokens, count=text))
    assert chips.tokens == [text, "b", "c"]
    assert chips.text.endswith(f"with a count of {plain}.")


def test_a_table_has_the_headers_of_its_area():
    """By the name of the column, or the header given for it; names are filled in."""
    rows = Rows(("word", "after", "token"), [("ab", 3, 4)])
    columns = Column("word"), Column("after", header="change")
    bodies, app = drawn(lambda: draw_table(rows, columns, "What it is", area="tables"))
    found = read_table(bodies[0])
    assert found.titles == ["Word", "Count"]
    assert found.caption == "What it is"
    assert [cell.text for cell in found.cells[0]] == ["ab", "3"]
    assert not app.caption
    later = Rows(("step", "first_later"), [(1, "at step 2")])
    columns = Column("step"), Column("first_later")
    bodies, _ = drawn(lambda: draw_table(later, columns, "", area="wordpiece", names={"b": 77}))
    assert "77" in read_table(bodies[0]).titles[1]


@pytest.mark.parametrize(
    ("rows", "more", "search", "caption"),
    [
        (100, False, None, []),
        (100, False, "a", []),
        (100, True, None, ["Only the first 100 rows are shown."]),
        (101, False, None, ["Only the first 100 rows are shown."]),
        (100, True, "", ["Only the first 100 rows are shown. Use the search to find others."]),
        (101, False, "a", ["Only the first 100 rows are shown. Use the search to find others."]),
    ],
)
def test_what_was_left_out_is_said(rows, more, search, caption):
    """A table shows its first hundred rows, and how to see others where there is a search."""
    found = Rows(("word", "count"), [("a", place) for place in range(rows)], more)
    columns = Column("word"), Column("count")
    bodies, app = drawn(lambda: draw_table(found, columns, "", area="tables", search=search))
    assert [each.value for each in app.caption] == caption
    found = read_table(bodies[0])
    assert [cell.text for cell in found.column("Count")] == [f"{place}" for place in range(100)]


def test_a_search_that_finds_nothing_draws_no_table():
    """The sentence names what was typed; without a search an empty table keeps its headers."""
    draw = partial(draw_table, Rows(("word", "count"), []), [Column("word")], "", area="tables")
    bodies, _ = drawn(partial(draw, search="<b> x"))
    assert [read(body).text for body in bodies] == [
        "Nothing here matches “<b>␣x”. Clear the search to see everything."
    ]
    bodies, _ = drawn(partial(draw, search="x", nothing="unigram.search_nothing"))
    assert [read(body).text for body in bodies] == ["No piece contains “x”."]
    for search in ("", None):
        [body] = drawn(partial(draw, search=search))[0]
        assert read_table(body).titles == ["Word"]
        assert read_table(body).rows == []
