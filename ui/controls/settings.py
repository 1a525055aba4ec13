"""The box of settings: tie rule, boundary mark and limits."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from bpe import Scheme
from bpe.schemes import MARKS, TIE_RULES
from ui.controls.asked import request_of
from ui.corpora.sources import Source
from ui.corpora.trainings import Request
from ui.shell import session
from ui.shell.choices import LARGEST, SMALLEST, Choices, why_mark_is_fixed
from ui.shell.text import t


def settings_box(preset: Scheme, source: Source | None, chosen: Choices) -> Request | None:
    """Draw tie rule, boundary mark and limits, and put the request together.

    There is none while there is no source.
    """
    tie_rules = {rule: t(f"controls.ties_{rule}") for rule in TIE_RULES}
    rules: dict[str, Any] = {}
    rules["tie_rule"] = _rule_picker("ties", tie_rules, chosen.ties, preset.tie_rule)
    marks = {boundary: t(f"controls.mark_is_{boundary}") for boundary in MARKS}
    fixed = why_mark_is_fixed(preset)
    rules["boundary"] = _rule_picker("mark", marks, chosen.mark, preset.boundary, fixed=fixed)
    if fixed:
        st.caption(t(fixed))
    limits: dict[str, Any] = {
        "max_merges": limit_box("max_merges", placeholder=_merges_without_limit(source, chosen)),
        "vocab_size": limit_box("vocab_size", placeholder=t("controls.no_limit")),
    }
    min_frequency = limit_box("min_frequency", placeholder="1") or 1
    if source is None:
        return None
    if limits == {"max_merges": None, "vocab_size": None}:
        limits["max_merges"] = source.merges
    return request_of(source, replace(preset, **rules), min_frequency=min_frequency, **limits)


def _rule_picker(
    name: str, labels: Mapping[Any, str], chosen: str | None, own: str, fixed: str | None = None
) -> str:
    """Draw one of a scheme's rules, which is its `own` until another is chosen."""
    return st.selectbox(
        t(f"controls.{name}"),
        list(labels),
        format_func=labels.__getitem__,
        key=session.widget(name, chosen or own),
        on_change=_rule_chosen,
        args=(name, own),
        disabled=fixed is not None,
        help=t(fixed or f"controls.{name}_help"),
    )


def _rule_chosen(name: str, own: str) -> None:
    value = session.value(name)
    session.choose(**{name: None if value == own else value})


def _merges_without_limit(source: Source | None, chosen: Choices) -> str:
    if source is None or source.merges is None or chosen.vocab_size is not None:
        return t("controls.no_limit")
    return t("controls.merges_by_default", n=source.merges)


def limit_box(name: str, placeholder: str) -> int | None:
    """Draw one number; an empty box is no limit."""
    return st.number_input(
        t(f"controls.{name}"),
        min_value=SMALLEST[name],
        max_value=LARGEST[name],
        value=None,
        step=1,
        key=session.widget(name, getattr(session.choices(), name)),
        placeholder=placeholder,
        on_change=lambda: session.choose(**{name: session.value(name)}),
        help=t(f"controls.{name}_help"),
    )
