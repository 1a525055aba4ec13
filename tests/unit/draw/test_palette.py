"""One set of colours: charts, chips and the app's own theme have the same, and all can be seen."""

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.cases import for_each
from tests.unit.draw.test_tokens import contrast, rgb
from ui.draw.palette import HUES, PALETTES, RISING, palette

ROOT = Path(__file__).resolve().parents[3]
OPTIONS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]


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
