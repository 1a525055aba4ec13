"""What stands behind the button `...` of every page: settings, about it, its link, files."""

from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.shell import session
from ui.shell.page import Page
from ui.shell.text import language, t

KEY = "more"
NAMES = ("settings", "about", "share", "downloads")


def more(page: Page) -> Mapping[str, DeltaGenerator]:
    """Draw the button, and return the places behind it: name -> place.

    Every page has those that are always there, and those that it names itself.
    """
    labels = {name: t(f"common.{name}") for name in NAMES if name in ("about", "share", *page.more)}
    box = st.popover(
        t("common.more"),
        icon=":material/more_horiz:",
        width="content",
        key=KEY,
        on_change="rerun",
    )
    with box:
        # Streamlit knows a tab by its label: another language or another page has a row of its own.
        key = f"{KEY}_{page.name}_{language()}"
        drawn = st.tabs([*labels.values()], key=key, on_change="rerun")
    places = dict(zip(labels, drawn, strict=True))
    shown = next(name for name, place in places.items() if place.open)
    session.remember(KEY, shown if box.open else None)
    return places


def looks_at(name: str) -> bool:
    """Say whether the reader looks at this part of what is behind the button."""
    return session.recall(KEY) == name
