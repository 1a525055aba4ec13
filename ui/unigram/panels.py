"""What the page Unigram shows: the lattice over the rounds, and a tab for each question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from bpe import PRESETS, CorpusError, Scheme
from bpe.readings.vocabularies import overlaps, vocabularies
from bpe.unigram import (
    COURSE_VOCABULARY,
    UnigramTraining,
    course_scores,
    course_splits,
    model_from_counts,
)
from ui.controls.controls import limit_box
from ui.draw import charts
from ui.draw.palette import palette
from ui.draw.parts import beside, heading, styles
from ui.draw.say import say, say_text
from ui.draw.table import table
from ui.draw.tables import as_csv
from ui.draw.tokens import chips, visible
from ui.player import replay_player
from ui.shell import session
from ui.shell.tabs import draw_tabs
from ui.shell.text import refusal, t
from ui.unigram import markup, tables
from ui.unigram.controls import (
    course_corpus,
    course_word_picker,
    opening_min_frequency,
    rivals,
    train_on_the_course_corpus,
)
from ui.unigram.drawing import drawing, percent, probability, training_drawing
from ui.unigram.lattice import lattice

SCHEME = PRESETS["sentencepiece"]
TEMPERATURES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
DRAWS = 1000
BESIDE = 9
"""Up to so many characters, a lattice leaves room for a list beside it."""


def pruned_lattice(training: UnigramTraining, word: str) -> int:
    """Draw a word's lattice above the player of the rounds; return the step."""
    styles(markup.STYLE)
    above = st.container()
    step = replay_player(
        training,
        partial(tables.rounds_run, training, SCHEME, _say),
        len(training),
        key="unigram",
    )
    with above:
        if word:
            drawn = training_drawing(training, word, step, SCHEME, _say)
            _lattice(training.snapshot(step).model, word, drawn, "unigram", SCHEME)
        else:
            say("unigram.no_word")
    return step


def unigram_tabs(training: UnigramTraining, word: str, step: int) -> None:
    """Draw all tabs; only the open one is computed."""
    draw_tabs(
        "unigram_tabs",
        "unigram",
        {
            "removal": partial(removal_panel, training, step),
            "vocabulary": partial(vocabulary_panel, training, step),
            "sampling": partial(sampling_panel, training, word, step),
            "compare": partial(compare_panel, training),
            "course": course_panel,
            "rounds": partial(rounds_panel, training, step),
        },
    )


def removal_panel(training: UnigramTraining, step: int) -> None:
    """Show what the next round removes, by which numbers, and what would stand in."""
    if step == len(training):
        heading("unigram.removal_done")
        say("unigram.removal_none_left")
        return
    judge = training.rounds[step]
    title = heading("unigram.removal_heading", round=step + 1)
    before, after = judge.log_likelihoods[0], judge.log_likelihoods[-1]
    say("unigram.removal_em", before=_nats(before), after=_nats(after))
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
    search = searched.text_input(t("unigram.search"), key="unigram_fate_search")
    frame = tables.fates(training, step, show, search)
    headers = ["token", "fate", "expected", "probability", "loss", "tokens"]
    if judge.last:
        headers.remove("loss")
    _table(
        frame,
        headers,
        title,
        search=search,
        titles={"tokens": "alternative"},
        labels={
            "fate": lambda row: t(f"unigram.fate_{row['fate']}"),
            "expected": lambda row: f"{row['expected']:,.2f}",
            "probability": lambda row: probability(row["probability"]),
            "loss": lambda row: "–" if _missing(row["loss"]) else f"{row['loss']:,.2f}",
        },
        badges={"gone": t("unigram.badge_goes")},
    )


def vocabulary_panel(training: UnigramTraining, step: int) -> None:
    """Show every piece with its probability after this many rounds."""
    title = heading("unigram.vocabulary_heading" if step else "unigram.vocabulary_seed", step=step)
    n = len(training.snapshot(step))
    characters = len(training.alphabet)
    say("unigram.vocabulary_sum", n=n, characters=characters, longer=n - characters)
    search = st.text_input(t("unigram.search"), key="unigram_piece_search")
    _table(
        tables.vocabulary(training, step, search=search),
        ("token", "rank", "kind", "probability", "log_prob"),
        title,
        search=search,
        labels={
            "kind": lambda row: t(f"unigram.kind_{row['kind']}"),
            "log_prob": lambda row: f"{row['log_prob']:.3f}",
            "probability": lambda row: probability(row["probability"]),
        },
        bars="probability",
    )
    with st.container(horizontal=True):
        _download("vocabulary", lambda: tables.vocabulary(training, step, limit=None), step)
        _download("by_round", lambda: tables.vocabulary_by_round(training), step)


def sampling_panel(training: UnigramTraining, word: str, step: int) -> None:
    """Draw splits at random, in proportion to their probability at a temperature."""
    heading("unigram.sampling_heading")
    if not word:
        say("unigram.no_word")
        return
    say("unigram.sampling_why")
    choice, again = st.columns([3, 1], vertical_alignment="bottom")
    temperature = choice.select_slider(
        t("unigram.temperature"),
        TEMPERATURES,
        help=t("unigram.temperature_help"),
        **session.kept("unigram_temperature", 1.0),
    )
    again.button(t("unigram.again"), key="unigram_again", on_click=_draw_again, width="stretch")
    model = training.snapshot(step).model
    frame, first = tables.cloud(
        model, word, temperature, DRAWS, seed=session.recall("unigram_seed", 0)
    )
    say("unigram.first_draws")
    items = "".join(f"<li>{chips(tokens, SCHEME)}</li>" for tokens in first)
    st.html(f'<ol class="unigram-draws">{items}</ol>')
    caption = t("unigram.cloud_heading", n=DRAWS, different=len(frame), word=visible(word))
    say_text(caption)
    _table(
        frame.head(30),
        ("tokens", "drawn", "share"),
        caption,
        titles={"share": "chance"},
        labels={"share": lambda row: percent(row["share"])},
        bars="drawn",
    )
    if len(frame) > 30:
        st.caption(t("unigram.cloud_more", n=len(frame) - 30))


def compare_panel(training: UnigramTraining) -> None:
    """Set BPE, WordPiece and Unigram of one size on this corpus side by side."""
    heading("unigram.compare_heading", n=len(training.pieces))
    say("unigram.compare_how")
    least = opening_min_frequency(training)
    min_frequency = limit_box("min_frequency", placeholder=str(least)) or least
    others = {}
    for name, found in zip(("bpe", "wordpiece"), rivals(training, min_frequency), strict=True):
        if isinstance(found, CorpusError):
            st.warning(t("unigram.compare_not", name=t(f"unigram.name_{name}")) + refusal(found))
        else:
            others[name] = found
    compared = vocabularies(training, others)
    names = [t(f"unigram.name_{each.name}") for each in compared]
    for each, name in zip(compared, names, strict=True):
        if not each.is_full:
            st.caption(t("unigram.compare_smaller", name=name, n=len(each.tokens)))
    frame = tables.sizes(compared)
    _table(
        frame,
        ("name", "in_corpus", "per_word", "size", "length"),
        t("unigram.sizes_caption"),
        titles={"size": "vocabulary"},
        labels={
            "name": lambda row: t(f"unigram.name_{row['name']}"),
            "per_word": lambda row: f"{row['per_word']:.2f}",
            "length": lambda row: f"{row['length']:.2f}",
        },
        bars="in_corpus",
    )
    st.caption(t("unigram.compare_spelling"))
    title = heading("unigram.overlap_heading")
    rows = [
        (t("unigram.and").join(t(f"unigram.name_{name}") for name in each.names), each.tokens)
        for each in overlaps(compared)
    ]
    headers = [t(f"unigram.column_{name}") for name in ("who", "shared", "examples")]
    st.html(markup.shared(rows, headers, title, SCHEME))
    title = heading("unigram.words_heading")
    search = st.text_input(t("unigram.word_search"), key="unigram_word_search")
    found, alike = tables.side_by_side(compared, training, search)
    if not found:
        say("unigram.words_none" if not search else "unigram.words_not_found")
        return
    if not search:
        say("unigram.words_alike" if alike else "unigram.words_bold", n=alike)
    headers = [t("unigram.column_word"), t("unigram.column_count"), *names]
    st.html(markup.side_by_side(found, headers, title, SCHEME))


def course_panel() -> None:
    """Cut words with the toy vocabulary of the popular course, and check its numbers."""
    heading("unigram.course_heading")
    whole = sum(COURSE_VOCABULARY.values())
    say("unigram.course_what", n=len(COURSE_VOCABULARY), whole=whole)
    model = model_from_counts(COURSE_VOCABULARY)
    word = course_word_picker()
    if not word:
        say("unigram.no_word")
    else:
        _lattice(model, word, drawing(model, word, None, _say), "unigram_course", None)
        right, printed = course_scores(word)
        say("unigram.course_score", right=f"{right:.4f}", n=f"{printed:.4f}")
    pieces, errata = beside()
    with pieces:
        title = heading("unigram.course_pieces")
        _table(
            tables.course_pieces(),
            ("token", "count", "probability"),
            title,
            scheme=None,
            labels={
                "probability": lambda row: (
                    f"{row['count']}/{whole} = " + probability(row["probability"])
                )
            },
            bars="count",
        )
    with errata:
        title = heading("unigram.course_errata")
        corpus = course_corpus()
        say(
            "unigram.course_counts",
            p=COURSE_VOCABULARY["p"],
            pug=corpus["pug"],
            pun=corpus["pun"],
        )
        headers = [t(f"unigram.column_{name}") for name in ("split", "right", "printed")]
        st.html(markup.course(course_splits(corpus), headers, title))
        say("unigram.course_no_em")
        train_on_the_course_corpus()


def rounds_panel(training: UnigramTraining, step: int) -> None:
    """Show the rounds as a table and as two curves."""
    title = heading("unigram.rounds_heading")
    _table(
        tables.rounds(training),
        ("round", "size", "rare", "cut", "left", "before", "after", "in_corpus"),
        title,
        labels={
            "before": lambda row: _nats(row["before"]),
            "after": lambda row: _nats(row["after"]),
        },
    )
    st.caption(
        t("unigram.rounds_end", tokens=training.token_count, n=_nats(training.log_likelihood))
    )
    _download("rounds", lambda: tables.rounds(training), step)
    frame = tables.by_step(training)
    for column, place in zip(("pieces", "tokens"), beside(), strict=True):
        first, now, last = (int(frame[column].iloc[at]) for at in (0, step, -1))
        with place:
            st.altair_chart(
                charts.over_time(
                    frame,
                    column,
                    step,
                    title=t(f"unigram.chart_{column}"),
                    x=t("unigram.chart_round"),
                    y=t(f"unigram.axis_{column}")
                    + (t("charts.log") if charts.is_wide(frame[column]) else ""),
                    accent=palette().accent,
                ),
                alt=t(f"unigram.alt_{column}", first=first, now=now, last=last, step=step),
            )


def _lattice(model, word: str, drawn: dict, key: str, scheme) -> None:
    """Draw the picture beside the list of the word's splits."""
    if len(word) > BESIDE:
        picture, listed = st.container(), st.container()
    else:
        picture, listed = st.columns([3, 2], gap="medium")
    with picture:
        lattice(drawn, key=f"{key}_lattice")
        st.caption(t("unigram.lattice_how"))
    with listed.container(key=f"{key}_splits"):
        frame = tables.splits(model, word)
        more = frame.attrs.pop("more")
        best = frame.iloc[0]
        say_text(t("unigram.splits_best", share=percent(best["share"])), scheme, best["tokens"])
        caption = t("unigram.splits_caption", word=visible(word))
        _table(
            frame,
            ("tokens", "share", "probability"),
            caption,
            scheme=scheme,
            labels={
                "share": lambda row: percent(row["share"]),
                "probability": lambda row: probability(row["probability"]),
            },
            bars="share",
        )
        total = percent(min(1.0, float(frame["share"].sum()))) if more else None
        note = t("unigram.splits_more", n=len(frame), share=total) if total else ""
        st.caption(note + t("unigram.splits_sum", p=probability(model.marginal(word))))


def _table(frame, columns, caption: str, scheme: Scheme | None = SCHEME, **looks) -> None:
    nothing = "unigram.search_nothing"
    table(frame, columns, caption, scheme, area="unigram", nothing=nothing, **looks)


def _download(name: str, frame: Callable[[], pd.DataFrame], step: int) -> None:
    """Offer a table as a file; it is written when the reader asks for it."""
    st.download_button(
        t(f"unigram.download_{name}", step=step),
        lambda: as_csv(frame()),
        f"unigram-{name}-{step}.csv" if name == "vocabulary" else f"unigram-{name}.csv",
        "text/csv",
        key=f"unigram_download_{name}",
        on_click="ignore",
        icon=":material/download:",
    )


def _say(name: str, **values) -> str:
    return t(f"unigram.{name}", **values)


def _nats(value: float) -> str:
    return f"{value:,.1f}".replace("-", "−")


def _missing(value) -> bool:
    return value is None or value != value


def _draw_again() -> None:
    session.remember("unigram_seed", session.recall("unigram_seed", 0) + 1)
