"""Tokens are shown so that nothing hides, nothing is interpreted, and each has its own look."""

import unicodedata
from itertools import pairwise
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS
from bpe.notebook import COLOURS, HUES, ranks_of
from tests.markup import read
from ui.draw.tokens import (
    chips,
    colour,
    coloured_by,
    colours,
    exact,
    look,
    meaning,
    parts,
    pieces,
    visible,
)


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("es", "es"),
        (" a\t\n", "␣a⇥↵"),
        ("\u200b\u202e\ufeff", "⟨ZWSP⟩⟨RLO⟩⟨BOM⟩"),
        ("\x07\x85", "⟨BEL⟩⟨U+0085⟩"),
        ("\ue000\u0378\U000e0001", "⟨U+E000⟩⟨U+0378⟩⟨U+E0001⟩"),
        ("\u3000\u00a0", "⟨IDSP⟩⟨NBSP⟩"),
        ("\u0301", "◌\u0301"),
        ("é", "é"),
        ("<b>", "<b>"),
        ("", ""),
        ("好".encode(), "好"),
        (b"\xe5\xa5", "⟨E5⟩⟨A5⟩"),
        (b"a\xe5 ", "a⟨E5⟩␣"),
    ],
)
def test_what_leaves_no_ink_is_shown_by_name(token, shown):
    """Spaces, controls, zero-width and bidi characters and half characters all become visible."""
    assert visible(token) == shown


CONTROLS = """NUL SOH STX ETX EOT ENQ ACK BEL BS VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN
    SUB ESC FS GS RS US DEL"""
FORMATS = """NBSP SHY CGJ ALM MVS ZWSP ZWNJ ZWJ LRM RLM LRE RLE PDF LRO RLO NNBSP WJ LRI RLI FSI PDI
    BOM VS1 VS16"""
WITHOUT_ABBREVIATION = {
    "EM": "\x19",
    "HCF": "HANGUL CHOSEONG FILLER",
    "HJF": "HANGUL JUNGSEONG FILLER",
    "LSEP": "LINE SEPARATOR",
    "PSEP": "PARAGRAPH SEPARATOR",
    "BLANK": "BRAILLE PATTERN BLANK",
    "HF": "HANGUL FILLER",
    "HWHF": "HALFWIDTH HANGUL FILLER",
}


def test_what_leaves_no_ink_has_the_name_that_unicode_gives_it(monkeypatch):
    """Its abbreviation, or one of ours; what names a token is no language's, what is drawn is."""
    for name in f"{CONTROLS} {FORMATS}".split():
        assert visible(unicodedata.lookup(name)) == f"⟨{name}⟩"
    for name, character in WITHOUT_ABBREVIATION.items():
        found = character if len(character) == 1 else unicodedata.lookup(character)
        assert visible(found) == f"⟨{name}⟩"
        assert pieces(f"a{found}b") == [("text", "a"), ("glyph", name), ("text", "b")]
    monkeypatch.setattr("ui.shell.session.language", lambda: "zh")
    assert visible("\u3000\u00a0") == "⟨全角空格⟩⟨NBSP⟩"
    assert pieces("\u3000") == [("glyph", "全角空格")]
    assert exact("\u3000") == "\u3000"
    assert colour("\u3000a") == colour("\u3000a".encode())


@given(st.text(min_size=1, max_size=8))
def test_no_invisible_character_reaches_the_page(token):
    """Whatever the token, what is drawn holds no control, format or space character."""
    drawn = "".join(text for _, text in pieces(token))
    assert drawn.isprintable()
    assert " " not in drawn


@pytest.mark.parametrize(
    ("scheme", "token", "expected"),
    [
        ("paper", "est</w>", ("est", "</w>")),
        ("paper", "</w>", ("", "</w>")),
        ("paper", "</w></w>", ("</w>", "</w>")),
        ("paper", "es", ("es", "")),
        ("paper", b"est</w>", (b"est</w>", "")),
        ("subword-nmt", "est</w>", ("est", "</w>")),
        ("subword-nmt", "</w>est", ("</w>est", "")),
        ("sentencepiece", "▁low", ("low", "▁")),
        ("sentencepiece", "a▁", ("a▁", "")),
        ("wordpiece", "##est", ("est", "##")),
        ("wordpiece", "est", ("est", "")),
        ("huggingface", "est</w>", ("est</w>", "")),
        ("gpt", b" the", (b" the", "")),
    ],
)
def test_the_boundary_mark_is_set_apart(scheme, token, expected):
    """Told from letters by the scheme and its side; drawn there, and never twice."""
    assert parts(token, PRESETS[scheme]) == expected
    if expected[1]:
        kinds = [kind for kind, _ in pieces(token, PRESETS[scheme])]
        assert kinds.index("mark") == (0 if expected[1] in ("▁", "##") else len(kinds) - 1)
        assert ("mark", expected[1]) in pieces(token, PRESETS[scheme])


def test_a_token_has_a_colour_by_its_rank_and_a_letter_none():
    """Bytes, too; what was learned twice has the first; a page gives those of its run."""
    ranks = ranks_of(["es", b"\xe5\xa5", "est", "es"]) | {"high": 27}
    assert ranks == {"es": 0, b"\xe5\xa5": 1, "est": 2, "high": 27}
    found = [colour(token, ranks) for token in ("es", b"\xe5\xa5", "est", "high", "e", "好", b"e")]
    assert found == [0, 1, 2, 7, None, None, None]
    with coloured_by({"low": 3}):
        shown = read(chips(["low", "w", "er"])).all(kind="token")
    assert [each.classes for each in shown] == [["token", "c3"], ["token"], ["token"]]
    [after] = read(chips(["er"])).all(kind="token")
    assert after.classes == ["token", f"c{colour('er')}"]


def test_where_no_run_is_shown_colours_part_neighbours():
    """By lot, the same on every server; a letter has none, nor has a byte."""
    words = [f"{one}{two}" for one in "abcdefghijkl" for two in "mnopqrstuvw"]
    found = colours(words)
    assert all(one % HUES != two % HUES for one, two in pairwise(found))
    assert found != [colour(word) for word in words]
    assert set(found) == set(range(COLOURS))
    assert colours(["low", "low"]) == [colour("low")] * 2
    assert colours(["a", "好", "好".encode(), b"\xe5", "low"]) == [None] * 4 + [colour("low")]
    assert colour("好好") == colour("好好".encode())


def chip(token, scheme=None):
    [row] = read(chips([token], scheme)).children
    [found] = row.children
    return row, found


CHANGED = [" a", "a ", "<b>", "a>", "\u200b", "\t", "a\n", "\u202eab", "\ud800"]


@pytest.mark.parametrize("token", ["es", "é", "好", 'a"b', "a&b", "a'b", *CHANGED])
def test_a_chip_is_named_by_its_exact_token(token):
    """Twice where the page's sanitizer would change the name: trimmed or taken for markup."""
    row, found = chip(token)
    assert (row.classes, row.attributes["dir"]) == (["tokens"], "ltr")
    assert found.attributes["data-token"] == exact(token)
    assert found.classes == look(colour(token)).split()
    assert found.text == visible(token).replace("⟨", "").replace("⟩", "")
    assert ("data-exact" in found.attributes) == (token in CHANGED)
    if token in CHANGED and token != "\ud800":
        assert unquote(found.attributes["data-exact"]) == token
        assert not set(found.attributes["data-exact"]) & set(" <>\n\t")


@given(st.lists(st.text("<>&\"'/ abws\u202e", min_size=1, max_size=6), min_size=1, max_size=5))
def test_chips_cannot_be_broken_by_a_token(tokens):
    """Hostile tokens stay text: only spans come out, each with its exact token and its id."""
    found = read(chips(tokens, PRESETS["paper"], ids=range(len(tokens))))
    assert {each.tag for each in found.all()} == {"span"}
    assert found.tokens == tokens
    ids = [each.texts("id") for each in found.all(kind="token")]
    assert ids == [[str(place)] for place in range(len(tokens))]
    assert not read(chips(tokens)).texts("id")


def test_what_is_drawn_for_a_character_is_told_apart():
    """Glyphs, bytes and the mark have their own look; an accent that comes first has a circle."""
    drawn = [
        (b"a \xe5", None, [(["blank"], "␣"), (["byte"], "E5")]),
        ("▁\u200b", PRESETS["sentencepiece"], [(["mark"], "▁"), (["glyph"], "ZWSP")]),
    ]
    for token, scheme, expected in drawn:
        _, found = chip(token, scheme)
        assert [(each.classes, each.text) for each in found.all()] == expected
    assert pieces("\u0301a") == [("text", "◌\u0301a")]
    assert pieces("a\u0301") == [("text", "a\u0301")]
    assert pieces(b"") == []


@pytest.mark.parametrize("unknown", ["<unk>", "[UNK]"])
def test_what_is_unknown_has_a_look_of_its_own(unknown):
    """None of the palette's, and the same beside another unknown one."""
    shown = read(chips([unknown, unknown, "an"])).all(kind="token")
    assert [each.classes[1] for each in shown] == [f"c{COLOURS}", f"c{COLOURS}", f"c{colour('an')}"]
    assert colour("unk") < COLOURS
    assert colour(unknown, {}) == COLOURS


@pytest.mark.parametrize(
    ("scheme", "token", "said"),
    [
        ("paper", "t</w>", "end of word"),
        ("sentencepiece", "▁t", "start of word"),
        ("wordpiece", "##t", "continues a word"),
    ],
)
def test_a_mark_says_what_it_means_when_one_points_at_it(scheme, token, said):
    """On the mark only; a scheme without marks says nothing."""
    _, found = chip(token, PRESETS[scheme])
    assert [each.attributes.get("title") for each in found.all(kind="mark")] == [said]
    assert "title" not in found.attributes
    assert meaning(PRESETS["gpt"]) == meaning() == ""
