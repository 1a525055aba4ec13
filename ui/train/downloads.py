"""Offer the run and every table as files, and the run as a page to take home."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe import CorpusError, Scheme, Snapshot, Training
from bpe.interchange import library_files, merges_text
from ui.controls.asked import Asked
from ui.controls.pickers import scheme_name
from ui.controls.pins import pinned_words
from ui.corpora.remembered import remembered
from ui.corpora.samples import Sample, training_samples
from ui.draw import tables
from ui.draw.downloads import check_fits, file_name, offer, offer_table, parquet_about
from ui.draw.parquet import as_parquet
from ui.draw.parts import beside, heading
from ui.draw.sheets import LONGEST_EXACT, LONGEST_SHOWN, MOST_BYTES
from ui.draw.tokens import visible
from ui.player.guessing import Hiding
from ui.player.handout import LARGEST, Page, fits, handout
from ui.shell import session
from ui.shell.choices import why_mark_is_fixed
from ui.shell.text import language, sentence, t


def offer_handout(asked: Asked, step: int, key: str, place: DeltaGenerator) -> None:
    """Offer the run as the player of this key shows it: its words, its step, its answer hidden."""
    training, lang = asked.training, language()
    pinned = pinned_words(training, key)
    if not fits(training, pinned, lang):
        place.caption(t("player.handout_large", limit=LARGEST // 1_000_000))
        return
    hidden = Hiding(key).hidden
    make = partial(handout, training, pinned, step, _page(asked, lang), hidden=hidden)
    name = file_name(training, "handout.html")
    offer(t("player.handout_offer"), make, name, f"{key}_handout_download", place)
    place.caption(t("player.handout_what"))


def _page(asked: Asked, lang: str) -> Page:
    scheme = asked.training.scheme
    sample = _sample(asked.training.corpus.source)
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
    sizes = {"merges": len(training), "vocabulary": training.initial_size + len(training)}
    found = {
        "corpus": t("player.handout_words", text=text, words=words, tokens=tokens),
        "scheme": scheme_name(scheme.name),
        "ties": t(f"ties.name_{scheme.tie_rule}"),
        "mark": t(f"controls.mark_is_{scheme.boundary}"),
        "special": " ".join(map(visible, scheme.special_tokens)),
        "pattern": visible(scheme.pattern or ""),
        "max_token_length": f"{scheme.max_token_length or ''}",
        "coverage": f"{scheme.character_coverage:g}" if scheme.character_coverage < 1 else "",
        "max_merges": _limit(request.max_merges),
        "vocab_size": _limit(request.vocab_size),
        "min_frequency": _limit(request.min_frequency if request.min_frequency > 1 else None),
    }
    facts = [(t(f"controls.{name}"), value) for name, value in found.items() if value]
    return [*facts, (t("player.handout_learned"), t("player.handout_sizes", **sizes))]


def _limit(limit: int | None) -> str:
    return "" if limit is None else f"{limit:,}"


OF_RUN: dict[str, tuple[str, Callable[..., Any]]] = {
    "merges": ("merges.csv", tables.merges),
    "over_time": ("over-time.csv", tables.over_time),
}
OF_STEP: dict[str, tuple[str, Callable[..., Any]]] = {
    "pairs": ("pairs.csv", partial(tables.pairs, limit=None)),
    "changes": ("changes.csv", partial(tables.changes, limit=None)),
    "ties": ("ties.csv", partial(tables.ties, limit=None)),
    "winners": ("tie-rules.csv", tables.winners),
    "words": ("words.csv", partial(tables.words, limit=None)),
    "changed": ("changed-words.csv", partial(tables.changed_words, limit=None)),
    "vocabulary": ("vocabulary.csv", partial(tables.vocabulary, limit=None)),
}


def downloads_panel(asked: Asked, snapshot: Snapshot, key: str) -> None:
    """Offer the run as a page and in the formats of other libraries, and every table as CSV."""
    training = asked.training
    heading("tables.downloads_heading")
    step = snapshot.step
    run, at_step = beside()
    run.markdown(f"**{t('tables.downloads_run')}**")
    offer_handout(asked, step, key, run)
    names, refused = _formats(training)
    if "merges.txt" in names:
        label = t("tables.download_merges_text")
        offer(label, *_whole(training, "merges.txt"), f"{key}_merges_text_download", run)
    for name, (file, table) in OF_RUN.items():
        _offer(run, name, partial(table, training), file_name(training, file), key)
    offer(
        t("tables.download_parquet"),
        partial(as_parquet, training, parquet_about()),
        file_name(training, "record.zip"),
        f"{key}_parquet_download",
        run,
    )
    at_step.markdown(f"**{t('tables.downloads_step', step=step)}**")
    for name, (file, table) in OF_STEP.items():
        _offer(at_step, name, partial(table, snapshot), file_name(training, file, step), key)
    run.markdown(f"**{t('tables.downloads_libraries')}**")
    libraries = [name for name in names if name != "merges.txt"]
    for name in libraries:
        offer(name, *_whole(training, name), f"{key}_{name}_download", run)
    if refused is not None:
        run.caption(sentence(refused))
    elif not libraries:
        fixed = why_mark_is_fixed(training.scheme)
        run.caption(t("tables.downloads_fixed" if fixed else "tables.downloads_no_library"))
    limit = MOST_BYTES // 1_000_000
    st.caption(t("tables.downloads_note", limit=limit, shown=LONGEST_SHOWN, longest=LONGEST_EXACT))


@remembered(1)
def _formats(training: Training) -> tuple[tuple[str, ...], CorpusError | None]:
    """Return the names of the files for other libraries, and why one or all of them are not."""
    files: dict[str, str] = {}
    try:
        check_fits(training)
        files |= library_files(training)
        merges_text(training)
    except CorpusError as error:
        return tuple(files), error.with_traceback(None)
    return ("merges.txt", *files), None


def _whole(training: Training, name: str) -> tuple[Callable[[], str], str]:
    """Return what makes a file for other libraries, and its name."""
    write = merges_text if name == "merges.txt" else lambda run: library_files(run)[name]
    return partial(write, training), file_name(training, name)


def _offer(
    place: DeltaGenerator, name: str, table: Callable[..., Any], file: str, key: str
) -> None:
    offer_table(t(f"tables.download_{name}"), table, file, f"{key}_{name}_download", place)
