"""The list to check: an example, or what the reader brings, which stays in the session."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from bpe import Scheme
from bpe.checking.check import check_list
from bpe.input.kinds import KINDS, MEGABYTE
from bpe.input.opening import check_size
from bpe.interchange import load_merges
from bpe.merging.values import Pair
from ui.check import mistakes
from ui.controls.own_text import (
    pasting_box,
    queue_file,
    queue_upload,
    refuse,
    refused,
    run_upload_job,
    upload_box,
)
from ui.corpora.jobs import Job, digest
from ui.draw.tokens import visible
from ui.shell import session
from ui.shell.text import sentence, t

OWN = "own"
LARGEST = KINDS["merges"].app.most // MEGABYTE  # of a list
_LIST, _BOX, _BRING = "check_list", "check_file", "check_bring"


@dataclass(frozen=True)
class OwnList:
    """Merges that the reader brought, and what they came as."""

    name: str
    merges: tuple[Pair, ...]


def own_list() -> OwnList | None:
    """Return what the reader brought, or None."""
    return session.recall(_LIST)


def chosen() -> str:
    """Name the example that is checked, or `OWN`."""
    name = session.choices().get("mistake")
    if name is None:
        return OWN if own_list() is not None else mistakes.FIRST
    return name


def picker(scheme: Scheme) -> None:
    """Offer the reader's list, where there is one, and the examples."""
    own, now = own_list(), chosen()
    names = mistakes.offered(scheme)
    labels = {name: t(f"check.mistake_{name}") for name in (*names, now) if name != OWN}
    if own is not None:
        labels = {OWN: t("check.your_list", name=visible(own.name)[:40]), **labels}
    st.selectbox(
        t("check.list"),
        list(labels),
        format_func=labels.__getitem__,
        key=session.widget("check_pick", now),
        on_change=lambda: _choose(session.value("check_pick")),
        label_visibility="collapsed",
        width=430,
    )


def bring() -> None:
    """Take a file or a pasted list, and say why one was refused."""
    with st.popover(
        t("check.bring"),
        icon=":material/upload_file:",
        key=_BRING,
        on_change="rerun",
        width="content",
    ):
        st.caption(t("check.rules_hint"))
        upload_box(t("check.file"), max_upload_size=LARGEST, key=_BOX, on_change=_uploaded)
        with st.form("check_paste", border=False):
            pasting_box(t("check.paste"), "check_pasted", 120)
            st.form_submit_button(t("check.use"), on_click=_pasted, type="primary")
    error = refused(_BOX)
    if error is not None:
        st.error(t("check.refused", sentence=sentence(error)))


def _choose(name: str) -> None:
    refuse(_BOX, None)
    if name == mistakes.HANDOUT:
        session.choose(
            mistake=name,
            corpus=mistakes.HANDOUT_CORPUS,
            scheme=mistakes.HANDOUT_SCHEME,
            max_merges=len(mistakes.HANDOUT_MERGES),
            vocab_size=None,
            min_frequency=None,
            step=None,
        )
        return
    plain = name == OWN or (name == mistakes.FIRST and own_list() is None)
    session.choose(mistake=None if plain else name, step=None)


def settle() -> None:
    """Read the list that was brought, before anything that depends on it is drawn."""
    run_upload_job(_BOX, _take)


def _uploaded() -> None:
    if session.value(_BOX) is not None:  # one that takes another's place comes after that is gone
        session.widget(_BRING, False)  # or it would lie over the verdict
    queue_file(_BOX, reading_merges)


def _pasted() -> None:
    session.widget(_BRING, False)
    data = (session.value("check_pasted") or "").encode("utf-8", "replace")
    queue_upload(_BOX, lambda: reading_merges(data, t("check.pasted_name")))


def reading_merges(data: bytes, name: str) -> Job[tuple[Pair, ...]]:
    """Return the job that reads a list of merges. Raises CorpusError for one that is too large."""
    check_size(name, len(data), KINDS["merges"].app.most)
    key, seconds = ("merges", digest(data), name), 120.0
    return Job(key, _read_merges, (data, name), stage="file", seconds=seconds)


def _read_merges(data: bytes, name: str) -> tuple[Pair, ...]:
    merges = load_merges(name, data)
    check_list(merges)
    return tuple(merges)


def _take(job: Job[Any], merges: tuple[Pair, ...]) -> None:
    _, name = job.arguments
    session.remember(_LIST, OwnList(name, merges))
    session.choose(mistake=None, step=None)
