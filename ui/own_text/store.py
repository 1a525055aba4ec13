"""The reader's own texts: one of each kind, kept across reloads and shared by a browser's tabs.

The server stores them in files: a browser's own storage can only be read after the page has loaded,
too late for its first picture. The key is the random name in the reader's cookie, which no other
browser has and no address contains.
"""

from typing import Any

import streamlit as st

from bpe.input.opening import MEGABYTE
from ui import state
from ui.cache import Cache
from ui.state import OWN_PAIR, OWN_TEXTS

shared = Cache(2048 * MEGABYTE)
"""Browser -> kind -> text; sizes are bytes on disk."""

_TEXTS = "own_texts"


def texts() -> dict[str, Any]:
    """Return the texts of this session by kind: pasted text, an `Upload`, two of them."""
    found: dict[str, Any] | None = st.session_state.get(_TEXTS)
    if found is None:
        name = state.browser_name()
        kept = shared.get(name, {}) if name is not None else {}
        found = st.session_state[_TEXTS] = dict(kept)
    return found


def give(kind: str, text: Any) -> None:
    """Store a text, replacing the last one of this kind; None removes it."""
    if kind not in (*OWN_TEXTS, OWN_PAIR):
        raise ValueError(f"kind must be one of {(*OWN_TEXTS, OWN_PAIR)}, got {kind!r}.")
    texts()[kind] = text
    if kind == "pasted" and text is not None:
        st.session_state["pasted_text"] = text  # the content of its box
    state.forget_steps(kind)
    name = state.browser_name()
    if name is not None:
        keep(name, kind, text)


def keep(name: str, kind: str, text: Any) -> None:
    """Keep a text of a browser across reloads."""
    kept = shared.get(name, {})
    shared.put(name, kept | {kind: text})


def is_held(kind: str) -> bool:
    """Return whether the session has a text, or files, of this kind."""
    return texts().get(kind) is not None or st.session_state.get(kind) is not None
