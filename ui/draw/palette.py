"""The colours of charts, in both themes, and the size of their letters; a test holds the colours
equal to the app's theme."""

from typing import Literal, cast

import altair as alt
import streamlit as st
from altair.utils import schemapi

# A chart is held against the schema of Vega-Lite once, as it is drawn. By itself Altair does so
# with each of its layers, too, which takes a seventh of a chart's time.
schemapi.disable_debug_mode()

Theme = Literal["light", "dark"]


SERIES: dict[Theme, tuple[str, str, str, str]] = {
    "light": ("#c2255c", "#0060a0", "#00704a", "#8a5a00"),
    "dark": ("#ff8fb1", "#6cb8f0", "#4fd1a5", "#e0b050"),
}
"""Lines and bars, in order, the app's own primary colour first: 4.5:1 or more on the paper."""


def series() -> tuple[str, ...]:
    """The colours of lines and bars in the theme that the reader sees."""
    return SERIES["dark" if st.context.theme.type == "dark" else "light"]


@alt.theme.register("last row", enable=True)
def _last_row() -> alt.theme.ThemeConfig:
    """Return letters that are read from the last row; all else is Streamlit's look."""
    letters = {"labelFontSize": 16, "titleFontSize": 16}
    config = {"axis": letters, "legend": letters, "header": letters, "text": {"fontSize": 16}}
    return cast(alt.theme.ThemeConfig, {"config": config})
