"""A chip is its token: the colour, the mark, the name a browser finds it by, and its id."""

from urllib.parse import unquote

from bpe import PRESETS
from tests.cases import for_each
from tests.markup import read
from ui.draw.tokens import chips, colour, exact, meaning, parts, pieces, visible

PLAIN = ["es", "é", "好", 'a"b', "a&b", "a'b"]
CHANGED = [" a", "a ", "<b>", "a>", "\u200b", "\t", "a\n", "\u202eab", "\ud800"]


def chip(token, scheme=None, **options):
    [row] = read(chips([token], scheme, **options)).children
    [found] = row.children
    return row, found


@for_each("token", [*PLAIN, *CHANGED])
def test_a_chip_is_named_by_its_exact_token(token):
    """Twice where the page's sanitizer would change the name: trimmed or taken for markup."""
    row, found = chip(token)
    assert (row.classes, row.attributes["dir"]) == (["tokens"], "ltr")
    assert found.attributes["data-token"] == exact(token)
    assert found.classes == ["token", f"c{colour(token)}"]
    assert found.text == visible(token).replace("⟨", "").replace("⟩", "")
    assert ("data-exact" in found.attributes) == (token in CHANGED)
    if token in CHANGED and token != "\ud800":
        assert unquote(found.attributes["data-exact"]) == token
        assert not set(found.attributes["data-exact"]) & set(" <>\n\t")


def test_what_is_drawn_for_a_character_is_told_apart():
    """Glyphs, bytes and the mark each have their own look; letters have none."""
    _, found = chip(b"a \xe5")
    assert [(each.classes, each.text) for each in found.all()] == [
        (["glyph"], "␣"),
        (["byte"], "E5"),
    ]
    _, found = chip("▁\u200b", PRESETS["sentencepiece"])
    assert [(each.classes, each.text) for each in found.all()] == [
        (["mark"], "▁"),
        (["glyph"], "ZWSP"),
    ]


def test_ids_stand_below_their_tokens():
    """Each its own, only where asked for."""
    found = read(chips(["a", "b"], ids=[7, 1234]))
    assert [each.texts("id") for each in found.all(kind="token")] == [["7"], ["1234"]]
    assert not read(chips(["a", "b"])).texts("id")
    assert read(chips([])).text == ""


@for_each(
    ("scheme", "token", "expected"),
    [
        ("subword-nmt", "est</w>", ("est", "</w>")),
        ("subword-nmt", "</w>est", ("</w>est", "")),
        ("sentencepiece", "a▁", ("a▁", "")),
        ("paper", "es", ("es", "")),
        ("paper", "</w></w>", ("</w>", "</w>")),
        ("paper", b"est</w>", (b"est</w>", "")),
    ],
)
def test_a_mark_is_one_only_on_its_side(scheme, token, expected):
    """And only once: the same letters elsewhere are letters."""
    assert parts(token, PRESETS[scheme]) == expected
    if expected[1]:
        assert pieces(token, PRESETS[scheme])[-1] == ("mark", expected[1])


@for_each(
    ("character", "name"),
    [
        ("\x00", "NUL"),
        ("\t", "⇥"),
        ("\r", "CR"),
        ("\x1f", "US"),
        ("\x7f", "DEL"),
        ("\u00ad", "SHY"),
        ("\u200d", "ZWJ"),
        ("\u2028", "LSEP"),
        ("\u2066", "LRI"),
        ("\ufe00", "VS1"),
        ("\ufe0f", "VS16"),
        ("\ue000", "U+E000"),
        ("\u0378", "U+0378"),
        ("\U000e0001", "U+E0001"),
    ],
)
def test_a_character_without_ink_has_a_name(character, name):
    """Controls by their standard names, variation selectors by number, the rest by code point."""
    assert pieces(f"a{character}b") == [("text", "a"), ("glyph", name), ("text", "b")]
    assert visible(character) == (name if len(name) == 1 else f"⟨{name}⟩")


def test_a_mark_of_a_letter_stands_on_a_circle_where_it_comes_first():
    """Elsewhere it stands on its letter."""
    assert pieces("\u0301a") == [("text", "◌\u0301a")]
    assert pieces("a\u0301") == [("text", "a\u0301")]
    assert visible("") == ""
    assert pieces(b"") == []


@for_each("unknown", ["<unk>", "[UNK]"])
def test_what_is_unknown_has_a_look_of_its_own(unknown):
    """None of the palette's, and the same beside another unknown one."""
    shown = read(chips([unknown, unknown, "a"])).all(kind="token")
    assert [each.classes[1] for each in shown] == ["c12", "c12", f"c{colour('a')}"]
    assert colour("unk") < 12


@for_each(
    ("scheme", "token", "said"),
    [
        ("paper", "t</w>", "end of word"),
        ("sentencepiece", "▁t", "start of word"),
        ("wordpiece", "##t", "goes on a word"),
    ],
)
def test_a_mark_says_what_it_means_when_one_points_at_it(scheme, token, said):
    """On the mark only; a scheme without marks says nothing."""
    _, found = chip(token, PRESETS[scheme])
    assert [each.attributes.get("title") for each in found.all(kind="mark")] == [said]
    assert "title" not in found.attributes
    assert meaning(PRESETS["gpt"]) == meaning() == ""
