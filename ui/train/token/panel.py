"""The tab Token: what is said of a token, a word's skyline, its occurrences, its words.

The skyline is a browser component whose line and the page's player move each other.
"""

from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from ui.corpora.run import Run
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import heading, inline_row
from ui.draw.say import say
from ui.draw.table import Column, draw_table
from ui.draw.tokens import PALETTE, Token, meaning, short
from ui.player.payload import as_json
from ui.player.rows import Tokens
from ui.shell import session
from ui.shell.component import component
from ui.shell.tabs import open_tab
from ui.shell.text import language, quoted, t
from ui.train import PAGE
from ui.train.token.readings import (
    TokenFacts,
    names_clicked,
    token_facts,
    token_names,
    words_with_token,
)

CLICKED = "token_clicked"
"""What keeps a click until the run that knows its training."""

KEY = "token_skyline"

HEIGHT = "clamp(6rem, 100svh - 42rem, 12.5rem)"
"""How high the occurrences are drawn: the skyline and they are in sight at once."""

COLUMNS = (Column("word", "word"), Column("count", "number", bar=True), Column("tokens", "split"))

_HERE = Path(__file__).resolve().parent
_mount = component(
    "skyline", PALETTE, *(_HERE / f"skyline.{kind}" for kind in ("html", "css", "js"))
)


def token_clicked(token: str, row: str) -> None:
    """Open the tab with a token as it was clicked in the row of a word: from a callback."""
    session.remember(CLICKED, (token, row))
    open_tab(PAGE, "token")


def take_clicked(run: Run) -> None:
    """Choose the token that was clicked, and its word; a row of no word leaves the best one."""
    clicked = session.take(CLICKED)
    if clicked is None:
        return
    found = run.read(names_clicked, *clicked)
    if found:
        open_token(*found)


def open_token(name: str, word: str | None = None) -> None:
    """Show a token by its name, and a word by its own, or the best one; the address says so."""
    session.choose(token=name, word=word)
    st.rerun()


def draw_token(run: Run, step: int) -> None:
    """Tell the life of a token: born of what and when, in which words, and how often.

    While the answer is hidden, what comes after the step is covered.
    """
    covers = session.answer_hidden()[1]
    token, word = map(session.choices().get, ("token", "word"))
    shown: TokenFacts = run.read(token_facts, token, word, step if covers else len(run), language())
    with inline_row("token"):
        _token_picker(run, shown)
        _word_picker(shown)
    if not shown.has_token:
        st.caption(t("token.no_token", token=quoted(token or "")))
    if not shown.has_word:
        st.caption(t("token.no_word", word=quoted(word or "")))
    if covers:
        say("token.now", n=shown.occurrences[step], step=step)
    else:
        _say_life(run, shown, step)
    draw_skyline(run, shown, step, covers=covers)
    if len(run) and not covers:
        counts = {t("token.uses"): shown.occurrences}
        chart = LineChart(
            "token_uses",
            PAGE.name,
            counts,
            step,
            t("token.uses_title"),
            stairs=True,
            height=HEIGHT,
        )
        draw_lines(chart)
    st.caption(t("token.how"))
    _draw_words(run, shown, step)


def _token_picker(run: Run, shown: TokenFacts) -> None:
    """Let the reader pick a token from the whole vocabulary, or type one."""
    names: dict[str, str] = run.read(token_names, language())
    if shown.name not in names:
        names = {shown.name: shown.name, **names}
    st.selectbox(
        t("token.token"),
        list(names),
        format_func=lambda name: names.get(name, name),
        key=session.widget("token_token", shown.name),
        accept_new_options=True,
        on_change=_chosen,
        args=("token_token", None),
    )


def _word_picker(shown: TokenFacts) -> None:
    """Let the reader pick one of the words that had the token, or type another."""
    st.selectbox(
        t("token.word"),
        list(shown.offered),
        format_func=lambda name: short(shown.offered.get(name) or name),
        key=session.widget("token_word", shown.word_name),
        accept_new_options=True,
        on_change=_chosen,
        args=("token_token", "token_word"),
    )


def _chosen(token: str, word: str | None) -> None:
    """Take over what the pickers show; with another word the token stays, whichever it was."""
    chosen, among = session.value(token), session.value(word) if word else None
    if chosen is not None and (word is None or among is not None):
        open_token(chosen, among)


def _say_life(run: Run, shown: TokenFacts, step: int) -> None:
    """Say when the token was born, what it has now, and what was left of it."""
    life, told = shown.life, {"token": (shown.life.token,)}
    if not life.births:
        say("token.said_never", run.scheme, told)
        return
    tokens: dict[str, tuple[Token, ...]] = {**told, "pair": shown.pair} if life.born else {**told}
    now = "token.now_unborn" if step < life.born else "token.now"
    say(
        f"token.said_{'born' if life.born else 'first'}_{'gone' if life.gone else 'left'}",
        run.scheme,
        tokens,
        born=life.born,
        births=life.births,
        left=life.left,
        share=f"{life.share:.1%}",
        gone=life.gone or 0,
        now=t(now, n=shown.occurrences[step], step=step),
    )


def draw_skyline(run: Run, shown: TokenFacts, step: int, *, covers: bool = False) -> None:
    """Draw the skyline at the step of the player, and say what of the word is left out.

    covers: draw nothing of the steps after that.
    """
    found = shown.skyline
    if not found.tokens:
        st.caption(t("token.too_long"))
        return
    payload = skyline_payload(run, shown)
    _mount(
        key=KEY,
        data={"payload": as_json(payload), "step": step, "player": PAGE.name, "covers": covers},
        on_asked_change=partial(_hear, shown.names, shown.word_name),
        height="content",
    )
    after = found.length - found.first - payload["cells"]
    if found.first:
        st.caption(t("token.stretch", before=found.first, after=after))
    elif after:
        st.caption(t("token.beginning", n=after))


def skyline_payload(run: Run, shown: TokenFacts) -> dict[str, Any]:
    """Return what the component draws.

    `standing` has a row a token: its number in `tokens`, its id, where it starts and ends, the
    step it was born at and the one it was gone at; -1 stands for never, in `heights` too.
    """
    tokens, found = Tokens(run.scheme), shown.skyline
    standing = [
        [
            tokens(each.token),
            each.id,
            each.start,
            each.end,
            each.born,
            -1 if each.until is None else each.until,
        ]
        for each in found.tokens
    ]
    return {
        "cells": len(found.heights) + 1,
        "heights": [-1 if height is None else height for height in found.heights],
        "standing": standing,
        "tokens": tokens.table(),
        "steps": len(run),
        "own": shown.life.id,
        "names": {
            "title": t("token.skyline_title", word=short(shown.word)),
            "line": t("token.line"),
            "open": t("token.open"),
            "mark": meaning(run.scheme),
        },
    }


def _hear(names: dict[int, str], word: str) -> None:
    """Take over a click on a token in the skyline, which is beyond trust: all else is ignored."""
    match (session.value(KEY) or {}).get("asked"):
        case int(id_) if type(id_) is int and id_ in names:
            open_token(names[id_], word)


def _draw_words(run: Run, shown: TokenFacts, step: int) -> None:
    """List the words that have the token now, most frequent first."""
    life = shown.life
    if step < life.born or not life.births:
        return
    title = heading("token.now_heading", step=step)
    number, rows = run.read(words_with_token, step, life.id)
    token = {"token": (life.token,)}
    if not number:
        say("token.now_gone", run.scheme, token)
        return
    say("token.now_words", run.scheme, token, n=number)
    draw_table(rows, COLUMNS, title, run.scheme, area="tables")
