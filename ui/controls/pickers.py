"""The pickers of corpus and scheme, and what to say about them; choices that do not fit here."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe import PRESETS, Scheme
from ui.corpora.samples import Sample, training_samples
from ui.shell import session
from ui.shell.choices import OWN_RULES, OWN_TEXTS, Choices, why_mark_is_fixed
from ui.shell.runs import Shows
from ui.shell.text import language, t


@dataclass(frozen=True)
class Defaults:
    """What a page shows where the reader has chosen nothing."""

    corpus: str
    scheme: str
    schemes: tuple[str, ...]


def defaults_of(shows: Shows) -> Defaults:
    """Return what a page opens with, its scheme the one for the text that is chosen."""
    text = shows.text or ""
    chosen = session.choices().get(shows.choice) or text
    return Defaults(text, shows.default_scheme(chosen), shows.schemes)


def settings_place() -> DeltaGenerator:
    """Draw the button behind which the settings are, and return the place for them."""
    with st.popover(t("controls.settings"), icon=":material/tune:", width="content"):
        return st.container()


def corpus_picker(default: str) -> str:
    """Offer the samples, and a text or a file of one's own."""
    labels = {name: sample.title[language()] for name, sample in training_samples().items()}
    labels |= {kind: t(f"controls.corpus_{kind}") for kind in OWN_TEXTS}
    return text_picker("corpus", t("controls.corpus"), labels, default)


def text_picker(name: str, label: str, labels: Mapping[str, str], default: str) -> str:
    """Draw the picker behind the choice called `name`; another text opens at its own step."""
    return st.selectbox(
        label,
        list(labels),
        format_func=labels.__getitem__,
        key=session.widget(name, session.choices().get(name) or default),
        on_change=_text_chosen,
        args=(name, default),
    )


def _text_chosen(name: str, default: str) -> None:
    value = session.value(name)
    session.choose(**{name: None if value == default else value})


def scheme_picker(defaults: Defaults) -> None:
    """Offer the presets that make sense here; nothing where there is only one."""
    if len(defaults.schemes) == 1:
        return
    labels = {name: scheme_name(name) for name in defaults.schemes}
    st.selectbox(
        t("controls.scheme"),
        list(labels),
        format_func=labels.__getitem__,
        key=session.widget("scheme", preset(defaults).name),
        on_change=_scheme_chosen,
        args=(defaults.scheme,),
    )


def _scheme_chosen(default: str) -> None:
    name = session.value("scheme")
    session.choose(scheme=None if name == default else name, **dict.fromkeys(OWN_RULES))


def scheme_name(name: str) -> str:
    """Name a preset for the reader."""
    return t(f"controls.scheme_{name}")


def preset(defaults: Defaults) -> Scheme:
    """Return the preset chosen, as it stands."""
    return PRESETS[choices_here(defaults).scheme or defaults.scheme]


def about(sample: Sample | None, scheme: Scheme) -> None:
    """Say what to look for in a sample, and who uses the scheme."""
    who = t(f"controls.who_{scheme.name}")
    if sample is None:
        st.caption(who)
        return
    st.caption(
        t(
            "controls.about",
            look_for=sample.note(scheme, language()),
            who=who,
            source=sample.source[language()],
            licence=sample.licence[language()],
        )
    )


def choices_here(defaults: Defaults) -> Choices:
    """Leave out what this page cannot do; the choice still holds on the other pages."""
    chosen = session.choices()
    if chosen.scheme is not None and chosen.scheme not in defaults.schemes:
        return chosen.but(scheme=None, **dict.fromkeys(OWN_RULES))
    if chosen.scheme is None and why_mark_is_fixed(PRESETS[defaults.scheme]):
        return chosen.but(mark=None)
    return chosen


def give_up_impossible_mark(defaults: Defaults) -> None:
    """Drop a boundary mark that the address asks for together with a scheme that cannot have it."""
    here = choices_here(defaults)
    if here.scheme is None or here.mark is None:
        return
    scheme = PRESETS[here.scheme]
    if here.mark != scheme.boundary and why_mark_is_fixed(scheme):
        _give_up("mark", here.mark)


def give_up_step_beyond(last: int) -> None:
    """Drop a step that the address asks for and the run does not reach."""
    if not session.stop_at(last):
        _give_up("step", str(session.choices().step))


def _give_up(name: str, value: str) -> None:
    """Begin the run again without a choice that is unusable here; the frame says so."""
    session.forget(name, value)
    st.rerun()
