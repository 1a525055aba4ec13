"""The chapters on what a text costs: in many languages, and on the report card."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from bpe import CorpusError
from bpe.readings.report import Report, Said, report, said_in
from ui.corpora.samples import parallel_samples, samples, training_samples
from ui.draw.palette import Palette, palette
from ui.draw.parts import for_researchers
from ui.draw.say import say
from ui.draw.table import table
from ui.draw.tokens import shown_text
from ui.models.sides import Compared, Side, offered, side_of
from ui.shell import session
from ui.shell.text import isolated, language, sentence, t

ROW = 26
"""Pixels of a language: one bar for each tokenizer."""

AROUND = 190
"""Pixels of the title, the legend and the axis."""

MOST_SENTENCES = 12
LONGEST_SENTENCE = 300
LABEL = 18
"""Characters of a sentence that stand beside its bars."""


def languages_panel(compared: Compared) -> None:
    """Draw what a known sentence costs in each language."""
    say("models.languages_what")
    named = {_named(own): text for own, text in rights().items()}
    _costs(compared, named, t("models.languages_premium"))


def _named(own: str) -> str:
    """Name a language in the reader's, with its own name for itself beside."""
    name = t(f"models.language_{own}")
    return name if name == own else f"{name} ({isolated(own)})"


def sentences_panel(compared: Compared) -> None:
    """Draw what a sentence of the reader's own costs in each language."""
    say("models.languages_what")
    sentences = _own()
    if len(sentences) < 2:
        say("models.languages_empty")
    else:
        _costs(compared, sentences, t("models.languages_premium_own"))


def _costs(compared: Compared, sentences: dict[str, str], premium: str) -> None:
    lines = tuple(sentences.items())
    found = [
        (side, said)
        for side in dict.fromkeys(compared.sides)
        if (said := _read(side, said_in, lines))
    ]
    if found:
        _told(found, premium)


def _own() -> dict[str, str]:
    """Take sentences of the reader's, one a line; each is called by its beginning."""
    typed = st.text_area(
        t("models.languages_own_box"),
        placeholder=t("models.languages_own_example"),
        max_chars=MOST_SENTENCES * LONGEST_SENTENCE,
        height=110,
        **session.kept("models_sentences", ""),
    )
    lines = [line.strip()[:LONGEST_SENTENCE] for line in typed.splitlines() if line.strip()]
    found: dict[str, str] = {}
    for number, line in enumerate(lines[:MOST_SENTENCES], 1):
        name = f"“{_shortened(line)}”"
        found[name if name not in found else f"{name} {number}"] = line
    return found


def _shortened(line: str) -> str:
    shown = shown_text(line).replace("␣", " ")
    return shown if len(shown) <= LABEL else f"{shown[: LABEL - 1]}…"


def _told(found: list[tuple[Side, list[Said]]], premium: str) -> None:
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
        _chart(frame, palette(), premium),
        alt=t(
            "models.languages_alt",
            languages=frame["language"].nunique(),
            names=", ".join(side.title for side, _ in found),
            least=frame["tokens"].min(),
            most=frame["tokens"].max(),
        ),
    )
    st.caption(t("models.languages_note"))


def _chart(frame: pd.DataFrame, colours: Palette, premium: str) -> alt.Chart:
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
                scale=alt.Scale(domain=names, range=list(colours.series[: len(names)])),
                legend=alt.Legend(orient="top", labelLimit=400, labelFontSize=14),
            ),
            tooltip=[
                alt.Tooltip("language:N", title=t("models.languages_language")),
                alt.Tooltip("name:N", title=t("models.pick_model")),
                alt.Tooltip("tokens:Q", title=t("models.languages_axis"), format=",d"),
                alt.Tooltip("premium:Q", title=premium, format=".2f"),
                alt.Tooltip("characters:Q", title=t("models.languages_characters"), format=",d"),
                alt.Tooltip("bytes:Q", title=t("models.languages_bytes"), format=",d"),
            ],
        )
        .properties(height=AROUND + ROW * frame["language"].nunique())
    )


def _read(side: Side, function: Callable[..., Any], what: object) -> Any:
    """Return what a function reads of one tokenizer; None, and why, of what it cannot encode."""
    try:
        return side.told(function, what, side.method)
    except CorpusError as error:
        st.error(sentence(error))
        return None


@lru_cache
def rights() -> dict[str, str]:
    """Return the sentence in each language: its own name for itself -> text, English first."""
    text = samples()["scripts"].path.read_text(encoding="utf-8")
    article, _, _ = text.partition("\n\n")
    return dict(line.split(": ", 1) for line in article.splitlines())


LONGEST = 20_000
"""Characters of a text that are encoded."""

SHORTEST = 2_000
"""Characters that a text has at least: on less, nearly all of a vocabulary lies idle."""

FIRST = {"en": "english-chinese/en", "zh": "english-chinese/zh"}
"""The text that is reported on first, by the reader's language."""

BESIDE: dict[str, tuple[str, ...]] = {"en": (), "zh": ("deepseek", "gpt2")}
"""Tokenizers in the card beside the two picked, before the reader says which."""

COLUMNS = (
    *("name", "sum", "fewest", "per_word", "characters", "bytes"),
    *("whole", "unused", "vocabulary"),
)
OF_RESEARCH = ("name", "efficiency", "gini")


def report_panel(compared: Compared) -> None:
    """Let the reader choose a text and more tokenizers, and tell how each does."""
    titles = {name: title for name, (title, _) in _texts(language()).items()}
    with st.container(horizontal=True, key="models_report"):
        name = st.selectbox(
            t("models.report_text"),
            list(titles),
            index=list(titles).index(FIRST[language()]),
            format_func=titles.__getitem__,
            key="models_report_text",
            persist_state="session",
        )
        keys, picked = offered(), {side.key for side in compared.sides}
        others = [key for key in keys if key not in picked]
        more = st.multiselect(
            t("models.report_more"),
            others,
            default=[key for key in BESIDE[language()] if key in others],
            format_func=keys.__getitem__,
            key="models_report_more",
            placeholder=t("models.report_none"),
            persist_state="session",
        )
    text = _texts(language())[name][1]
    with st.spinner(t("models.report_running")):
        found = [
            (side, each) for side in _sides(compared, more) if (each := _read(side, report, text))
        ]
    frame = pd.DataFrame([_row(side, each, text) for side, each in found])
    _card(frame, COLUMNS, "models.tab_report")
    for side, each in found:
        if text in side.learned:
            say("models.report_learned", name=side.title)
        if each.unknown:
            say("models.report_unknown", name=side.title, n=each.unknown, tokens=each.tokens)
    if not found[0][1].words:
        say("models.report_unspaced")
    st.markdown(t("models.report_how"))
    for_researchers("models_evenness", lambda: _evenness(frame))


def _evenness(frame: pd.DataFrame) -> None:
    """Show how evenly the tokens of the text are used."""
    _card(frame, OF_RESEARCH, "models.report_even")
    st.markdown(t("models.report_even_how"))


def _card(frame: pd.DataFrame, columns: Sequence[str], caption: str) -> None:
    forms = dict.fromkeys(("per_word", "characters", "bytes", "efficiency", "gini"), ".2f")
    forms |= dict.fromkeys(("whole", "unused"), ".1%")
    labels: dict[str, Callable[[Any], str]] = {"name": lambda row: row["name"]}
    labels |= {name: partial(_written, name, form) for name, form in forms.items()}
    table(frame, columns, t(caption), area="models", labels=labels)


def _sides(compared: Compared, more: list[str]) -> list[Side]:
    found = list(dict.fromkeys(compared.sides))
    for key in more:
        try:
            found.append(side_of(key, aside=True))
        except CorpusError as error:
            st.error(sentence(error))
    return found


def _row(side: Side, found: Report, text: str) -> dict[str, object]:
    return {
        "name": side.title,
        "sum": found.tokens,
        "fewest": side.fewest(text),
        "per_word": found.tokens_per_word,
        "characters": found.characters_per_token,
        "bytes": found.bytes_per_token,
        "whole": found.whole_share,
        "efficiency": found.efficiency,
        "gini": found.inequality,
        "unused": found.unused_share,
        "vocabulary": found.vocabulary,
    }


@lru_cache
def _texts(language: str) -> dict[str, tuple[str, str]]:
    """Return the texts that can be reported on: name -> title and text, cut."""
    files = {name: (each.title[language], each.path) for name, each in training_samples().items()}
    for name, each in parallel_samples().items():
        for code, file in zip(each.languages, each.files, strict=True):
            spoken = t(f"joint.language_{code}")
            title = t("models.report_side", title=each.title[language], language=spoken)
            files[f"{name}/{code}"] = title, file
    texts = {
        name: (title, file.read_text(encoding="utf-8")[:LONGEST])
        for name, (title, file) in files.items()
        if file.suffix == ".txt"
    }
    return {name: each for name, each in texts.items() if len(each[1]) >= SHORTEST}


def _written(name: str, form: str, row: Any) -> str:
    """Write a number of a row; a dash where there was nothing to divide by."""
    return "–" if pd.isna(row[name]) else format(row[name], form)
