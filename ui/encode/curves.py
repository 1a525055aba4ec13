"""The tabs of typing, dropout and the learned merges: how a split changes."""

import altair as alt
import pandas as pd
import streamlit as st

from bpe.readings.compare import counts_at, counts_by_step, dropout_cloud, typing_counts
from ui.draw.charts import is_wide, step_lines
from ui.draw.palette import palette
from ui.draw.parts import heading
from ui.draw.say import say
from ui.encode import tables
from ui.encode.text import LONG_WORD, Question, draw_table, number, signed, word_box
from ui.shell.text import t

TYPED = 160
"""Characters of a text that are typed one by one."""

LONGEST_HISTORY = 400
"""Characters of a text that are followed through all steps."""

DRAWN_STEPS = 40
"""Steps at which a text is encoded anew where its trace does not hold the earlier ones."""

SAMPLES = (50, 200, 1000)


def typing_panel(question: Question) -> None:
    """Draw tokens by characters typed, and where one more character means fewer tokens."""
    heading("encode.typing_heading")
    text = question.text[:TYPED]
    if not text:
        say("encode.empty")
        return
    if text != question.text:
        st.caption(t("encode.excerpt", shown=TYPED, all=len(question.text)))
    counts = typing_counts(question.tokenizer, text, question.method)
    frame = tables.typing(text, counts)
    fell = tables.falls(question.tokenizer, text, frame, question.method)
    times = int(frame["fell"].sum())
    say(f"encode.typing_{number(times)}", n=times)
    st.altair_chart(
        typing_chart(frame),
        alt=t("encode.typing_alt", n=len(text), tokens=counts[-1], most=max(counts), falls=times),
    )
    if not fell.empty:
        draw_table(
            question,
            fell,
            ("word", "before_tokens", "tokens", "gain"),
            t("encode.typing_heading"),
            titles={"word": "typed_so_far", "before_tokens": "one_before", "tokens": "one_after"},
            labels={"gain": lambda row: signed(row["gain"])},
        )
    st.caption(t("encode.typing_note"))


def typing_chart(frame: pd.DataFrame) -> alt.LayerChart | alt.FacetChart:
    """Draw a `ui.encode.tables.typing` frame, with a mark where the count falls."""
    x, y, accent = t("encode.characters_typed"), t("encode.tokens"), palette().accent
    across = alt.X(
        "characters:Q",
        title=x,
        scale=alt.Scale(nice=False),
        axis=alt.Axis(format=",d", tickMinStep=1, grid=False),
    )
    up = alt.Y("tokens:Q", title=y, axis=alt.Axis(format=",d", tickMinStep=1, tickCount=5))
    tooltip = [
        alt.Tooltip("characters:Q", title=x),
        alt.Tooltip("typed:N", title=t("encode.typed")),
        alt.Tooltip("tokens:Q", title=y),
    ]
    base = alt.Chart(frame)
    line = base.mark_line(strokeWidth=2.5, interpolate="step-after", point=len(frame) <= 60)
    line = line.encode(across, up, tooltip=tooltip)
    falls = alt.Chart(frame[frame["fell"]])
    dots = falls.mark_point(shape="triangle-down", color=accent, fill=accent, size=130, opacity=1)
    dots = dots.encode(across, up, tooltip=tooltip)
    letters = falls.mark_text(color=accent, dy=18, fontSize=16, fontWeight="bold")
    letters = letters.encode(across, up, text="typed:N")
    # Marks of which there are none would be a picture without a name to a screen reader.
    layers = [line, dots, letters] if frame["fell"].any() else [line]
    return alt.LayerChart(layer=layers).properties(height=280)


def dropout_panel(question: Question) -> None:
    """Encode one word many times with merges left out at random; show its splits."""
    heading("encode.dropout_heading")
    say("encode.dropout_what")
    words = tables.distinct_words(question.tokenizer.encode(question.text))
    short = sorted((word for word in words if len(word) <= LONG_WORD), key=len, reverse=True)
    if not short:
        say("encode.empty")
        return
    word_cell, rate_cell, seed_cell, samples_cell = st.columns([3, 4, 2, 3])
    with word_cell:
        word = word_box(short, "encode_dropout_word")
    rate = rate_cell.slider(
        t("encode.dropout_rate"), 0.0, 1.0, 0.1, 0.05, key="encode_rate", persist_state="session"
    )
    seed = seed_cell.number_input(
        t("encode.dropout_seed"), 0, 2**31 - 1, 1, 1, key="encode_seed", persist_state="session"
    )
    samples = samples_cell.segmented_control(
        t("encode.dropout_samples"),
        SAMPLES,
        default=200,
        required=True,
        key="encode_samples",
        persist_state="session",
    )
    splits = dropout_cloud(question.tokenizer, word, rate, samples, int(seed))
    frame = tables.cloud(splits, words[word].tokens)
    say(f"encode.dropout_{number(len(splits), none=False)}", n=len(splits), samples=samples)
    draw_table(
        question,
        frame,
        ("tokens", "count", "share"),
        t("encode.dropout_heading"),
        titles={"tokens": "split"},
        labels={"share": lambda row: f"{row['share']:.1%}"},
        badges={"usual": t("encode.badge_usual")},
        bars="count",
    )
    st.caption(t("encode.dropout_note"))


def merges_panel(question: Question) -> None:
    """Show the text by the tokenizer of each step, from characters to whole words."""
    heading("encode.merges_heading")
    training, step, text = question.training, question.step, question.text[:LONGEST_HISTORY]
    tokenizer = training.tokenizer()
    encoding = tokenizer.encode(text, question.method)
    if not encoding.words:
        say("encode.empty")
        return
    last = len(training.merges)
    by_merges = question.method == "merges"
    if by_merges:
        counts = dict(enumerate(counts_by_step(tokenizer, encoding)))
    else:
        steps = sorted({0, step, last, *(last * at // DRAWN_STEPS for at in range(DRAWN_STEPS))})
        counts = counts_at(training, steps, text, question.method)
    frame = tables.by_step(counts)
    st.altair_chart(
        step_lines(
            frame,
            step,
            series={"tokens": t("encode.tokens")},
            title=t("encode.merges_title"),
            x=t("encode.merges_axis"),
            y=t("encode.tokens"),
            log=is_wide(frame["value"]),
            stairs=True,
        ),
        alt=t("encode.merges_alt", first=counts[0], now=counts[step], last=counts[last], step=step),
    )
    if not by_merges:
        return
    words = tables.distinct_words(encoding)
    short = [word for word in words if len(word) <= LONG_WORD]
    if not short:
        return
    word = word_box(short, "encode_history_word")
    draw_table(
        question,
        tables.history(words[word], step),
        ("step", "tokens", "length"),
        t("encode.merges_heading"),
        titles={"step": "from_step"},
        badges={"now": t("encode.badge_now")},
    )
