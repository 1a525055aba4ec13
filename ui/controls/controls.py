"""The controls above every player: which corpus, which scheme, which limits; and the training."""

from dataclasses import replace
from typing import Any

from bpe import PRESETS, Scheme, Training
from ui.controls.asked import Asked, request_of
from ui.controls.line_ends import offer_line_ends
from ui.controls.notes import notes
from ui.controls.own_text import chosen_source, own_text, settle_file
from ui.controls.pickers import (
    about,
    corpus_picker,
    give_up_impossible_mark,
    give_up_step_beyond,
    preset,
    run_here,
    scheme_by_default,
    scheme_picker,
)
from ui.controls.running import MERGES, Cancel, Requests, result_of, results_or_last
from ui.controls.settings import settings_box
from ui.corpora import sources
from ui.corpora.jobs import given
from ui.corpora.results import shared
from ui.corpora.samples import Sample, training_samples
from ui.shell.frame import Bar
from ui.shell.runs import Shows


def training_controls(bar: Bar, *, own_button: bool = False) -> Asked:
    """Draw the pickers of corpus, scheme and settings; return the training they ask for.

    With `own_button` a button for a text or a file of one's own stands beside them.
    The reader's choices hold on every page, as far as the page can show them. While a training
    runs, its progress is shown; where it fails or is cancelled, the reason is shown and the last
    good training is returned.
    """
    asked = _controls(bar, either=own_button)
    notes(bar.shows, asked)
    give_up_step_beyond(len(asked.training.merges))
    return asked


def paired_controls(bar: Bar, **rules: Any) -> tuple[Asked, Asked]:
    """Draw the pickers of a page with one scheme; return its training and one with other `rules`.

    Both are of the same corpus and within the same limits. `rules` are fields of `Scheme`.
    """
    asked = _controls(bar)
    notes(bar.shows, asked)
    corpus = asked.training.corpus
    request = replace(
        asked.request,
        corpus=given(corpus),
        scheme=replace(asked.request.scheme, **rules),
    )
    paired = Asked(result_of(request.job), request, asked.source)
    give_up_step_beyond(max(len(asked.training.merges), len(paired.training.merges)))
    return asked, paired


def again(asked: Asked, cancel: Cancel | None = None, **changes: Any) -> Training:
    """Train once more with other limits, or on another corpus: fields of `Request`."""
    return result_of(replace(asked.request, **changes).job, cancel=cancel)


def sample_training(sample: Sample, scheme: str | Scheme = "paper") -> Training:
    """Train on a sample without any controls, by a preset or by rules of its own."""
    return sample_asked(sample, scheme).training


def sample_asked(sample: Sample, scheme: str | Scheme) -> Asked:
    """Return the same with the request that it answers."""
    source = sources.of_sample(sample)
    rules = PRESETS[scheme] if isinstance(scheme, str) else scheme
    request = request_of(source, rules, max_merges=source.merges)
    return Asked(shared.get(request.job), request, source)


def _controls(bar: Bar, *, either: bool = False) -> Asked:
    shows = bar.shows
    settle_file(MERGES)
    give_up_impossible_mark(shows)
    with bar.pickers:
        corpus_name = corpus_picker(shows.text or "")
        scheme_picker(shows)
    scheme = preset(shows)
    own_text(corpus_name, bar.pickers, either=either)
    source = chosen_source(corpus_name)
    with bar.more["settings"]:
        request = settings_box(scheme, source, run_here(shows))
    with bar.more["about"]:
        about(training_samples().get(corpus_name), request.scheme if request else scheme)
    wanted = None if request is None else Requests(source, (request,))
    requests, [training] = results_or_last(
        MERGES,
        wanted,
        lambda: _opening(shows),
        lambda last: last.each[0].scheme.name in shows.schemes,
    )
    offer_line_ends(corpus_name, source, request.scheme if request else scheme)
    return Asked(training, requests.each[0], requests.origin, requests is not wanted)


def _opening(shows: Shows) -> Requests:
    """Ask for what the page shows on a first visit."""
    source = sources.of_sample(training_samples()[shows.text or ""])
    scheme = PRESETS[scheme_by_default(shows)]
    return Requests(source, (request_of(source, scheme, max_merges=source.merges),))
