"""The tab on other rules: two schemes side by side."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bpe import PRESETS, CorpusError, Scheme, Training
from bpe.readings.engines import Part, Parting, compare, overlap
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
    """Let the reader pick two presets; show the step at which they part and what makes them."""
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
        parting = compare(first, second, partial(_up_to, asked))
    except CorpusError as error:
        st.error(refusal(error))
        return
    labels = {"a": scheme_name(names[0]), "b": scheme_name(names[1])}
    both, in_first, in_second = overlap(first, second)
    if parting is None:
        say("whatif.engines_same", **labels)
    else:
        _say_parting(parting, first, second, labels)
    say("whatif.engines_end", both=both, first=in_first, second=in_second, **labels)
    if parting is not None:
        for place, run, name in zip(beside(), (first, second), "ab", strict=True):
            with place:
                frame = tables.merges_around(run, parting.step, BEFORE, AFTER)
                title = t("whatif.engines_merges", name=labels[name])
                st.subheader(title, anchor=False)
                badges = {"parts": t("whatif.parts_here")}
                columns = ("step", "pair", "count")
                table(frame, columns, title, run.scheme, area="whatif", badges=badges)
    st.caption(t("whatif.pickybpe"))


def _say_parting(
    parting: Parting, first: Training, second: Training, labels: dict[str, str]
) -> None:
    """Say at which step two runs part, what each merges there, and which rules make them part."""
    name = "whatif.engines_part" if parting.step else "whatif.engines_part_first"
    say(name, step=parting.step, **labels)
    for run, merge, label in (
        (first, parting.first, labels["a"]),
        (second, parting.second, labels["b"]),
    ):
        if merge is None:
            say("whatif.engines_ended", label=label)
        else:
            pair = {"pair": merge.pair}
            say("whatif.engines_merge", run.scheme, pair, label=label, n=merge.count)
    every = parting.causes == (parting.parts,) and len(parting.parts) > 1
    if every:
        say("whatif.why_every", parts=_listed(parting.parts), **labels)
        return
    for causes in parting.causes:
        listed = t("whatif.and").join(t(f"whatif.rule_{part}") for part in causes)
        say("whatif.why" if len(causes) == 1 else "whatif.why_together", parts=listed, **labels)
    rest = [part for part in parting.parts if all(part not in each for each in parting.causes)]
    if rest:
        say("whatif.why_not", parts=_listed(rest))


def _listed(parts: Sequence[Part]) -> str:
    return t("whatif.list").join(t(f"whatif.rule_{part}") for part in parts)


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


def _up_to(asked: Asked, scheme: Scheme, merges: int) -> Training:
    """Learn so many merges of the same text by a scheme."""
    least = asked.request.min_frequency
    request = request_of(asked.source, scheme, min_frequency=least, max_merges=merges)
    return result_of(request.job, cancel=leave_tab)
