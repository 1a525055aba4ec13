"""The tabs of the page Unigram: splits, the next round, the vocabulary, samples, three methods."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from bpe import CorpusError
from bpe.readings.comparison import SplitWord, compared_vocabularies, shared_tokens
from bpe.unigram import UnigramModel, UnigramTraining
from ui.controls.pickers import limit_box
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import LIVE, beside, for_researchers, heading
from ui.draw.readings import Rows
from ui.draw.say import say, say_text, write
from ui.draw.table import Column, bar, draw_table, rows_for, table_markup
from ui.draw.tokens import chips, visible
from ui.shell import session
from ui.shell.component import Markup
from ui.shell.tabs import draw_tabs
from ui.shell.text import refusal, t
from ui.unigram import PAGE, tables
from ui.unigram.controls import opening_min_frequency, rivals
from ui.unigram.lattice import expected, percent, probability, removed_pieces
from ui.unigram.requests import SCHEME, UnigramRun

DRAWS = 1000
"""Splits drawn at random."""

EXAMPLES = 14
"""Tokens shown of those that a group of methods shares."""

TOKEN, SPLIT = Column("token", "token"), Column("tokens", "split")
PROBABILITY = Column("probability", format=probability)
SPLITS = (SPLIT, Column("share", format=percent, bar=True), PROBABILITY)
"""Columns of the table of a word's splits."""


def unigram_tabs(trained: UnigramRun, word: str, step: int) -> None:
    """Draw the open tab at a step."""
    training = trained.training
    model = training.snapshot(step).model.without(removed_pieces(word))
    draw_tabs(
        PAGE,
        {
            "splits": partial(splits_panel, model, word),
            "removal": partial(removal_panel, training, step),
            "vocabulary": partial(vocabulary_panel, training, step),
            "sampling": partial(sampling_panel, model, word),
            "compare": partial(compare_panel, trained),
        },
    )


def splits_panel(model: UnigramModel, word: str) -> None:
    """Explain the lattice, and list the splits of the word."""
    if not word:
        say("unigram.no_word")
        return
    say("unigram.lattice_how")
    rows = tables.splits(model, word)
    title = t("unigram.splits_caption", word=visible(word))
    _draw_table(replace(rows, more=False), SPLITS, title)
    total = percent(min(1.0, sum(rows.column("share")))) if rows.more else None
    note = t("unigram.splits_more", n=len(rows), share=total) if total else ""
    st.caption(note + t("unigram.splits_sum", p=probability(model.marginal(word))))


def _draw_table(rows: Rows, columns: Sequence[Column], caption: str, **looks: Any) -> None:
    nothing = "unigram.search_nothing"
    draw_table(rows, columns, caption, SCHEME, area="unigram", nothing=nothing, **looks)


def removal_panel(training: UnigramTraining, step: int) -> None:
    """Show the pieces that the next round removes, why, and the splits in their place."""
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
        tables.ORDERS,
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
    _draw_table(
        tables.fates(training, step, show, search),
        columns,
        title,
        search=search,
        badges={"gone": t("unigram.badge_goes")},
    )
    before, after = map(_nats, (judge.log_likelihoods[0], judge.log_likelihoods[-1]))
    for_researchers("unigram_em", lambda: say("unigram.removal_em", before=before, after=after))


def vocabulary_panel(training: UnigramTraining, step: int) -> None:
    """Show the pieces after `step` rounds with their probabilities, and the curves of all."""
    title = heading("unigram.vocabulary_heading" if step else "unigram.vocabulary_seed", step=step)
    n = len(training.snapshot(step))
    characters = len(training.alphabet)
    say("unigram.vocabulary_sum", n=n, characters=characters, longer=n - characters)
    search = st.text_input(t("unigram.search"), key="unigram_piece_search", live=LIVE)
    _draw_table(
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
    _draw_curves(training, step)


def _draw_curves(training: UnigramTraining, step: int) -> None:
    """Draw the pieces and the tokens of the corpus by round."""
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


def _loss(value: float | None) -> str:
    return "–" if value is None else f"{value:,.2f}"


def _nats(value: float) -> str:
    return f"{value:,.1f}".replace("-", "−")


def sampling_panel(model: UnigramModel, word: str) -> None:
    """Sample splits of the word by their probability."""
    heading("unigram.sampling_heading")
    if not word:
        say("unigram.no_word")
        return
    say("unigram.sampling_why")
    st.button(t("unigram.again"), key="unigram_again", on_click=_draw_again)
    rows, first = tables.sampled_splits(model, word, DRAWS, seed=session.recall("unigram_seed", 0))
    say("unigram.first_draws")
    items = "".join(f"<li>{chips(tokens, SCHEME)}</li>" for tokens in first)
    st.html(f'<ol class="unigram-draws">{items}</ol>')
    caption = t("unigram.cloud_heading", n=DRAWS, different=len(rows), word=visible(word))
    say_text(caption)
    drawn, chance = (
        Column("drawn", "number", bar=True),
        Column("share", format=percent, header="chance"),
    )
    _draw_table(replace(rows, cells=rows.cells[:30]), (SPLIT, drawn, chance), caption)
    if len(rows) > 30:
        st.caption(t("unigram.cloud_more", n=len(rows) - 30))


def _draw_again() -> None:
    session.remember("unigram_seed", session.recall("unigram_seed", 0) + 1)


def compare_panel(trained: UnigramRun) -> None:
    """Compare BPE, WordPiece and Unigram vocabularies of one size."""
    training = trained.training
    heading("unigram.compare_heading", n=len(training.pieces))
    say("unigram.compare_how")
    least = opening_min_frequency(training)
    min_frequency = limit_box("min_frequency", placeholder=str(least)) or least
    others = {}
    for name, found in zip(("bpe", "wordpiece"), rivals(trained, min_frequency), strict=True):
        if isinstance(found, CorpusError):
            st.warning(t("unigram.compare_not", name=t(f"unigram.name_{name}")) + refusal(found))
        else:
            others[name] = found
    compared = compared_vocabularies(training, others)
    names = [t(f"unigram.name_{each.name}") for each in compared]
    for each, name in zip(compared, names, strict=True):
        if not each.is_full:
            st.caption(t("unigram.compare_smaller", name=name, n=len(each.tokens)))
    columns = (
        Column("name", message="unigram.name_{name}"),
        Column("in_corpus", "number", bar=True),
        Column("per_word", template="{per_word:.2f}"),
        Column("size", "number", header="vocabulary"),
        Column("length", template="{length:.2f}"),
    )
    _draw_table(tables.sizes(compared), columns, t("unigram.sizes_caption"))
    st.caption(t("unigram.compare_spelling"))
    title = heading("unigram.overlap_heading")
    rows = [
        (t("unigram.and").join(t(f"unigram.name_{name}") for name in each.names), each.tokens)
        for each in shared_tokens(compared)
    ]
    write(shared_table(rows, title))
    title = heading("unigram.words_heading")
    search = st.text_input(t("unigram.word_search"), key="unigram_word_search", live=LIVE)
    words, alike = tables.side_by_side(compared, training, search)
    if not words:
        say("unigram.words_none" if not search else "unigram.words_not_found")
        return
    if not search:
        say("unigram.words_alike" if alike else "unigram.words_bold", n=alike)
    write(split_table(words, names, title))


def split_table(rows: Sequence[SplitWord], names: Sequence[str], caption: str) -> str:
    """Return words with their counts, and their splits by each method with the lengths."""
    splits = [Column(f"{place}", "split", title=name) for place, name in enumerate(names)]
    columns = (Column("word", "word"), Column("count", "number"), *splits)
    found = [(each.text, each.count, *_with_lengths(each.splits)) for each in rows]
    return table_markup(rows_for(columns, found), columns, caption, area="unigram", look="unigram")


def _with_lengths(splits: Sequence[tuple[str, ...]]) -> list[Markup]:
    """Return the splits of a word, each after its length; the shortest stands out."""
    fewest = min(map(len, splits))
    return [
        Markup(
            f'<b class="length{" fewest" if len(split) == fewest else ""}">'
            f"{len(split)}</b>{chips(split, SCHEME)}"
        )
        for split in splits
    ]


def shared_table(rows: Sequence[tuple[str, Sequence[str]]], caption: str) -> str:
    """Return groups of methods, the number of tokens that only they share, and some of these."""
    total = sum(len(tokens) for _, tokens in rows)
    found = [
        (names, Markup(f"{bar(len(tokens) / total)}{len(tokens):,}"), _some(tokens))
        for names, tokens in rows
    ]
    columns = (
        Column("who"),
        Column("shared", look="number has-bar"),
        Column("examples"),
    )
    return table_markup(rows_for(columns, found), columns, caption, area="unigram", look="unigram")


def _some(tokens: Sequence[str]) -> Markup:
    left_out = len(tokens) - EXAMPLES
    more = f" … {left_out:,}" if left_out > 0 else ""
    return Markup(chips(tokens[:EXAMPLES], SCHEME) + more)
