"""One set of colours: charts, chips and the app's own theme have the same, and all can be seen."""

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.cases import for_each
from ui.draw import PALETTE
from ui.draw.palette import HUES, PALETTES, RISING, palette
from ui.draw.tokens import COLOURS

ROOT = Path(__file__).resolve().parents[3]
OPTIONS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]


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


@for_each("theme", PALETTES)
def test_charts_have_the_colours_of_the_theme(theme):
    """Ink, paper and the mark of the step are the app's text, background and primary colour."""
    palette, options = PALETTES[theme], OPTIONS[theme]
    assert palette.ink == options["textColor"]
    assert palette.paper == options["backgroundColor"]
    assert palette.accent == options["primaryColor"]


@pytest.mark.parametrize(("seen", "drawn"), [("dark", "dark"), ("light", "light"), (None, "light")])
def test_charts_have_the_theme_that_the_reader_sees(monkeypatch, seen, drawn):
    """Light where the browser has not said yet."""
    context = SimpleNamespace(theme=SimpleNamespace(type=seen))
    monkeypatch.setattr("ui.draw.palette.st", SimpleNamespace(context=context))
    assert palette() is PALETTES[drawn]


def test_a_hue_of_the_chips_is_written_once():
    """In the style of the chips; notebooks, which have no such file, are held equal to it."""
    files = [
        file for kind in ("py", "css", "js", "html") for file in (ROOT / "ui").rglob(f"*.{kind}")
    ]
    for hue in HUES.values():
        assert [file.name for file in files if hue in file.read_text("utf-8")] == ["palette.css"]
    assert len({*RISING} & {*HUES.values()}) == 3


@for_each("theme", PALETTES)
def test_what_a_chart_draws_can_be_seen(theme):
    """4.5:1 or more on the paper for lines and text, 3:1 for what stands back."""
    palette = PALETTES[theme]
    assert len(set(palette.series)) == 4
    for colour in (*palette.series, palette.ink):
        assert contrast(rgb(colour), rgb(palette.paper)) >= 4.5
    assert contrast(rgb(palette.quiet), rgb(palette.paper)) >= 3


def test_no_other_file_of_python_names_a_colour():
    """A second palette would part from this one."""
    files = [file for file in (ROOT / "ui").rglob("*.py") if file.name != "palette.py"]
    assert [
        file.name for file in files if re.search(r"#[0-9a-fA-F]{6}\b", file.read_text("utf-8"))
    ] == []


@for_each("theme", PALETTES)
def test_every_chip_can_be_read_in_both_themes(theme):
    """Text on each of the twelve colours, and a mark on its shade, keep a contrast of 4.5."""
    text, page = rgb(PALETTES[theme].ink), rgb(PALETTES[theme].paper)
    rules = re.findall(
        r"\.c\d+ { --hue: var\(--(\w+)\); --tint: (\d+)%", PALETTE.read_text("utf-8")
    )
    assert len(rules) == COLOURS
    for hue, tint in rules:
        chip = mix(rgb(HUES[hue]), page, int(tint) / 100)
        assert contrast(text, chip) >= 4.5
        assert contrast(text, mix(text, chip, 0.11)) >= 4.5
