"""The run of the page, what stands beside it, and the fork of a run in the address.

The ids of a fork mean something within one run only, so the address says which: the fork of
another run is left alone and comes back with it.
"""

from dataclasses import replace
from functools import partial

import streamlit as st

from bpe import PRESETS, CorpusError
from ui.controls.controls import choose_paired_runs, choose_run
from ui.controls.pickers import clamp_step, picker, scheme_name
from ui.corpora.run import Run, read
from ui.frame import Bar
from ui.shell import session
from ui.shell.text import refusal, t
from ui.wordpiece import PAIR
from ui.wordpiece.readings import NEVER, Fork, first_fork, fork_pair, parting

SCORE, LIBRARY = "score", "library"

LIBRARIES = ("gpt", "sentencepiece")
"""The rules that stand beside at first: the second where the run has the first."""


def kind() -> str:
    """Return what stands beside: the score, another pair, or a library's rules."""
    chosen = session.choices().get("against")
    return LIBRARY if chosen in PRESETS else chosen or SCORE


def choose_two_runs(bar: Bar) -> tuple[Run, Run]:
    """Draw the pickers; return the run and what stands beside it."""
    if kind() == SCORE:
        scored, counted = choose_paired_runs(bar, score="count")
        return counted, scored
    other = run = choose_run(bar, clamps=False)
    try:
        other = _forked(run) if kind() == PAIR else _by_library_rules(run)
    except CorpusError as error:
        st.error(refusal(error))
    clamp_step(max(len(run), len(other)))
    return run, other


def names_of_runs(first: Run, second: Run) -> tuple[str, str]:
    """Return what the two runs are called."""
    if kind() == LIBRARY:
        return first.scheme.name, second.scheme.name
    return t(f"wordpiece.first_{kind()}"), t(f"wordpiece.second_{kind()}")


def parting_of(first: Run, second: Run) -> int | None:
    """Return the step at which two runs first differ, or None."""
    found: int = read((first, second), parting)
    return None if found == NEVER else found


def beside_picker(first: Run) -> None:
    """Let the reader choose what stands beside."""
    own = first.scheme.name
    kinds = {SCORE: None, PAIR: PAIR, LIBRARY: LIBRARIES[own == LIBRARIES[0]]}
    st.segmented_control(
        t("wordpiece.beside"),
        list(kinds),
        required=True,
        format_func=lambda each: t(f"wordpiece.beside_{each}"),
        key=session.widget("wordpiece_beside", kind()),
        on_change=lambda: session.choose(
            against=kinds[session.value("wordpiece_beside") or kind()], step=None
        ),
        label_visibility="collapsed",
    )


def rules_picker() -> None:
    """Let the reader choose whose rules stand beside."""
    labels = {name: scheme_name(name) for name in PRESETS}
    chosen, name = session.choices().get("against"), t("wordpiece.rules")
    picker("against", name, labels, chosen, "", label_visibility="collapsed", width=260)


def _by_library_rules(run: Run) -> Run:
    """Return the same text by the rules of the library that was chosen."""
    other = replace(run, scheme=PRESETS[session.choices()["against"]])
    other.summarize(partial(session.choose, against=None))
    return other


def _forked(run: Run) -> Run:
    """Return the run with another pair first, which is trained on from there."""
    fork = fork_of(run)
    if fork is None:
        return run
    pair = run.read(fork_pair, fork)
    if pair is None:
        st.warning(t("wordpiece.unreached", step=fork.step, steps=len(run)))
        return run
    other = replace(run, forced=((fork.step, pair),))
    other.summarize(partial(choose_fork, run, None))
    return other


def fork_of(run: Run) -> Fork | None:
    """Return the fork of the run on this page; one worth a look where the reader has made none."""
    chosen, prefix = session.choices().get("forks"), f"{run.code}:"
    if chosen is None or not chosen.startswith(prefix):
        found: Fork | None = run.read(first_fork)
        return found
    numbers = chosen.removeprefix(prefix)
    return Fork(*map(int, numbers.split("."))) if numbers else None


def choose_fork(run: Run, fork: Fork | None) -> None:
    """Fork a run where the player stands, or do not, from a callback."""
    written = "" if fork is None else f"{fork.step}.{fork.left}.{fork.right}"
    session.choose(forks=f"{run.code}:{written}")
