"""The colours of charts, in both themes, and the size of their letters; a test holds the colours
equal to the app's theme."""

from dataclasses import dataclass
from typing import Literal, cast

import altair as alt
import streamlit as st
from altair.utils import schemapi

# A chart is held against the schema of Vega-Lite once, as it is drawn. By itself Altair does so
# with each of its layers, too, which takes a seventh of a chart's time.
schemapi.disable_debug_mode()

Theme = Literal["light", "dark"]


@dataclass(frozen=True)
class Palette:
    """Colours of one theme.

    Attributes:
        series: lines and bars, in order, the app's own primary colour first: 4.5:1 or more on the
            paper.
        ink: text and outlines.
        paper: the page's background.
        quiet: what stands back: rules, unchosen points.
    """

    series: tuple[str, str, str, str]
    ink: str
    paper: str
    quiet: str


PALETTES: dict[Theme, Palette] = {
    "light": Palette(
        series=("#c2255c", "#0060a0", "#00704a", "#8a5a00"),
        ink="#1a1a1a",
        paper="#ffffff",
        quiet="#6b6b6b",
    ),
    "dark": Palette(
        series=("#ff8fb1", "#6cb8f0", "#4fd1a5", "#e0b050"),
        ink="#f2f2f2",
        paper="#14161a",
        quiet="#a8adb5",
    ),
}


def palette() -> Palette:
    """The colours of the theme that the reader sees."""
    return PALETTES["dark" if st.context.theme.type == "dark" else "light"]


@alt.theme.register("last row", enable=True)
def _last_row() -> alt.theme.ThemeConfig:
    """Return letters that are read from the last row; all else is Streamlit's look."""
    letters = {"labelFontSize": 16, "titleFontSize": 16}
    config = {"axis": letters, "legend": letters, "header": letters, "text": {"fontSize": 16}}
    return cast(alt.theme.ThemeConfig, {"config": config})
