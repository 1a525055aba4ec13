"""The chapter Report card: tokenizers beside each other on a text that was held out."""

from functools import lru_cache

import pandas as pd
import streamlit as st

from bpe import CorpusError
from bpe.encoding.encoded import Method
from bpe.readings.report import Report, report
from ui.corpora.foreign import AnyTokenizer, ask
from ui.corpora.remembered import remembered
from ui.corpora.samples import parallel_samples, training_samples
from ui.draw.say import say
from ui.draw.table import table
from ui.models.asked import Asked
from ui.models.sides import Side, offered, side_of
from ui.shell.text import language, sentence, t

LONGEST = 20_000
"""Characters of a text that are encoded."""

SHORTEST = 2_000
"""Characters that a text has at least: on less, nearly all of a vocabulary lies idle."""

FIRST = "english-chinese/en"
COLUMNS = (
    *("name", "sum", "fewest", "per_word", "characters", "bytes"),
    *("whole", "efficiency", "gini", "unused", "vocabulary"),
)


def report_panel(asked: Asked) -> None:
    """Let the reader choose a text and more tokenizers, and tell how each does."""
    titles = {name: title for name, (title, _) in _texts(language()).items()}
    with st.container(horizontal=True, key="models_report"):
        name = st.selectbox(
            t("models.report_text"),
            list(titles),
            index=list(titles).index(FIRST),
            format_func=titles.__getitem__,
            key="models_report_text",
            persist_state="session",
        )
        keys = offered()
        more = st.multiselect(
            t("models.report_more"),
            [key for key in keys if key not in {side.key for side in asked.sides}],
            format_func=keys.__getitem__,
            key="models_report_more",
            placeholder=t("models.report_none"),
            persist_state="session",
        )
    text = _texts(language())[name][1]
    with st.spinner(t("models.report_running")):
        found = [(side, each) for side in _sides(asked, more) if (each := _read(side, text))]
    table(
        pd.DataFrame([_row(side, each, text) for side, each in found]),
        COLUMNS,
        t("models.tab_report"),
        area="models",
        labels={
            "name": lambda row: row["name"],
            "whole": lambda row: _percent(row["whole"]),
            "unused": lambda row: _percent(row["unused"]),
            **{
                column: lambda row, column=column: _number(row[column])
                for column in ("per_word", "characters", "bytes", "efficiency", "gini")
            },
        },
    )
    for side, each in found:
        if text in side.learned:
            say("models.report_learned", name=side.title)
        if each.unknown:
            say("models.report_unknown", name=side.title, n=each.unknown, tokens=each.tokens)
    if not found[0][1].words:
        say("models.report_unspaced")
    st.markdown(t("models.report_how"))


def _sides(asked: Asked, more: list[str]) -> list[Side]:
    found = list(dict.fromkeys(asked.sides))
    for key in more:
        try:
            found.append(side_of(key))
        except CorpusError as error:
            st.error(sentence(error))
    return found


def _read(side: Side, text: str) -> Report | None:
    """Return the report of one tokenizer; what it cannot encode is said."""
    try:
        return _report(side.tokenizer, text, side.method)
    except CorpusError as error:
        st.error(sentence(error))
        return None


@remembered(last=8)
def _report(tokenizer: AnyTokenizer, text: str, method: Method) -> Report:
    return ask(tokenizer, report, text, method)


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
            files[f"{name}/{code}"] = f"{each.title[language]}: {code}", file
    texts = {
        name: (title, file.read_text(encoding="utf-8")[:LONGEST])
        for name, (title, file) in files.items()
        if file.suffix == ".txt"
    }
    return {name: each for name, each in texts.items() if len(each[1]) >= SHORTEST}


def _percent(share: float | None) -> str:
    return "–" if share is None or pd.isna(share) else f"{share:.1%}"


def _number(value: float | None) -> str:
    return "–" if value is None or pd.isna(value) else f"{value:.2f}"
