"""The page Why subwords: one text three ways, what each level costs, and what it does not know."""

from collections.abc import Mapping

import streamlit as st

from bpe import CorpusError
from bpe.readings.levels import Level, cut_text
from ui.controls.asked import Asked
from ui.controls.steps import step_slider
from ui.corpora.samples import NOVEL
from ui.draw.parts import fold, heading, styles, text_line
from ui.draw.say import say, say_written, sentence
from ui.draw.table import table
from ui.levels import charts as levels_charts
from ui.levels import markup as levels_markup
from ui.levels import tables
from ui.levels.runs import PartedRun, run_on_part_seen
from ui.shell import session
from ui.shell.address import step_in_address
from ui.shell.text import refusal, t

Found = Mapping[str, Level]
"""What each level costs, by its name."""

TEXTS = {NOVEL: "her sisters were unfriendly"}
WORDS, LINES = 8, 4
"""Of the corpus, in the text to cut to begin with."""

LONGEST = 400
FEW = 30
"""Of fewer words kept aside, rates say little."""


def levels_page(asked: Asked) -> None:
    """Draw the page for one corpus; the training on it says which words and which limit."""
    styles(levels_markup.STYLE)
    try:
        run = run_on_part_seen(asked)
    except CorpusError as error:
        is_small = error.code == "parted"
        st.error(t("levels.too_small") if is_small else refusal(error))
        return
    last = len(run.training.merges)
    chosen, typed = st.columns(2, gap="medium")
    with chosen:
        step = step_slider("levels_step", last, last)
    with typed:
        text = _text(run)
    found = run.at(step)
    cut, drawn = st.columns([11, 9], gap="medium")
    with cut:
        _ways(run, step, text)
    with drawn:
        _chart(run, found, step)
    with st.container(key="levels_said"):
        for said in claims(run, found, step):
            say_written(said)
    with fold(t("levels.more"), "levels_more") as is_open:
        if is_open:
            _costs(run, found)
    # Below the picture, where it takes no room.
    step_in_address(step, last, "levels_step_address")


def _text(run: PartedRun) -> str:
    """Let the reader type a text to cut."""
    return text_line(t("levels.text"), "levels_text", _default_text(run), LONGEST)


def _ways(run: PartedRun, step: int, text: str) -> None:
    """Cut one text at every level at once."""
    if not text.split():
        say("levels.empty")
        return
    cut = cut_text(run.training, step, text)
    order = tables.ORDER if run.is_spaced else tables.UNSPACED
    st.html(levels_markup.ways(cut, order, t, run.training.scheme))


def _default_text(run: PartedRun) -> str:
    chosen = session.text()
    if chosen in TEXTS:
        return TEXTS[chosen]
    held_out, seen = run.parts.held_out.words, run.parts.seen.words
    most = WORDS if run.is_spaced else LINES
    words = [*seen[: most - 2], *held_out[:2]]
    return " ".join(word for word in words if len(word) <= 40)[:LONGEST] or seen[0][:40]


def claims(run: PartedRun, found: Found, step: int) -> list[str]:
    """Return, as HTML, what each level costs and misses, a sentence each."""
    letters, pieces = found["characters"], found["subwords"]
    if not run.is_spaced:
        said = sentence(
            "levels.claim_lines",
            share=letters.unknown_rate,
            letters=letters.tokens,
            pieces=pieces.tokens,
            step=step,
            vocabulary=letters.vocabulary,
            learned=pieces.vocabulary,
        )
        return [said]
    words = found["words"]
    return [
        sentence("levels.claim_words", share=words.unknown_rate, vocabulary=words.vocabulary),
        *(
            sentence(
                f"levels.claim_{name}",
                step=step,
                vocabulary=level.vocabulary,
                per_word=level.tokens_per_word,
                share=level.unknown_rate,
            )
            for name, level in (("characters", letters), ("subwords", pieces))
        ),
    ]


def _chart(run: PartedRun, found: Found, step: int) -> None:
    names = {level: t(f"levels.level_{level}") for level in tables.ORDER if level in found}
    words = {"words": found["words"].tokens} if run.is_spaced else {}
    st.altair_chart(
        levels_charts.levels(tables.points(found, run.curve, step), names),
        alt=t(
            "levels.chart_alt" if words else "levels.chart_alt_lines",
            letters=found["characters"].tokens,
            **words,
            pieces=found["subwords"].tokens,
            vocabulary=found["subwords"].vocabulary,
        ),
    )


def _costs(run: PartedRun, found: Found) -> None:
    """Set the levels side by side in a table, and say what was counted."""
    title = heading("levels.costs_heading")
    seen, kept = sum(run.parts.seen.counts), sum(run.parts.held_out.counts)
    what = "kept" if run.is_spaced else "kept_lines"
    say(f"levels.{what}_{'one' if kept == 1 else 'many'}", seen=seen, kept=kept, all=seen + kept)
    if found["characters"].held_out < FEW:
        say("levels.kept_few")
    table(
        tables.levels(found),
        ("level", "vocabulary", "total", "per_word", "unknown")
        if run.is_spaced
        else ("level", "vocabulary", "total", "unknown"),
        title,
        area="levels",
        labels={
            "level": lambda row: t(f"levels.level_{row['level']}"),
            "per_word": lambda row: f"{row['per_word']:.2f}",
            "unknown": lambda row: f"{row['unknown']:,} ({row['share']:.1%})",
        },
    )
    lines = "" if run.is_spaced else "_lines"
    st.caption(t(f"levels.ways_note{lines}", seen=seen, all=seen + kept))
    st.caption(t(f"levels.chart_note{lines}"))
