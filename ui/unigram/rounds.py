"""The tabs on the rounds: what goes next, the vocabulary, sampling, the run over time."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from bpe import PRESETS
from bpe.unigram import UnigramModel, UnigramTraining
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import LIVE, beside, for_researchers, heading
from ui.draw.readings import Rows
from ui.draw.say import say, say_text
from ui.draw.table import Column, draw_table
from ui.draw.tokens import chips, visible
from ui.shell import session
from ui.shell.text import t
from ui.unigram import PAGE, tables
from ui.unigram.drawing import expected, percent, probability

SCHEME = PRESETS["sentencepiece"]

TOKEN, SPLIT = Column("token", "token"), Column("tokens", "split")
PROBABILITY = Column("probability", format=probability)
SPLITS = (SPLIT, Column("share", format=percent, bar=True), PROBABILITY)
"""Columns of the table of a word's splits."""


def splits_panel(model: UnigramModel, word: str) -> None:
    """List the splits of a word, and say how the picture is read."""
    if not word:
        say("unigram.no_word")
        return
    say("unigram.lattice_how")
    rows = tables.splits(model, word)
    title = t("unigram.splits_caption", word=visible(word))
    page_table(replace(rows, more=False), SPLITS, title)
    total = percent(min(1.0, sum(rows.column("share")))) if rows.more else None
    note = t("unigram.splits_more", n=len(rows), share=total) if total else ""
    st.caption(note + t("unigram.splits_sum", p=probability(model.marginal(word))))


def page_table(rows: Rows, columns: Sequence[Column], caption: str, **looks: Any) -> None:
    nothing = "unigram.search_nothing"
    draw_table(rows, columns, caption, SCHEME, area="unigram", nothing=nothing, **looks)


def say_here(name: str, **values: object) -> str:
    return t(f"unigram.{name}", **values)


def removal_panel(training: UnigramTraining, step: int) -> None:
    """Show what the next round removes, by which numbers, and what would stand in."""
    if step == len(training):
        heading("unigram.removal_done")
        say("unigram.removal_none_left")
        return
    judge = training.rounds[step]
    title = heading("unigram.removal_heading", round=step + 1)
    say("unigram.removal_score" if judge.last else "unigram.removal_loss")
    choice, searched = st.columns([3, 2], vertical_alignment="bottom")
    opening = "border" if len(judge.fates) > 60 else "order"
    show = choice.segmented_control(
        t("unigram.show"),
        tables.SHOWN,
        default=opening,
        required=True,
        format_func=lambda name: t(f"unigram.show_{name}"),
        key=f"unigram_show_{opening}",
    )
    search = searched.text_input(t("unigram.search"), key="unigram_fate_search", live=LIVE)
    columns = (
        TOKEN,
        Column("fate", message="unigram.fate_{fate}"),
        Column("expected", format=expected),
        PROBABILITY,
        *(() if judge.last else (Column("loss", format=_loss),)),
        Column("tokens", "split", header="alternative"),
    )
    page_table(
        tables.fates(training, step, show, search),
        columns,
        title,
        search=search,
        badges={"gone": t("unigram.badge_goes")},
    )
    before, after = map(_nats, (judge.log_likelihoods[0], judge.log_likelihoods[-1]))
    for_researchers("unigram_em", lambda: say("unigram.removal_em", before=before, after=after))


def vocabulary_panel(training: UnigramTraining, step: int) -> None:
    """Show every piece with its probability after this many rounds."""
    title = heading("unigram.vocabulary_heading" if step else "unigram.vocabulary_seed", step=step)
    n = len(training.snapshot(step))
    characters = len(training.alphabet)
    say("unigram.vocabulary_sum", n=n, characters=characters, longer=n - characters)
    search = st.text_input(t("unigram.search"), key="unigram_piece_search", live=LIVE)
    page_table(
        tables.vocabulary(training, step, search=search),
        (
            TOKEN,
            Column("rank", "number"),
            Column("kind", message="unigram.kind_{kind}"),
            Column("probability", format=probability, bar=True),
        ),
        title,
        search=search,
    )


def rounds_panel(training: UnigramTraining, step: int) -> None:
    """Show the rounds as a table and as two curves."""
    title = heading("unigram.rounds_heading")
    found = tables.rounds(training)
    names = ("round", "size", "rare", "cut", "left", "in_corpus")
    page_table(found, [Column(name, "number") for name in names], title)
    curves = {"pieces": training.sizes, "tokens": training.token_counts}
    for (name, values), place in zip(curves.items(), beside(), strict=True):
        with place:
            chart = LineChart(
                f"unigram_{name}",
                PAGE.name,
                {t(f"unigram.axis_{name}"): values},
                step,
                t(f"unigram.chart_{name}"),
                unit="round",
                log=True,
                stairs=True,
            )
            draw_lines(chart)
    for_researchers("unigram_fit", partial(_fit, training, found))


def _fit(training: UnigramTraining, found: Rows) -> None:
    """Show how well the pieces of each round fit the text."""
    say("unigram.rounds_fit")
    fit = (Column("before", format=_nats), Column("after", format=_nats))
    page_table(found, (Column("round", "number"), *fit), t("unigram.rounds_fit_table"))
    numbers = {"tokens": training.token_count, "n": _nats(training.log_likelihood)}
    st.caption(t("unigram.rounds_end", **numbers))


def _loss(value: float | None) -> str:
    return "–" if value is None else f"{value:,.2f}"


def _nats(value: float) -> str:
    return f"{value:,.1f}".replace("-", "−")


DRAWS = 1000


def sampling_panel(model: UnigramModel, word: str) -> None:
    """Draw splits at random, in proportion to their probability."""
    heading("unigram.sampling_heading")
    if not word:
        say("unigram.no_word")
        return
    say("unigram.sampling_why")
    st.button(t("unigram.again"), key="unigram_again", on_click=_draw_again)
    rows, first = tables.cloud(model, word, DRAWS, seed=session.recall("unigram_seed", 0))
    say("unigram.first_draws")
    items = "".join(f"<li>{chips(tokens, SCHEME)}</li>" for tokens in first)
    st.html(f'<ol class="unigram-draws">{items}</ol>')
    caption = t("unigram.cloud_heading", n=DRAWS, different=len(rows), word=visible(word))
    say_text(caption)
    drawn, chance = (
        Column("drawn", "number", bar=True),
        Column("share", format=percent, header="chance"),
    )
    page_table(replace(rows, cells=rows.cells[:30]), (SPLIT, drawn, chance), caption)
    if len(rows) > 30:
        st.caption(t("unigram.cloud_more", n=len(rows) - 30))


def _draw_again() -> None:
    session.remember("unigram_seed", session.recall("unigram_seed", 0) + 1)
