"""Offer the run as a page to take home, its tables as one archive, and files for libraries."""

from functools import partial

import streamlit as st

from bpe import Scheme, Training
from ui.controls.pickers import scheme_name
from ui.controls.pins import pinned_words
from ui.corpora.run import Run
from ui.draw.downloads import file_name, offer
from ui.draw.tokens import visible
from ui.frame import Bar
from ui.player.guessing import Hiding
from ui.player.handout import LARGEST, Page, fits, handout
from ui.samples import Sample, training_samples
from ui.shell import session
from ui.shell.choices import why_mark_is_fixed
from ui.shell.tabs import looks_at
from ui.shell.text import language, sentence, t
from ui.train import PAGE
from ui.train.archive import CODES, CSV, MERGES, MOST_BYTES, archive, for_libraries, formats


def offer_handout(run: Run, step: int, key: str) -> None:
    """Offer the run as the player of this key shows it: its words, its step, its answer hidden."""
    training, lang = run.training, language()
    pinned = pinned_words(run, key)
    if not fits(training, pinned, lang):
        st.caption(t("player.handout_large", limit=LARGEST // 1_000_000))
        return
    hidden = Hiding(key).hidden
    page = about_run(run, _sample(training.corpus.source), lang)
    make = partial(handout, training, pinned, step, page, hidden=hidden)
    name = _file_name(training, "handout.html")
    offer(t("player.handout_offer"), make, name, f"{key}_handout_download")
    st.caption(t("player.handout_what"))


def about_run(run: Run, sample: Sample | None, lang: str) -> Page:
    """Return what a handout of a run says around the player; None is a reader's own text."""
    scheme = run.training.scheme
    text = t("controls.your_text") if sample is None else sample.title[lang]
    return Page(
        title=t("player.handout_title", text=text, scheme=scheme_name(scheme.name)),
        lead=t("player.handout_lead"),
        note=_note(sample, scheme, lang),
        facts=_facts(run, text),
        lang=lang,
    )


def _sample(source: str) -> Sample | None:
    """Return the sample a corpus is made of; a reader's file may have the name of one."""
    sample = training_samples().get(session.text())
    return sample if sample is not None and sample.path.name == source else None


def _note(sample: Sample | None, scheme: Scheme, lang: str) -> str:
    who = t(f"controls.who_{scheme.name}")
    if sample is None:
        return who
    return t(
        "controls.about",
        look_for=sample.note(scheme, lang),
        who=who,
        source=sample.source[lang],
        licence=sample.licence[lang],
    )


def _facts(run: Run, text: str) -> list[tuple[str, str]]:
    """List the text, the scheme with its settings, and the sizes of the run: name, value."""
    training = run.training
    scheme, corpus = training.scheme, training.corpus
    words, tokens = len(corpus), training.snapshot(0).token_count
    sizes = {"merges": len(training), "vocabulary": len(training.alphabet) + len(training)}
    found = {
        "corpus": t("player.handout_words", text=text, words=words, tokens=tokens),
        "scheme": scheme_name(scheme.name),
        "ties": t(f"ties.name_{scheme.tie_rule}"),
        "mark": t(f"controls.mark_is_{scheme.boundary}"),
        "special": " ".join(map(visible, scheme.special_tokens)),
        "max_merges": _limit(run.max_merges),
        "vocab_size": _limit(run.vocab_size),
        "min_frequency": _limit(run.min_frequency if run.min_frequency > 1 else None),
    }
    facts = [(t(f"controls.{name}"), value) for name, value in found.items() if value]
    return [*facts, (t("player.handout_learned"), t("player.handout_sizes", **sizes))]


def _limit(limit: int | None) -> str:
    return "" if limit is None else f"{limit:,}"


def downloads(bar: Bar, run: Run) -> None:
    """Offer the files of the run at its step to who looks there, behind the button More."""
    if looks_at("downloads"):
        with bar.more["downloads"]:
            _downloads(run, session.step(len(run.training), run.start_step), PAGE.name)


def _downloads(run: Run, step: int, key: str) -> None:
    """Offer the run as a page to take home, as one archive of tables, and for other libraries."""
    training = run.training
    offer_handout(run, step, key)
    make = partial(
        archive,
        training.snapshot(step),
        t("tables.downloads_left_out", limit=MOST_BYTES // 1_000_000),
    )
    file = _file_name(training, "tables.zip", step)
    offer(t("tables.download_archive"), make, file, f"{key}_archive_download")
    st.caption(t("tables.download_archive_what", step=step, tables=len(CSV)))
    names, refused = formats(training)
    if names:
        file = _file_name(training, "libraries.zip")
        make = partial(for_libraries, training, names)
        offer(t("tables.download_libraries"), make, file, f"{key}_libraries_download")
        st.caption(", ".join(names))
        if CODES in names and training.scheme.pretokenizer != "space":
            st.caption(t("tables.downloads_codes", file=CODES))
    if refused is not None:
        st.caption(sentence(refused))
    elif names == (MERGES,):
        fixed = why_mark_is_fixed(training.scheme)
        st.caption(t("tables.downloads_fixed" if fixed else "tables.downloads_no_library"))


def _file_name(training: Training, what: str, step: int | None = None) -> str:
    return file_name(training.corpus.source, training.scheme.name, what, step)
