"""The tab on other rules: two schemes side by side."""

import streamlit as st

from bpe import PRESETS, CorpusError, Scheme, Training
from bpe.readings.engines import differing, overlap, parting_step
from ui.controls.asked import Asked, request_of
from ui.controls.pickers import scheme_name
from ui.controls.running import result_of
from ui.draw.parts import beside, heading
from ui.draw.say import say
from ui.draw.table import table
from ui.shell import session
from ui.shell.text import refusal, t
from ui.whatif import tables
from ui.whatif.run import leave_tab

BEFORE, AFTER = 2, 6
"""Merges shown before the parting and from it on."""


def engines_panel(asked: Asked) -> None:
    """Let the reader pick two presets; show the step at which they part and what differs."""
    heading("whatif.engines_heading")
    own = asked.request.scheme.name
    with st.container(horizontal=True):
        names = [
            _picker("first", own),
            _picker("second", "gpt" if own != "gpt" else "sentencepiece"),
        ]
    try:
        first, second = (_by(asked, PRESETS[name]) for name in names)
        if names[0] == own:
            first = asked.training
    except CorpusError as error:
        st.error(refusal(error))
        return
    labels = {"a": scheme_name(names[0]), "b": scheme_name(names[1])}
    both, in_first, in_second = overlap(first, second)
    step = parting_step(first, second)
    if step is None:
        say("whatif.engines_same", **labels)
    else:
        _say_parting(step, first, second, labels)
    say("whatif.engines_end", both=both, first=in_first, second=in_second, **labels)
    if step is not None:
        for place, run, name in zip(beside(), (first, second), "ab", strict=True):
            with place:
                frame = tables.merges_around(run, step, BEFORE, AFTER)
                title = t("whatif.engines_merges", name=labels[name])
                st.subheader(title, anchor=False)
                badges = {"parts": t("whatif.parts_here")}
                columns = ("step", "pair", "count")
                table(frame, columns, title, run.scheme, area="whatif", badges=badges)
    st.caption(t("whatif.pickybpe"))


def _say_parting(step: int, first: Training, second: Training, labels: dict[str, str]) -> None:
    """Say at which step two runs part, what each merges there, and in which rules they differ."""
    say("whatif.engines_part" if step else "whatif.engines_part_first", step=step, **labels)
    for run, label in zip((first, second), labels.values(), strict=True):
        if step == len(run):
            say("whatif.engines_ended", label=label)
        else:
            merge = run.merges[step]
            pair = {"pair": merge.pair}
            say("whatif.engines_merge", run.scheme, pair, label=label, n=merge.count)
    parts = (t(f"whatif.rule_{part}") for part in differing(first.scheme, second.scheme))
    say("whatif.engines_differ", parts=t("whatif.list").join(parts))


def _picker(name: str, opening: str) -> str:
    labels = {preset: scheme_name(preset) for preset in PRESETS}
    return st.selectbox(
        t(f"whatif.engine_{name}"),
        list(labels),
        format_func=labels.__getitem__,
        width=320,
        **session.kept(f"whatif_engine_{name}", opening),
    )


def _by(asked: Asked, scheme: Scheme) -> Training:
    return result_of(request_of(asked.source, scheme, like=asked.request).job, cancel=leave_tab)
