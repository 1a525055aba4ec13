"""Lay out the page: which list, the verdict, the player where the list differs, a tab each."""

from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import get_args

import streamlit as st

from bpe import PRESETS, Scheme
from bpe.checking.mistakes import CUTS, OTHER_CUTS
from bpe.checking.trainer import TIE_RULES, Keeping, Merging
from ui.check import PAGE, tables
from ui.check.given import bring, picker, settle
from ui.check.held import Held, held
from ui.check.mistakes import TRAINERS
from ui.check.verdict import verdict
from ui.controls.controls import training_controls
from ui.draw.parts import heading, line, styles
from ui.draw.say import say
from ui.draw.table import table
from ui.player import player
from ui.shell.frame import Bar
from ui.shell.tabs import draw_tabs
from ui.shell.text import t

STYLE = Path(__file__).with_name("check.css")
WORDS = 5

CODE = """{imports}from bpe.checking import check
from bpe.interchange import load_merges

merges = load_merges("merges.txt", open("merges.txt", "rb").read())
found = check(merges, open("corpus.txt", encoding="utf-8").read(), {scheme})
print(found.difference, found.diagnosis)"""


def check_page(bar: Bar) -> None:
    """Draw the whole page below its bar."""
    styles(STYLE)
    settle()
    asked = training_controls(bar)
    with line("check"):
        picker(asked.training.scheme)
        bring()
    found = held(asked)
    if found is None:
        say("check.not_here")
        player(asked.training, key="check", default=asked.opening, words=WORDS)
        return
    verdict(found.check)
    if found.check.agrees and found.name in TRAINERS and found.name != "none":
        st.caption(t("check.not_seen"))
    _strip(found)
    difference = found.check.difference
    player(
        found.check.training,
        key="check",
        pinned=difference.words if difference else (),
        default=found.opening,
        words=WORDS,
        hide=None,
    )
    draw_tabs(
        PAGE,
        {
            "agreement": partial(agreement_panel, found),
            "known": partial(known_panel, found),
        },
    )


def _strip(found: Held) -> None:
    """Draw what became of each merge, from the first to the last."""
    check = found.check
    fates, difference = check.agreement.fates, check.difference
    step = None if difference is None else difference.step
    counts = {name: fates.count(name) for name in ("same", "moved", "other")}
    kind = "strip_alt" if difference else "strip_alt_agrees"
    alt = t(f"check.{kind}", n=len(fates), step=step or 0, **counts)
    labels = {fate: t(f"check.fate_{fate}") for fate in tables.FATES}
    st.html(tables.strip(tables.parts(check), step, alt, labels))


def agreement_panel(found: Held) -> None:
    """Say how much of the list the record has, in which order, and what the rest costs."""
    check = found.check
    heading("check.tab_agreement")
    together, cost = check.agreement, check.cost
    numbers = {
        "shared": (together.shared, t("check.shared_of", n=len(together.fates))),
        "in_order": (together.in_order, t("check.in_order_of", n=together.shared)),
        "overlap": (together.tokens_shared, t("check.overlap_of", share=f"{together.overlap:.0%}")),
        "tokens": (cost.theirs, t("check.tokens_of", change=f"{cost.more:+.1%}", n=cost.ours)),
    }
    places = (*st.columns(2), *st.columns(2))
    for place, (name, (number, note)) in zip(places, numbers.items(), strict=True):
        place.metric(
            t(f"check.{name}"),
            f"{number:,}",
            note,
            delta_color="off",
            delta_arrow="off",
            border=True,
        )
    st.caption(t("check.agreement_what"))
    _lists(found)


def _lists(found: Held) -> None:
    """Set some ranks of both lists side by side, from just before the first that differs."""
    check = found.check
    last = max(len(check.pairs), check.expected)
    start = max(0, found.opening - 3) if check.difference else 0
    first = st.number_input(
        t("check.lists_from"),
        min_value=1,
        max_value=max(last, 1),
        value=min(start + 1, last),
        step=tables.ROWS,
        key=f"check_from_{found.name}",
        width=220,
    )
    title = heading("check.lists_heading", first=first)
    frame = tables.both(check, int(first) - 1)
    table(
        frame,
        ("rank", "first", "second", "ours_count", "fate"),
        title,
        check.training.scheme,
        area="check",
        titles={"first": "theirs", "second": "ours"},
        labels={"fate": lambda row: t(f"check.fate_{row['fate']}") if row["fate"] else "–"},
    )


def known_panel(found: Held) -> None:
    """Say how a mistake is told, which ones are known, and how to do the same without the page."""
    heading("check.tab_known")
    st.markdown(t("check.known_what"))
    cuts = len(CUTS) + len(OTHER_CUTS)
    # One way to keep counts and one to merge are right.
    keeping, merging = len(get_args(Keeping)) - 1, len(get_args(Merging)) - 1
    counts = {"ties": len(TIE_RULES), "keeping": keeping, "merging": merging, "cuts": cuts}
    st.markdown(t("check.known_list", **counts))
    st.markdown(t("check.known_code"))
    # Coloured code is made of elements with the class that chips have.
    st.code(code(found.check.training.scheme), language=None, wrap_lines=True)


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
