"""Predict the merge: a round asks for each next merge; its score, its finding, and a worksheet."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import streamlit as st

from bpe import Scheme, Training
from bpe.player.bundle import document
from bpe.player.cutting import cut_text
from bpe.player.tokens import visible
from ui import state
from ui.catalogue import catalogue
from ui.component import Markup, component
from ui.draw.downloads import offer
from ui.draw.parts import styles
from ui.draw.say import Tokens, say, sentence
from ui.draw.table import CellKind, Column, rows_for, table_markup
from ui.draw.tokens import chips, coloured_by
from ui.frame import Bar
from ui.pages import MAX_SEED
from ui.player import encode_player, step_player
from ui.text import in_list, language, speaking, t
from ui.views.quiz_beat import first_beat, next_beat
from ui.views.quiz_rounds import KINDS, Round, make_round

POINTS = 3
"""Points for the right pair, as in `score.js`."""

_HERE = Path(__file__).resolve().parent
_mount = component("quiz_score", *(_HERE / f"score.{kind}" for kind in ("html", "css", "js")))


BEAT = len(KINDS) + 1
"""The number of Beat BPE among the rounds; its address has a text instead of a seed."""


def choose_round(bar: Bar) -> Round | str:
    """Draw the picker of rounds and a button for another round of the same kind.

    Returns the round, or the text of Beat BPE.
    """
    text = state.chosen("beat")
    number, seed = state.chosen("round") if text is None else BEAT, state.chosen("seed")
    labels = {each: f"{each}. {t(f'quiz.round_{kind.name}')}" for each, kind in enumerate(KINDS, 1)}
    labels[BEAT] = f"{BEAT}. {t('quiz.round_beat')}"
    with bar.pickers:
        st.selectbox(
            t("quiz.round"),
            list(labels),
            format_func=labels.__getitem__,
            key=state.shows("quiz_round", number),
            on_change=lambda: _choose(st.session_state["quiz_round"], 1),
        )
        st.button(
            t("quiz.another"),
            key="quiz_another",
            icon=":material/casino:",
            on_click=_choose,
            args=(number, seed % MAX_SEED + 1),
        )
    if text is not None:
        return str(text)
    asked = make_round(number, seed, state.chosen("words") or language())
    state.colour_by(asked.run)
    return asked


def _choose(number: int, seed: int) -> None:
    text, forced = state.chosen("beat"), None
    if number != BEAT:
        forced = state.choices().forced if text is None else None
        state.choose(round=number, seed=seed, beat=None, forced=forced)
    else:
        following = first_beat() if text is None else next_beat(text)
        state.choose(round=None, seed=None, beat=following, forced=None, step=None)


def draw_round(asked: Round) -> None:
    """Ask for the next merge, step by step; then explain the round's finding."""
    styles(_HERE / "quiz.css")
    with st.container(horizontal=True, vertical_alignment="center", key="quiz_question"):
        say("quiz.asked", number=str(asked.seed), question=t(f"quiz.question_{asked.name}"))
        points = score(asked.key, asked.steps, asked.key)
    if points is not None:
        with st.container(border=True, key="quiz_over"):
            st.header(t("quiz.over", points=points, most=asked.steps * POINTS), anchor=False)
            _draw_lesson(asked)
            st.button(
                t("quiz.next_round"),
                key="quiz_next",
                type="primary",
                icon=":material/arrow_forward:",
                on_click=_choose,
                args=(asked.number + 1, 1),
            )
    if asked.word is None:
        step_player(asked.run, asked.key, address=False, hide=True)
    else:
        encode_player(cut_text(asked.run.training, asked.word, language()), asked.key, hide=True)
    if points is None:
        with st.expander(t("quiz.shows"), icon=":material/lightbulb:", key="quiz_shows"):
            _draw_lesson(asked)


def _draw_lesson(asked: Round) -> None:
    """Explain the round's finding, and link to the place in its record."""
    st.markdown(t(f"quiz.learn_{asked.name}"))
    found = asked.found
    say(f"quiz.found_{found.code}", asked.run.scheme, found.tokens, **found.values)


def score(place: str, steps: int, player: str) -> int | None:
    """Draw the score of a round of `steps` merges, from the bets on the player with this key.

    The browser stores it under the name `place`.

    Returns the points once every step has been bet on or shown, else None.
    """
    texts = ("score", "points", "stars", "run", "best", "reset", "late", "onward")
    _mount(
        key="quiz_score",
        data={
            "key": player,
            "place": place,
            "steps": steps,
            "text": {name: catalogue(language())[f"quiz.score_{name}"] for name in texts},
        },
        default={"over": None},
        on_over_change=lambda: None,
        width="content",
        height="content",
    )
    # It is untrusted, and may still be that of the previous round.
    match (st.session_state.get("quiz_score") or {}).get("over"):
        case [str(of), int(points)] if of == place:
            return points if 0 <= points <= steps * POINTS else None
    return None


# On paper ----------------------------------------------------------------------------------------


def offer_worksheet(bar: Bar, asked: Round) -> None:
    """Offer the round as a worksheet with a page of answers."""
    lang = language()
    name = f"{asked.number}-{asked.name}-{asked.seed}-worksheet.html"
    with bar.more["downloads"]:
        offer(t("quiz.worksheet"), lambda: worksheet(asked, lang), name, "quiz_worksheet")
        st.caption(t("quiz.worksheet_how"))


def worksheet(asked: Round, lang: str) -> str:
    """Write the worksheet of a round in a language: a self-contained HTML page.

    Everything in it is read from the record; words and tokens are escaped.
    """
    with speaking(lang), coloured_by(asked.run.training.token_ranks):
        training, found, scheme = asked.run.training, asked.found, asked.run.scheme
        name = t(f"quiz.round_{asked.name}")
        title = t("quiz.sheet_title", round=name, number=asked.number, seed=str(asked.seed))
        if asked.word is None:
            given, blank, filled = _sheet_of_training(training)
        else:
            given, blank, filled = _sheet_of_word(training, asked.word)
        rule = "order" if asked.word else _ranked_by(scheme)
        body = Template((_HERE / "worksheet.html").read_text(encoding="utf-8")).substitute(
            title=escape(title),
            name=_sentence("sheet_name"),
            date=_sentence("sheet_date"),
            question=_sentence(f"question_{asked.name}"),
            rule=_sentence(f"sheet_rule_{rule}", rule=t(f"ties.wins_{scheme.tie_rule}")),
            given=given,
            fill=_sentence("sheet_fill"),
            blank=blank,
            answers=_sentence("sheet_answers", title=title),
            shows=_sentence(f"found_{found.code}", found.tokens, **found.values),
            filled=filled,
        )
    return document(lang, escape(title), (_HERE / "worksheet.css").read_text("utf-8"), body)


def _sentence(name: str, tokens: Tokens | None = None, /, **values: object) -> str:
    return sentence(f"quiz.{name}", None, tokens, **values)


Cells = Sequence[tuple[Any, ...]]
"""The cells of a table, row by row; None for a cell to fill in."""

CELL_KINDS: dict[str, CellKind] = {
    "start": "tokens",
    "pair": "tokens",
    "token": "token",
    "tokens": "tokens",
}
"""Formats of columns with tokens; all others are text."""


def _ranked_by(scheme: Scheme) -> str:
    """Return the ranking of pairs: "count" or "score"."""
    return "count" if scheme.score == "count" else "score"


def _table(names: Sequence[str], cells: Cells, caption: str, look: str = "") -> str:
    """Write a table with the headers `quiz.sheet_<name>`."""
    columns = [
        Column(each, CELL_KINDS.get(each, "text"), title=t(f"quiz.sheet_{each}")) for each in names
    ]
    return table_markup(rows_for(columns, cells), columns, caption, look=look)


def _sheet_of_training(training: Training) -> tuple[str, str, str]:
    """Return the words, the tables to fill in, and the completed tables."""
    words = training.snapshot(0).words()
    names = [visible(word.text) for word in words]
    starts = [(name, f"{each.count}", each.tokens) for name, each in zip(names, words, strict=True)]
    given = _table(("word", "count", "start"), starts, t("quiz.sheet_word"))
    value = _ranked_by(training.scheme)
    merges, numbers = [], [f"{merge.rank + 1}" for merge in training.merges]
    for number, merge in zip(numbers, training.merges, strict=True):
        others = merge.ties[1:]
        ties = in_list(map(chips, others)) or _sentence("sheet_no_ties")
        amount = f"{merge.count}" if value == "count" else f"{merge.score:.3g}"
        marked = Markup(f'<span class="tie">{ties}</span>' if others else ties)
        merges.append((number, merge.pair, amount, marked))
    later = list(training.snapshots())[1:]
    splits = [
        (name, *(snapshot.tokens(word.text) for snapshot in later))
        for name, word in zip(names, words, strict=True)
    ]
    after = [Column(n, "tokens", title=t("quiz.sheet_after", step=n)) for n in numbers]
    columns = [Column("word", title=t("quiz.sheet_word")), *after]

    def tables(merges: Cells, splits: Cells, look: str) -> str:
        found, title = rows_for(columns, splits), _caption("sheet_splits", look)
        return (
            _table(("step", "pair", value, "ties"), merges, _caption("sheet_fill", look), look)
            + f"<h2>{escape(t('quiz.sheet_splits'))}</h2>"
            + table_markup(found, columns, title, look=f"{look} splits")
        )

    return given, tables(_blank(merges), _blank(splits), "blank"), tables(merges, splits, "filled")


def _sheet_of_word(training: Training, word: str) -> tuple[str, str, str]:
    """Return the merges by rank, the word with the table to fill in, and the completed table."""
    ranks = [(f"{merge.rank}", merge.pair, merge.token) for merge in training.merges]
    given = _table(("rank", "pair", "token"), ranks, t("quiz.sheet_rank"))
    [encoded] = training.tokenizer().encode(word).words
    start = f"<p><b>{escape(visible(encoded.text))}</b>: {chips(encoded.start_tokens)}</p>"
    steps = [
        (f"{place}", step.pair, f"{step.rank}", step.tokens)
        for place, step in enumerate(encoded.steps, 1)
    ]
    names = ("step", "pair", "rank", "tokens")
    blank = _table(names, _blank(steps), _caption("sheet_fill", "blank"), "blank")
    return given, start + blank, start + _table(names, steps, _caption("sheet_fill", ""))


def _blank(rows: Cells) -> Cells:
    return [(head, *(None for _ in cells)) for head, *cells in rows]


def _caption(name: str, look: str) -> str:
    """Return a table's caption for screen readers, different on the page of answers."""
    said = t(f"quiz.{name}")
    return said if look == "blank" else t("quiz.sheet_answers", title=said)
