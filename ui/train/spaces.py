"""Across spaces: what changes when, from some step on, merges may go on over a space (SuperBPE)."""

from dataclasses import replace
from functools import partial

import streamlit as st

from bpe import PRESETS, Training
from bpe.continuing import SUPERWORDS, Continued
from bpe.readings.two_runs import in_a_row, superwords
from ui.controls.asked import Asked
from ui.controls.running import leaving, result_of
from ui.corpora.jobs import digest
from ui.corpora.making import corpus_of_text
from ui.corpora.readings import continuing
from ui.corpora.remembered import remembered
from ui.corpora.requests import Request
from ui.draw.charts import step_lines
from ui.draw.parts import beside, heading
from ui.draw.say import say
from ui.draw.table import table
from ui.draw.tables import by_series, frame_of
from ui.shell import session
from ui.shell.text import t
from ui.train import PAGE, fold_key

LONGEST = 60_000
"""Characters of a text that are learned from."""

MERGES = 1_000
ROWS = 20
LINES = 4
"""Lines of the text that are shown in tokens, of so many that are looked at:"""
LOOKED_AT = 200

SCHEME = PRESETS["gpt"]
WIDE = replace(SCHEME, pattern=SUPERWORDS)


def spaces_panel(asked: Asked) -> None:
    """Let the reader choose when spaces stop cutting, and show what that changes."""
    title = heading("train.spaces_heading")
    say("train.spaces_what")
    text = (asked.source.text or "")[:LONGEST]
    plain = _plain(text) if text.strip() else None
    if plain is None or not len(plain):
        say("train.spaces_no_text")
        return
    last = len(plain)
    kept = session.kept("train_spaces", last // 2)
    kept["key"] = session.widget(kept["key"], min(session.value(kept["key"], 0), last))
    opens = st.slider(t("train.spaces_opens"), 0, last, **kept)
    wide = _wide(plain, text, opens)
    found = superwords(wide.snapshot(len(wide)))
    tokens = in_a_row(plain, wide, opens)
    say(
        "train.spaces_sum",
        merges=len(tokens) - 1,
        plain=plain.token_counts[-1],
        wide=tokens[-1],
        share=f"{1 - tokens[-1] / plain.token_counts[-1]:.1%}",
        n=len(found),
    )
    curve, listed = beside()
    with curve:
        parts = {"plain": plain.token_counts, "wide": tokens}
        st.altair_chart(
            step_lines(
                by_series(parts),
                opens,
                series={name: t(f"train.spaces_{name}") for name in parts},
                title=t("train.spaces_curve"),
                y=t("charts.tokens_axis"),
                height=320,
            ),
            alt=t(
                "train.spaces_alt",
                step=opens,
                now=tokens[opens],
                plain=plain.token_counts[-1],
                wide=tokens[-1],
            ),
        )
    with listed:
        if not found:
            say("train.spaces_none")
        rows = [(each.token, each.count, opens + each.born) for each in found[:ROWS]]
        if rows:
            columns = ("token", "count", "born")
            frame = frame_of(rows, *columns, more=len(found) > len(rows))
            table(frame, columns, title, SCHEME, area="tables", bars="count")
    _lines(text, plain, wide)
    st.caption(t("train.spaces_note"))
    if len(asked.source.text or "") > LONGEST:
        st.caption(t("train.spaces_cut", most=LONGEST))


def _lines(text: str, plain: Training, wide: Continued) -> None:
    """Show the lines that lose most tokens in the tokens of both."""
    title = heading("train.spaces_lines", n=LOOKED_AT)
    tokenizers = plain.tokenizer(), wide.tokenizer()
    lines = dict.fromkeys(line for line in text.splitlines()[:LOOKED_AT] if line.strip())
    encoded = [[tuple(each.encode(line).tokens) for each in tokenizers] for line in lines]
    encoded.sort(key=lambda both: len(both[1]) - len(both[0]))
    rows = [(f"{len(a):,} → {len(b):,}", a, b) for a, b in encoded[:LINES]]
    table(
        frame_of(rows, "sums", "first", "second"),
        ("sums", "first", "second"),
        title,
        SCHEME,
        area="train",
        titles={"sums": "spaces_sums", "first": "spaces_plain", "second": "spaces_wide"},
        labels={"sums": lambda row: row["sums"]},
    )


def _plain(text: str) -> Training:
    """Train within words."""
    corpus, size = partial(corpus_of_text, text, "text", SCHEME), len(text)
    asked = Request(digest("text", text), corpus, SCHEME, max_merges=MERGES, size=size)
    return result_of(asked.job, cancel=leaving(PAGE, fold_key("spaces")))


@remembered(last=4)
def _wide(plain: Training, text: str, opens: int) -> Continued:
    """Go on across spaces, to as many merges in all as within words."""
    asked = continuing(plain.tokenizer(opens), text, len(plain) - opens, WIDE)
    return result_of(asked, cancel=leaving(PAGE, fold_key("spaces")))
