"""Text that a run has not seen: held out while the rest is learned from, in bits per byte."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from bpe import Corpus, CorpusError, Training
from bpe.readings.description_length import CostCurve
from ui.corpora.jobs import digest
from ui.corpora.run import Run
from ui.corpora.sources import Source
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import shut
from ui.draw.say import say
from ui.shell.text import t
from ui.train import PAGE, fold_key
from ui.train.stop.bits import curve
from ui.train.stop.parts import SEED, SHARE, cost_of_unseen, part_of


def unseen_panel(run: Run, step: int) -> None:
    """Train on a part of the corpus; follow it and the part it never saw, step by step."""
    st.markdown(t(f"stop.unseen_how{'' if run.source.text else '_counts'}", share=f"{SHARE:.0%}"))
    try:
        training, unseen = _learned(run)
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


def _learned(run: Run) -> tuple[Training, CostCurve]:
    """Learn from the part that is kept, by the reader's settings; say what the other part costs.

    Raises `CorpusError` where one of the two is empty.
    """
    kept, held = _parts(run)
    cancel = partial(shut, fold_key("unseen"))
    seen = replace(run, source=kept)
    seen.summarize(cancel)
    costs: CostCurve = seen.read(cost_of_unseen, held, cancel=cancel, is_long=True)
    return seen.training, costs


def _parts(run: Run) -> tuple[Source, Callable[[], Corpus]]:
    """Return both parts: sentences of a text, or of a table occurrences of its words."""
    source, scheme = run.source, run.scheme
    named = digest("kept", source.digest, f"{SHARE} {SEED}")
    kept, held = (partial(part_of, source, is_held) for is_held in (False, True))
    seen = replace(source, digest=named, corpus=kept)
    return seen, partial(held, scheme)
