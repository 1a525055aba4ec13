"""The pickers of corpus and scheme, and what to say about them; choices that do not fit here."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from bpe import PRESETS, Scheme
from ui.samples import Sample, training_samples
from ui.shell import session
from ui.shell.choices import OWN_TEXTS, RunChoice, why_mark_is_fixed
from ui.shell.runs import Shows
from ui.shell.text import language, t


def scheme_by_default(shows: Shows) -> str:
    """Return the scheme that the page shows the chosen text by where none is chosen."""
    return shows.default_scheme(session.choices().get(shows.choice) or shows.text or "")


def corpus_picker(default: str) -> str:
    """Offer a text or a file of one's own, and the samples."""
    labels = {kind: t(f"controls.corpus_{kind}") for kind in OWN_TEXTS}
    labels |= {name: sample.title[language()] for name, sample in training_samples().items()}
    return picker("corpus", t("controls.corpus"), labels, session.choices().run.text, default)


def picker(
    name: str, label: str, labels: Mapping[Any, str], value: str | None, own: str, **looks: Any
) -> str:
    """Draw the picker behind the choice called `name`, which is its `own` where none is made."""
    return st.selectbox(
        label,
        list(labels),
        format_func=labels.__getitem__,
        key=session.widget(name, value or own),
        on_change=take_over,
        args=(name, own),
        **looks,
    )


def take_over(name: str, own: object) -> None:
    """Choose what the widget of a choice shows; its `own` is no choice."""
    value = session.value(name)
    session.choose(**{name: None if value == own else value})


def scheme_picker(shows: Shows) -> None:
    """Offer the presets that make sense here; nothing where there is only one."""
    if len(shows.schemes) == 1:
        return
    labels = {name: scheme_name(name) for name in shows.schemes}
    now, own = preset(shows).name, scheme_by_default(shows)
    picker("scheme", t("controls.scheme"), labels, now, own)


def scheme_name(name: str) -> str:
    """Name a preset for the reader."""
    return t(f"controls.scheme_{name}")


def preset(shows: Shows) -> Scheme:
    """Return the preset chosen, as it stands."""
    return PRESETS[run_here(shows).scheme or scheme_by_default(shows)]


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


def run_here(shows: Shows) -> RunChoice:
    """Return the run without what this page cannot do; the choice still holds on other pages."""
    return shows.run(session.choices()) or RunChoice()


def drop_impossible_mark(shows: Shows) -> None:
    """Drop a boundary mark that the address asks for together with a scheme that cannot have it."""
    chosen = session.choices().run
    if chosen.scheme is None or chosen.mark is None or chosen.scheme not in shows.schemes:
        return
    scheme = PRESETS[chosen.scheme]
    if chosen.mark != scheme.boundary and why_mark_is_fixed(scheme):
        _drop("mark", chosen.mark)


def clamp_step(last: int) -> None:
    """Bring the step within the run; a step that only the address asks for is dropped and said."""
    step, run = session.choices().get("step"), session.run_shown()
    if step is None or step <= last:
        return
    if run is not None and session.visit().steps.get(run) == step:
        session.choose(step=last)
        session.watched(last)
    else:
        _drop("step", str(step))


def _drop(name: str, value: str) -> None:
    """Run the page again without a choice that is unusable here; the frame says so."""
    session.forget(name, value)
    st.rerun()
