"""Offer the run and every table as files."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bpe.interchange import library_files
from ui.draw import tables
from ui.draw.parts import beside, heading
from ui.shell.text import t


def downloads_panel(training, snapshot, key: str) -> None:
    """Offer the merges as text and every table, whole, as CSV."""
    heading("tables.downloads_heading")
    step = snapshot.step
    of_run = {
        "merges_text": ("merges.txt", lambda: tables.merges_text(training)),
        "merges": ("merges.csv", _csv(tables.merges, training)),
        "over_time": ("over-time.csv", _csv(tables.over_time, training)),
    }
    of_step = {
        "pairs": (f"pairs-step-{step}.csv", _csv(tables.pairs, snapshot, None)),
        "changes": (f"changes-step-{step}.csv", _csv(tables.changes, snapshot, None)),
        "ties": (f"ties-step-{step}.csv", _csv(tables.ties, snapshot, None)),
        "winners": (f"tie-rules-step-{step}.csv", _csv(tables.winners, snapshot)),
        "words": (f"words-step-{step}.csv", _csv(tables.words, snapshot, None)),
        "changed": (f"changed-words-step-{step}.csv", _csv(tables.changed_words, snapshot, None)),
        "vocabulary": (f"vocabulary-step-{step}.csv", _csv(tables.vocabulary, snapshot, None)),
    }
    run, at_step = beside()
    for place, title, files in (
        (run, t("tables.downloads_run"), of_run),
        (at_step, t("tables.downloads_step", step=step), of_step),
    ):
        place.markdown(f"**{title}**")
        for name, (file_name, data) in files.items():
            _download(place, t(f"tables.download_{name}"), data, file_name, f"{key}_{name}")
    run.markdown(f"**{t('tables.downloads_libraries')}**")
    texts = library_files(training)
    for file_name, text in texts.items():
        _download(run, file_name, text, file_name, f"{key}_{file_name}")
    if not texts:
        run.caption(t("tables.downloads_no_library"))
    st.caption(t("tables.downloads_note"))


def _download(place, label: str, data, file_name: str, key: str) -> None:
    place.download_button(
        label,
        data,
        file_name,
        "text/csv" if file_name.endswith("csv") else "text/plain",
        key=f"{key}_download",
        on_click="ignore",
        icon=":material/download:",
    )


def _csv(table: Callable, *arguments) -> Callable[[], bytes]:
    return lambda: tables.as_csv(table(*arguments))
