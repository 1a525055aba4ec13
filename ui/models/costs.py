"""The chapter on what a tokenizer costs: a few kinds of text, by all tokenizers at once."""

import re
from functools import lru_cache
from html import escape

import streamlit as st

from bpe import Corpus
from bpe.readings.granularity import is_spaced
from bpe.readings.token_costs import SentenceCost, sentence_costs
from ui.corpora.tokenizers import shipped
from ui.draw.say import say, write
from ui.draw.table import Column, rows_for, table_markup
from ui.models.sides import Compared, side_of
from ui.samples import FOLDER, samples
from ui.shell import session
from ui.shell.component import Markup
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
