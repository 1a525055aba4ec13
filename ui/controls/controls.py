"""The controls above every player: which corpus, which scheme, which limits; and the run."""

from collections import ChainMap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from bpe import PRESETS, CorpusError, Scheme
from ui.controls.notes import notes, offer_line_ends, says_ways_out, text_facts
from ui.controls.own_text import chosen_source, own_text, settle_file
from ui.controls.pickers import (
    about,
    clamp_step,
    corpus_picker,
    drop_impossible_mark,
    preset,
    run_here,
    scheme_by_default,
    scheme_picker,
    settings_box,
)
from ui.corpora import sources
from ui.corpora.run import Call, RecordHandle, Run, read_ahead, summarize
from ui.frame import Bar
from ui.samples import Sample, training_samples
from ui.shell import own, session
from ui.shell.choices import OWN_PAIR, OWN_TEXTS, Choices, PageRuns
from ui.shell.text import refusal, t

MERGES = "merges"
"""The family of pages that fall back on each other's runs of merges."""

OWN = {"corpus": OWN_TEXTS, "pair": (OWN_PAIR,)}
"""The choice that says which texts -> the kinds of own text that it can name."""


def choose_run(
    bar: Bar, *, own_button: bool = False, ahead: Sequence[Call] = (), clamps: bool = True
) -> Run:
    """Draw the pickers of corpus, scheme and settings; return the run they ask for.

    With `own_button` a button for a text or a file of one's own stands beside them. `ahead` are
    readings that the page will ask for: a worker does them in the same trip as it learns the run.
    Not `clamps`: the page brings the step within its runs, of which one may be longer than this.
    The reader's choices hold on every page, as far as the page can show them. While a training
    runs, its progress is shown; where it fails or is cancelled, the reason is shown and the last
    run that succeeded is returned.
    """
    run = _controls(bar, either=own_button, ahead=ahead)
    colour_by(run)
    notes(bar.shows, run)
    if clamps:
        clamp_step(len(run))
    return run


def choose_paired_runs(bar: Bar, **rules: Any) -> tuple[Run, Run]:
    """Draw the pickers of a page with one scheme; return its run and one with other `rules`.

    Both are of the same corpus and within the same limits. `rules` are fields of `Scheme`.
    """
    run = _controls(bar)
    notes(bar.shows, run)
    paired = run.with_rules(**rules)
    colour_by(run, paired)
    clamp_step(max(len(run), len(paired)))
    return run, paired


def colour_by(*runs: Run) -> None:
    """Give tokens of this page the colours of its run; of several, of the first that has them."""
    session.colour_by(ChainMap(*(dict(run.summary.ranks) for run in runs)))


def sample_run(sample: Sample, scheme: str | Scheme = "paper") -> Run:
    """Return the run of a sample without any controls, by a preset or by rules of its own."""
    source = sources.of_sample(sample)
    rules = PRESETS[scheme] if isinstance(scheme, str) else scheme
    return Run(source, rules, max_merges=source.merges)


def _controls(bar: Bar, *, either: bool = False, ahead: Sequence[Call] = ()) -> Run:
    shows = bar.shows
    settle_file(partial(go_back, MERGES))
    drop_impossible_mark(shows)
    with bar.pickers:
        corpus_name = corpus_picker(shows.text or "")
        scheme_picker(shows)
    scheme = preset(shows)
    own_text(corpus_name, bar.pickers, either=either)
    source = chosen_source(corpus_name)
    with bar.more["settings"]:
        wanted = settings_box(scheme, source, run_here(shows))
    with bar.more["about"]:
        about(training_samples().get(corpus_name), wanted.scheme if wanted else scheme)
    [run], _ = runs_or_last(
        MERGES,
        None if wanted is None else (wanted,),
        lambda: ((first_run(shows),), None),
        fits=lambda runs: runs[0].scheme.name in shows.schemes,
        ahead=() if source is None else ((text_facts, source.file), *ahead),
    )
    if run.is_fallback or not says_ways_out(run):
        offer_line_ends(corpus_name, source, wanted.scheme if wanted else scheme)
    return run


def first_run(shows: PageRuns) -> Run:
    """Return the run that the page shows on a first visit."""
    return sample_run(training_samples()[shows.text or ""], scheme_by_default(shows))


@dataclass(frozen=True)
class LastRuns:
    """The last runs of a family that succeeded, and what led to them: choices and own texts."""

    runs: tuple[Any, ...]
    origin: Any
    choices: Choices
    own_texts: dict[str, object]


def last_runs(family: str) -> LastRuns | None:
    """Return what succeeded last, or None while nothing has."""
    return session.recall(f"last_{family}")


def runs_or_last(
    family: str,
    runs: tuple[RecordHandle, ...] | None,
    fallback: Callable[[], tuple[tuple[Any, ...], Any]],
    *,
    origin: Any = None,
    fits: Callable[[Sequence[Any]], bool] = lambda runs: True,
    ahead: Sequence[Call] = (),
) -> tuple[tuple[Any, ...], Any]:
    """Return the runs once they are learned, and their origin.

    While there are none (the reader has given no text yet), or where one fails, that is said and
    the last success stands in for them, if it `fits` the page; else the fallback. For a vocabulary
    that cannot be so small, the runs without that limit do.
    """
    texts = texts_of(family)
    if runs is not None:
        try:
            for run in runs:
                if ahead:
                    read_ahead(run, ((summarize,), *ahead), partial(go_back, family))
                run.summarize(partial(go_back, family))
        except CorpusError as error:
            st.error(refusal(error))
            if error.code == "vocab_size":
                st.caption(t("controls.without_size"))
                return tuple(run.without_size() for run in runs), origin
        else:
            own_texts = {kind: session.recall(kind) for kind in OWN[texts]}
            last = LastRuns(runs, origin, session.choices(), own_texts)
            session.remember(f"last_{family}", last)
            return runs, origin
    before = last_runs(family)
    runs, origin = (
        (before.runs, before.origin) if before is not None and fits(before.runs) else fallback()
    )
    st.caption(t("controls.last_good"))
    for run in runs:
        run.summarize(partial(session.reset_run, texts=texts))
    return tuple(replace(run, is_fallback=True) for run in runs), origin


def texts_of(family: str) -> str:
    """Name the choice that says which texts a family of pages takes."""
    return "pair" if family == "pairs" else "corpus"


def go_back(family: str) -> None:
    """Go back to the last success, at its step, from a callback."""
    last = last_runs(family)
    for kind, content in (last.own_texts if last else {}).items():
        own.restore(kind, content)
    session.reset_run(last.choices if last else None, texts_of(family))
