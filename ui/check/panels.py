"""Lay out the page: which list, the verdict beside the player where it differs, what is known."""

from collections import Counter
from dataclasses import fields
from functools import partial
from pathlib import Path

import streamlit as st

from bpe import PRESETS, TIE_RULES, Scheme
from bpe.checking.mistakes import mistakes
from ui.check import PAGE
from ui.check.given import bring, picker, settle
from ui.check.held import Held, held
from ui.check.mistakes import TRAINERS
from ui.check.verdict import evidence, verdict
from ui.controls.controls import choose_run
from ui.draw.parts import heading, inline_row, styles
from ui.draw.say import say, say_written
from ui.frame import Bar
from ui.player import step_player
from ui.shell.tabs import draw_tabs
from ui.shell.text import t

STYLE = Path(__file__).with_name("check.css")
WORDS = 1

CODE = """{imports}from bpe.checking import check
from bpe.interchange import load_merges

merges = load_merges("merges.txt", open("merges.txt", "rb").read())
found = check(merges, open("corpus.txt", encoding="utf-8").read(), {scheme})
print(found.difference, found.diagnosis)"""


def check_page(bar: Bar) -> None:
    """Draw the whole page below its bar."""
    styles(STYLE)
    settle()
    run = choose_run(bar)
    with inline_row("check"):
        picker(run.training.scheme)
        bring()
    found = None if run.is_fallback else held(run)
    if found is None:
        say("check.not_asked" if run.is_fallback else "check.not_here")
        step_player(run, key="check", default=run.start_step, words=WORDS)
        return
    said, words = st.columns([1, 2], gap="medium")
    with said:
        verdict(found.check)
        if found.check.agrees and found.name in TRAINERS and found.name != "none":
            st.caption(t("check.not_seen"))
    with words:
        step_player(
            found.run,
            key="check",
            pinned=found.words,
            default=found.opening,
            words=WORDS,
            alone=True,
            hide=None,
        )
    draw_tabs(PAGE, {"known": partial(known_panel, found)})


def known_panel(found: Held) -> None:
    """Say how a mistake is told, which ones are known, and how to do the same without the page."""
    heading("check.tab_known")
    if said := evidence(found.check):
        say_written(said)
    st.markdown(t("check.known_what"))
    training = found.check.training
    known = Counter(each.cause for each in mistakes(training.corpus, training.scheme, text=""))
    counts = {"keeping": known["stale"], "merging": known["merging"], "cuts": known["pretokenizer"]}
    st.markdown(t("check.known_list", ties=len(TIE_RULES), **counts))
    st.markdown(t("check.known_code"))
    # Coloured code is made of elements with the class that chips have.
    st.code(code(training.scheme), language=None, wrap_lines=True)


def code(scheme: Scheme) -> str:
    """Return the lines of Python that check a list by this scheme."""
    preset = PRESETS.get(scheme.name)
    if preset is None or preset == scheme:
        return CODE.format(scheme=f'"{scheme.name}"', imports="")
    changed = ", ".join(
        f"{field.name}={getattr(scheme, field.name)!r}"
        for field in fields(scheme)
        if getattr(scheme, field.name) != getattr(preset, field.name)
    )
    return CODE.format(
        scheme=f'replace(PRESETS["{scheme.name}"], {changed})',
        imports="from dataclasses import replace\n\nfrom bpe import PRESETS\n",
    )
