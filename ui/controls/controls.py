"""The controls above every player: which corpus, which scheme, which limits; and the training."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count

import streamlit as st

from bpe import PRESETS, CorpusError, Scheme, Training
from bpe.schemes import MARKS, TIE_RULES
from bpe.unigram import UnigramTraining
from ui.corpora import sources, uploads
from ui.corpora.samples import Sample, training_samples
from ui.corpora.sources import Source, Upload
from ui.corpora.trainings import Cancelled, Request, Run, UnigramRequest, shared
from ui.shell import session
from ui.shell.choices import LARGEST, OWN_TEXTS, SMALLEST, Choices
from ui.shell.text import language, quoted, refusal, t

PATIENT = 0.4  # seconds a training may take before its progress is shown
_progress_shown = count()
FILE_TYPES = ["txt", "md", "csv", "tsv", "parquet", "gz"]


@dataclass(frozen=True)
class Defaults:
    """What a page shows where the reader has chosen nothing."""

    corpus: str
    scheme: str
    schemes: tuple[str, ...]


@dataclass(frozen=True)
class Good:
    """The last training that came to its end, and what led to it: choices and own texts."""

    choices: Choices
    own_texts: dict[str, object]
    request: Request | UnigramRequest
    step: int


def training_controls(
    page_name: str,
    *,
    schemes: Sequence[str] | None = None,
    default_scheme: str | None = None,
    default_corpus: str | None = None,
) -> Training:
    """Draw the pickers of corpus, scheme and settings, and return the training they ask for.

    The reader's choices hold on every page; `schemes` limits them to what makes sense here, and
    without a `default_scheme` each sample opens with the scheme that shows it best. While a
    training runs, its progress is shown; where it fails or is cancelled, the reason is shown and
    the last good training is returned.
    """
    training, _ = asked_training(schemes, default_scheme, default_corpus)
    return training


def asked_training(
    schemes: Sequence[str] | None = None,
    default_scheme: str | None = None,
    default_corpus: str | None = None,
) -> tuple[Training, Request]:
    """Do what `training_controls` does; return the request as well, to ask for others like it."""
    corpus = default_corpus or next(iter(training_samples()))
    schemes = tuple(schemes or PRESETS)
    scheme = default_scheme or _scheme_of_sample(session.choices().corpus or corpus, schemes)
    training, request = _controls(Defaults(corpus, scheme, schemes))
    give_up_step_beyond(len(training.merges))
    return training, request


def paired_controls(
    page_name: str, *, scheme: str, default_corpus: str, **rules: str
) -> tuple[Training, Training]:
    """Draw the pickers for one scheme; return its training and one with other `rules`.

    Both are of the same corpus and within the same limits. `rules` are fields of `Scheme`.
    """
    training, request = _controls(Defaults(default_corpus, scheme, (scheme,)))
    other = replace(
        request, corpus=lambda: training.corpus, scheme=replace(request.scheme, **rules)
    )
    paired = trained(other, st.empty())
    give_up_step_beyond(max(len(training.merges), len(paired.merges)))
    session.remember("paired", (request, other))
    return training, paired


def paired_again(min_frequency: int) -> tuple[Training, Training]:
    """Train both of `paired_controls` once more with another minimum frequency."""
    progress = st.empty()
    requests = [replace(each, min_frequency=min_frequency) for each in session.recall("paired")]
    training, paired = (trained(request, progress) for request in requests)
    return training, paired


def _controls(defaults: Defaults) -> tuple[Training, Request]:
    give_up_impossible_mark(defaults)
    # Where a page has one scheme there is nothing to pick.
    widths = [4, 4, 2] if len(defaults.schemes) > 1 else [8, 2]
    corpus_cell, *scheme_cell, settings_cell = st.columns(widths, vertical_alignment="bottom")
    with corpus_cell:
        corpus_name = corpus_picker(defaults)
    scheme = _preset(defaults)
    for cell in scheme_cell:
        with cell:
            scheme = scheme_picker(defaults)
    with settings_cell, st.popover(t("controls.settings"), icon=":material/tune:", width="stretch"):
        settings = st.container()
    _explain(corpus_name, scheme.name)
    if session.choices().scheme not in (None, *defaults.schemes):
        st.caption(t("controls.scheme_not_here", scheme=scheme_name(session.choices().scheme)))
    source = chosen_source(corpus_name)
    with settings:
        request = settings_box(scheme, source, choices_here(defaults))
    return _train(request, source, defaults)


def _scheme_of_sample(corpus_name: str, schemes: Sequence[str]) -> str:
    sample = training_samples().get(corpus_name)
    if sample is not None and sample.default_scheme in schemes:
        return sample.default_scheme
    return schemes[0]


def sample_training(sample: Sample, scheme: str = "paper") -> Training:
    """Train on a sample without any controls."""
    source = sources.of_sample(sample)
    return shared.get(_request(source, PRESETS[scheme], max_merges=source.merges))


def _request(source: Source, scheme: Scheme, **limits: int | None) -> Request:
    return Request(source.digest, partial(source.corpus, scheme), scheme, **limits)


def give_up_impossible_mark(defaults: Defaults) -> None:
    """Drop a boundary mark that the address asks for together with a scheme that cannot have it."""
    here = choices_here(defaults)
    if here.scheme is None or here.mark is None:
        return
    scheme = PRESETS[here.scheme]
    if here.mark != scheme.boundary and _why_mark_is_fixed(scheme):
        _give_up("mark", here.mark)


def choices_here(defaults: Defaults) -> Choices:
    """Leave out what this page cannot do; the choice still holds on the other pages."""
    chosen = session.choices()
    if chosen.scheme is not None and chosen.scheme not in defaults.schemes:
        return replace(chosen, scheme=None, ties=None, mark=None)
    if chosen.scheme is None and _why_mark_is_fixed(PRESETS[defaults.scheme]):
        return replace(chosen, mark=None)
    return chosen


def give_up_step_beyond(last: int) -> None:
    step = session.choices().step
    if step is not None and step > last:
        _give_up("step", str(step))


def _give_up(name: str, value: str) -> None:
    """Begin the run again without a choice that is unusable here; the frame says so."""
    session.forget(name, value)
    st.rerun()


def _preset(defaults: Defaults) -> Scheme:
    return PRESETS[choices_here(defaults).scheme or defaults.scheme]


def corpus_picker(defaults: Defaults) -> str:
    """Offer the samples, and a text or a file of one's own."""
    labels = {name: sample.title[language()] for name, sample in training_samples().items()}
    labels |= {kind: t(f"controls.corpus_{kind}") for kind in OWN_TEXTS}
    return st.selectbox(
        t("controls.corpus"),
        list(labels),
        format_func=labels.get,
        key=session.widget("corpus", session.choices().corpus or defaults.corpus),
        on_change=_corpus_chosen,
        args=(defaults,),
    )


def _corpus_chosen(defaults: Defaults) -> None:
    name = session.value("corpus")
    session.choose(corpus=None if name == defaults.corpus else name, step=None)


def scheme_picker(defaults: Defaults) -> Scheme:
    """Offer the presets that make sense here, and return the one chosen as it stands."""
    labels = {name: scheme_name(name) for name in defaults.schemes}
    name = st.selectbox(
        t("controls.scheme"),
        list(labels),
        format_func=labels.get,
        key=session.widget("scheme", _preset(defaults).name),
        on_change=_scheme_chosen,
        args=(defaults,),
    )
    return PRESETS[name]


def scheme_name(name: str) -> str:
    return t(f"controls.scheme_{name}")


def _scheme_chosen(defaults: Defaults) -> None:
    name = session.value("scheme")
    session.choose(scheme=None if name == defaults.scheme else name, ties=None, mark=None)


def _explain(corpus_name: str, scheme_name: str) -> None:
    """Say what to look for in a sample and who uses the scheme; take one's own text."""
    samples = training_samples()
    if corpus_name in samples:
        sample = samples[corpus_name]
        st.caption(
            t(
                "controls.about",
                look_for=sample.look_for[language()],
                who=t(f"controls.who_{scheme_name}"),
                source=sample.source[language()],
                licence=sample.licence[language()],
            )
        )
        return
    st.caption(t(f"controls.who_{scheme_name}"))
    own_text(corpus_name)


def own_text(corpus_name: str) -> None:
    """Take a text or a file of one's own."""
    if corpus_name == "pasted":
        _paste()
    else:
        _upload()


def _paste() -> None:
    """Take a text. It becomes the corpus when the button is pressed."""
    missing = session.recall("pasted") is None
    box = st.expander(t("controls.own_text"), expanded=missing, icon=":material/edit_note:")
    with box, st.form("paste", border=False):
        st.text_area(
            t("controls.own_text"),
            key="pasted_text",
            height=160,
            persist_state="session",
            label_visibility="collapsed",
        )
        st.form_submit_button(t("controls.use_text"), on_click=_pasted, type="primary")


def _pasted() -> None:
    session.remember("pasted", session.value("pasted_text"))
    session.choose(corpus="pasted", step=None)


def _upload() -> None:
    """Take a file, show how it was read, and let the reader correct that."""
    upload = session.recall("uploaded")
    refused = session.recall("upload_refused")
    label = (
        t("controls.no_file")
        if upload is None
        else t("controls.file_used", name=quoted(upload.name))
    )
    missing = upload is None or refused is not None
    with st.expander(label, expanded=missing, icon=":material/upload_file:"):
        st.file_uploader(
            t("controls.file", limit=uploads.LARGEST // uploads.MEGABYTE),
            type=FILE_TYPES,
            max_upload_size=uploads.LARGEST // uploads.MEGABYTE,
            key="file",
            on_change=_uploaded,
        )
        if refused is not None:
            st.error(refusal(refused))
        if upload is not None:
            _how_it_was_read(upload)


def _how_it_was_read(upload: Upload) -> None:
    """Show the encoding and the columns that were guessed, to correct."""
    cells = st.columns(3)
    if upload.content.encoding is not None:
        with cells[0]:
            _encoding_picker(upload)
    if isinstance(upload.content, uploads.TableFile):
        with cells[1]:
            _column_picker(upload, "word")
        with cells[2]:
            _column_picker(upload, "count")


def _uploaded() -> None:
    file = session.value("file")
    session.remember("upload_refused", None)
    if file is not None:
        _open_upload(file.name, file.getvalue())


def _open_upload(name: str, data: bytes, encoding: str | None = None) -> None:
    try:
        session.remember("uploaded", sources.opened(name, data, encoding))
        session.remember("upload_refused", None)
        session.choose(corpus="uploaded", step=None)
    except CorpusError as error:
        session.remember("upload_refused", error)


def _encoding_picker(upload: Upload) -> None:
    guess = upload.content.encoding
    st.selectbox(
        t("controls.encoding"),
        [guess, *(name for name in uploads.ENCODINGS if name != guess)],
        key=session.widget("encoding", guess),
        on_change=lambda: _open_upload(upload.name, upload.data, session.value("encoding")),
        help=t("controls.encoding_help"),
    )


def _column_picker(upload: Upload, role: str) -> None:
    key = f"{role}_column"
    labels = dict(enumerate(map(uploads.shortened, upload.content.columns)))
    st.selectbox(
        t(f"controls.{key}"),
        list(labels),
        format_func=labels.get,
        key=session.widget(key, getattr(upload, role)),
        on_change=lambda: _column_chosen(replace(upload, **{role: session.value(key)})),
    )


def _column_chosen(upload: Upload) -> None:
    session.remember("uploaded", upload)
    session.choose(step=None)


def chosen_source(corpus_name: str) -> Source | None:
    """The corpus chosen, or None while the reader has not given one yet."""
    if corpus_name == "pasted":
        text = session.recall("pasted")
        return None if text is None else sources.of_text(text, t("controls.corpus_pasted"))
    if corpus_name == "uploaded":
        upload = session.recall("uploaded")
        return None if upload is None else sources.of_upload(upload)
    return sources.of_sample(training_samples()[corpus_name])


def _why_mark_is_fixed(scheme: Scheme) -> str | None:
    """The catalogue key of the reason why another boundary mark makes no sense, if so."""
    if scheme.units == "bytes":
        return "controls.mark_bytes"
    if scheme.rules == "sentencepiece":
        return "controls.mark_sentencepiece"
    if scheme.score == "wordpiece":
        return "controls.mark_wordpiece"
    return None


def settings_box(preset: Scheme, source: Source | None, chosen: Choices) -> Request | None:
    """Draw tie rule, boundary mark and limits, and put the request together."""
    tie_rules = {rule: t(f"controls.ties_{rule}") for rule in TIE_RULES}
    tie_rule = st.selectbox(
        t("controls.ties"),
        list(tie_rules),
        format_func=tie_rules.get,
        key=session.widget("ties", chosen.ties or preset.tie_rule),
        on_change=_rule_chosen,
        args=("ties", preset.tie_rule),
        help=t("controls.ties_help"),
    )
    marks = {boundary: t(f"controls.mark_is_{boundary}") for boundary in MARKS}
    fixed = _why_mark_is_fixed(preset)
    boundary = st.selectbox(
        t("controls.mark"),
        list(marks),
        format_func=marks.get,
        key=session.widget("mark", chosen.mark or preset.boundary),
        on_change=_rule_chosen,
        args=("mark", preset.boundary),
        disabled=fixed is not None,
        help=t(fixed or "controls.mark_help"),
    )
    if fixed:
        st.caption(t(fixed))
    max_merges = limit_box("max_merges", placeholder=_merges_without_limit(source, chosen))
    vocab_size = limit_box("vocab_size", placeholder=t("controls.no_limit"))
    min_frequency = limit_box("min_frequency", placeholder="1") or 1
    if source is None:
        return None
    if max_merges is None and vocab_size is None:
        max_merges = source.merges
    scheme = replace(preset, tie_rule=tie_rule, boundary=boundary)
    return _request(
        source, scheme, max_merges=max_merges, vocab_size=vocab_size, min_frequency=min_frequency
    )


def _merges_without_limit(source: Source | None, chosen: Choices) -> str:
    if source is None or source.merges is None or chosen.vocab_size is not None:
        return t("controls.no_limit")
    return t("controls.merges_by_default", n=source.merges)


def _rule_chosen(name: str, own: str) -> None:
    value = session.value(name)
    session.choose(**{name: None if value == own else value})


def limit_box(name: str, placeholder: str) -> int | None:
    """Draw one number; an empty box is no limit."""
    return st.number_input(
        t(f"controls.{name}"),
        min_value=SMALLEST[name],
        max_value=LARGEST[name],
        value=None,
        step=1,
        key=session.widget(name, getattr(session.choices(), name)),
        placeholder=placeholder,
        on_change=lambda: session.choose(**{name: session.value(name)}),
        help=t(f"controls.{name}_help"),
    )


def _train(
    request: Request | None, source: Source | None, defaults: Defaults
) -> tuple[Training, Request]:
    """Return the training asked for, or the last good one with the reason why; and its request."""
    progress = st.empty()
    if request is not None:
        try:
            training = trained(request, progress)
        except CorpusError as error:
            st.error(refusal(error))
        else:
            session.remember("opening_step", source.step)
            session.remember("good", good_now(request, source.step))
            return training, request
    good = session.recall("good")
    if good is None or good.request.scheme.name not in defaults.schemes:
        source = sources.of_sample(training_samples()[defaults.corpus])
        scheme = PRESETS[defaults.scheme]
        request = _request(source, scheme, max_merges=source.merges)
        good = Good(session.choices(), {}, request, source.step)
    st.caption(t("controls.last_good"))
    session.remember("opening_step", good.step)
    return trained(good.request, progress), good.request


def good_now(request: Request | UnigramRequest, step: int) -> Good:
    """Note what led to a training that came to its end."""
    own_texts = {kind: session.recall(kind) for kind in OWN_TEXTS}
    return Good(session.choices(), own_texts, request, step)


def trained(
    request: Request | UnigramRequest,
    progress,
    cancel: Callable[[Request | UnigramRequest], None] | None = None,
) -> Training | UnigramTraining:
    """Look the training up, or run it and show how far it is.

    `cancel` gives the run up and goes back to what was there before.
    """
    training = shared.finished(request)
    while training is None:
        run = shared.start(request)
        if not run.wait(session.reader(), PATIENT):
            _show_progress(run, progress, cancel)
        try:
            training = run.result()
        except Cancelled:  # by another reader, just before this one joined
            continue
    return training


def _show_progress(
    run: Run, progress, cancel: Callable[[Request | UnigramRequest], None] | None
) -> None:
    with progress.container(horizontal=True, vertical_alignment="bottom"):
        bar = st.progress(0.0, text=_stage(run))
        # A page may wait for several runs, one after the other: each button needs its own key.
        st.button(
            t("common.cancel"),
            key=f"cancel_{next(_progress_shown)}",
            on_click=cancel or go_back,
            args=(run.request,),
        )
    while not run.wait(session.reader(), 0.1):
        bar.progress(min(1.0, run.done / run.total) if run.total else 0.0, text=_stage(run))
    progress.empty()


def _stage(run: Run) -> str:
    if run.total:
        return t(f"controls.stage_{run.stage}", done=run.done, total=run.total)
    first = {"merging": "counting", "pruning": "seeding"}
    return t(f"controls.stage_{first.get(run.stage, run.stage)}")


def go_back(request: Request | UnigramRequest, kept: str = "good") -> None:
    """Give the run up and go back to what was there before: the `Good` kept under that name."""
    shared.leave(request, session.reader())
    good = session.recall(kept)
    before = good.choices if good else Choices()
    for kind, content in (good.own_texts if good else {}).items():
        session.remember(kind, content)
    session.choose(
        corpus=before.corpus,
        scheme=before.scheme,
        ties=before.ties,
        mark=before.mark,
        max_merges=before.max_merges,
        vocab_size=before.vocab_size,
        min_frequency=before.min_frequency,
    )
