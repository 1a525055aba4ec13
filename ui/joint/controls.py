"""The controls of the page on two languages: which two texts, and three trainings of them."""

from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from bpe import PRESETS
from bpe.readings.joint import JointRuns
from ui.controls.asked import request_of
from ui.controls.files import LARGEST, encoding_picker, file_box, refused, settle
from ui.controls.notes import title
from ui.controls.own_text import own_box
from ui.controls.pickers import (
    about,
    give_up_impossible_mark,
    give_up_step_beyond,
    picker,
    preset,
    run_here,
    scheme_by_default,
    scheme_picker,
)
from ui.controls.running import Requests, RunFamily, results_or_last
from ui.controls.settings import settings_box
from ui.corpora import sources
from ui.corpora.content import Upload
from ui.corpora.jobs import digest
from ui.corpora.making import joined
from ui.corpora.requests import Request
from ui.corpora.samples import Sample, parallel_samples
from ui.corpora.sources import Source
from ui.draw.tokens import shorten, visible
from ui.joint import tables as joint_tables
from ui.shell import own, session
from ui.shell.choices import OWN_PAIR
from ui.shell.frame import Bar
from ui.shell.runs import Shows
from ui.shell.text import language, quoted, t

SIDES = (0, 1)
PAIRS = RunFamily("pairs", texts="pair")


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
    runs: JointRuns

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
            step = int(joint_tables.agreement(self.runs).argmin())
        return min(step, len(self.runs.joint))


def joint_controls(bar: Bar) -> Two:
    """Draw the pickers of two texts, scheme and settings; return the three runs they ask for."""
    for side in SIDES:
        settle(_box(side), partial(_take, side), PAIRS)
    shows = bar.shows
    give_up_impossible_mark(shows)
    with bar.pickers:
        name = _pair_picker(shows.text or "")
        scheme_picker(shows)
    scheme = preset(shows)
    with bar.more["about"]:
        about(parallel_samples().get(name), scheme)
    if name == OWN_PAIR:
        _upload(bar)
    run = session.visit().run
    if run is not None:
        with st.container(key="joint_elsewhere"):
            st.caption(t("joint.pairs_only", title=title(run.text or "")))
    pair = _pair(name)
    with bar.more["settings"]:
        source = pair.sources[0] if pair else None
        request = settings_box(scheme, source, run_here(shows))
    requests = None
    if pair is not None and request is not None:
        requests = Requests(pair, requests_of(pair, request))
    requests, (first, second, joint) = results_or_last(PAIRS, requests, lambda: _opening(shows))
    runs = joint_tables.joined(joint, first, second)
    give_up_step_beyond(len(runs.joint))
    return Two(requests.origin, runs)


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
    return shorten(name).replace(visible(" "), " ")


def _of_sample(sample: Sample) -> Pair:
    first, second = (t(f"joint.language_{code}") for code in sample.languages)
    return Pair(sources.of_parallel(sample), (first, second), sample.compare, sample.default_step)


def requests_of(pair: Pair, like: Request) -> tuple[Request, Request, Request]:
    """Ask for each text alone and for both joined, each with the scheme and limits of `like`."""
    first, second = (request_of(source, like.scheme, like=like) for source in pair.sources)
    return (
        first,
        second,
        replace(
            like,
            digest=digest("joined", first.digest, second.digest),
            corpus=partial(joined, first.corpus, second.corpus),
            is_ours=first.is_ours and second.is_ours,
            is_long=first.is_long or second.is_long,
        ),
    )


def _opening(shows: Shows) -> Requests:
    """Ask for what the page shows on a first visit."""
    pair = _of_sample(parallel_samples()[shows.text or ""])
    first = pair.sources[0]
    like = request_of(first, PRESETS[scheme_by_default(shows)], max_merges=first.merges)
    return Requests(pair, requests_of(pair, like))
