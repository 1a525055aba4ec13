"""Draw tokens by characters typed with Altair; colours come from the app's theme."""

import altair as alt
import pandas as pd

from ui.draw.palette import palette
from ui.shell.text import t


def typing(frame: pd.DataFrame) -> alt.LayerChart | alt.FacetChart:
    """Draw a `ui.encode.tables.typing` frame, with a mark where the count falls."""
    x, y, accent = t("encode.characters_typed"), t("encode.tokens"), palette().accent
    across = alt.X(
        "characters:Q",
        title=x,
        scale=alt.Scale(nice=False),
        axis=alt.Axis(format=",d", tickMinStep=1, grid=False),
    )
    up = alt.Y("tokens:Q", title=y, axis=alt.Axis(format=",d", tickMinStep=1, tickCount=5))
    tooltip = [
        alt.Tooltip("characters:Q", title=x),
        alt.Tooltip("typed:N", title=t("encode.typed")),
        alt.Tooltip("tokens:Q", title=y),
    ]
    base = alt.Chart(frame)
    line = base.mark_line(strokeWidth=2.5, interpolate="step-after", point=len(frame) <= 60)
    line = line.encode(across, up, tooltip=tooltip)
    falls = alt.Chart(frame[frame["fell"]])
    dots = falls.mark_point(shape="triangle-down", color=accent, fill=accent, size=130, opacity=1)
    dots = dots.encode(across, up, tooltip=tooltip)
    letters = falls.mark_text(color=accent, dy=18, fontSize=16, fontWeight="bold")
    letters = letters.encode(across, up, text="typed:N")
    # Marks of which there are none would be a picture without a name to a screen reader.
    layers = [line, dots, letters] if frame["fell"].any() else [line]
    return alt.LayerChart(layer=layers).properties(height=280)
