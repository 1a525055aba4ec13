"""Lay out what stands around the two players of `BPE and WordPiece`: one function a tab."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from bpe import Training
from bpe.readings.two_runs import TwoRuns
from ui.controls.asked import Asked
from ui.controls.controls import paired_controls
from ui.controls.following import Follows, Part
from ui.draw.parts import fold, line, styles
from ui.draw.say import say
from ui.player import duo_player, move_player
from ui.shell import session
from ui.shell.fragments import FOLLOWING
from ui.shell.frame import Bar
from ui.shell.navigation import link
from ui.shell.tabs import PANEL, draw_tabs
from ui.shell.text import t
from ui.wordpiece import PAGE
from ui.wordpiece.pairs import encode_panel, pairs_panel, scatter_panel
from ui.wordpiece.runs import LEAST, RARE, parting_panel, rare_panel

KEY = "wordpiece"


def runs(bar: Bar) -> tuple[Asked, Asked]:
    """Draw the pickers; return the BPE and the WordPiece run of one corpus with one mark."""
    wordpiece, bpe = paired_controls(bar, score="count")
    return bpe, wordpiece


def opening(bpe: Asked, wordpiece: Asked) -> int:
    """Return the step at which the page opens: where the two runs part."""
    return TwoRuns(bpe.training, wordpiece.training).parting or 0


def lockstep(bpe: Asked, wordpiece: Asked, follows: Follows) -> None:
    """Draw the two players below one line of switches, and all that follows their step.

    The line has the jump to where the runs part and the switch for rare pairs.
    """
    bpe_run, wordpiece_run = bpe.training, wordpiece.training
    part = TwoRuns(bpe_run, wordpiece_run).parting
    with line("wordpiece"):
        if part is not None:
            st.button(
                t("wordpiece.jump", step=part),
                key="wordpiece_jump",
                icon=":material/call_split:",
                on_click=move_player,
                args=(KEY, part, part),
            )
        _least_picker(wordpiece_run.min_frequency)
    duo_player(
        bpe_run,
        wordpiece_run,
        (t("wordpiece.run_bpe"), t("wordpiece.run_wordpiece")),
        key=KEY,
        default=part or 0,
        follows=FOLLOWING,
    )
    st.fragment(panels, key=PANEL)(follows)
    _say_parting(bpe_run, wordpiece_run, part)


def panels(follows: Follows) -> None:
    """Draw all tabs; only the open one is computed."""
    styles()
    draw_tabs(PAGE, {name: partial(follows, part) for name, part in PANELS.items()})


def _reading(panel: Callable[..., None]) -> Part:
    """Draw `panel` from both runs at the step."""
    return lambda bpe, wordpiece, step: panel(bpe.training, wordpiece.training, step)


def _pairs(bpe: Asked, wordpiece: Asked, step: int) -> None:
    pairs_panel(bpe.training, wordpiece.training, step)
    with fold(t("wordpiece.fold_rare"), RARE) as is_open:
        if is_open:
            rare_panel(bpe, wordpiece)
    link("train", t("wordpiece.often_said"), tab="claims")


PANELS: dict[str, Part] = {
    "pairs": _pairs,
    "scatter": _reading(scatter_panel),
    "parting": _reading(parting_panel),
    "encode": lambda bpe, wordpiece, step: encode_panel(wordpiece.training, step),
}


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
