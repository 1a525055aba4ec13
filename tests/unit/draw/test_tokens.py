"""Tokens are drawn without invisible characters and with the same colours everywhere."""

import math
import re
import unicodedata
from itertools import combinations, pairwise
from types import SimpleNamespace
from urllib.parse import unquote

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS
from bpe.notebook import _INK, COLOURS, HUES, _pale_mark, colour, ranks_of
from bpe.player.tokens import PALETTE, exact, parts, pieces, visible
from tests.conftest import OPTIONS, ROOT
from tests.markup import read
from ui.draw.lines import SERIES
from ui.draw.tokens import chips, coloured_by, colours, look, meaning
from ui.views.models_chapters import series


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
    """Spaces, controls, zero-width and bidi characters, and half characters are shown by name."""
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
    """The name is Unicode's abbreviation, or one of ours, and may depend on the language.

    The exact token and its colour never depend on the language.
    """
    for name in f"{CONTROLS} {FORMATS}".split():
        assert visible(unicodedata.lookup(name)) == f"⟨{name}⟩"
    for name, character in WITHOUT_ABBREVIATION.items():
        found = character if len(character) == 1 else unicodedata.lookup(character)
        assert visible(found) == f"⟨{name}⟩"
        assert pieces(f"a{found}b") == [("text", "a"), ("glyph", name), ("text", "b")]
    monkeypatch.setattr("ui.state.language", lambda: "zh")
    assert visible("\u3000\u00a0") == "⟨全角空格⟩⟨NBSP⟩"
    assert pieces("\u3000") == [("glyph", "全角空格")]
    assert exact("\u3000") == "\u3000"
    assert colour("\u3000a") == colour("\u3000a".encode())


@given(st.text(min_size=1, max_size=8))
def test_no_invisible_character_reaches_the_page(token):
    """The drawn text of any token has no control, format or space character."""
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
    """The mark is recognized by the scheme and its side of the token, and is drawn once."""
    assert parts(token, PRESETS[scheme]) == expected
    if expected[1]:
        kinds = [kind for kind, _ in pieces(token, PRESETS[scheme])]
        assert kinds.index("mark") == (0 if expected[1] in ("▁", "##") else len(kinds) - 1)
        assert ("mark", expected[1]) in pieces(token, PRESETS[scheme])


def test_a_token_has_a_colour_by_its_rank_and_a_letter_none():
    """The colour depends on the rank of the first merge that makes the token; letters have none.

    Without a run the colour is a hash, the same on every server; adjacent words have different
    hues.
    """
    ranks = ranks_of(["es", b"\xe5\xa5", "est", "es"]) | {"high": 27}
    assert ranks == {"es": 0, b"\xe5\xa5": 1, "est": 2, "high": 27}
    found = [colour(token, ranks) for token in ("es", b"\xe5\xa5", "est", "high", "e", "好", b"e")]
    assert found == [0, 1, 2, 7, None, None, None]
    with coloured_by({"low": 3}):
        shown = read(chips(["low", "w", "er"])).all(kind="token")
    assert [each.classes for each in shown] == [["token", "c3"], ["token"], ["token"]]
    [after] = read(chips(["er"])).all(kind="token")
    assert after.classes == ["token", f"c{colour('er')}"]
    words = [f"{one}{two}" for one in "abcdefghijkl" for two in "mnopqrstuvw"]
    found = colours(words)
    assert all(one % HUES != two % HUES for one, two in pairwise(found))
    assert found != [colour(word) for word in words]
    assert set(found) == set(range(COLOURS))
    parted = [place for two in combinations(words, 2) for place in colours(two)]
    assert set(parted) == set(range(COLOURS)), "behind the last comes the first"
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
    """A second attribute has the name if a sanitizer would trim it or take it for markup."""
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
    """Hostile tokens stay text: only spans are drawn, each with its exact token and ID."""
    found = read(chips(tokens, PRESETS["paper"], ids=range(len(tokens))))
    assert {each.tag for each in found.all()} == {"span"}
    assert found.tokens == tokens
    ids = [each.texts("id") for each in found.all(kind="token")]
    assert ids == [[str(place)] for place in range(len(tokens))]
    assert not read(chips(tokens)).texts("id")


def test_what_is_drawn_for_a_character_is_told_apart():
    """Blanks, bytes, glyphs and marks have different classes; an initial accent has a circle."""
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
    """Unknown tokens share one colour that is not in the palette."""
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
    """Only the mark has a title; a scheme without marks has no such title."""
    _, found = chip(token, PRESETS[scheme])
    assert [each.attributes.get("title") for each in found.all(kind="mark")] == [said]
    assert "title" not in found.attributes
    assert meaning(PRESETS["gpt"]) == meaning() == ""


def linear(channels):
    """Return the amounts of light of sRGB channels from 0 to 1."""
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(first, second):
    amounts = linear(np.array([first, second]) / 255) @ (0.2126, 0.7152, 0.0722)
    dark, light = sorted(amounts)
    return (light + 0.05) / (dark + 0.05)


def oklab(colour):
    return np.cbrt(linear(np.array(colour) / 255) @ matrix(LMS).T) @ matrix(LAB).T


def rgb(colour):
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def mix(top, below, share):
    return [share * a + (1 - share) * b for a, b in zip(top, below, strict=True)]


@pytest.mark.parametrize("theme", SERIES)
@pytest.mark.parametrize("ink", ["textColor", "primaryColor", "linkColor"])
def test_the_theme_keeps_contrast(theme, ink):
    """Text and accent have a contrast of 4.5 to 1 on every surface they are used on."""
    main = THEME[theme]
    surfaces = [part[key] for part in (main, main["sidebar"]) for key in part if "ackground" in key]
    assert min(contrast(rgb(main[ink]), rgb(surface)) for surface in surfaces) >= 4.5


@pytest.mark.parametrize(("seen", "drawn"), [("dark", "dark"), ("light", "light"), (None, "light")])
def test_charts_have_the_theme_that_the_reader_sees(monkeypatch, seen, drawn):
    """The theme is light if the browser has not named one."""
    context = SimpleNamespace(theme=SimpleNamespace(type=seen))
    monkeypatch.setattr("ui.views.models_chapters.st", SimpleNamespace(context=context))
    assert series() is SERIES[drawn]


def test_no_other_file_of_python_names_a_colour():
    """A second palette would diverge from the palette in `lines.py`."""
    files = [file for file in (ROOT / "ui").rglob("*.py") if file.name != "lines.py"]
    assert [
        file.name for file in files if re.search(r"#[0-9a-fA-F]{6}\b", file.read_text("utf-8"))
    ] == []


THEME = OPTIONS["theme"]
OKLCH = r"oklch\((\S+) (\S+) (\d+)\)"
TOKENS = re.findall(
    rf"\.token\.c\d+ {{ --ground: light-dark\({OKLCH}, {OKLCH}\); "
    rf"--edge: light-dark\({OKLCH}, {OKLCH}\); }}",
    PALETTE.read_text("utf-8"),
)
# In Oklab (Ottosson 2020), equal distances look equally far apart; 0.02 is barely visible.
LMS = ".4122215 .5363325 .0514460  .2119035 .6806995 .1073970  .0883025 .2817188 .6299787"
LAB = ".2104543 .7936178 -.0040720  1.9779985 -2.4285922 .4505937  .0259040 .7827718 -.8086758"
# How each kind of colour-blind reader sees linear red, green and blue, one line per output:
# Machado, Oliveira, Fernandes 2009, table 1, severity 1.
SEEN = {
    "protan": ".152286 1.052583 -.204868  .114503 .786281 .099216  -.003882 -.048116 1.051998",
    "deutan": ".367322 .860646 -.227968  .280085 .672501 .047413  -.011820 .042940 .968881",
    "tritan": "1.255528 -.076749 -.178779  -.078411 .930809 .147602  .004733 .691367 .303900",
}


def matrix(numbers):
    return np.array(numbers.split(), dtype=float).reshape(3, 3)


def written(theme, part):
    """Return lightness, chroma and hue of the "ground" or "edge" by rank, as in the stylesheet."""
    start = 3 * (theme == "dark") + 6 * (part == "edge")
    assert len(TOKENS) == COLOURS == 2 * HUES
    return np.array([row[start : start + 3] for row in TOKENS], dtype=float)


def grounds(theme, part="ground"):
    """Return these colours in sRGB as a browser draws them: clipped to what screens show."""
    lightness, chroma, hue = written(theme, part).T
    turn = np.radians(hue)
    lab = np.array([lightness, chroma * np.cos(turn), chroma * np.sin(turn)]).T
    light = np.clip((lab @ np.linalg.inv(matrix(LAB)).T) ** 3 @ np.linalg.inv(matrix(LMS)).T, 0, 1)
    return 255 * np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def test_no_token_is_red_and_ranks_that_follow_each_other_differ_in_more_than_hue():
    """No hue is within 30 degrees of red, the colour of the pair merged next.

    Adjacent ranks differ by 60 degrees or more, and in lightness for readers who cannot distinguish
    hues.
    """
    for theme in SERIES:
        accent = oklab(rgb(THEME[theme]["primaryColor"]))
        red = math.degrees(math.atan2(accent[2], accent[1]))
        apart = (written(theme, "ground")[:, 2] - red + 180) % 360 - 180
        assert (abs(apart) >= 30).all()
        shown = written(theme, "ground")
        around = abs(np.diff(shown[:, 2]))
        assert (np.minimum(around, 360 - around) >= 64).all()
        ten = np.diff(shown[:HUES, 0]), np.diff(shown[HUES:, 0])
        assert (abs(np.array(ten)) >= 0.079).all()


MARKS = re.compile(r"\.token :is\(\.mark, \.blank\) \{[^}]*currentColor (\d+)%, var\(--ground\)")


@pytest.mark.parametrize("theme", SERIES)
def test_charts_and_chips_can_be_read_and_no_two_chips_of_ten_look_alike(theme):
    """Text on chips has a contrast of 7 to 1; marks and lines have 4.5 to 1; edges are visible.

    The same holds for the colours of the notebook.
    """
    text, paper = (
        rgb(THEME[theme]["textColor"]),
        rgb(THEME[theme]["backgroundColor"]),
    )
    share = int(MARKS.search(PALETTE.read_text("utf-8"))[1]) / 100
    assert f"opacity:{share}" in _pale_mark("est</w>", "</w>")
    assert [THEME[each]["textColor"] for each in SERIES] == re.findall(r"#\w{6}", _INK)
    for chip, edge in zip(grounds(theme), grounds(theme, "edge"), strict=True):
        assert contrast(text, chip) >= 7
        assert contrast(text, chip) > contrast(mix(text, chip, share), chip) >= 4.5
        assert contrast(edge, paper) >= 2.9
        assert contrast(edge, chip) >= 2.2
    lab = np.cbrt(linear(grounds(theme) / 255) @ matrix(LMS).T) @ matrix(LAB).T
    for ten in (lab[:HUES], lab[HUES:]):
        assert min(math.dist(*two) for two in combinations(ten, 2)) >= 0.05
    assert len(set(SERIES[theme])) == 4
    assert SERIES[theme][0] == THEME[theme]["primaryColor"]
    for each in SERIES[theme]:
        assert contrast(rgb(each), rgb(THEME[theme]["backgroundColor"])) >= 4.5


@pytest.mark.parametrize("theme", SERIES)
@pytest.mark.parametrize("reader", SEEN)
def test_colour_blind_readers_tell_classes_of_colours(theme, reader):
    """At least five of the ten colours remain clearly different for each kind of reader.

    Gaps and edges separate adjacent chips, too.
    """
    seen = np.clip(linear(grounds(theme)[:HUES] / 255) @ matrix(SEEN[reader]).T, 0, 1)
    lab = np.cbrt(seen @ matrix(LMS).T) @ matrix(LAB).T
    assert any(
        all(math.dist(*two) >= 0.05 for two in combinations(five, 2))
        for five in combinations(lab, 5)
    )


def test_every_variable_of_a_style_has_a_value():
    """A variable is set by a stylesheet, a script (perhaps with a computed end) or Streamlit."""
    texts = {
        file: file.read_text("utf-8")
        for folder in ("bpe", "ui")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in (".css", ".js", ".html", ".py")
    }
    known = {name for text in texts.values() for name in re.findall(r"(?<!var\()--[\w-]+", text)}
    begun = ("--st-", *(name for name in known if len(name) > 2 and name.endswith("-")))
    for file, text in texts.items():
        used = set(re.findall(r"var\((--[\w-]+)", text)) if file.suffix == ".css" else set()
        missing = {name for name in used - known if not name.startswith(begun)}
        assert not missing, (file.name, missing)
