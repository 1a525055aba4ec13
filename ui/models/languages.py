"""The chapter on what a sentence costs in each language."""

from functools import lru_cache
from typing import cast

import altair as alt
import pandas as pd
import streamlit as st
from altair.utils import schemapi

from bpe import CorpusError
from bpe.readings.token_costs import SentenceCost, sentence_costs
from ui.draw.lines import SERIES
from ui.draw.say import say
from ui.models.sides import Compared, Side
from ui.samples import samples
from ui.shell.text import isolated, sentence, t

# A chart is held against the schema of Vega-Lite once, as it is drawn. By itself Altair does so
# with each of its layers, too, which takes a seventh of a chart's time.
schemapi.disable_debug_mode()

ROW = 26
"""Pixels of a language: one bar for each tokenizer."""

AROUND = 190
"""Pixels of the title, the legend and the axis."""


def languages_panel(compared: Compared) -> None:
    """Draw what a known sentence costs in each language."""
    say("models.languages_what")
    lines = tuple((_named(own), text) for own, text in rights().items())
    found = [(side, said) for side in dict.fromkeys(compared.sides) if (said := _read(side, lines))]
    if found:
        _told(found)


def _named(own: str) -> str:
    """Name a language in the reader's, with its own name for itself beside."""
    name = t(f"models.language_{own}")
    return name if name == own else f"{name} ({isolated(own)})"


def _told(found: list[tuple[Side, list[SentenceCost]]]) -> None:
    """Say which language costs most by each tokenizer, and draw them all."""
    for side, said in found:
        most = max(said, key=lambda each: each.tokens)
        say(
            f"models.languages_{'most' if most.tokens > said[0].tokens else 'none'}",
            name=side.title,
            first=said[0].language,
            tokens=said[0].tokens,
            language=most.language,
            most=most.tokens,
            times=most.premium or 0.0,
        )
        if unknown := [each.language for each in said if each.unknown]:
            say("models.languages_unknown", name=side.title, n=len(unknown), all=len(said))
    frame = pd.DataFrame(
        [
            {"language": each.language, "name": side.title, "tokens": each.tokens}
            | {"characters": each.characters, "bytes": each.bytes, "premium": each.premium}
            for side, said in found
            for each in said
        ]
    )
    st.altair_chart(
        _chart(frame),
        alt=t(
            "models.languages_alt",
            languages=frame["language"].nunique(),
            names=", ".join(side.title for side, _ in found),
            least=frame["tokens"].min(),
            most=frame["tokens"].max(),
        ),
    )
    st.caption(t("models.languages_note"))


def _chart(frame: pd.DataFrame) -> alt.Chart:
    """Draw a bar for each language and tokenizer, the cheapest language by the last one first."""
    names = list(dict.fromkeys(frame["name"]))
    last = frame[frame["name"] == names[-1]].sort_values("tokens", kind="stable")
    chart = alt.Chart(frame, title=alt.Title(t("models.languages_title"), offset=14))
    return (
        chart.mark_bar(height={"band": 0.9})
        .encode(
            alt.X(
                "tokens:Q",
                title=t("models.languages_axis"),
                axis=alt.Axis(format=",d", tickCount=6, orient="top"),
            ),
            alt.Y(
                "language:N",
                sort=list(last["language"]),
                title=None,
                axis=alt.Axis(labelFontSize=13, labelLimit=240, ticks=False, labelOverlap=False),
            ),
            alt.YOffset("name:N", sort=names),
            alt.Color(
                "name:N",
                title=None,
                sort=names,
                scale=alt.Scale(domain=names, range=list(series()[: len(names)])),
                legend=alt.Legend(orient="top", labelLimit=400, labelFontSize=14),
            ),
            tooltip=[
                alt.Tooltip("language:N", title=t("models.languages_language")),
                alt.Tooltip("name:N", title=t("models.pick_model")),
                alt.Tooltip("tokens:Q", title=t("models.languages_axis"), format=",d"),
                alt.Tooltip("premium:Q", title=t("models.languages_premium"), format=".2f"),
                alt.Tooltip("characters:Q", title=t("models.languages_characters"), format=",d"),
                alt.Tooltip("bytes:Q", title=t("models.languages_bytes"), format=",d"),
            ],
        )
        .properties(height=AROUND + ROW * frame["language"].nunique())
    )


def _read(side: Side, lines: tuple[tuple[str, str], ...]) -> list[SentenceCost] | None:
    """Return what sentences cost by one tokenizer; None, and why, of what it cannot encode."""
    try:
        found: list[SentenceCost] = side.told(sentence_costs, lines, side.method)
        return found
    except CorpusError as error:
        st.error(sentence(error))
        return None


def series() -> tuple[str, ...]:
    """Return the colours of bars in the theme that the reader sees."""
    return SERIES["dark" if st.context.theme.type == "dark" else "light"]


@alt.theme.register("last row", enable=True)
def _last_row() -> alt.theme.ThemeConfig:
    """Return letters that are read from the last row; all else is Streamlit's look."""
    letters = {"labelFontSize": 16, "titleFontSize": 16}
    config = {"axis": letters, "legend": letters, "header": letters, "text": {"fontSize": 16}}
    return cast(alt.theme.ThemeConfig, {"config": config})


@lru_cache
def rights() -> dict[str, str]:
    """Return the sentence in each language: its own name for itself -> text, English first."""
    text = samples()["scripts"].path.read_text(encoding="utf-8")
    article, _, _ = text.partition("\n\n")
    return dict(line.split(": ", 1) for line in article.splitlines())
