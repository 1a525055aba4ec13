"""The tab on rare pairs: how often what was merged occurred, by minimum frequency."""

import pandas as pd
import streamlit as st

from bpe.readings.two_runs import FEW
from ui.controls.asked import Asked
from ui.controls.controls import again
from ui.draw.palette import palette
from ui.draw.parts import heading
from ui.draw.say import say
from ui.draw.table import table
from ui.shell.text import t
from ui.wordpiece import charts, tables

LEAST = (1, 2, 5, 10, 50)
"""Minimum frequencies offered at a click."""

COMPARED_CELLS = 1_000_000
"""Characters in distinct words up to which every minimum frequency is tried."""


def rare_panel(bpe: Asked, wordpiece: Asked) -> None:
    """Show how often the merged pairs occurred, and what a minimum frequency changes."""
    bpe_run, wordpiece_run = bpe.training, wordpiece.training
    least = wordpiece_run.min_frequency
    heading("wordpiece.rare_heading")
    sums = tables.rarity(bpe_run, wordpiece_run)
    if not sums["merges"]:
        say("wordpiece.rare_none", wordpiece_run.scheme, least=least)
        return
    say(
        "wordpiece.rare_say",
        wordpiece_run.scheme,
        few=FEW,
        rare=sums["rare"],
        merges=sums["merges"],
        rare_bpe=sums["rare_bpe"],
        merges_bpe=len(bpe_run.merges),
        median=f"{sums['median']:,g}",
        median_bpe=f"{sums['median_bpe']:,g}",
    )
    names = {run: t(f"wordpiece.of_{run}") for run in ("bpe", "wordpiece")}
    st.altair_chart(
        charts.merged_counts(
            tables.merged_counts(bpe_run, wordpiece_run),
            least,
            {
                "step": t("charts.step"),
                "count": t("wordpiece.merged_axis"),
                "least": t("wordpiece.least_line", least=least),
                **names,
            },
            palette(),
        ),
        alt=t("wordpiece.merged_alt", median=f"{sums['median']:,g}", least=least),
    )
    tried = sorted({*LEAST, least})
    if wordpiece_run.counters["cells"] > COMPARED_CELLS:
        tried = sorted({1, least})
    rows = []
    for number in tried:
        others = (again(asked, min_frequency=number) for asked in (bpe, wordpiece))
        rows.append(tables.rarity(*others))
    frame = (
        pd.DataFrame(rows)
        .astype({"median": "Float64"})
        .assign(used=[number == least for number in tried])
    )
    title = heading("wordpiece.least_heading")
    table(
        frame,
        ("min_frequency", "merges", "median", "rare", "shared", "corpus_tokens"),
        title,
        area="wordpiece",
        names={"few": FEW},
        badges={"used": t("wordpiece.badge_used")},
    )
    st.caption(t("wordpiece.least_note"))
