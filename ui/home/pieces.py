"""Why pieces: the reader's sentence as letters, subwords, words and bytes, a row each."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

import streamlit as st

from bpe import CorpusError, Scheme
from ui.catalogue import LANGUAGES
from ui.draw.parts import heading
from ui.draw.say import say, write
from ui.draw.tokens import Token, chips
from ui.home.levels import LEVELS, ORDER, TextAtLevels, levels_of, text_at_levels, text_for
from ui.shell import session
from ui.shell.component import component
from ui.shell.text import language, refusal, t

STYLE = Path(__file__).with_name("levels.css")

WHY = "why"
"""The name of the place in an address."""

_come = component("come_in_sight", Path(__file__).with_name("come.js"))


def is_asked() -> bool:
    """Say whether the address leads to this part of the page."""
    return session.choices().get("at") == WHY


def is_presented() -> bool:
    """Say whether a lesson shows the page: its title, which needs nothing of it, or its rows."""
    return "present" in session.choices()


def why_in_lesson() -> None:
    """Cut the sentence of the lesson, and name the text that the lists are learned from."""
    if not is_asked():
        return
    sentence, hidden = LANGUAGES[language()].lesson["sentence"], session.answer_hidden()[1]
    sample = text_for(sentence, language())
    found: TextAtLevels = levels_of(sample).read(text_at_levels, sentence)
    with st.container(key="home_why"):
        say("home.sentence_said", text=sentence)
        write(ways(None if hidden else found))
        if not hidden:
            say("home.learned_from", text=sample.title[language()])


def why_pieces(text: str) -> None:
    """Cut the sentence; who came for the question alone sees the rows once they ask for them."""
    hidden = is_asked() and session.answer_hidden()[1]
    with st.container(key="home_why"):
        heading("home.why")
        sample = text_for(text, language())
        try:
            found: TextAtLevels = levels_of(sample).read(text_at_levels, text)
        except CorpusError as error:
            st.error(refusal(error))
            return
        if hidden:
            say("home.sentence_said", text=text)
        own = LANGUAGES[language()]
        words = own.words.split() if text == own.sentence else ()
        write(ways(None if hidden else found, LEVELS, words))
        if hidden:
            st.button(t("home.show"), key="home_show", on_click=session.hide_answer, args=(False,))
        else:
            say(f"home.why_said_{found.counted}", text=sample.title[language()])


def come_in_sight() -> None:
    """Show the place that the address names, once all above it and below it is drawn."""
    if is_asked():
        _come(key="home_come", data={"place": ".st-key-home_why"}, height=1)


def ways(
    found: TextAtLevels | None, names: Sequence[str] = ORDER, words: Sequence[str] = ()
) -> str:
    """Write a row a level: its name and how many tokens, the tokens, how long its list must be and
    what it cannot say. Without a text the names alone stand there.

    words: those of the text, where white space parts none.
    """
    return f'<dl class="level-ways">{"".join(_way(found, name, words) for name in names)}</dl>'


def _way(found: TextAtLevels | None, name: str, words: Sequence[str]) -> str:
    count, cells = "", ""
    if found is not None and name in found.cuts:
        count, cells = _count(len(found.cuts[name])), _cells(found, name)
    elif found is not None:
        cells = f'<dd class="told">{escape(t("home.no_words"))}</dd>'
        if words:
            count, cells = _count(len(words)), f'<dd class="cut">{chips(words)}</dd>{cells}'
    named = escape(t(f"home.level_{name}"))
    return f'<div class="way" data-level="{name}"><dt>{named}{count}</dt>{cells}</div>'


def _count(n: int) -> str:
    said = t(f"home.tokens_{'one' if n == 1 else 'many'}", n=n)
    return f"<small>{escape(said)}</small>"


def _cells(found: TextAtLevels, name: str) -> str:
    # Whole words and single bytes have no boundary mark.
    marks = None if name in ("words", "bytes") else found.scheme
    pieces = "".join(piece(token, known, marks) for token, known in found.cuts[name])
    return f'<dd class="cut">{pieces}</dd>{_numbers(found, name)}'


def _numbers(found: TextAtLevels, name: str) -> str:
    level = found.levels[name]
    told = (
        (f"{level.vocabulary:,}", t("home.level_list")),
        (f"{level.unknown_rate:.1%}", t(f"home.level_lost_{found.counted}")),
    )
    return "".join(
        f'<dd class="number"><b>{number}</b><small>{escape(said)}</small></dd>'
        for number, said in told
    )


def piece(token: Token, known: bool, scheme: Scheme | None) -> str:
    """Draw a token, with a badge where its list lacks it."""
    drawn = chips([token], scheme)
    if known:
        return drawn
    badge = escape(t("home.unknown"))
    return f'<span class="unknown-piece">{drawn}<small>{badge}</small></span>'
