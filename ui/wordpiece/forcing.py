"""The pairs that could be merged first at a step, for the reader to force one."""

from itertools import islice

import streamlit as st

from bpe import PairCount, Snapshot
from ui.draw.parts import LIVE
from ui.draw.readings import matcher
from ui.draw.tokens import visible
from ui.shell.text import quoted, t
from ui.wordpiece.fork import Fork, choose, written

LONGEST = 24
"""Characters of a pair on a button."""

FOUND = 8
"""Pairs that are offered."""


def force_another(snapshot: Snapshot) -> None:
    """Offer the pairs that could be merged at this step instead, the most frequent first."""
    step = snapshot.step
    if step == len(snapshot.training) or snapshot.next is None:
        st.button(t("wordpiece.at_the_end"), disabled=True)
        return
    with st.popover(t("wordpiece.instead", step=step), icon=":material/alt_route:"):
        search = st.text_input(
            t("wordpiece.search"),
            key="wordpiece_search",
            placeholder=t("wordpiece.search_example"),
            live=LIVE,
        )
        found = _found(snapshot, search)
        if not found:
            st.caption(t("wordpiece.search_nothing"))
        for place, each in enumerate(found):
            shown = quoted(" + ".join(map(visible, each.pair)), LONGEST)
            if st.button(
                f"{shown} · {each.count:,}",
                key=f"wordpiece_found_{place}",
                on_click=choose,
                args=(written(Fork(step, *each.ids)),),
            ):
                st.rerun()


def _found(snapshot: Snapshot, search: str) -> list[PairCount]:
    """Return the first pairs that show a search, those that no rule forbids."""
    matches = matcher(search)
    pairs = snapshot.pairs() if search else snapshot.pairs(20 * FOUND)
    following = snapshot.next.pair if snapshot.next else None
    possible = (
        each
        for each in pairs
        if not each.forbidden and each.pair != following and matches(*each.pair)
    )
    return list(islice(possible, FOUND))
