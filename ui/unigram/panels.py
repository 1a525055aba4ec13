"""The tabs of the page Unigram: splits, the next round, the vocabulary, samples, three methods."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from bpe import CorpusError
from bpe.readings.comparison import SplitWord
from ui.controls.pickers import limit_box
from ui.corpora.run import read
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import beside, for_researchers, heading, search_line, searched, segmented
from ui.draw.readings import Rows
from ui.draw.say import say, say_text, write
from ui.draw.table import Column, bar, draw_table, rows_for, table_markup
from ui.draw.tokens import chips, visible
from ui.shell import session
from ui.shell.component import Markup
from ui.shell.tabs import draw_tabs
from ui.shell.text import refusal, t
from ui.unigram import PAGE
from ui.unigram.controls import opening_min_frequency, rivals
from ui.unigram.lattice import removed_pieces
from ui.unigram.layout import expected, percent, probability
from ui.unigram.readings import (
    DRAWS,
    ORDERS,
    Comparison,
    PiecesAtStep,
    RoundFacts,
    SampledSplits,
    SharedExamples,
    WordSplits,
    comparison,
    fates,
    pieces_at,
    round_facts,
    word_samples,
    word_splits,
)
from ui.unigram.requests import SCHEME, UnigramRun

PIECE_SEARCH, WORD_SEARCH = "unigram_piece_search", "unigram_word_search"
"""Keys of search boxes."""

SEED, DRAWN = "unigram_seed", 1_000
"""Key of the number of a draw, and how many there are."""

MANY_FATES = 60
"""Pieces of a round from which on the border of those that go is shown first."""

TOKEN, SPLIT = Column("token", "token"), Column("tokens", "split")
PROBABILITY = Column("probability", format=probability)
SPLITS = (SPLIT, Column("share", format=percent, bar=True), PROBABILITY)
"""Columns of the table of a word's splits."""


def unigram_tabs(run: UnigramRun, word: str, step: int) -> None:
    """Draw the open tab at a step."""
    draw_tabs(
        PAGE,
        {
            "splits": partial(splits_panel, run, word, step),
            "removal": partial(removal_panel, run, step),
            "vocabulary": partial(vocabulary_panel, run, step),
            "sampling": partial(sampling_panel, run, word, step),
            "compare": partial(compare_panel, run),
        },
    )


def splits_panel(run: UnigramRun, word: str, step: int) -> None:
    """Explain the lattice, and list the splits of the word."""
    if not word:
        say("unigram.no_word")
        return
    say("unigram.lattice_how")
    found: WordSplits = run.read(word_splits, step, word, removed_pieces(run, word))
    rows, title = found.rows, t("unigram.splits_caption", word=visible(word))
    _draw_table(replace(rows, more=False), SPLITS, title)
    share = percent(min(1.0, sum(rows.column("share"))))
    kind = "some" if rows.more else "sum"
    st.caption(t(f"unigram.splits_{kind}", n=len(rows), share=share, p=probability(found.marginal)))


def _draw_table(rows: Rows, columns: Sequence[Column], caption: str, **looks: Any) -> None:
    nothing = "unigram.search_nothing"
    draw_table(rows, columns, caption, SCHEME, area="unigram", nothing=nothing, **looks)


def removal_panel(run: UnigramRun, step: int) -> None:
    """Show the pieces that the next round removes, why, and the splits in their place."""
    if step == run.summarize().rounds:
        heading("unigram.removal_done")
        say("unigram.removal_none_left")
        return
    judge: RoundFacts = run.read(round_facts, step)
    title = heading("unigram.removal_heading", round=step + 1)
    say("unigram.removal_score" if judge.last else "unigram.removal_loss")
    choice, searching = st.columns([3, 2], vertical_alignment="bottom")
    opening = "border" if judge.judged > MANY_FATES else "order"
    with choice:
        named = t("unigram.show"), ORDERS, lambda name: t(f"unigram.show_{name}")
        show = segmented(*named, "unigram_show", opening)
    with searching:
        search = search_line(t("unigram.search"), "unigram_fate_search")
    columns = (
        TOKEN,
        Column("fate", message="unigram.fate_{fate}"),
        Column("expected", format=expected),
        PROBABILITY,
        *(() if judge.last else (Column("loss", format=_loss),)),
        Column("tokens", "split", header="alternative"),
    )
    rows = run.read(fates, step, show, search)
    goes = {"gone": t("unigram.badge_goes")}
    _draw_table(rows, columns, title, search=search, badges=goes)
    before, after = _nats(judge.before), _nats(judge.after)
    for_researchers("unigram_em", lambda: say("unigram.removal_em", before=before, after=after))


def vocabulary_panel(run: UnigramRun, step: int) -> None:
    """Show the pieces after `step` rounds with their probabilities, and the curves of all."""
    title = heading("unigram.vocabulary_heading" if step else "unigram.vocabulary_seed", step=step)
    found: PiecesAtStep = run.read(pieces_at, step, searched(PIECE_SEARCH))
    n, characters = found.size, found.characters
    say("unigram.vocabulary_sum", n=n, characters=characters, longer=n - characters)
    search = search_line(t("unigram.search"), PIECE_SEARCH)
    columns = (
        TOKEN,
        Column("rank", "number"),
        Column("kind", message="unigram.kind_{kind}"),
        Column("probability", format=probability, bar=True),
    )
    _draw_table(found.rows, columns, title, search=search)
    for (name, values), place in zip(found.by_round.items(), beside(), strict=True):
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


def sampling_panel(run: UnigramRun, word: str, step: int) -> None:
    """Sample splits of the word by their probability."""
    heading("unigram.sampling_heading")
    if not word:
        say("unigram.no_word")
        return
    say("unigram.sampling_why")
    session.kept(SEED, 0, range(DRAWN))
    st.button(t("unigram.again"), key="unigram_again", on_click=_draw_again)
    seed = session.value(SEED)
    found: SampledSplits = run.read(word_samples, step, word, removed_pieces(run, word), seed)
    say("unigram.first_draws")
    items = "".join(f"<li>{chips(tokens, SCHEME)}</li>" for tokens in found.first)
    write(f'<ol class="unigram-draws">{items}</ol>')
    different = found.different
    caption = t("unigram.cloud_heading", n=DRAWS, different=different, word=visible(word))
    say_text(caption)
    drawn = Column("drawn", "number", bar=True)
    chance = Column("share", format=percent, header="chance")
    _draw_table(found.rows, (SPLIT, drawn, chance), caption)
    if different > len(found.rows):
        st.caption(t("unigram.cloud_more", n=different - len(found.rows)))


def _draw_again() -> None:
    session.widget(SEED, (session.value(SEED) + 1) % DRAWN)


def compare_panel(run: UnigramRun) -> None:
    """Compare BPE, WordPiece and Unigram vocabularies of one size."""
    heading("unigram.compare_heading", n=run.summarize().pieces)
    say("unigram.compare_how")
    least = opening_min_frequency(run)
    min_frequency = limit_box("min_frequency", placeholder=str(least)) or least
    others = {}
    for name, rival in rivals(run, min_frequency).items():
        if isinstance(rival, CorpusError):
            name = t(f"unigram.name_{name}")
            st.warning(t("unigram.compare_not", name=name, why=refusal(rival)))
        else:
            others[name] = rival
    search = searched(WORD_SEARCH)
    found: Comparison = read((run, *others.values()), comparison, tuple(others), search)
    names = [t(f"unigram.name_{name}") for name in (*others, "unigram")]
    for smaller, size in found.smaller:
        name = t(f"unigram.name_{smaller}")
        st.caption(t("unigram.compare_smaller", name=name, n=size))
    columns = (
        Column("name", message="unigram.name_{name}"),
        Column("in_corpus", "number", bar=True),
        Column("per_word", template="{per_word:.2f}"),
        Column("size", "number", header="vocabulary"),
        Column("length", template="{length:.2f}"),
    )
    _draw_table(found.sizes, columns, t("unigram.sizes_caption"))
    st.caption(t("unigram.compare_spelling"))
    st.caption(t("unigram.compare_library"))
    write(shared_table(found.shared, heading("unigram.overlap_heading")))
    title = heading("unigram.words_heading")
    search = search_line(t("unigram.word_search"), WORD_SEARCH)
    if not found.words:
        say("unigram.words_none" if not search else "unigram.words_not_found")
        return
    if not search:
        say("unigram.words_alike" if found.alike else "unigram.words_bold", n=found.alike)
    write(split_table(found.words, names, title))


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


def shared_table(rows: Sequence[SharedExamples], caption: str) -> str:
    """Return groups of methods, the number of tokens that only they share, and some of these."""
    total = sum(count for _, count, _ in rows)
    found = [
        (
            t("unigram.and").join(t(f"unigram.name_{name}") for name in names),
            Markup(f"{bar(count / total)}{count:,}"),
            _some(count, tokens),
        )
        for names, count, tokens in rows
    ]
    columns = (
        Column("who"),
        Column("shared", look="number has-bar"),
        Column("examples"),
    )
    return table_markup(rows_for(columns, found), columns, caption, area="unigram", look="unigram")


def _some(count: int, tokens: Sequence[str]) -> Markup:
    left_out = count - len(tokens)
    more = f" … {left_out:,}" if left_out else ""
    return Markup(chips(tokens, SCHEME) + more)
