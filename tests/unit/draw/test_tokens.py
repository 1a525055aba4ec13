"""Tokens are shown so that nothing hides, nothing is interpreted, and colours can be read."""

import re
import unicodedata
from html.parser import HTMLParser
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS
from tests.cases import for_each
from ui.draw.palette import HUES
from ui.draw.tokens import COLOURS, chips, colour, exact, parts, pieces, visible

PALETTE = Path(__file__).resolve().parents[3] / "ui" / "draw" / "palette.css"
THEMES = {"light": ("#1a1a1a", "#ffffff"), "dark": ("#f2f2f2", "#14161a")}


@for_each(
    ("token", "shown"),
    [
        ("es", "es"),
        (" a\t\n", "␣a⇥↵"),
        ("\u200b\u202e\ufeff", "⟨ZWSP⟩⟨RLO⟩⟨BOM⟩"),
        ("\x07\x85", "⟨BEL⟩⟨U+0085⟩"),
        ("\u3000\u00a0", "⟨IDSP⟩⟨NBSP⟩"),
        ("\u0301", "◌\u0301"),
        ("é", "é"),
        ("<b>", "<b>"),
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


def test_what_leaves_no_ink_has_the_name_that_unicode_gives_it():
    """Its abbreviation in the standard, or one of ours where that has none."""
    for name in f"{CONTROLS} {FORMATS}".split():
        assert visible(unicodedata.lookup(name)) == f"⟨{name}⟩"
    for name, character in WITHOUT_ABBREVIATION.items():
        found = character if len(character) == 1 else unicodedata.lookup(character)
        assert visible(found) == f"⟨{name}⟩"


def test_the_wide_space_has_a_chinese_name_for_chinese_readers(monkeypatch):
    """What is drawn follows the language; what names the token never does."""
    monkeypatch.setattr("ui.shell.session.language", lambda: "zh")
    assert visible("\u3000\u00a0") == "⟨全角空格⟩⟨NBSP⟩"
    assert pieces("\u3000") == [("glyph", "全角空格")]
    assert exact("\u3000") == "\u3000"
    assert colour("\u3000") == colour("\u3000".encode())


@given(st.text(min_size=1, max_size=8))
def test_no_invisible_character_reaches_the_page(token):
    """Whatever the token, what is drawn holds no control, format or space character."""
    drawn = "".join(text for _, text in pieces(token))
    assert drawn.isprintable()
    assert " " not in drawn


def test_exact_is_the_token_itself():
    """Text stays as it is; bytes are the text they spell, or escapes where they spell none."""
    assert exact(" \u200b") == " \u200b"
    assert exact("好".encode()) == "好"
    assert exact(b"\xe5\xa5") == r"\xe5\xa5"


@for_each(
    ("scheme", "token", "expected"),
    [
        ("paper", "est</w>", ("est", "</w>")),
        ("paper", "</w>", ("", "</w>")),
        ("sentencepiece", "▁low", ("low", "▁")),
        ("wordpiece", "##est", ("est", "##")),
        ("wordpiece", "est", ("est", "")),
        ("huggingface", "est</w>", ("est</w>", "")),
        ("gpt", b" the", (b" the", "")),
    ],
)
def test_the_boundary_mark_is_set_apart(scheme, token, expected):
    """A mark is told from letters by the scheme, not by its spelling."""
    assert parts(token, PRESETS[scheme]) == expected


def test_the_mark_is_drawn_on_its_side():
    """`</w>` stands after the letters, `▁` and `##` before them."""
    assert pieces("est</w>", PRESETS["paper"]) == [("text", "est"), ("mark", "</w>")]
    assert pieces("##est", PRESETS["wordpiece"]) == [("mark", "##"), ("text", "est")]


def test_a_colour_is_the_same_in_every_run():
    """The palette place of a token is fixed: it must not change between servers or pages."""
    assert [colour(token) for token in ("es", "est</w>", "low", "好")] == [3, 2, 5, 4]
    assert colour("好") == colour("好".encode())


class Chips(HTMLParser):
    """Collect the tags, the data-token values and the text of a fragment."""

    def __init__(self):
        super().__init__()
        self.tags, self.tokens, self.text = set(), [], ""

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.tokens += [value for name, value in attrs if name == "data-token"]

    def handle_data(self, data):
        self.text += data


@given(st.lists(st.text("<>&\"'/ abws\u202e", min_size=1, max_size=6), min_size=1, max_size=5))
def test_chips_cannot_be_broken_by_a_token(tokens):
    """Hostile tokens stay text: only spans come out, each with its exact token."""
    parser = Chips()
    parser.feed(chips(tokens, PRESETS["paper"], ids=range(len(tokens))))
    assert parser.tags == {"span"}
    assert parser.tokens == tokens


def contrast(first, second):
    def luminance(colour):
        channels = [value / 255 for value in colour]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def rgb(colour):
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def mix(top, below, share):
    return [share * a + (1 - share) * b for a, b in zip(top, below, strict=True)]


@for_each("theme", THEMES)
def test_every_chip_can_be_read_in_both_themes(theme):
    """Text on each of the twelve colours, and a mark on its shade, keep a contrast of 4.5."""
    text, page = map(rgb, THEMES[theme])
    rules = re.findall(
        r"\.c\d+ { --hue: var\(--(\w+)\); --tint: (\d+)%", PALETTE.read_text("utf-8")
    )
    assert len(rules) == COLOURS
    for hue, tint in rules:
        chip = mix(rgb(HUES[hue]), page, int(tint) / 100)
        assert contrast(text, chip) >= 4.5
        assert contrast(text, mix(text, chip, 0.11)) >= 4.5
