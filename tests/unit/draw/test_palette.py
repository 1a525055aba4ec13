"""One set of colours: charts, chips and the app's own theme have the same, and all can be seen."""

import math
import re
import tomllib
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

from bpe.notebook import _INK, COLOURS, HUES, _pale_mark
from tests.conftest import ROOT
from ui.draw.lines import SERIES
from ui.draw.tokens import PALETTE
from ui.models.costs import series

OPTIONS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]


def linear(channels):
    """sRGB from 0 to 1 as amounts of light."""
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
    """Text and accent stand out by 4.5 to 1 on every surface they are used on."""
    main = OPTIONS[theme]
    surfaces = [part[key] for part in (main, main["sidebar"]) for key in part if "ackground" in key]
    assert min(contrast(rgb(main[ink]), rgb(surface)) for surface in surfaces) >= 4.5


@pytest.mark.parametrize(("seen", "drawn"), [("dark", "dark"), ("light", "light"), (None, "light")])
def test_charts_have_the_theme_that_the_reader_sees(monkeypatch, seen, drawn):
    """Light where the browser has not said yet."""
    context = SimpleNamespace(theme=SimpleNamespace(type=seen))
    monkeypatch.setattr("ui.models.costs.st", SimpleNamespace(context=context))
    assert series() is SERIES[drawn]


@pytest.mark.parametrize("theme", SERIES)
def test_what_a_chart_draws_can_be_seen(theme):
    """Lines and bars, 4.5:1 or more on the paper, the app's own colour first."""
    assert len(set(SERIES[theme])) == 4
    assert SERIES[theme][0] == OPTIONS[theme]["primaryColor"]
    for each in SERIES[theme]:
        assert contrast(rgb(each), rgb(OPTIONS[theme]["backgroundColor"])) >= 4.5


def test_no_other_file_of_python_names_a_colour():
    """A second palette would part from this one."""
    files = [file for file in (ROOT / "ui").rglob("*.py") if file.name != "lines.py"]
    assert [
        file.name for file in files if re.search(r"#[0-9a-fA-F]{6}\b", file.read_text("utf-8"))
    ] == []


OKLCH = r"oklch\((\S+) (\S+) (\d+)\)"
TOKENS = re.findall(
    rf"\.token\.c\d+ {{ --ground: light-dark\({OKLCH}, {OKLCH}\); "
    rf"--edge: light-dark\({OKLCH}, {OKLCH}\); }}",
    PALETTE.read_text("utf-8"),
)
# Oklab (Ottosson 2020): equal distances look equally far apart; 0.02 is just seen.
LMS = ".4122215 .5363325 .0514460  .2119035 .6806995 .1073970  .0883025 .2817188 .6299787"
LAB = ".2104543 .7936178 -.0040720  1.9779985 -2.4285922 .4505937  .0259040 .7827718 -.8086758"
# What each kind of colour-blind reader sees of linear red, green and blue, one line an output:
# Machado, Oliveira, Fernandes 2009, table 1, severity 1.
SEEN = {
    "protan": ".152286 1.052583 -.204868  .114503 .786281 .099216  -.003882 -.048116 1.051998",
    "deutan": ".367322 .860646 -.227968  .280085 .672501 .047413  -.011820 .042940 .968881",
    "tritan": "1.255528 -.076749 -.178779  -.078411 .930809 .147602  .004733 .691367 .303900",
}


def matrix(numbers):
    return np.array(numbers.split(), dtype=float).reshape(3, 3)


def written(theme, part):
    """Lightness, chroma and hue of the "ground" or "edge" by rank, as the style has them."""
    start = 3 * (theme == "dark") + 6 * (part == "edge")
    assert len(TOKENS) == COLOURS == 2 * HUES
    return np.array([row[start : start + 3] for row in TOKENS], dtype=float)


def chips(theme, part="ground"):
    """The same as a browser draws them: what no screen shows is cut off."""
    lightness, chroma, hue = written(theme, part).T
    turn = np.radians(hue)
    lab = np.array([lightness, chroma * np.cos(turn), chroma * np.sin(turn)]).T
    light = np.clip((lab @ np.linalg.inv(matrix(LAB)).T) ** 3 @ np.linalg.inv(matrix(LMS)).T, 0, 1)
    return 255 * np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def test_no_token_is_red_and_ranks_that_follow_each_other_differ_in_more_than_hue():
    """Red is the pair merged next; by 60 degrees and in lightness, for whoever tells no hues."""
    for theme in SERIES:
        accent = oklab(rgb(OPTIONS[theme]["primaryColor"]))
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
def test_every_chip_can_be_read_and_no_two_of_ten_look_alike(theme):
    """By 7 to 1, the paler mark by 4.5, here and in a notebook; edges show; ten ranks differ."""
    text, paper = rgb(OPTIONS[theme]["textColor"]), rgb(OPTIONS[theme]["backgroundColor"])
    share = int(MARKS.search(PALETTE.read_text("utf-8"))[1]) / 100
    assert f"opacity:{share}" in _pale_mark("est</w>", "</w>")
    assert [OPTIONS[each]["textColor"] for each in SERIES] == re.findall(r"#\w{6}", _INK)
    for chip, edge in zip(chips(theme), chips(theme, "edge"), strict=True):
        assert contrast(text, chip) >= 7
        assert contrast(text, chip) > contrast(mix(text, chip, share), chip) >= 4.5
        assert contrast(edge, paper) >= 2.9
        assert contrast(edge, chip) >= 2.2
    lab = np.cbrt(linear(chips(theme) / 255) @ matrix(LMS).T) @ matrix(LAB).T
    for ten in (lab[:HUES], lab[HUES:]):
        assert min(math.dist(*two) for two in combinations(ten, 2)) >= 0.05


@pytest.mark.parametrize("theme", SERIES)
@pytest.mark.parametrize("reader", SEEN)
def test_colour_blind_readers_tell_classes_of_colours(theme, reader):
    """Five at least that are well apart from each other; gap and edge part neighbours, too."""
    seen = np.clip(linear(chips(theme)[:HUES] / 255) @ matrix(SEEN[reader]).T, 0, 1)
    lab = np.cbrt(seen @ matrix(LMS).T) @ matrix(LAB).T
    assert any(
        all(math.dist(*two) >= 0.05 for two in combinations(five, 2))
        for five in combinations(lab, 5)
    )


def test_every_variable_of_a_style_has_a_value():
    """Set in a style or by a script, which may make up their ends; Streamlit sets its own."""
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
