"""Text that a run has not seen: held out while the rest is learned from, in bits per byte."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from bpe import Corpus, CorpusError, Training
from bpe.readings.description_length import CostCurve
from ui.controls.asked import Asked
from ui.controls.running import result_of
from ui.corpora.jobs import digest, given
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import shut
from ui.draw.say import say
from ui.shell.text import t
from ui.train import PAGE, fold_key
from ui.train.stop.bits import curve
from ui.train.stop.parts import SEED, SHARE, corpus_of_part, cost_of_unseen

Maker = Callable[[], Corpus]


def unseen_panel(asked: Asked, step: int) -> None:
    """Train on a part of the corpus; follow it and the part it never saw, step by step."""
    st.markdown(t(f"stop.unseen_how{'' if asked.source.text else '_counts'}", share=f"{SHARE:.0%}"))
    try:
        training, unseen = _learned(asked)
    except CorpusError as error:
        if error.code not in ("no_words", "parted"):
            raise
        say("stop.unseen_one")
        return
    curves = {"seen": curve(training), "unseen": unseen}
    here = min(step, len(training))
    numbers = {name: f"{costs.bits_per_byte[here]:.3f}" for name, costs in curves.items()}
    turning = unseen.turning_point
    said = "falls" if turning is None else "turns"
    say(f"stop.unseen_{said}", step=here, lowest=turning or 0, last=len(training), **numbers)
    lines = {t(f"stop.line_{name}"): costs.bits_per_byte for name, costs in curves.items()}
    title = t("stop.unseen_title")
    draw_lines(LineChart("stop_unseen", PAGE.name, lines, step, title, digits=3, from_zero=False))
    if unseen.unknown:
        st.caption(t("stop.unseen_unknown", n=unseen.unknown))
    st.caption(t("stop.unseen_why"))


def _learned(asked: Asked) -> tuple[Training, CostCurve]:
    """Learn from the part that is kept, by the reader's settings; say what the other part costs.

    Raises `CorpusError` where one of the two is empty.
    """
    kept, held = _parts(asked)
    named = digest("kept", asked.request.digest, f"{SHARE} {SEED}")
    cancel = partial(shut, fold_key("unseen"))
    request = replace(asked.request, digest=named, corpus=kept)
    training: Training = result_of(request.job, cancel=cancel)
    return training, result_of(cost_of_unseen(training, named, held), cancel=cancel)


def _parts(asked: Asked) -> tuple[Maker, Maker]:
    """Return what makes both parts: sentences of a text, or of a table occurrences of its words."""
    text, scheme = asked.source.text, asked.request.scheme
    if text is None:
        kept, held = asked.training.corpus.split(SHARE, SEED)
        return given(kept), given(held)
    name = asked.training.corpus.source
    kept_part, held_part = (
        partial(corpus_of_part, text, part, name, scheme) for part in (False, True)
    )
    return kept_part, held_part
