"""A table on a page shows each cell of its frame, marked and measured, and no more than fits."""

import pandas as pd

from bpe import PRESETS
from tests.cases import for_each
from tests.markup import read, table
from ui.draw.grid import grid, shorten
from ui.draw.tables import frame_of

HOSTILE = ["<script>", "$x$", ":smile:", "**", '"><img src=x>', "&amp;", "\u202eab", "`"]
PAPER = PRESETS["paper"]


def drawn(rows, columns, **looks):
    """Draw a frame with its column names as headers."""
    frame = frame_of(rows, *columns)
    return table(grid(frame, {name: name.upper() for name in columns}, "A caption", **looks))


def texts(found):
    return [[cell.text for cell in row] for row in found.cells]


def test_rows_and_columns_stand_in_their_order():
    """Headers as given, one row a row, the first cell heading it; a frame may know more."""
    frame = frame_of([("b", 2, 0), ("a", 1, 0)], "word", "count", "rank")
    found = table(grid(frame, {"count": "Count", "word": "Word"}, ""))
    assert found.titles == ["Count", "Word"]
    assert texts(found) == [["2", "b"], ["1", "a"]]
    assert [[cell.tag for cell in row] for row in found.cells] == [["th", "td"]] * 2
    assert all(row[0].attributes["scope"] == "row" for row in found.cells)
    assert all(each.attributes["scope"] == "col" for each in found.headers)


def test_a_table_can_be_reached_and_has_a_name():
    """A box that scrolls takes the focus of the keyboard; it and the table say what they show."""
    markup = grid(frame_of([("a",)], "word"), {"word": "Word"}, 'Words of "us" <now>')
    [box] = [each for each in read(markup).children if each.text]
    assert box.classes == ["record-grid"]
    assert box.attributes["role"] == "region"
    assert box.attributes["tabindex"] == "0"
    assert box.attributes["aria-label"] == 'Words of "us" <now>'
    assert table(markup).caption == 'Words of "us" <now>'


def test_numbers_are_grouped_rounded_and_set_to_the_end():
    """Thousands of a count, four digits of a score; words for a number and truth are no numbers."""
    row, columns = ("a", 1234567, 0.0123456, 5, True), ("word", "count", "score", "five", "used")
    found = drawn([row], columns, labels={"five": lambda row: "five"})
    assert texts(found)[0][:4] == ["a", "1,234,567", "0.01235", "five"]
    kinds = [[], ["number"], ["number"], [], []]
    assert [each.classes for each in found.headers] == kinds
    assert [cell.classes for cell in found.cells[0]] == kinds


def test_what_is_missing_is_left_empty():
    """No None and no <NA> on a page."""
    frame = pd.DataFrame({"word": ["a", "b"], "cause": [None, None]}, dtype=object)
    frame["rank"] = pd.array([1, None], dtype="Int64")
    found = table(grid(frame, {name: name for name in frame}, ""))
    assert texts(found) == [["a", "", "1"], ["b", "", ""]]


def test_labels_leads_and_cells_above_say_what_belongs_together():
    """A label stands for its cell, a lead before it, another column above it with an arrow."""
    row = (("a", "b"), ("ab",), "vanished", 3)
    columns = ("before_tokens", "tokens", "kind", "count")
    found = table(
        grid(
            frame_of([row], *columns),
            {"tokens": "Split", "count": "Count"},
            "",
            labels={"count": lambda row: f"{row['count']} & {row['kind']}"},
            leads={"tokens": lambda row: f"<{row['kind']}>"},
            above={"tokens": "before_tokens"},
        )
    )
    split, count = found.cells[0]
    assert count.text == "3 & vanished"
    [above] = split.all("div", kind="above")
    assert above.tokens == ["a", "b"]
    assert split.tokens == ["a", "b", "ab"]
    assert split.text == "ab→ <vanished> ab"
    assert split.classes == ["split"]


def test_a_marked_row_has_its_badge_and_stands_out():
    """Badges and notes stand beside the name of the row alone; a note makes no row stand out."""
    rows = [("a", True, False, "length"), ("b", False, False, None), ("c", True, True, "x")]
    frame = frame_of([*rows, ("d", False, False, "x")], "word", "used", "now", "forbidden")
    looks = {
        "badges": {"used": "<used>", "now": "at this step"},
        "notes": {"forbidden": lambda rule: f"<{rule}>!"},
    }
    found = table(grid(frame, {"word": "W", "now": "N"}, "", **looks))
    badges, notes = ([row[0].texts(kind) for row in found.cells] for kind in ("badge", "note"))
    assert badges == [["<used>"], [], ["<used>", "at this step"], []]
    assert notes == [["<length>!"], [], ["<x>!"], ["<x>!"]]
    assert not any(row[1].texts(kind) for row in found.cells for kind in ("badge", "note"))
    assert found.shaded == [0, 2]
    assert found.cells[0][0].text == "a <used> <length>!"


def test_bars_are_as_long_as_their_numbers():
    """The largest fills its cell, half of it half; only the column asked for has bars."""
    found = drawn([("a", 8, 1), ("b", 4, 5), ("c", 1, 9)], ("word", "count", "born"), bars="count")
    widths = [bar.attributes["style"] for bar in found.column("COUNT")[0].all("span")]
    assert widths == ["width:100.0%"]
    shares = [cell.all(kind="bar")[0].attributes["style"] for cell in found.column("COUNT")]
    assert shares == ["width:100.0%", "width:50.0%", "width:12.5%"]
    assert all("has-bar" in cell.classes for cell in found.column("COUNT"))
    assert all("number" in cell.classes for cell in found.column("COUNT"))
    assert not any(cell.all(kind="bar") for cell in found.column("BORN"))
    assert [cell.text for cell in found.column("COUNT")] == ["8", "4", "1"]


@for_each("counts", [[7], [3, 3, 3]])
def test_equal_numbers_have_no_bars(counts):
    """Full bars everywhere would say nothing; two different ones do."""
    found = drawn([(str(n), n) for n in counts], ("word", "count"), bars="count")
    assert not any(row.all(kind="bar") for row in found.rows)
    assert not any("has-bar" in cell.classes for row in found.cells for cell in row)
    assert drawn([("a", 1), ("b", 2)], ("word", "count"), bars="count").rows[0].all(kind="bar")


def test_tokens_are_chips_with_their_mark_apart():
    """One chip a token, a pair kept together, the mark of this scheme set apart."""
    row = (("est", "</w>"), "est</w>", ("l", "est</w>"), ("e", "s"))
    found = drawn([row], ("pair", "token", "tokens", "cause"), scheme=PAPER)
    assert [cell.tokens for cell in found.cells[0]] == [
        ["est", "</w>"],
        ["est</w>"],
        ["l", "est</w>"],
        ["e", "s"],
    ]
    assert found.cells[0][1].texts("mark") == ["</w>"]
    assert [cell.classes for cell in found.cells[0]] == [["pair"], [], ["split"], ["pair"]]
    plain = drawn([row], ("pair", "token", "tokens", "cause"))
    assert not any(cell.texts("mark") for cell in plain.cells[0])


@for_each(("n", "left_out"), [(59, ""), (60, ""), (61, "1"), (2000, "1,940")])
def test_a_long_split_says_how_many_tokens_are_left_out(n, left_out):
    """Sixty chips, then the number of the others; none of them is miscounted."""
    [[cell]] = drawn([(tuple(map(str, range(n))),)], ("tokens",)).cells
    assert cell.tokens == [str(each) for each in range(min(n, 60))]
    text = cell.text.removeprefix("".join(cell.tokens))
    assert text == (f" … {left_out}" if left_out else "")


@for_each(("n", "more"), [(1, ""), (6, ""), (7, " …")])
def test_examples_are_six_words_with_their_counts(n, more):
    """A seventh is only hinted at; a word that occurs once needs no count."""
    words = tuple((f"w{place} <b>", 1 if place else 1200) for place in range(n))
    [[cell]] = drawn([(words,)], ("words",)).cells
    assert cell.texts("example") == ["w0␣<b>×1,200", *(f"w{n}␣<b>" for n in range(1, min(n, 6)))]
    [examples] = cell.all(kind="examples")
    assert examples.text == " ".join(cell.texts("example")) + more
    assert [each.text for each in cell.all("small")] == ["×1,200"]
    [[cell]] = drawn([((("twice", 2), ("once", 1)),)], ("words",)).cells
    assert cell.texts("example") == ["twice×2", "once"]


def test_a_word_is_cut_after_two_dozen_characters():
    """And only then has an ellipsis; spaces in it are shown."""
    assert shorten("a b") == "a␣b"
    assert shorten("x" * 24) == "x" * 24
    assert shorten("x" * 25) == "x" * 24 + "…"
    assert texts(drawn([("y" * 30,)], ("word",))) == [["y" * 24 + "…"]]


@for_each("token", HOSTILE)
def test_nothing_in_a_cell_becomes_markup(token):
    """Words, tokens, labels, leads, badges, notes and headers stay the text they are."""
    frame = frame_of([(token, (token, token), token)], "word", "tokens", "kind")
    looks = {
        "labels": {"kind": lambda row: row["kind"]},
        "leads": {"kind": lambda row: row["kind"]},
        "badges": {"word": token},
        "notes": {"kind": str},
    }
    markup = grid(frame, {"word": token, "tokens": "T", "kind": "K"}, token, **looks)
    found = read(markup)
    assert {each.tag for each in found.all()} == (
        {"div", "table", "caption", "thead", "tbody", "tr", "th", "td", "span"}
    )
    read_back = table(markup)
    assert read_back.caption == read_back.titles[0] == token
    word, split, kind = read_back.cells[0]
    assert word.texts("badge") == word.texts("note") == [token]
    assert split.tokens == [token, token]
    assert kind.text == f"{token} {token}"
