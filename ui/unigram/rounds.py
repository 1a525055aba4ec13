"""The tabs on the rounds: what goes next, the vocabulary, sampling, the run over time."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from bpe import PRESETS
from bpe.unigram import UnigramModel, UnigramTraining
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import LIVE, beside, for_researchers, heading
from ui.draw.say import say, say_text
from ui.draw.table import table
from ui.draw.tokens import chips, visible
from ui.shell import session
from ui.shell.text import t
from ui.unigram import PAGE, tables
from ui.unigram.drawing import expected, percent, probability

SCHEME = PRESETS["sentencepiece"]

SPLITS = ("tokens", "share", "probability")
SPLITS_LOOKS: Mapping[str, Any] = {
    "labels": {
        "share": lambda row: percent(row["share"]),
        "probability": lambda row: probability(row["probability"]),
    },
    "bars": "share",
}
"""Columns of the table of a word's splits, and how they look."""


def splits_panel(model: UnigramModel, word: str) -> None:
    """List the splits of a word, and say how the picture is read."""
    if not word:
        say("unigram.no_word")
        return
    say("unigram.lattice_how")
    frame = tables.splits(model, word)
    more = frame.attrs.pop("more")
    page_table(frame, SPLITS, t("unigram.splits_caption", word=visible(word)), **SPLITS_LOOKS)
    total = percent(min(1.0, float(frame["share"].sum()))) if more else None
    note = t("unigram.splits_more", n=len(frame), share=total) if total else ""
    st.caption(note + t("unigram.splits_sum", p=probability(model.marginal(word))))


def page_table(frame: pd.DataFrame, columns: Sequence[str], caption: str, **looks: Any) -> None:
    nothing = "unigram.search_nothing"
    table(frame, columns, caption, SCHEME, area="unigram", nothing=nothing, **looks)


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
    frame = tables.fates(training, step, show, search)
    headers = ["token", "fate", "expected", "probability", "loss", "tokens"]
    if judge.last:
        headers.remove("loss")
    page_table(
        frame,
        headers,
        title,
        search=search,
        titles={"tokens": "alternative"},
        labels={
            "fate": lambda row: t(f"unigram.fate_{row['fate']}"),
            "expected": lambda row: expected(row["expected"]),
            "probability": lambda row: probability(row["probability"]),
            "loss": lambda row: "–" if pd.isna(row["loss"]) else f"{row['loss']:,.2f}",
        },
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
        ("token", "rank", "kind", "probability"),
        title,
        search=search,
        labels={
            "kind": lambda row: t(f"unigram.kind_{row['kind']}"),
            "probability": lambda row: probability(row["probability"]),
        },
        bars="probability",
    )


def rounds_panel(training: UnigramTraining, step: int) -> None:
    """Show the rounds as a table and as two curves."""
    title = heading("unigram.rounds_heading")
    found = tables.rounds(training)
    page_table(found, ("round", "size", "rare", "cut", "left", "in_corpus"), title)
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


def _fit(training: UnigramTraining, found: pd.DataFrame) -> None:
    """Show how well the pieces of each round fit the text."""
    say("unigram.rounds_fit")
    page_table(
        found,
        ("round", "before", "after"),
        t("unigram.rounds_fit_table"),
        labels={
            "before": lambda row: _nats(row["before"]),
            "after": lambda row: _nats(row["after"]),
        },
    )
    numbers = {"tokens": training.token_count, "n": _nats(training.log_likelihood)}
    st.caption(t("unigram.rounds_end", **numbers))


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
    frame, first = tables.cloud(model, word, DRAWS, seed=session.recall("unigram_seed", 0))
    say("unigram.first_draws")
    items = "".join(f"<li>{chips(tokens, SCHEME)}</li>" for tokens in first)
    st.html(f'<ol class="unigram-draws">{items}</ol>')
    caption = t("unigram.cloud_heading", n=DRAWS, different=len(frame), word=visible(word))
    say_text(caption)
    page_table(
        frame.head(30),
        ("tokens", "drawn", "share"),
        caption,
        titles={"share": "chance"},
        labels={"share": lambda row: percent(row["share"])},
        bars="drawn",
    )
    if len(frame) > 30:
        st.caption(t("unigram.cloud_more", n=len(frame) - 30))


def _draw_again() -> None:
    session.remember("unigram_seed", session.recall("unigram_seed", 0) + 1)
