"""The chapters on what a tokenizer costs: kinds of text, and a sentence in each language."""

import re
from functools import lru_cache
from html import escape
from typing import cast

import altair as alt
import pandas as pd
import streamlit as st
from altair.utils import schemapi

from bpe import Corpus, CorpusError
from bpe.readings.granularity import is_spaced
from bpe.readings.token_costs import SentenceCost, sentence_costs
from ui.corpora.tokenizers import shipped
from ui.draw.lines import SERIES
from ui.draw.say import say, write
from ui.draw.table import Column, rows_for, table_markup
from ui.models.sides import Compared, Side, side_of
from ui.samples import FOLDER, samples
from ui.shell import session
from ui.shell.component import Markup
from ui.shell.text import isolated, language, sentence, t

LINES = 40
"""Of the parallel text: the same sentences in English and Chinese."""

LONGEST = 2_000
"""Characters of a text."""

Texts = tuple[tuple[str, str], ...]
"""(what it is, the text) each."""


def all_panel(compared: Compared) -> None:
    """Count the tokens of a few kinds of text by every tokenizer that comes with the app."""
    say("models.all_why")
    asked: Texts = texts()
    if compared.text:
        asked += (("own", compared.text),)
    if session.recall("models_all") != asked:
        label = t("models.all_count", n=len(shipped()))
        st.button(
            label,
            key="models_all",
            icon=":material/calculate:",
            on_click=session.remember,
            args=("models_all", asked),
        )
        return
    with st.spinner(t("models.all_running")):
        told = [side_of(key, aside=True).told(sentence_costs, asked) for key in shipped()]
    # Who gives up a part of a text is not cheap.
    whole = ([each for each in column if not each.unknown] for column in zip(*told, strict=True))
    least = [min((each.tokens for each in column), default=0) for column in whole]
    rows = [(t("models.languages_characters"), *(len(text) for _, text in asked))]
    # Of a text without spaces a count says little: there are no words to set it against.
    lengths = [len(text) if name == "own" and not _has_spaces(text) else 0 for name, text in asked]
    for tokenizer, counts in zip(shipped().values(), told, strict=True):
        name = re.split(" ?[(（]", tokenizer.title[language()])[0]
        rows.append((name, *map(_cell, counts, least, lengths)))
    columns = [
        Column("name"),
        *(Column(name, "number", title=t(f"models.all_{name}")) for name, _ in asked),
    ]
    found, title = rows_for(columns, rows), t("models.tab_all")
    write(table_markup(found, columns, title, area="models", look="models-all"))
    say("models.all_so")


def _has_spaces(text: str) -> bool:
    return is_spaced(Corpus.from_counts({text: 1}))


def _cell(found: SentenceCost, least: int, length: int) -> Markup:
    """Write a count, the smallest of its text in bold; below it what was lost of the text.

    With the length of a text also how many tokens that is per character.
    """
    tokens, unknown = found.tokens, found.unknown
    shown = f"<b>{tokens:,}</b>" if tokens == least and not unknown else f"{tokens:,}"
    below = [t("models.all_each", each=tokens / length)] if length else []
    below += [t("models.all_unknown", n=unknown)] if unknown else []
    return Markup("".join([shown, *(f"<br><small>{escape(line)}</small>" for line in below)]))


@lru_cache(maxsize=1)
def texts() -> Texts:
    """Return the texts that everybody gets: prose in two languages, code, digits."""
    both = samples()["english-chinese"].files
    lines = {
        name: file.read_text(encoding="utf-8").splitlines()[:LINES]
        for name, file in zip(("english", "chinese"), both, strict=True)
    }
    code = (FOLDER / "source-code.txt").read_text(encoding="utf-8")[:LONGEST]
    digits = " ".join(str(number**3) for number in range(100, 200))
    prose = tuple((name, "\n".join(each)) for name, each in lines.items())
    return *prose, ("code", code), ("digits", digits)


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
