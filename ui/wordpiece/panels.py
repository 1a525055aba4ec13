"""Lay out what stands around the two players of `BPE and WordPiece`: one function a tab."""

from functools import partial

import streamlit as st

from bpe import Training
from bpe.readings.two_runs import TwoRuns
from ui.controls.asked import Asked
from ui.controls.controls import paired_controls
from ui.draw.parts import line, styles
from ui.draw.say import say
from ui.player import duo_player
from ui.shell import session
from ui.shell.frame import Bar
from ui.shell.tabs import draw_tabs
from ui.shell.text import t
from ui.wordpiece import PAGE
from ui.wordpiece.pairs import encode_panel, pairs_panel, scatter_panel
from ui.wordpiece.runs import LEAST, claims_panel, parting_panel, rare_panel

KEY = "wordpiece"


def runs(bar: Bar) -> tuple[Asked, Asked]:
    """Draw the pickers; return the BPE and the WordPiece run of one corpus with one mark."""
    wordpiece, bpe = paired_controls(bar, score="count")
    return bpe, wordpiece


def lockstep(two: tuple[Asked, Asked]) -> int:
    """Draw the two players below one line of switches; return the step.

    The line has the jump to where the runs part and the switch for rare pairs.
    """
    styles()
    bpe_run, wordpiece_run = (each.training for each in two)
    part = TwoRuns(bpe_run, wordpiece_run).parting
    opening = part or 0
    with line("wordpiece"):
        if part is not None:
            st.button(
                t("wordpiece.jump", step=part),
                key="wordpiece_jump",
                icon=":material/call_split:",
                on_click=session.choose_step,
                args=(part, opening),
            )
        _least_picker(wordpiece_run.min_frequency)
    step = duo_player(
        bpe_run,
        wordpiece_run,
        (t("wordpiece.run_bpe"), t("wordpiece.run_wordpiece")),
        key=KEY,
        default=opening,
    )
    _say_parting(bpe_run, wordpiece_run, part)
    return step


def panels(two: tuple[Asked, Asked], step: int) -> None:
    """Draw all tabs for one step; only the open one is computed."""
    bpe_run, wordpiece_run = (each.training for each in two)
    draw_tabs(
        PAGE,
        {
            "pairs": partial(pairs_panel, bpe_run, wordpiece_run, step),
            "scatter": partial(scatter_panel, bpe_run, wordpiece_run, step),
            "parting": partial(parting_panel, bpe_run, wordpiece_run, step),
            "rare": partial(rare_panel, *two),
            "encode": partial(encode_panel, wordpiece_run, step),
            "claims": partial(claims_panel, bpe_run, wordpiece_run, step),
        },
    )


def _say_parting(bpe_run: Training, wordpiece_run: Training, part: int | None) -> None:
    if part is None:
        say("wordpiece.part_never", wordpiece_run.scheme, n=len(bpe_run.merges))
        return
    count, score = bpe_run.merges[part], wordpiece_run.merges[part]
    say(
        "wordpiece.part_first" if part == 0 else "wordpiece.part_later",
        wordpiece_run.scheme,
        {"bpe": count.pair, "wordpiece": score.pair},
        step=part,
        count=count.count,
        score=f"{score.score:.3g}",
        rarer=score.count,
    )
    if wordpiece_run.min_frequency > 1:
        st.caption(t("wordpiece.part_least", least=wordpiece_run.min_frequency))


def _least_picker(least: int) -> None:
    """Offer a few minimum frequencies; the choice is that of the settings."""
    st.radio(
        t("wordpiece.least"),
        sorted({*LEAST, least}),
        format_func=lambda number: f"{number:,}",
        key=session.widget("wordpiece_least", least),
        horizontal=True,
        on_change=_least_chosen,
        help=t("wordpiece.least_help"),
    )


def _least_chosen() -> None:
    least = session.value("wordpiece_least")
    session.choose(min_frequency=None if least == 1 else least, step=None)
