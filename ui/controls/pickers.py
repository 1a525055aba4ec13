"""The pickers of corpus and scheme, and what to say about them; choices that do not fit here."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from bpe import PRESETS, Scheme
from bpe.schemes import MARKS, TIE_RULES
from ui.corpora.run import Run
from ui.corpora.sources import Source
from ui.samples import Sample, training_samples
from ui.shell import session
from ui.shell.choices import (
    LIMITS,
    NO_SPECIAL,
    OWN_TEXTS,
    PageRuns,
    RunChoice,
    read_special,
    scheme_of,
    why_mark_is_fixed,
)
from ui.shell.text import language, t

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
    with right:
        limit_box("max_merges", placeholder=_merges_without_limit(source, chosen))
        limit_box("vocab_size", placeholder=t("controls.no_limit"))
        limit_box("min_frequency", placeholder="1")
    return None if source is None else run_of(source, preset, chosen)


def run_of(source: Source, preset: Scheme, chosen: RunChoice) -> Run:
    """Return the run of a text that was chosen; its own limit holds where the reader sets none."""
    most = chosen.max_merges
    if most is None and chosen.vocab_size is None:
        most = source.merges
    scheme, least = scheme_of(preset, chosen), chosen.min_frequency or 1
    return Run(source, scheme, most, chosen.vocab_size, least)


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
    if session.recall(REFUSED, of=_where()):
        st.error(t("controls.special_refused"))


def _where() -> tuple[str, RunChoice | None]:
    """Name the page and the run that special tokens are typed for."""
    return session.state().page.name, session.run_shown()


def _typed(own: str) -> None:
    typed = session.value("special").strip()
    value = own if typed == own else read_special(typed or NO_SPECIAL)
    session.remember(REFUSED, value is None, of=_where())
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


def step_slider(key: str, last: int, default: int, label: str, about: str) -> int:
    """Let the reader choose how many merges there are, from none to the `last`; return them.

    The step is that of the run, which the address carries. Nothing is drawn of a run without any.
    """
    step = session.step(last, default)
    if last:
        st.slider(
            label,
            0,
            last,
            key=session.widget(key, step),
            on_change=lambda: session.choose_step(session.value(key), default),
            help=about,
        )
    return step


def scheme_by_default(shows: PageRuns) -> str:
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


def scheme_picker(shows: PageRuns) -> None:
    """Offer the presets that make sense here; nothing where there is only one."""
    if len(shows.schemes) == 1:
        return
    labels = {name: scheme_name(name) for name in shows.schemes}
    now, own = preset(shows).name, scheme_by_default(shows)
    picker("scheme", t("controls.scheme"), labels, now, own)


def scheme_name(name: str) -> str:
    """Name a preset for the reader."""
    return t(f"controls.scheme_{name}")


def preset(shows: PageRuns) -> Scheme:
    """Return the preset chosen, as it stands."""
    return PRESETS[run_here(shows).scheme or scheme_by_default(shows)]


def about(sample: Sample | None, scheme: Scheme) -> None:
    """Say what to look for in a sample, and who uses the scheme."""
    st.caption(about_text(sample, scheme))


def about_text(sample: Sample | None, scheme: Scheme) -> str:
    """Return what to look for in a sample, and who uses the scheme; of other texts that alone."""
    who, lang = t(f"controls.who_{scheme.name}"), language()
    if sample is None:
        return who
    return t(
        "controls.about",
        look_for=sample.note(scheme, lang),
        who=who,
        source=sample.source[lang],
        licence=sample.licence[lang],
    )


def run_here(shows: PageRuns) -> RunChoice:
    """Return the run without what this page cannot do; the choice still holds on other pages."""
    return shows.run(session.choices()) or RunChoice()


def drop_impossible_mark(shows: PageRuns) -> None:
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
    if step is None:
        return
    if step <= last:
        session.save_step(step)
        return
    if run is not None and session.state().steps.get(run) == step:
        session.choose(step=last)
        session.save_step(last)
    else:
        _drop("step", str(step))


def _drop(name: str, value: str) -> None:
    """Run the page again without a choice that is unusable here; the frame says so."""
    session.forget(name, value)
    st.rerun()
