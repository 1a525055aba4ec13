"""Rows of words as a payload names them: tokens once, splits that are no joinings."""

from bpe import PRESETS
from bpe.notebook import colour
from ui.draw.tokens import exact, pieces, short
from ui.player.rows import Tokens, recut_row


def test_a_token_is_named_once_and_drawn_apart_only_where_it_looks_other():
    """Exact form and colour; what to draw where that is not its plain text."""
    scheme = PRESETS["paper"]
    tokens = Tokens(scheme)
    assert tokens.all(["a", "</w>", "a", " "]) == [0, 1, 0, 2]
    assert tokens.table() == [
        ["a", colour("a")],
        ["</w>", colour("</w>"), pieces("</w>", scheme)],
        [exact(" "), colour(" "), pieces(" ", scheme)],
    ]


def test_in_another_split_what_is_cut_otherwise_is_new():
    """The same characters at another place are another token; the first split has nothing new."""
    tokens = Tokens()
    history = [(0, ["a", "b", "ab"]), (2, ["ab", "ab"]), (5, ["a", "b", "ab"]), (6, ["a", "bab"])]
    row = recut_row("abab", 7, history, tokens)
    assert (row["text"], row["count"]) == ("abab", 7)
    assert row["splits"] == [
        [0, tokens.all(["a", "b", "ab"]), []],
        [2, tokens.all(["ab", "ab"]), [0]],
        [5, tokens.all(["a", "b", "ab"]), [0, 1]],
        [6, tokens.all(["a", "bab"]), [1]],
    ]


def test_a_long_name_ends_in_dots():
    """Thirty-two characters, spaces visible."""
    assert short("a" * 32) == "a" * 32
    assert short("a" * 33) == "a" * 32 + "…"
    assert " " not in short("a b")
