"""The controls of the page Unigram, and the trainings that it asks for."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from bpe import PRESETS, CorpusError
from ui.controls.controls import go_back, runs_or_last
from ui.controls.notes import scheme_not_here
from ui.controls.own_text import chosen_source, own_text, settle_file
from ui.controls.pickers import clamp_step, corpus_picker, limit_box
from ui.corpora import sources
from ui.corpora.run import Run
from ui.frame import Bar
from ui.samples import training_samples
from ui.shell import session
from ui.shell.choices import OWN_TEXTS
from ui.shell.tabs import open_tab
from ui.shell.text import language, t
from ui.unigram import PAGE
from ui.unigram.readings import LONGEST_WORD, offered_words, spelled_word
from ui.unigram.requests import LARGE, SCHEME, UnigramRun

WORDS = {
    "six-words": "lowest",
    "hug": "hugs",
    "low-lower": "lowest",
    "old-smart": "oldest",
    "pride-and-prejudice": "unlikely",
    "scripts": "sollen",
    "chinese-classics": "天道无亲，恒与善人。",
    "tang-song-poems": "《春思》李白",
    "modern-chinese": "研究生命的起源",
}
"""Words with something to see, by sample; of a text without spaces a clause or a line."""

SIZES = {"six-words": 17, "low-lower": 13, "hug": 11}
"""Vocabulary sizes at which a small sample has more than one round."""

RIVALS = (("bpe", "sentencepiece", 1), ("wordpiece", "wordpiece", 0))
"""Names of the methods compared with Unigram, their presets and the smallest count of a pair."""

PIECES = "pieces"


def unigram_controls(bar: Bar) -> tuple[UnigramRun, str]:
    """Draw the pickers of corpus, size and word; return the run and the word with its mark.

    Where training fails or is cancelled, show why and return the last good one. The word is ""
    while there is none.
    """
    settle_file(partial(go_back, PIECES))
    with bar.pickers:
        name = corpus_picker(bar.shows.text or "")
        word_cell = st.container()
    with bar.more["settings"]:
        size = limit_box("vocab_size", placeholder=t("controls.vocab_size_by_corpus"))
    own_text(name, bar.pickers)
    if name not in OWN_TEXTS:
        sample, lang = training_samples()[name], language()
        where, licence = sample.source[lang], sample.licence[lang]
        bar.more["about"].caption(t("controls.text_of", source=where, licence=licence))
    for sentence in scheme_not_here(bar.shows):
        bar.more["about"].caption(sentence)
    source = chosen_source(name)
    wanted = None if source is None else (UnigramRun(source, size or SIZES.get(name)),)
    opening = partial(_opening, bar.shows.text or "")
    [run], _ = runs_or_last(PIECES, wanted, lambda: ((opening(),), None))
    clamp_step(run.summarize().rounds)
    with word_cell:
        word = _word_picker(run)
    return run, word


def _opening(name: str) -> UnigramRun:
    """Return what the page shows on a first visit."""
    return UnigramRun(sources.of_sample(training_samples()[name]), SIZES.get(name))


def rivals(run: UnigramRun, min_frequency: int) -> dict[str, Run | CorpusError]:
    """Train BPE and WordPiece on the same words, to the size of the Unigram vocabulary.

    min_frequency: of WordPiece's pairs. In place of a run for which that size is too small stands
    the error that says so.
    """
    found: dict[str, Run | CorpusError] = {}
    for name, preset, count in RIVALS:
        rival = Run(
            run.source,
            replace(PRESETS[preset], normalizer=SCHEME.normalizer),
            vocab_size=run.summarize().pieces,
            min_frequency=count or min_frequency,
        )
        try:
            rival.summarize(partial(open_tab, PAGE))
            found[name] = rival
        except CorpusError as error:
            found[name] = error
    return found


def opening_min_frequency(run: UnigramRun) -> int:
    """Return the smallest pair count at which WordPiece's score is of use on this corpus."""
    return 20 if run.summarize().words >= LARGE else 1


def _word_picker(run: UnigramRun) -> str:
    """Let the reader choose a word of the corpus or type another; return it with its mark."""
    offered, opening = run.read(offered_words, WORDS.get(session.text()))
    word = _picked("unigram_word", opening, offered)
    spelled: str = run.read(spelled_word, word)
    return spelled


def _picked(key: str, opening: str, offered: Sequence[str]) -> str:
    """Draw a list that also takes a typed word; the session keeps the choice."""
    kept = session.kept(key, opening or None)
    chosen = session.value(key)
    word = st.selectbox(
        t("unigram.word"),
        dict.fromkeys([chosen, *offered] if chosen else offered),
        accept_new_options=True,
        placeholder=t("unigram.word"),
        help=t("unigram.word_help", limit=LONGEST_WORD),
        **kept,
    )
    return (word or "").strip()[:LONGEST_WORD]
