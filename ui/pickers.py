"""The controls above every player: corpus, scheme and limits; and the run.

A page calls `choose_run`: it draws the pickers, trains the chosen run, and returns it. If that
fails, it shows the reason and returns the last successful run.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import streamlit as st

from bpe import PRESETS, CorpusError, Scheme
from bpe.merging.values import Pair
from bpe.player.payload import CutOptions
from bpe.player.tokens import Token
from bpe.schemes import MARKS, TIE_RULES
from ui import state
from ui.address import in_address
from ui.frame import Bar
from ui.notes import notes, offer_line_ends, says_ways_out
from ui.own_text import sources, store
from ui.own_text.boxes import chosen_source, own_text, settle_file
from ui.own_text.sources import Source
from ui.runs import AnyRun, Run
from ui.samples import Sample, training_samples
from ui.state import (
    LIMITS,
    NO_SPECIAL,
    OWN_PAIR,
    OWN_TEXTS,
    Forced,
    Settings,
    parse_special,
    scheme_of,
    shows,
    why_mark_is_fixed,
)
from ui.text import language, refusal, scheme_name, t

AnyRuns = TypeVar("AnyRuns", bound=tuple[AnyRun, ...])


def choose_run(
    bar: Bar,
    *,
    schemes: Sequence[str] = (),
    own_button: bool = False,
    options: CutOptions | None = None,
    clamps: bool = True,
    forces: bool = True,
) -> Run:
    """Draw the pickers of corpus, scheme and settings; return the chosen run.

    schemes: the schemes to offer, by default the page's.
    own_button: whether to draw a button for the reader's own text or file.
    options: of the page's player, whose payload a worker returns with the record.
    clamps: whether to drop a step beyond the end of this run; else the page does it.
    forces: whether merges are forced in this run; else the page forces them in another.

    While a training runs, its progress is shown. If it fails or is cancelled, the reason is shown,
    and the last successful run is returned.
    """
    state.state().schemes = tuple(schemes)
    settings = _settings()
    if not forces:
        settings = replace(settings, forced=None)
    run = _controls(bar, settings, own_button=own_button, options=options)
    state.colour_by(run)
    notes(run)
    if clamps:
        state.clamp_step(len(run))
    return run


def choose_paired_runs(bar: Bar, **rules: Any) -> tuple[Run, Run]:
    """Draw the pickers of a page with one scheme; return its run, and the same with other `rules`.

    `rules` are fields of `Scheme`.
    """
    run = _controls(bar, _settings())
    notes(run)
    paired = run.with_rules(**rules)
    state.colour_by(run, paired)
    state.clamp_step(max(len(run), len(paired)))
    return run, paired


def sample_run(sample: Sample, scheme: str | Scheme = "paper") -> Run:
    """Return the run of a sample without controls, by a preset or a scheme."""
    source = sources.of_sample(sample)
    rules = PRESETS[scheme] if isinstance(scheme, str) else scheme
    return Run(source, rules, max_merges=source.merges)


def run_of(source: Source, settings: Settings) -> Run:
    """Return the run of a text by some settings; the text's own limit is the default."""
    most = settings.max_merges
    if most is None and settings.vocab_size is None:
        most = source.merges
    scheme = scheme_of(PRESETS[settings.scheme or "paper"], settings)
    forced = forced_pairs(scheme, settings.forced or ())
    return Run(source, scheme, most, settings.vocab_size, settings.min_frequency or 1, forced)


def forced_pairs(scheme: Scheme, forced: Forced) -> tuple[tuple[int, Pair], ...]:
    """Return forced merges by their tokens, which an address spells as in `data-token`."""

    def token(said: str) -> Token:
        if scheme.units != "bytes":
            return said
        if re.fullmatch(r"(\\x[0-9a-f]{2})+", said):
            return bytes.fromhex(said.replace("\\x", ""))
        return said.encode("utf-8", "surrogatepass")

    return tuple((step, (token(left), token(right))) for step, (left, right) in forced)


def _settings() -> Settings:
    """Return the settings of the page's run, without choices that it cannot show."""
    _drop_impossible_mark()
    settings = state.settings()
    assert settings is not None
    state.show(settings)
    return settings


def _controls(
    bar: Bar,
    settings: Settings,
    *,
    own_button: bool = False,
    options: CutOptions | None = None,
) -> Run:
    settle_file(go_back)
    with bar.pickers:
        corpus = corpus_picker()
        scheme_picker(settings)
    preset = PRESETS[settings.scheme or ""]
    own_text(corpus, bar.pickers, either=own_button)
    source = chosen_source(corpus)
    with bar.more["settings"]:
        settings_box(preset, source, settings)
    run = None if source is None else run_of(source, settings)
    scheme = preset if run is None else run.scheme
    with bar.more["about"]:
        st.caption(about_text(training_samples().get(corpus), scheme))
    [found] = runs_or_last(None if run is None else (run,), lambda: (first_run(),), options=options)
    if found.is_fallback or not says_ways_out(found):
        offer_line_ends(corpus, source, scheme)
    return found


def first_run() -> Run:
    """Return the run that the page shows on a first visit."""
    text = state.runs().opening_text() or ""
    return sample_run(training_samples()[text], state.runs().opening_scheme(text))


# If a run fails -----------------------------------------------------------------------


def runs_or_last(
    runs: AnyRuns | None,
    first: Callable[[], AnyRuns],
    *,
    options: CutOptions | None = None,
) -> AnyRuns:
    """Return the runs once they are trained.

    If there are none (the reader has not provided a text yet), or if one fails, say so and return
    the last successful ones of the same kind, else the page's `first`. If the vocabulary limit is
    too small, return the runs without it.
    """
    if runs is not None:
        try:
            for run in runs:
                run.train(go_back, options)
        except CorpusError as error:
            st.error(refusal(error))
            if error.code == "vocab_size":
                st.caption(t("controls.without_size"))
                return tuple(run.without_size() for run in runs)  # type: ignore[return-value]
        else:
            texts = {kind: store.texts().get(kind) for kind in (*OWN_TEXTS, OWN_PAIR)}
            st.session_state["last_runs"] = runs, state.choices(), texts
            return runs
    last, *_ = st.session_state.get("last_runs", ((),))
    first_runs = first()
    alike = list(map(type, last)) == list(map(type, first_runs))
    schemes = {getattr(run, "scheme", None) and run.scheme.name for run in last}
    fits = alike and schemes <= {None, *state.runs().schemes}
    st.caption(t("controls.last_good"))
    shown: AnyRuns = last if fits else first_runs
    for run in shown:
        run.train(state.reset_run)
    return tuple(replace(run, is_fallback=True) for run in shown)  # type: ignore[return-value]


def go_back() -> None:
    """Go back to the last successful runs, at their step: from a callback."""
    _, choices, texts = st.session_state.get("last_runs", ((), None, {}))
    for kind, text in texts.items():
        store.give(kind, text)
    state.reset_run(choices)


# The pickers -------------------------------------------------------------------------------------


def corpus_picker() -> str:
    """Offer the reader's own text or file, and the samples; return the chosen name."""
    labels = {kind: t(f"controls.corpus_{kind}") for kind in OWN_TEXTS}
    labels |= {name: sample.title[language()] for name, sample in training_samples().items()}
    opening = state.runs().opening_text() or ""
    return picker("corpus", t("controls.corpus"), labels, state.choices().corpus, opening)


def scheme_picker(settings: Settings) -> None:
    """Draw the picker of the available presets, if there are several."""
    if len(schemes := state.runs().schemes) > 1:
        labels = {name: scheme_name(name) for name in schemes}
        opening = state.runs().opening_scheme(settings.corpus or "")
        picker("scheme", t("controls.scheme"), labels, settings.scheme, opening)


def picker(
    name: str, label: str, labels: Mapping[Any, str], value: str | None, own: str, **looks: Any
) -> str:
    """Draw the select box of the choice `name`, whose default is `own`."""
    return st.selectbox(
        label,
        list(labels),
        format_func=labels.__getitem__,
        key=shows(name, value or own),
        on_change=_picked,
        args=(name, own, list(labels)),
        **looks,
    )


def _picked(name: str, own: object, options: Sequence[object]) -> None:
    value = st.session_state[name]
    if value in options:  # else it is a label in another language, which a browser sent too late
        state.choose(**{name: None if value == own else value})


def about_text(sample: Sample | None, scheme: Scheme) -> str:
    """Return a note on a sample and on the scheme; for other texts only on the scheme."""
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


def step_slider(key: str, last: int, default: int, label: str, about: str) -> int:
    """Let the reader choose the number of merges, from 0 to `last`; return it.

    The step is that of the run in the address. A run without merges has no slider.
    """
    step = state.step(last, default)
    if last:
        st.slider(
            label,
            0,
            last,
            key=shows(key, step),
            on_change=lambda: state.choose_step(st.session_state[key], default),
            help=about,
        )
        in_address(f"{key}_address", step=None if step == default else step)
    return step


# Settings ----------------------------------------------------------------------------------------


def settings_box(preset: Scheme, source: Source | None, settings: Settings) -> None:
    """Draw tie rule, boundary mark, special tokens and limits."""
    tie_rules = {rule: t(f"ties.name_{rule}") for rule in TIE_RULES}
    marks = {boundary: t(f"controls.mark_is_{boundary}") for boundary in MARKS}
    fixed = why_mark_is_fixed(preset)
    left, right = st.columns(2)
    with left:
        name, about = t("controls.ties"), t("controls.ties_help")
        picker("ties", name, tie_rules, settings.ties, preset.tie_rule, help=about)
        name, about = t("controls.mark"), t(fixed or "controls.mark_help")
        shown = settings.mark, preset.boundary
        picker("mark", name, marks, *shown, disabled=bool(fixed), help=about)
        if fixed:
            st.caption(about)
        _special_box(preset, settings)
    with right:
        limit = t("controls.no_limit")
        if source is not None and source.merges is not None and settings.vocab_size is None:
            limit = t("controls.merges_by_default", n=source.merges)
        limit_box("max_merges", placeholder=limit)
        limit_box("vocab_size", placeholder=t("controls.no_limit"))
        limit_box("min_frequency", placeholder="1")


def _special_box(preset: Scheme, settings: Settings) -> None:
    """Draw the box for special tokens; invalid input is reported and not applied."""
    own = " ".join(preset.special_tokens)
    said = {None: own, NO_SPECIAL: ""}.get(settings.special, settings.special)
    refused = st.session_state.pop("special_refused", None)
    st.text_input(
        t("controls.special"),
        key="special" if refused is not None else shows("special", said),
        placeholder="<|endoftext|>",
        on_change=_special_typed,
        args=(own,),
        help=t("controls.special_help"),
    )
    if refused is not None:
        st.error(t("controls.special_refused"))


def _special_typed(own: str) -> None:
    typed = st.session_state["special"].strip()
    value = own if typed == own else parse_special(typed or NO_SPECIAL)
    if value is None:
        st.session_state["special_refused"] = typed
    else:
        state.choose(special=None if value == own else value)


def limit_box(name: str, placeholder: str) -> int | None:
    """Draw a number box; an empty box means no limit."""
    return st.number_input(
        t(f"controls.{name}"),
        min_value=LIMITS[name].least,
        max_value=LIMITS[name].most,
        value=None,
        step=1,
        key=shows(name, state.choices().get(name)),
        placeholder=placeholder,
        on_change=lambda: state.choose(**{name: st.session_state[name]}),
        help=t(f"controls.{name}_help"),
    )


def _drop_impossible_mark() -> None:
    """Drop a boundary mark in the address if the scheme does not allow it."""
    chosen = state.choices()
    if chosen.scheme is None or chosen.mark is None or chosen.scheme not in state.runs().schemes:
        return
    scheme = PRESETS.get(chosen.scheme)
    if scheme is not None and chosen.mark != scheme.boundary and why_mark_is_fixed(scheme):
        state.drop("mark", chosen.mark)
