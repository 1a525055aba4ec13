"""Offer the run as a page to take home, its tables as one archive, and files for libraries."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import streamlit as st

from bpe import CorpusError, Scheme, Snapshot, Training
from bpe.interchange import library_files, merges_text
from ui.catalogue import catalogue
from ui.controls.asked import Asked
from ui.controls.pickers import scheme_name
from ui.controls.pins import pinned_words
from ui.corpora.cache import remembered
from ui.corpora.samples import Sample, training_samples
from ui.draw import readings
from ui.draw.downloads import (
    LONGEST,
    MOST_BYTES,
    as_csv,
    check_fits,
    file_name,
    offer,
    packed,
)
from ui.draw.tokens import visible
from ui.languages import LANGUAGES
from ui.player.guessing import Hiding
from ui.player.handout import LARGEST, Page, fits, handout
from ui.shell import session
from ui.shell.choices import why_mark_is_fixed
from ui.shell.frame import Bar
from ui.shell.more import looks_at
from ui.shell.text import language, sentence, t
from ui.train import PAGE


def offer_handout(asked: Asked, step: int, key: str) -> None:
    """Offer the run as the player of this key shows it: its words, its step, its answer hidden."""
    training, lang = asked.training, language()
    pinned = pinned_words(training, key)
    if not fits(training, pinned, lang):
        st.caption(t("player.handout_large", limit=LARGEST // 1_000_000))
        return
    hidden = Hiding(key).hidden
    page = about_run(asked, _sample(training.corpus.source), lang)
    make = partial(handout, training, pinned, step, page, hidden=hidden)
    name = file_name(training, "handout.html")
    offer(t("player.handout_offer"), make, name, f"{key}_handout_download")
    st.caption(t("player.handout_what"))


def about_run(asked: Asked, sample: Sample | None, lang: str) -> Page:
    """Return what a handout of a run says around the player; None is a reader's own text."""
    scheme = asked.training.scheme
    text = t("controls.your_text") if sample is None else sample.title[lang]
    return Page(
        title=t("player.handout_title", text=text, scheme=scheme_name(scheme.name)),
        lead=t("player.handout_lead"),
        note=_note(sample, scheme, lang),
        facts=_facts(asked, text),
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


def _facts(asked: Asked, text: str) -> list[tuple[str, str]]:
    """List the text, the scheme with its settings, and the sizes of the run: name, value."""
    training, request = asked.training, asked.request
    scheme, corpus = training.scheme, training.corpus
    words, tokens = len(corpus), training.snapshot(0).token_count
    sizes = {"merges": len(training), "vocabulary": len(training.alphabet) + len(training)}
    found = {
        "corpus": t("player.handout_words", text=text, words=words, tokens=tokens),
        "scheme": scheme_name(scheme.name),
        "ties": t(f"ties.name_{scheme.tie_rule}"),
        "mark": t(f"controls.mark_is_{scheme.boundary}"),
        "special": " ".join(map(visible, scheme.special_tokens)),
        "max_merges": _limit(request.max_merges),
        "vocab_size": _limit(request.vocab_size),
        "min_frequency": _limit(request.min_frequency if request.min_frequency > 1 else None),
    }
    facts = [(t(f"controls.{name}"), value) for name, value in found.items() if value]
    return [*facts, (t("player.handout_learned"), t("player.handout_sizes", **sizes))]


def _limit(limit: int | None) -> str:
    return "" if limit is None else f"{limit:,}"


CSV: dict[str, tuple[str, Callable[[Snapshot], readings.Rows]]] = {
    "merges": ("merges.csv", lambda snapshot: readings.merges(snapshot.training)),
    "over_time": ("over-time.csv", lambda snapshot: readings.over_time(snapshot.training)),
    "pairs": ("pairs.csv", partial(readings.pairs, limit=None)),
    "changes": ("changes.csv", partial(readings.changes, limit=None)),
    "ties": ("ties.csv", partial(readings.ties, limit=None)),
    "winners": ("tie-rules.csv", readings.winners),
    "words": ("words.csv", partial(readings.words, limit=None)),
    "changed": ("changed-words.csv", partial(readings.changed_words, limit=None)),
    "vocabulary": ("vocabulary.csv", partial(readings.vocabulary, limit=None)),
}
"""The tables of the archive, each of which `tables.download_<name>` explains: file, reading."""


def downloads(bar: Bar, asked: Asked) -> None:
    """Offer the files of the run at its step to who looks there, behind the button More."""
    if looks_at("downloads"):
        with bar.more["downloads"]:
            _downloads(asked, session.step(len(asked.training), asked.opening), PAGE.name)


def _downloads(asked: Asked, step: int, key: str) -> None:
    """Offer the run as a page to take home, as one archive of tables, and for other libraries."""
    training = asked.training
    offer_handout(asked, step, key)
    make = partial(
        archive,
        training.snapshot(step),
        t("tables.downloads_left_out", limit=MOST_BYTES // 1_000_000),
    )
    file = file_name(training, "tables.zip", step)
    offer(t("tables.download_archive"), make, file, f"{key}_archive_download")
    st.caption(t("tables.download_archive_what", step=step, tables=len(CSV)))
    names, refused = _formats(training)
    if names:
        file = file_name(training, "libraries.zip")
        make = partial(_for_libraries, training, names)
        offer(t("tables.download_libraries"), make, file, f"{key}_libraries_download")
        st.caption(", ".join(names))
        if CODES in names and training.scheme.pretokenizer != "space":
            st.caption(t("tables.downloads_codes", file=CODES))
    if refused is not None:
        st.caption(sentence(refused))
    elif names == (MERGES,):
        fixed = why_mark_is_fixed(training.scheme)
        st.caption(t("tables.downloads_fixed" if fixed else "tables.downloads_no_library"))


def archive(snapshot: Snapshot, left_out: str) -> bytes:
    """Return a zip of every table of a run and of a step, and a text that says what each is.

    A table that is too large ends with a row `left_out`.
    """

    def files() -> Iterator[tuple[str, bytes | str]]:
        yield "README.txt", "\n\n".join(_about(snapshot, lang) for lang in LANGUAGES)
        for file, read in CSV.values():
            yield file, as_csv(read(snapshot), left_out)

    return packed(files())


def _about(snapshot: Snapshot, lang: str) -> str:
    """Say what each file of the archive is, in one of our languages."""
    words = catalogue(lang)
    note = words["tables.downloads_note"]
    parts = [
        words["tables.archive_about"].format(step=snapshot.step),
        "\n".join(f"{file}: {words[f'tables.download_{name}']}" for name, (file, _) in CSV.items()),
        note.format(limit=MOST_BYTES // 1_000_000, shown=LONGEST),
    ]
    return "\n\n".join(parts)


MERGES, CODES = "merges.txt", "subword-nmt.codes"


@remembered
def _formats(training: Training) -> tuple[tuple[str, ...], CorpusError | None]:
    """Return the names of the files for other libraries, and why one or all of them are not."""
    files: dict[str, str | bytes] = {}
    try:
        check_fits(training)
        files |= library_files(training)
        merges_text(training)
    except CorpusError as error:
        return tuple(files), error.with_traceback(None)
    return (MERGES, *files), None


def _for_libraries(training: Training, names: Sequence[str]) -> bytes:
    files = library_files(training)
    if MERGES in names:
        files[MERGES] = merges_text(training)
    return packed(files.items())
