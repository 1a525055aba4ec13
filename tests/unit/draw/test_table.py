"""Tables, sentences and charts: exact cells and values, on every page."""

from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, train
from tests.markup import bodies as markup
from tests.markup import read, table
from ui.catalogue import LANGUAGES
from ui.component import Markup
from ui.draw.lines import LineChart
from ui.draw.say import merge_tokens, sentence
from ui.draw.table import Column, draw_table, rows_for, table_markup
from ui.draw.table_rows import Rows
from ui.draw.tokens import shorten
from ui.text import speaking, t

HOSTILE = ["<script>", "$x$", ":smile:", "**", '"><img src=x>', "&amp;", "\u202eab", "`"]
HOSTILE += ["{pair}", "\ue0000\ue001", "\ue0001\ue001", "&lt;"]
PAPER = PRESETS["paper"]


def column(name, kind="text", **looks):
    """Return a column whose header is its name in capitals."""
    return Column(name, kind, title=name.upper(), **looks)


def drawn(cells, *columns, **looks):
    """Return the parsed table of rows whose cells have the order of the columns."""
    return table(table_markup(rows_for(columns, cells), columns, "A caption", **looks))


def texts(found):
    return [[cell.text for cell in row] for row in found.cells]


def test_rows_and_columns_stand_in_their_order_under_a_name():
    """The first cell of a row is its header; the scrolling box can take the keyboard focus."""
    rows = Rows(("word", "count", "rank"), [("b", 2, 0), ("a", 1, 0)])
    found = table(table_markup(rows, [column("count"), column("word")], ""))
    assert found.titles == ["COUNT", "WORD"]
    assert texts(found) == [["2", "b"], ["1", "a"]]
    assert [[cell.tag for cell in row] for row in found.cells] == [["th", "td"]] * 2
    assert all(row[0].attributes["scope"] == "row" for row in found.cells)
    assert all(each.attributes["scope"] == "col" for each in found.headers)
    markup = table_markup([{"word": "a"}], [column("word")], 'Words of "us" <now>', look="small")
    [box] = [each for each in read(markup).children if each.text]
    assert box.classes == ["record-grid", "small"]
    assert box.attributes["role"] == "region"
    assert box.attributes["tabindex"] == "0"
    assert box.attributes["aria-label"] == 'Words of "us" <now>'
    assert table(markup).caption == 'Words of "us" <now>'


def test_numbers_are_grouped_rounded_and_set_to_the_end():
    """Counts have separators, scores four digits; only a word that is cut has an ellipsis."""
    row = ("a", 1234567, 0.0123456, 5, Markup("<b>6</b>"))
    numbers = column("count", "number"), column("score", "number")
    found = drawn(
        [row], column("word"), *numbers, column("five"), column("six", look="number wide")
    )
    assert texts(found)[0] == ["a", "1,234,567", "0.01235", "5", "6"]
    kinds = [[], ["number"], ["number"], [], ["number"]]
    assert [each.classes for each in found.headers] == kinds
    assert [cell.classes for cell in found.cells[0]] == [*kinds[:4], ["number", "wide"]]
    assert shorten("a b") == "a␣b"
    assert shorten("x" * 24) == "x" * 24
    assert shorten("x" * 25) == "x" * 24 + "…"
    assert texts(drawn([("y" * 30,)], column("word", "word"))) == [["y" * 24 + "…"]]
    assert texts(drawn([("y" * 30,)], column("text"))) == [["y" * 30]]


def test_a_cell_is_written_by_its_template_message_or_format():
    """A cell of None is empty; a cell may have a sentence or another column in front of it."""
    found = drawn(
        [(1234, "merge", 0.25)],
        column("count", template="{count:,} of {kind}"),
        column("kind", message="tables.kind_{kind}"),
        column("share", format="{:.0%}".format),
    )
    assert texts(found) == [["1,234 of merge", "merge", "25%"]]
    kinds = ("text", "word", "number", "token", "tokens", "pair", "split", "words")
    columns = [column(kind, kind) for kind in kinds]
    assert texts(drawn([(None,) * len(kinds)], *columns)) == [[""] * len(kinds)]
    rows = Rows(("before_tokens", "tokens", "kind"), [(("a", "b"), ("ab",), "vanished")])
    split = column("tokens", "split", prefix="tables.change_{kind}", above="before_tokens")
    [[cell]] = table(table_markup(rows, [split], "")).cells
    [above] = cell.all("div", kind="above")
    assert above.tokens == ["a", "b"]
    assert cell.tokens == ["a", "b", "ab"]
    assert cell.text == "ab→ vanished → ab"
    assert cell.classes == ["split"]


def test_a_marked_row_has_its_badge_and_stands_out():
    """Badges and notes are only in the first cell; badges emphasize a row, notes do not."""
    cells = [("a", True, False, "length"), ("b", False, False, None), ("c", True, True, "script")]
    rows = Rows(("word", "used", "now", "kind"), [*cells, ("d", False, False, "script")])
    looks = {
        "badges": {"used": "<used>", "now": "at this step"},
        "notes": {"kind": "tables.forbidden_{kind}"},
    }
    found = table(table_markup(rows, [column("word"), column("now")], "", **looks))
    badges, notes = ([row[0].texts(kind) for row in found.cells] for kind in ("badge", "note"))
    assert badges == [["<used>"], [], ["<used>", "at this step"], []]
    assert [len(each) for each in notes] == [1, 0, 1, 1]
    assert notes[0] != notes[2] == notes[3]
    assert not any(row[1].texts(kind) for row in found.cells for kind in ("badge", "note"))
    assert found.shaded == [0, 2]
    assert found.rows[2].classes == ["stands-out", "used", "now"]
    assert found.cells[0][0].text == f"a <used> {notes[0][0]}"


def test_bars_are_as_long_as_their_numbers():
    """The bar of the largest number fills its cell; equal numbers have no bars."""
    found = drawn(
        [("a", 8, 1), ("b", 4, 5), ("c", 1, 9)],
        column("word"),
        column("count", "number", bar=True),
        column("born", "number"),
    )
    shares = [cell.all(kind="bar")[0].attributes["style"] for cell in found.column("COUNT")]
    assert shares == ["width:100.0%", "width:50.0%", "width:12.5%"]
    assert all("has-bar" in cell.classes for cell in found.column("COUNT"))
    assert all("number" in cell.classes for cell in found.column("COUNT"))
    assert not any(cell.all(kind="bar") for cell in found.column("BORN"))
    assert [cell.text for cell in found.column("COUNT")] == ["8", "4", "1"]
    for counts in ([7], [3, 3, 3]):
        found = drawn([(n,) for n in counts], column("count", "number", bar=True))
        assert not any(row.all(kind="bar") for row in found.rows)
        assert not any("has-bar" in cell.classes for row in found.cells for cell in row)


def test_tokens_are_chips_with_their_mark_apart():
    """Each token is one chip, and the mark of the scheme is a separate element in the chip."""
    row = (("est", "</w>"), "est</w>", ("l", "est</w>"), ("e", "s"))
    kinds = ("pair", "token", "split", "tokens")
    columns = [column(kind, kind) for kind in kinds]
    found = drawn([row], *columns, scheme=PAPER)
    assert [cell.tokens for cell in found.cells[0]] == [
        ["est", "</w>"],
        ["est</w>"],
        ["l", "est</w>"],
        ["e", "s"],
    ]
    assert found.cells[0][1].texts("mark") == ["</w>"]
    assert [cell.classes for cell in found.cells[0]] == [["pair"], [], ["split"], []]
    plain = drawn([row], *columns)
    assert not any(cell.texts("mark") for cell in plain.cells[0])


def test_a_moved_cut_is_marked_before_its_token_and_a_stacked_cell_has_its_header():
    """The mark of a cut has a label for screen readers; `stacks` repeats headers in cells."""
    rows = Rows(("word", "tokens", "at"), [("abc", ("a", "b", "c"), (1,))])
    columns = (column("word"), column("tokens", "tokens", cuts="at"))
    for stacks, titles in ((True, ["WORD", "TOKENS"]), (False, [None, None])):
        [cells] = table(table_markup(rows, columns, "", stacks=stacks)).cells
        assert [each.attributes.get("data-title") for each in cells] == titles
        [tokens] = cells[1].all(kind="tokens")
        assert [each.classes[0] for each in tokens.children] == ["token", "moved", "token", "token"]
        assert tokens.children[1].attributes["aria-label"]


@pytest.mark.parametrize(("n", "left_out"), [(59, ""), (60, ""), (61, "1"), (2000, "1,940")])
def test_a_long_split_says_how_many_tokens_are_left_out(n, left_out):
    """The cell shows 60 tokens, then the number of the others."""
    [[cell]] = drawn([(tuple(map(str, range(n))),)], column("tokens", "tokens")).cells
    assert cell.tokens == [str(each) for each in range(min(n, 60))]
    text = cell.text.removeprefix("".join(cell.tokens))
    assert text == (f" … {left_out}" if left_out else "")


@pytest.mark.parametrize(("n", "more"), [(1, ""), (6, ""), (7, " …")])
def test_examples_are_six_words_with_their_counts(n, more):
    """An ellipsis marks that there are more words; a word that occurs once has no count."""
    words = tuple((f"w{place} <b>", 1 if place else 1200) for place in range(n))
    [[cell]] = drawn([(words,)], column("words", "words")).cells
    assert cell.texts("example") == ["w0␣<b>×1,200", *(f"w{n}␣<b>" for n in range(1, min(n, 6)))]
    [examples] = cell.all(kind="examples")
    assert examples.text == " ".join(cell.texts("example")) + more
    assert [each.text for each in cell.all("small")] == ["×1,200"]
    [[cell]] = drawn([((("twice", 2), ("once", 1)),)], column("words", "words")).cells
    assert cell.texts("example") == ["twice×2", "once"]


def test_a_glyph_has_the_name_that_the_page_s_language_gives_it():
    """Words and chips use the name in the current language, even if cached in another language."""
    kinds = [column(kind, kind) for kind in ("words", "pair", "split")]
    row = ((("\u3000", 1),), ("\u3000", "a"), ("\u3000", *"abcdef"))
    for lang in LANGUAGES:
        with speaking(lang):
            name = t("tables.glyph_3000")
            assert [name in cell.text for cell in drawn([row], *kinds).cells[0]] == [True] * 3


@pytest.mark.parametrize("token", HOSTILE)
def test_nothing_in_a_cell_becomes_markup(token):
    """Words, tokens, texts, badges and headers remain text; only `Markup` becomes markup."""
    columns = [
        Column("word", title=token),
        column("tokens", "tokens"),
        column("number", "number"),
        column("filled", template="{word}"),
        column("made", format=lambda word: word),
        column("words", "words"),
        column("own"),
    ]
    row = (token, (token, token), token, token, token, ((token, 1),), Markup("<i>own</i>"))
    rows = rows_for(columns, [row])
    markup = table_markup(rows, columns, token, badges={"word": token})
    found = read(markup)
    assert {each.tag for each in found.all()} == (
        {"div", "table", "caption", "thead", "tbody", "tr", "th", "td", "span", "i"}
    )
    read_back = table(markup)
    assert read_back.caption == read_back.titles[0] == token
    word, split, number, filled, made, words, own = read_back.cells[0]
    assert word.texts("badge") == [token]
    assert split.tokens == [token, token]
    assert [number.text, filled.text, made.text] == [token] * 3
    assert words.texts("example") == [shorten(token)]
    assert own.all("i")[0].text == "own"


def script(draw):
    draw()


def run_of(draw):
    """Run a drawing function without a browser; return its HTML and the app."""
    app = AppTest.from_function(script, args=(draw,)).run()
    return markup(app), app


def test_tokens_stand_in_the_place_of_their_names():
    """Chips replace the names of tokens in a sentence, and a comma stays on the line of its chip.

    The mark of the scheme is a separate element.
    """
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
    assert found.texts("unbroken") == ["lo,"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_value_and_no_token_becomes_anything_else(text):
    """A hostile value becomes no markup, no placeholder, and no place for chips."""
    found = read(sentence("tables.search_nothing", search=text))
    plain = text.replace("\ue000", "").replace("\ue001", "")
    assert found.text == (f"Nothing here matches “{plain}”. Clear the search to see everything.")
    assert found.all() == []
    tokens = {"pair": (text, "b"), "token": ("c",)}
    chips = read(sentence("tables.stop_next", None, tokens, count=text))
    assert chips.tokens == [text, "b", "c"]
    assert chips.text.endswith(f"with a count of {plain}.")


def test_a_table_has_the_headers_of_its_area():
    """A header comes from the area's catalogue by column name, or from `header`.

    A search without a hit is named instead of an empty table.
    """
    rows = Rows(("word", "after", "token"), [("ab", 3, 4)])
    columns = Column("word"), Column("after", header="change")
    bodies, app = run_of(lambda: draw_table(rows, columns, "What it is", area="tables"))
    found = table(bodies[0])
    assert found.titles == ["Word", "Count"]
    assert found.caption == "What it is"
    assert [cell.text for cell in found.cells[0]] == ["ab", "3"]
    assert not app.caption
    later = Rows(("step", "first_later"), [(1, "at step 2")])
    columns = Column("step"), Column("first_later")
    bodies, _ = run_of(lambda: draw_table(later, columns, "", area="wordpiece", names={"b": 77}))
    assert "77" in table(bodies[0]).titles[1]
    draw = partial(draw_table, Rows(("word", "count"), []), [Column("word")], "", area="tables")
    bodies, _ = run_of(partial(draw, search="<b> x"))
    assert [read(body).text for body in bodies] == [
        "Nothing here matches “<b>␣x”. Clear the search to see everything."
    ]
    bodies, _ = run_of(partial(draw, search="x", nothing="unigram.search_nothing"))
    assert [read(body).text for body in bodies] == ["No piece contains “x”."]
    for search in ("", None):
        [body] = run_of(partial(draw, search=search))[0]
        assert table(body).titles == ["Word"]
        assert table(body).rows == []


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
    """A table shows its first 100 rows; the caption mentions the search if there is one."""
    found = Rows(("word", "count"), [("a", place) for place in range(rows)], more)
    columns = Column("word"), Column("count")
    bodies, app = run_of(lambda: draw_table(found, columns, "", area="tables", search=search))
    assert [each.value for each in app.caption] == caption
    found = table(bodies[0])
    assert [cell.text for cell in found.column("Count")] == [f"{place}" for place in range(100)]


def test_a_chart_of_rounds_counts_rounds_on_the_scale_of_its_values():
    """The axis may extend beyond the longest line, and has the unit of the chart."""
    looks = {"unit": "round", "last": 9, "digits": 1, "from_zero": False}
    series = {"b": [3, 4], "a": [2.25, 3, 3]}
    found = LineChart("key", "player", series, 1, **looks).payload()
    assert (found["least"], found["most"], found["last"]) == (2.2, 4, 9)
    assert LineChart("key", "player", series, 1).payload()["last"] == 2
    assert found["axis"] == t("charts.round")
    assert found["at"] == t("player.round_of", step="{step}", steps="{steps}")
