"""Whatever strangers send, the app answers with sentences: see README.md."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from tests.fuzz import values
from tests.fuzz.apart import try_all
from tests.fuzz.visits import Fault, Visit

INPUTS = int(os.environ.get("FUZZ_INPUTS", "0"))
EVENTS = 8
SLOW = 8
"""Seconds; what takes longer is written down beside what was found."""

FOUND = Path(__file__).resolve().parents[2] / ".fuzz" / "found.txt"


SHARES = {"text": 0.5, "tokenizer": 0.3, "merges": 0.2, "pattern": 0.2, "link": 0.1}
FEW = {"text": 120, "tokenizer": 80, "merges": 60, "pattern": 150}
"""Inputs of each kind where no number was asked for; the seed is always the same then. Links are
opened by sessions, too."""


@pytest.mark.parametrize("kind", SHARES if INPUTS else FEW)
def test_what_is_brought_is_read_or_refused(kind, pytestconfig):
    """Damaged files of every kind and addresses, in processes with little memory and time."""
    seed = int(pytestconfig.getoption("hypothesis_seed") or 0) if INPUTS else 0
    number = max(FEW.get(kind, 1), int(INPUTS * SHARES[kind]))
    tried = try_all(kind, seed * 10**7, number, jobs=2 if INPUTS else 1)
    write(str(tried))
    assert tried.number == number
    assert not tried.faults, f"\n{tried}"


@pytest.fixture(scope="module")
def found() -> Iterator[dict[str, str]]:
    """Collect what sessions found, each fault once, however often it is met."""
    faults: dict[str, str] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ui.shell.session.cookie", {}.get)  # a simulated app has none of its own
        st.cache_data.clear()
        st.cache_resource.clear()
        yield faults


# Nothing is made smaller afterwards, which would take as long again: the events say what to do.
@settings(
    max_examples=max(3, int(INPUTS * 0.1 / EVENTS)),
    deadline=None,
    derandomize=not INPUTS,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(data=some.data())
def visit_at_random(found: dict[str, str], data: Any) -> None:
    """Open a page at an address, and let a few things happen."""
    visit = Visit(data.draw(some.sampled_from(["en-US", "zh-CN"])))
    try:
        visit.open(data.draw(values.pages), data.draw(values.addresses))
        for _ in range(EVENTS):
            happen(visit, data.draw)
    except Fault as fault:
        if found.setdefault(fault.kind, str(fault)) == str(fault):
            write(str(fault))
    seconds, at = visit.slowest
    if seconds > SLOW:
        write(f"{seconds:.0f} s after\n  " + "\n  ".join(visit.events[:at]))


def test_a_session_is_sentences_from_end_to_end(found):
    """Whatever is chosen, typed, brought, clicked, asked for by an address, and in any order."""
    visit_at_random(found)
    assert not found, "\n\n".join(found.values())


def write(text: str) -> None:
    """Keep what a long run finds, should it be stopped."""
    if INPUTS and text:
        FOUND.parent.mkdir(exist_ok=True)
        with FOUND.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{text}\n\n")


HAPPENS = ["work"] * 6 + ["tab"] * 3 + ["report"] * 2 + ["turn", "follow", "open"]


def happen(visit: Visit, draw: Callable[[some.SearchStrategy], Any]) -> None:
    """Let one thing happen."""
    kind = draw(some.sampled_from(HAPPENS))
    if kind == "turn":
        visit.turn_to(draw(values.pages))
    elif kind == "follow":
        visit.follow(draw(values.addresses))
    elif kind == "open":
        visit.open(draw(values.pages), draw(values.addresses))
    elif kind == "tab" and (tabs := visit.tabs()):
        visit.open_tab(*draw(some.sampled_from(tabs)))
    elif kind == "report" and (components := visit.components()):
        visit.report(draw(some.sampled_from(components)), draw(values.reports))
    elif widgets := visit.widgets():
        widget = widgets[draw(some.integers(0, len(widgets) - 1))]
        visit.work(widget, draw(values.for_widget(widget)))
