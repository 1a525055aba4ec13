"""The controls of the page on two languages: which two texts, and three trainings of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from bpe import PRESETS, Corpus, CorpusError, Scheme
from bpe.readings.joint import JointRuns, join_corpora
from ui.controls import controls
from ui.controls.controls import Defaults
from ui.corpora import sources, uploads
from ui.corpora.samples import Sample, parallel_samples
from ui.corpora.sources import Source, Upload
from ui.corpora.trainings import Request, digest, shared
from ui.draw.grid import shorten
from ui.draw.tokens import visible
from ui.joint import tables as joint_tables
from ui.shell import session
from ui.shell.choices import OWN_PAIR, Choices
from ui.shell.text import language, quoted, refusal, t

SCHEMES = ("subword-nmt", "paper", "huggingface", "gpt", "sentencepiece")
SIDES = (0, 1)


@dataclass(frozen=True)
class Pair:
    """Two texts that are not yet split into words.

    Attributes:
        sources: the two.
        titles: what each is called on the page; the two differ.
        compare: names to look at.
        step: an interesting step to open at; None for that of the least agreement.
    """

    sources: tuple[Source, Source]
    titles: tuple[str, str]
    compare: str = ""
    step: int | None = None


@dataclass(frozen=True)
class Two:
    """Two texts and their three runs."""

    pair: Pair
    runs: JointRuns

    @property
    def titles(self) -> tuple[str, str]:
        """What the two texts are called."""
        return self.pair.titles

    @property
    def opening(self) -> int:
        """The step the page opens at."""
        step = self.pair.step
        if step is None:
            step = int(joint_tables.agreement(self.runs).argmin())
        return min(step, len(self.runs.joint))


@dataclass(frozen=True)
class Good:
    """The last three trainings that came to their end, and what led to them."""

    choices: Choices
    files: object
    pair: Pair
    requests: tuple[Request, Request, Request]


def joint_controls() -> Two:
    """Draw the pickers of two texts, scheme and settings; return the three runs they ask for."""
    defaults = Defaults(next(iter(parallel_samples())), SCHEMES[0], SCHEMES)
    controls.give_up_impossible_mark(defaults)
    pair_cell, scheme_cell, settings_cell = st.columns([4, 4, 2], vertical_alignment="bottom")
    with pair_cell:
        name = _pair_picker(defaults.corpus)
    with scheme_cell:
        scheme = controls.scheme_picker(defaults)
    with settings_cell, st.popover(t("controls.settings"), icon=":material/tune:", width="stretch"):
        settings = st.container()
    _explain(name, scheme)
    elsewhere = session.choices().scheme
    if elsewhere not in (None, *SCHEMES):
        st.caption(t("controls.scheme_not_here", scheme=controls.scheme_name(elsewhere)))
    pair = _pair(name)
    with settings:
        request = controls.settings_box(
            scheme, pair.sources[0] if pair else None, controls.choices_here(defaults)
        )
    two = _train(pair, request, defaults)
    controls.give_up_step_beyond(len(two.runs.joint))
    return two


def _pair_picker(default: str) -> str:
    labels = {name: sample.title[language()] for name, sample in parallel_samples().items()}
    labels[OWN_PAIR] = t("joint.two_files")
    return st.selectbox(
        t("joint.pair"),
        list(labels),
        format_func=labels.get,
        key=session.widget("pair", session.choices().pair or default),
        on_change=_pair_chosen,
        args=(default,),
    )


def _pair_chosen(default: str) -> None:
    name = session.value("pair")
    session.choose(pair=None if name == default else name, step=None)


def _explain(name: str, scheme: Scheme) -> None:
    """Say what to look for in a sample, or take two files."""
    who = t(f"controls.who_{scheme.name}")
    if name == OWN_PAIR:
        st.caption(who)
        _upload()
        return
    sample = parallel_samples()[name]
    st.caption(
        t(
            "controls.about",
            look_for=sample.look_for[language()],
            who=who,
            source=sample.source[language()],
            licence=sample.licence[language()],
        )
    )


def _files() -> dict[int, Upload]:
    return session.recall(OWN_PAIR) or {}


def _upload() -> None:
    """Take two files, one beside the other."""
    files = _files()
    label = t("joint.choose_files")
    if len(files) == len(SIDES):
        label = t("joint.files_used", first=quoted(files[0].name), second=quoted(files[1].name))
    refused = any(session.recall(f"pair_refused_{side}") for side in SIDES)
    missing = len(files) < len(SIDES) or refused
    with st.expander(label, expanded=missing, icon=":material/upload_file:"):
        for side, place in zip(SIDES, st.columns(2), strict=True):
            with place:
                _upload_one(side)
        if len(files) < len(SIDES):
            st.caption(t(f"joint.files_missing_{len(SIDES) - len(files)}"))


def _upload_one(side: int) -> None:
    st.file_uploader(
        t(f"joint.file_{side}", limit=uploads.LARGEST // uploads.MEGABYTE),
        type=controls.FILE_TYPES,
        max_upload_size=uploads.LARGEST // uploads.MEGABYTE,
        key=f"pair_file_{side}",
        on_change=_uploaded,
        args=(side,),
    )
    refused = session.recall(f"pair_refused_{side}")
    if refused is not None:
        st.error(refusal(refused))
    upload = _files().get(side)
    if upload is not None and upload.content.encoding is not None:
        _encoding_picker(side, upload)


def _uploaded(side: int) -> None:
    file = session.value(f"pair_file_{side}")
    session.remember(f"pair_refused_{side}", None)
    if file is not None:
        _open(side, file.name, file.getvalue())


def _open(side: int, name: str, data: bytes, encoding: str | None = None) -> None:
    try:
        upload = sources.opened(name, data, encoding)
    except CorpusError as error:
        session.remember(f"pair_refused_{side}", error)
        return
    session.remember(f"pair_refused_{side}", None)
    session.remember(OWN_PAIR, {**_files(), side: upload})
    session.choose(pair=OWN_PAIR, step=None)


def _encoding_picker(side: int, upload: Upload) -> None:
    key, guess = f"pair_encoding_{side}", upload.content.encoding
    st.selectbox(
        t("controls.encoding"),
        [guess, *(name for name in uploads.ENCODINGS if name != guess)],
        key=session.widget(key, guess),
        on_change=lambda: _open(side, upload.name, upload.data, session.value(key)),
        help=t("controls.encoding_help"),
    )


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
    return Pair((first, second), (titles[0], titles[1]))


def _title(name: str) -> str:
    """Show a file's name in a line of text: short, its invisible characters visible."""
    return shorten(name).replace(visible(" "), " ")


def _of_sample(sample: Sample) -> Pair:
    first, second = (t(f"joint.language_{code}") for code in sample.languages)
    return Pair(sources.of_parallel(sample), (first, second), sample.compare, sample.default_step)


def requests_of(pair: Pair, like: Request) -> tuple[Request, Request, Request]:
    """Ask for each text alone and for both joined, each with the scheme and limits of `like`."""
    make = [partial(source.corpus, like.scheme) for source in pair.sources]
    first, second = (
        replace(like, digest=source.digest, corpus=corpus)
        for source, corpus in zip(pair.sources, make, strict=True)
    )
    joined = digest("joined", first.digest, second.digest)
    return first, second, replace(like, digest=joined, corpus=lambda: _joined(*make))


def _joined(first, second) -> Corpus:
    return join_corpora(first(), second())


def _train(pair: Pair | None, request: Request | None, defaults: Defaults) -> Two:
    """Return the runs asked for, or the last good ones with the reason why."""
    if pair is not None and request is not None:
        requests = requests_of(pair, request)
        try:
            runs = _trained(requests)
        except CorpusError as error:
            st.error(refusal(error))
        else:
            good = Good(session.choices(), _files(), pair, requests)
            session.remember("good_pair", good)
            return Two(pair, runs)
    good = session.recall("good_pair")
    if good is None:
        pair = _of_sample(parallel_samples()[defaults.corpus])
        scheme = PRESETS[defaults.scheme]
        like = Request("", lambda: None, scheme, max_merges=pair.sources[0].merges)
        good = Good(session.choices(), {}, pair, requests_of(pair, like))
    st.caption(t("controls.last_good"))
    return Two(good.pair, _trained(good.requests))


def _trained(requests: Sequence[Request]) -> JointRuns:
    progress = st.empty()
    first, second, joint = (controls.trained(each, progress, _cancel) for each in requests)
    return joint_tables.joined(joint, first, second)


def _cancel(request: Request) -> None:
    """Give the runs up and go back to what was there before."""
    shared.leave(request, session.reader())
    good = session.recall("good_pair")
    before = good.choices if good else Choices()
    if good:
        session.remember(OWN_PAIR, good.files or None)
    session.choose(
        pair=before.pair,
        scheme=before.scheme,
        ties=before.ties,
        mark=before.mark,
        max_merges=before.max_merges,
        vocab_size=before.vocab_size,
        min_frequency=before.min_frequency,
    )
