"""The box of settings: tie rule, boundary mark, limits, and behind them what is seldom changed."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from bpe import Scheme
from bpe.schemes import MARKS, TIE_RULES
from bpe.text.pretokenizers import pattern
from ui.controls.asked import request_of
from ui.controls.pickers import picker, take_over
from ui.corpora.requests import Request
from ui.corpora.sources import Source
from ui.shell import session
from ui.shell.choices import (
    LEAST_COVERAGE,
    NO_SPECIAL,
    NUMBERS,
    SETTINGS,
    Choices,
    changed,
    read_pattern,
    read_special,
    scheme_of,
    why_mark_is_fixed,
)
from ui.shell.text import t

REFUSED = "setting_refused"


def settings_box(preset: Scheme, source: Source | None, chosen: Choices) -> Request | None:
    """Draw tie rule, boundary mark, limits and the rest, and put the request together.

    There is none while there is no source.
    """
    tie_rules = {rule: t(f"ties.name_{rule}") for rule in TIE_RULES}
    _rule_picker("ties", tie_rules, chosen.ties, preset.tie_rule, None)
    marks = {boundary: t(f"controls.mark_is_{boundary}") for boundary in MARKS}
    fixed = why_mark_is_fixed(preset)
    _rule_picker("mark", marks, chosen.mark, preset.boundary, fixed)
    if fixed:
        st.caption(t(fixed))
    limits: dict[str, Any] = {
        "max_merges": limit_box("max_merges", placeholder=_merges_without_limit(source, chosen)),
        "vocab_size": limit_box("vocab_size", placeholder=t("controls.no_limit")),
    }
    min_frequency = limit_box("min_frequency", placeholder="1") or 1
    values = changed(preset, chosen)
    is_open = any(values[name] is not None for name in SETTINGS) or bool(session.recall(REFUSED))
    with st.expander(t("controls.more_settings"), expanded=is_open):
        _more(preset, values)
    if source is None:
        return None
    if limits == {"max_merges": None, "vocab_size": None}:
        limits["max_merges"] = source.merges
    scheme = scheme_of(preset, chosen)
    return request_of(source, scheme, min_frequency=min_frequency, **limits)


def _more(preset: Scheme, values: Mapping[str, Any]) -> None:
    """Draw the settings that a scheme seldom has changed."""
    own_special = " ".join(preset.special_tokens)
    special = {None: own_special, NO_SPECIAL: ""}.get(values["special"], values["special"])
    _text_box("special", special, own_special, _typed_special, placeholder="<|endoftext|>")
    if preset.units == "bytes":
        own = pattern(preset.pretokenizer)
        _text_box("pattern", values["pattern"] or "", "", read_pattern, placeholder=own)
    limit_box("max_token_length", placeholder=_longest_of(preset))
    if preset.units == "characters":
        st.number_input(
            t("controls.coverage"),
            min_value=LEAST_COVERAGE,
            max_value=1.0,
            step=0.0005,
            format="%.4f",
            key=session.widget("coverage", values["coverage"] or 1.0),
            on_change=take_over,
            args=("coverage", 1.0),
            help=t("controls.coverage_help"),
        )


def _typed_special(text: str) -> str | None:
    return read_special(text.strip() or NO_SPECIAL)


def _longest_of(preset: Scheme) -> str:
    return "16" if preset.rules == "sentencepiece" else t("controls.no_limit")


def _text_box(
    name: str, value: str, own: str, read: Callable[[str], str | None], placeholder: str
) -> None:
    """Draw a setting that is typed; what cannot be used is left as it was, and said."""
    st.text_input(
        t(f"controls.{name}"),
        key=session.widget(name, value),
        placeholder=placeholder,
        on_change=_typed,
        args=(name, own, read),
        help=t(f"controls.{name}_help"),
    )
    if session.recall(REFUSED) == name:
        st.error(t(f"controls.{name}_refused"))


def _typed(name: str, own: str, read: Callable[[str], str | None]) -> None:
    typed = session.value(name)
    value = own if typed == own else read(typed)
    session.remember(REFUSED, name if value is None else None)
    if value is not None:
        session.choose(**{name: None if value == own else value})


def _rule_picker(
    name: str, labels: Mapping[Any, str], value: str | None, own: str, fixed: str | None
) -> None:
    """Draw one of a scheme's rules, which may be `fixed` for a reason."""
    said = t(fixed or f"controls.{name}_help")
    picker(name, t(f"controls.{name}"), labels, value, own, disabled=bool(fixed), help=said)


def _merges_without_limit(source: Source | None, chosen: Choices) -> str:
    if source is None or source.merges is None or chosen.vocab_size is not None:
        return t("controls.no_limit")
    return t("controls.merges_by_default", n=source.merges)


def limit_box(name: str, placeholder: str) -> int | None:
    """Draw one number; an empty box is no limit."""
    return st.number_input(
        t(f"controls.{name}"),
        min_value=NUMBERS[name].least,
        max_value=NUMBERS[name].most,
        value=None,
        step=1,
        key=session.widget(name, getattr(session.choices(), name)),
        placeholder=placeholder,
        on_change=lambda: session.choose(**{name: session.value(name)}),
        help=t(f"controls.{name}_help"),
    )
