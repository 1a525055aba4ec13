"""Offer the run as a page to take home, its tables as one archive, and files for libraries."""

from functools import partial

import streamlit as st

from ui.controls.pickers import about_text, scheme_name
from ui.controls.pins import pinned_words
from ui.corpora.run import Run
from ui.corpora.sources import Source
from ui.draw.downloads import file_name, offer
from ui.draw.tokens import visible
from ui.frame import Bar
from ui.player import player_options
from ui.player.cutting import cut_run
from ui.player.page import LARGEST, HandoutPage, handout
from ui.player.rest import Hiding
from ui.samples import Sample, training_samples
from ui.shell import session
from ui.shell.choices import why_mark_is_fixed
from ui.shell.tabs import looks_at
from ui.shell.text import language, sentence, t
from ui.train import PAGE
from ui.train.archive import CODES, CSV, MERGES, MOST_BYTES, archive, for_libraries, formats


def offer_handout(run: Run, step: int, key: str) -> None:
    """Offer the run as the player of this key shows it: its words, its step, its answer hidden."""
    pinned = pinned_words(run, key)
    if run.read(cut_run, player_options(pinned)).size > LARGEST:
        st.caption(t("player.handout_large", limit=LARGEST // 1_000_000))
        return
    page = about_run(run, _sample(run.source))
    make = partial(run.make_file, handout, pinned, step, page, Hiding(key).hidden)
    offer(
        t("player.handout_offer"), make, _file_name(run, "handout.html"), f"{key}_handout_download"
    )
    st.caption(t("player.handout_what"))


def about_run(run: Run, sample: Sample | None) -> HandoutPage:
    """Return what a handout of a run says around the player; None is a reader's own text."""
    lang = language()
    text = t("controls.your_text") if sample is None else sample.title[lang]
    return HandoutPage(
        title=t("player.handout_title", text=text, scheme=scheme_name(run.scheme.name)),
        lead=t("player.handout_lead"),
        note=about_text(sample, run.scheme),
        facts=_facts(run, text),
        lang=lang,
    )


def _sample(source: Source) -> Sample | None:
    """Return the sample that a source is; a reader's file may have the name of one."""
    named = (each for each in training_samples().values() if each.path.name == source.name)
    return next(named, None) if source.is_builtin else None


def _facts(run: Run, text: str) -> tuple[tuple[str, str], ...]:
    """List the text, the scheme with its settings, and the sizes of the run: name, value."""
    scheme, found = run.scheme, run.summary
    sizes = {"merges": found.merges, "vocabulary": found.alphabet + found.merges}
    said = {
        "corpus": t("player.handout_words", text=text, words=found.words, tokens=found.tokens),
        "scheme": scheme_name(scheme.name),
        "ties": t(f"ties.name_{scheme.tie_rule}"),
        "mark": t(f"controls.mark_is_{scheme.boundary}"),
        "special": " ".join(map(visible, scheme.special_tokens)),
        "max_merges": _limit(run.max_merges),
        "vocab_size": _limit(run.vocab_size),
        "min_frequency": _limit(run.min_frequency if run.min_frequency > 1 else None),
    }
    facts = ((t(f"controls.{name}"), value) for name, value in said.items() if value)
    return *facts, (t("player.handout_learned"), t("player.handout_sizes", **sizes))


def _limit(limit: int | None) -> str:
    return "" if limit is None else f"{limit:,}"


def downloads(bar: Bar, run: Run) -> None:
    """Offer the files of the run at its step to who looks there, behind the button More."""
    if looks_at("downloads"):
        with bar.more["downloads"]:
            _downloads(run, session.step(len(run), run.start_step), PAGE.name)


def _downloads(run: Run, step: int, key: str) -> None:
    """Offer the run as a page to take home, as one archive of tables, and for other libraries."""
    offer_handout(run, step, key)
    left_out = t("tables.downloads_left_out", limit=MOST_BYTES // 1_000_000)
    make = partial(run.make_file, archive, step, left_out, language())
    file = _file_name(run, "tables.zip", step)
    offer(t("tables.download_archive"), make, file, f"{key}_archive_download")
    st.caption(t("tables.download_archive_what", step=step, tables=len(CSV)))
    names, refused = run.read(formats)
    if names:
        make = partial(run.make_file, for_libraries, names)
        file = _file_name(run, "libraries.zip")
        offer(t("tables.download_libraries"), make, file, f"{key}_libraries_download")
        st.caption(", ".join(names))
        if CODES in names and run.scheme.pretokenizer != "space":
            st.caption(t("tables.downloads_codes", file=CODES))
    if refused is not None:
        st.caption(sentence(refused))
    elif names == (MERGES,):
        fixed = why_mark_is_fixed(run.scheme)
        st.caption(t("tables.downloads_fixed" if fixed else "tables.downloads_no_library"))


def _file_name(run: Run, what: str, step: int | None = None) -> str:
    return file_name(run.source.name, run.scheme.name, what, step)
