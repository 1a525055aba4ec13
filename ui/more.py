"""Content of the button More of every page: settings, about, share, downloads."""

from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui import state
from ui.text import language, t

KEY = "more"
NAMES = ("settings", "about", "share", "downloads")


def more() -> Mapping[str, DeltaGenerator]:
    """Draw the button, and return the places under it: name -> place.

    Every page has "about" and "share", and its own.
    """
    page = state.state().page
    hides = "settings" in page.more and state.choices().hides("settings")
    names = [name for name in NAMES if name in ("about", "share", *page.more)]
    labels = {name: t(f"common.{name}") for name in names if name != "settings" or not hides}
    box = st.popover(
        t("common.more"),
        icon=":material/more_horiz:",
        width="content",
        key=KEY,
        on_change="rerun",
    )
    with box:
        # Streamlit identifies a tab by its label: each language and page has a separate row.
        key = f"{KEY}_{page.name}_{language()}"
        drawn = st.tabs([*labels.values()], key=key, on_change="rerun")
        unseen = {"settings": st.container(key="more_unseen")} if hides else {}
    places = dict(zip(labels, drawn, strict=True))
    shown = next(name for name, place in places.items() if place.open)
    st.session_state["more_shows"] = shown if box.open else None
    return places | unseen


def looks_at(name: str) -> bool:
    """Return whether this part is open under the button."""
    return bool(st.session_state.get("more_shows") == name)
