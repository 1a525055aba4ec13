"""The controls of the page on two languages: which two texts, and three trainings of them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import PRESETS
from ui.controls.controls import colour_by, go_back, runs_or_last
from ui.controls.notes import title
from ui.controls.own_text import (
    LARGEST,
    encoding_picker,
    file_box,
    own_box,
    process_upload,
    refused,
)
from ui.controls.pickers import (
    about,
    clamp_step,
    drop_impossible_mark,
    picker,
    preset,
    run_here,
    scheme_by_default,
    scheme_picker,
    settings_box,
)
from ui.corpora import sources
from ui.corpora.run import Run, read
from ui.corpora.sources import Source
from ui.corpora.uploads import Upload
from ui.draw.tokens import shorten, spaced
from ui.frame import Bar
from ui.joint.readings import least_agreement
from ui.samples import Sample, parallel_samples
from ui.shell import own, session
from ui.shell.choices import OWN_PAIR, PageRuns
from ui.shell.component import looks
from ui.shell.text import language, quoted, t

ELSEWHERE = Path(__file__).with_name("elsewhere.css")

SIDES = (0, 1)
PAIRS = "pairs"


@dataclass(frozen=True)
class Pair:
    """Two texts that are not yet split into words.

    Attributes:
        sources: the two.
        titles: what each is called on the page; the two differ.
        compare: names to look at.
        step: an interesting step to open at; None for that of the least agreement.
        is_own: whether the reader brought them.
    """

    sources: tuple[Source, Source]
    titles: tuple[str, str]
    compare: str = ""
    step: int | None = None
    is_own: bool = False


@dataclass(frozen=True)
class Two:
    """Two texts, and their three runs: each text alone, and both joined."""

    pair: Pair
    first: Run
    second: Run
    joint: Run

    def read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return `function(joint, first, second, *arguments)` of the three records."""
        runs = (self.joint, self.first, self.second)
        return read(runs, function, *arguments, cancel=partial(go_back, PAIRS))

    @property
    def titles(self) -> tuple[str, str]:
        """What the two texts are called."""
        return self.pair.titles

    @property
    def labels(self) -> tuple[str, str]:
        """The same, safe in Markdown: a reader's files may be called anything."""
        if not self.pair.is_own:
            return self.titles
        return quoted(self.titles[0]), quoted(self.titles[1])

    @property
    def opening(self) -> int:
        """The step the page opens at."""
        step = self.pair.step
        if step is None:
            step = int(self.read(least_agreement))
        return min(step, len(self.joint))


def joint_controls(bar: Bar) -> Two:
    """Draw the pickers of two texts, scheme and settings; return the three runs they ask for."""
    for side in SIDES:
        process_upload(_box(side), partial(_take, side), partial(go_back, PAIRS))
    shows = bar.shows
    drop_impossible_mark(shows)
    with bar.pickers:
        name = _pair_picker(shows.text or "")
        scheme_picker(shows)
    scheme = preset(shows)
    with bar.more["about"]:
        about(parallel_samples().get(name), scheme)
    if name == OWN_PAIR:
        _upload(bar)
    run = session.state().run
    if run is not None:
        st.caption(t("joint.pairs_only", title=title(run.text or "")))
        st.html(looks(ELSEWHERE))
    pair = _pair(name)
    with bar.more["settings"]:
        source = pair.sources[0] if pair else None
        like = settings_box(scheme, source, run_here(shows))
    wanted = None if pair is None or like is None else runs_of(pair, like)
    (first, second, joint), pair = runs_or_last(PAIRS, wanted, lambda: _opening(shows), origin=pair)
    clamp_step(len(joint))
    colour_by(joint, first, second)
    return Two(pair, first, second, joint)


def _pair_picker(default: str) -> str:
    labels = {name: sample.title[language()] for name, sample in parallel_samples().items()}
    labels[OWN_PAIR] = t("joint.two_files")
    return picker("pair", t("joint.pair"), labels, session.choices().get("pair"), default)


def _files() -> dict[int, Upload]:
    return session.recall(OWN_PAIR) or {}


def _upload(bar: Bar) -> None:
    """Take two files, one beside the other."""
    files = _files()
    label = t("joint.choose_files")
    if len(files) == len(SIDES):
        label = t("joint.files_used", first=quoted(files[0].name), second=quoted(files[1].name))
    missing = len(files) < len(SIDES) or any(refused(_box(side)) for side in SIDES)
    with own_box(label, missing, bar.pickers, ":material/upload_file:"):
        for side, place in zip(SIDES, st.columns(2), strict=True):
            with place:
                _upload_one(side)
        if len(files) < len(SIDES):
            st.caption(t(f"joint.files_missing_{len(SIDES) - len(files)}"))


def _upload_one(side: int) -> None:
    file_box(_box(side), t(f"joint.file_{side}", limit=LARGEST))
    upload = _files().get(side)
    if upload is not None:
        encoding_picker(_box(side), f"pair_encoding_{side}", upload)


def _take(side: int, upload: Upload) -> None:
    own.give(OWN_PAIR, {**_files(), side: upload})
    session.choose(pair=OWN_PAIR, step=None)


def _box(side: int) -> str:
    return f"pair_file_{side}"


def _pair(name: str) -> Pair | None:
    """The two texts chosen, or None while the reader has not given both."""
    if name != OWN_PAIR:
        return _of_sample(parallel_samples()[name])
    files = _files()
    if len(files) < len(SIDES):
        return None
    both = [sources.of_upload(files[side]) for side in SIDES]
    limits = [source.merges for source in both if source.merges is not None]
    merges = max(limits) if limits else None
    titles = [_title(files[side].name) for side in SIDES]
    if titles[0] == titles[1]:
        titles = [f"{title} ({side + 1})" for side, title in zip(SIDES, titles, strict=True)]
    first, second = (replace(source, merges=merges) for source in both)
    return Pair((first, second), (titles[0], titles[1]), is_own=True)


def _title(name: str) -> str:
    """Show a file's name in a line of text: short, its invisible characters visible."""
    return spaced(shorten(name))


def _of_sample(sample: Sample) -> Pair:
    first, second = (t(f"joint.language_{code}") for code in sample.languages)
    return Pair(sources.of_parallel(sample), (first, second), sample.compare, sample.default_step)


def runs_of(pair: Pair, like: Run) -> tuple[Run, Run, Run]:
    """Return the runs of each text alone and of both joined, within the limits of `like`."""
    both = sources.joined(*pair.sources)
    first, second, joint = (replace(like, source=each) for each in (*pair.sources, both))
    return first, second, joint


def _opening(shows: PageRuns) -> tuple[tuple[Run, Run, Run], Pair]:
    """Return what the page shows on a first visit."""
    pair = _of_sample(parallel_samples()[shows.text or ""])
    first = pair.sources[0]
    like = Run(first, PRESETS[scheme_by_default(shows)], max_merges=first.merges)
    return runs_of(pair, like), pair
