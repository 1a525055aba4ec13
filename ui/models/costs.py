"""The chapter on what a tokenizer costs: a few kinds of text, by all tokenizers at once."""

import re
from functools import lru_cache
from html import escape

import streamlit as st

from bpe.readings.report import said_in
from ui.corpora.samples import FOLDER
from ui.corpora.tokenizers import shipped
from ui.draw.grid import written_cells
from ui.draw.say import say, write
from ui.models.sides import Compared, side_of
from ui.shell import session
from ui.shell.text import language, t

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
    with st.spinner(t("models.report_running")):
        found = [side_of(key, aside=True).told(said_in, asked) for key in shipped()]
    rows = []
    for at, (name, text) in enumerate(asked):
        counts = [(each[at].tokens, each[at].unknown) for each in found]
        # Who gives up a part of the text is not cheap.
        least = min((tokens for tokens, unknown in counts if not unknown), default=0)
        head = f"{escape(t(f'models.all_{name}'))}<br><small>{len(text):,}</small>"
        rows.append([head, *(_cell(*each, least) for each in counts)])
    names = [re.split(" ?[(（]", each.title[language()])[0] for each in shipped().values()]
    heads = [t("models.all_text"), *names]
    write(written_cells(heads, rows, t("models.tab_all"), "models-all", ["number"] * len(names)))
    say("models.all_so")


def _cell(tokens: int, unknown: int, least: int) -> str:
    """Write a count, the smallest of its row in bold; what was lost of the text stands below it."""
    shown = f"<b>{tokens:,}</b>" if tokens == least and not unknown else f"{tokens:,}"
    lost = t("models.all_unknown", n=unknown) if unknown else ""
    return f"{shown}<br><small>{escape(lost)}</small>" if lost else shown


@lru_cache(maxsize=1)
def texts() -> Texts:
    """Return the texts that everybody gets: prose in two languages, code, digits."""
    parallel = FOLDER / "parallel"
    lines = {
        name: (parallel / f"everyday.{lang}.txt").read_text(encoding="utf-8").splitlines()[:LINES]
        for name, lang in (("english", "en"), ("chinese", "zh"))
    }
    code = (FOLDER / "source-code.txt").read_text(encoding="utf-8")[:LONGEST]
    digits = " ".join(str(number**3) for number in range(100, 200))
    prose = tuple((name, "\n".join(each)) for name, each in lines.items())
    return *prose, ("code", code), ("digits", digits)
