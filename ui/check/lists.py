"""The list to check: an example, or the reader's upload, and what came of it."""

from dataclasses import dataclass, replace

import streamlit as st

from bpe import Scheme
from bpe.input.opening import KINDS, MEGABYTE, check_size
from ui.check import MISTAKES
from ui.check.readings import (
    HANDOUT,
    HANDOUT_CORPUS,
    HANDOUT_MERGES,
    HANDOUT_SCHEME,
    ListCheck,
    UploadedList,
    check_example,
    check_uploaded,
    count_merges,
    offered_examples,
)
from ui.controls.own_text import (
    leave_upload,
    pasting_box,
    queue_file,
    queue_upload,
    refused,
    run_upload_job,
    upload_box,
)
from ui.corpora.jobs import Job
from ui.corpora.run import Run, read_many
from ui.draw.parts import inline_row
from ui.draw.tokens import spaced, visible
from ui.shell import session
from ui.shell.choices import LIMITS
from ui.shell.text import sentence, t
from ui.spool import SpoolFile

OWN, FIRST = "own", MISTAKES[0]
LARGEST = KINDS["merges"].app.most // MEGABYTE  # of a list
LONGEST_LIST = 20_000  # characters of a list that is pasted
_LIST, _BOX, _UPLOAD = "check_list", "check_file", "check_bring"


def load_uploaded_list() -> None:
    """Read the list that was uploaded, before anything that depends on it is drawn."""
    run_upload_job(_BOX, _take)


def _take(job: Job[int], count: int) -> None:
    [uploaded] = job.arguments
    session.remember(_LIST, replace(uploaded, count=count))
    session.choose(mistake=None, step=None)


def uploaded_list() -> UploadedList | None:
    """Return the reader's list, or None."""
    return session.recall(_LIST)


def chosen_list() -> str:
    """Name the example that is checked, or `OWN`."""
    name = session.choices().get("mistake")
    if name is None:
        return OWN if uploaded_list() is not None else FIRST
    return name


def choose_list(scheme: Scheme) -> None:
    """Offer the reader's list, where there is one, the examples, and a box for a list."""
    own, now = uploaded_list(), chosen_list()
    names = offered_examples(scheme)
    labels = {name: t(f"check.mistake_{name}") for name in (*names, now) if name != OWN}
    if own is not None:
        labels = {OWN: t("check.your_list", name=spaced(visible(own.name)[:40])), **labels}
    # The picker is this list's own: what a browser still tells of the one before is not heard.
    file = None if own is None else own.file
    widget = f"check_pick_{file.digest if isinstance(file, SpoolFile) else ''}"
    with inline_row("check"):
        st.selectbox(
            t("check.list"),
            list(labels),
            format_func=labels.__getitem__,
            key=session.widget(widget, now),
            on_change=_picked,
            args=(widget,),
            label_visibility="collapsed",
            width=430,
        )
        _upload_popover()


def _picked(widget: str) -> None:
    name = session.value(widget)
    leave_upload(_BOX)
    if name == HANDOUT:
        session.choose(
            mistake=name,
            corpus=HANDOUT_CORPUS,
            scheme=HANDOUT_SCHEME,
            max_merges=len(HANDOUT_MERGES),
            vocab_size=None,
            min_frequency=None,
            step=None,
        )
        return
    is_default = name == OWN or (name == FIRST and uploaded_list() is None)
    session.choose(mistake=None if is_default else name, step=None)


def _upload_popover() -> None:
    """Take a file or a pasted list, and say why one was refused."""
    with st.popover(
        t("check.bring"),
        icon=":material/upload_file:",
        key=_UPLOAD,
        on_change="rerun",
        width="content",
    ):
        st.caption(t("check.rules_hint"))
        upload_box(t("check.file"), max_upload_size=LARGEST, key=_BOX, on_change=_uploaded)
        with st.form("check_paste", border=False):
            pasting_box(t("check.paste"), "check_pasted", 120, LONGEST_LIST)
            st.form_submit_button(t("check.use"), on_click=_pasted, type="primary")
    error = refused(_BOX)
    if error is not None:
        st.error(t("check.refused", sentence=sentence(error)))


def _uploaded() -> None:
    if session.value(_BOX) is not None:  # one that takes another's place comes after that is gone
        session.widget(_UPLOAD, False)  # or it would lie over the verdict
    queue_file(_BOX, count_job)


def _pasted() -> None:
    session.widget(_UPLOAD, False)
    data = (session.value("check_pasted") or "").encode("utf-8", "replace")
    queue_upload(_BOX, lambda: count_job(SpoolFile(data), t("check.pasted_name")))


def count_job(file: SpoolFile, name: str) -> Job[int]:
    """Return the job that counts a list's merges. Raises CorpusError for one that is too large."""
    check_size(name, file.nbytes, KINDS["merges"].app.most)
    key = ("merges", file.digest, name)
    return Job(key, count_merges, (UploadedList(name, file),), stage="file", seconds=120.0)


@dataclass(frozen=True)
class CheckedList:
    """The list's name, the run that it was held against, and what came of it."""

    name: str
    run: Run
    check: ListCheck


def check_chosen_list(run: Run) -> CheckedList | None:
    """Hold the chosen list against a run; None where the example cannot be made here."""
    name, own = chosen_list(), uploaded_list()
    if name == OWN and own is not None:
        return _check_uploaded(run, own)
    check = run.read(
        check_example, name, run.source, cancel=_choose_none, is_long=not run.source.is_small
    )
    return None if check is None else CheckedList(name, run, check)


def _check_uploaded(run: Run, own: UploadedList) -> CheckedList:
    """Hold the reader's list against a run that is long enough for it, in a worker.

    Where no limit was set, as many merges were asked for as the list has.
    """
    wanted = min(own.count, LIMITS["max_merges"].most)
    limits = session.choices().run
    is_free = limits.max_merges is None and limits.vocab_size is None
    expected = wanted if is_free else len(run)
    if len(run) < wanted and run.summary.stop_reason in ("max_merges", "vocab_size"):
        run = replace(run, max_merges=wanted, vocab_size=None)
    elif is_free and len(run) > wanted:
        run = replace(run, max_merges=wanted)
    call = check_uploaded, own, run.source, expected, limits.vocab_size is not None
    [check] = read_many((run,), [call], cancel=_choose_none)
    return CheckedList(OWN, run, check)


def _choose_none() -> None:
    """Show a list that is quickly found to be right, from a callback."""
    session.choose(mistake="none", step=None)
