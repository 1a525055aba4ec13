"""The box of settings: tie rule, boundary mark, special tokens, limits."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from bpe import Scheme
from bpe.schemes import MARKS, TIE_RULES
from ui.controls.pickers import picker
from ui.corpora.run import Run
from ui.corpora.sources import Source
from ui.shell import session
from ui.shell.choices import (
    LIMITS,
    NO_SPECIAL,
    RunChoice,
    read_special,
    scheme_of,
    why_mark_is_fixed,
)
from ui.shell.text import t

REFUSED = "special_refused"


def settings_box(preset: Scheme, source: Source | None, chosen: RunChoice) -> Run | None:
    """Draw tie rule, boundary mark, limits and the rest, and return the run they ask for.

    There is none while there is no source.
    """
    tie_rules = {rule: t(f"ties.name_{rule}") for rule in TIE_RULES}
    marks = {boundary: t(f"controls.mark_is_{boundary}") for boundary in MARKS}
    fixed = why_mark_is_fixed(preset)
    left, right = st.columns(2)
    with left:
        _rule_picker("ties", tie_rules, chosen.ties, preset.tie_rule, None)
        _rule_picker("mark", marks, chosen.mark, preset.boundary, fixed)
        if fixed:
            st.caption(t(fixed))
        _special_box(preset, chosen)
    limits: dict[str, Any] = {}
    with right:
        by_default = _merges_without_limit(source, chosen)
        limits["max_merges"] = limit_box("max_merges", placeholder=by_default)
        limits["vocab_size"] = limit_box("vocab_size", placeholder=t("controls.no_limit"))
        min_frequency = limit_box("min_frequency", placeholder="1") or 1
    if source is None:
        return None
    if limits == {"max_merges": None, "vocab_size": None}:
        limits["max_merges"] = source.merges
    scheme = scheme_of(preset, chosen)
    return Run(source, scheme, min_frequency=min_frequency, **limits)


def _special_box(preset: Scheme, chosen: RunChoice) -> None:
    """Draw the special tokens; what cannot be used is left as it was, and said."""
    own = " ".join(preset.special_tokens)
    special = chosen.special
    st.text_input(
        t("controls.special"),
        key=session.widget("special", {None: own, NO_SPECIAL: ""}.get(special, special)),
        placeholder="<|endoftext|>",
        on_change=_typed,
        args=(own,),
        help=t("controls.special_help"),
    )
    if session.recall(REFUSED):
        st.error(t("controls.special_refused"))


def _typed(own: str) -> None:
    typed = session.value("special").strip()
    value = own if typed == own else read_special(typed or NO_SPECIAL)
    session.remember(REFUSED, value is None)
    if value is not None:
        session.choose(special=None if value == own else value)


def _rule_picker(
    name: str, labels: Mapping[Any, str], value: str | None, own: str, fixed: str | None
) -> None:
    """Draw one of a scheme's rules, which may be `fixed` for a reason."""
    said = t(fixed or f"controls.{name}_help")
    picker(name, t(f"controls.{name}"), labels, value, own, disabled=bool(fixed), help=said)


def _merges_without_limit(source: Source | None, chosen: RunChoice) -> str:
    if source is None or source.merges is None or chosen.vocab_size is not None:
        return t("controls.no_limit")
    return t("controls.merges_by_default", n=source.merges)


def limit_box(name: str, placeholder: str) -> int | None:
    """Draw one number; an empty box is no limit."""
    return st.number_input(
        t(f"controls.{name}"),
        min_value=LIMITS[name].least,
        max_value=LIMITS[name].most,
        value=None,
        step=1,
        key=session.widget(name, session.choices().get(name)),
        placeholder=placeholder,
        on_change=lambda: session.choose(**{name: session.value(name)}),
        help=t(f"controls.{name}_help"),
    )
