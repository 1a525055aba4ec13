"""The controls of the page Unigram, and the trainings that it asks for."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

import streamlit as st

from bpe import PRESETS, Corpus, CorpusError, Training
from bpe.text.normalizers import normalize
from bpe.unigram import UnigramTraining
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
from ui.unigram.requests import SCHEME, UnigramRun

LONGEST_WORD = 24
OFFERED = 200
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

_CLAUSE = re.compile(rf"\b\w{{2,{LONGEST_WORD}}}\b")

SIZES = {"six-words": 17, "low-lower": 13, "hug": 11}
"""Vocabulary sizes at which a small sample has more than one round."""

OPENING_WORD_LENGTH = 5

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
    clamp_step(run.summarize())
    with word_cell:
        word = _word_picker(run.training)
    return run, word


def _opening(name: str) -> UnigramRun:
    """Return what the page shows on a first visit."""
    return UnigramRun(sources.of_sample(training_samples()[name]), SIZES.get(name))


def rivals(run: UnigramRun, min_frequency: int) -> list[Training | CorpusError]:
    """Train BPE and WordPiece on the same words, to the size of the Unigram vocabulary.

    min_frequency: of WordPiece's pairs. Instead of a training for which that size is too small,
    the list has the error that says so.
    """
    found: list[Training | CorpusError] = []
    for name, count in (("sentencepiece", 1), ("wordpiece", min_frequency)):
        rival = Run(
            run.source,
            replace(PRESETS[name], normalizer=SCHEME.normalizer),
            vocab_size=len(run.training.pieces),
            min_frequency=count,
        )
        try:
            rival.summarize(partial(open_tab, PAGE))
            found.append(rival.training)
        except CorpusError as error:
            found.append(error)
    return found


def _word_picker(training: UnigramTraining) -> str:
    """Let the reader choose a word of the corpus or type another; return it with its mark."""
    corpus = training.corpus
    order = sorted(range(len(corpus)), key=lambda place: -corpus.counts[place])[:OFFERED]
    offered = [corpus.words[place] for place in order if len(corpus.words[place]) <= LONGEST_WORD]
    if not offered:  # without spaces a word may be a paragraph: then its clauses are offered
        clauses = (each for place in order for each in _CLAUSE.findall(corpus.words[place]))
        offered = list(islice(dict.fromkeys(clauses), OFFERED))
    opening = WORDS.get(session.text())
    if opening is None or not _can_spell(corpus, opening):
        long = (word for word in offered if len(word) >= OPENING_WORD_LENGTH)
        opening = next(long, offered[0] if offered else "")
    word = _picked("unigram_word", opening, offered)
    # As it is spelled in training: normalized, its mark in front; of several words the first.
    return next(iter(training.model.spell(word)), "")[: LONGEST_WORD + 1]


def _can_spell(corpus: Corpus, word: str) -> bool:
    """Say whether a corpus, which may be the one before, has every character of a word."""
    return set(normalize(word, SCHEME.normalizer)) <= set("".join(corpus.words))


def opening_min_frequency(training: UnigramTraining) -> int:
    """Return the smallest pair count at which WordPiece's score is of use on this corpus."""
    return 20 if len(training.corpus) >= 1000 else 1


def _picked(key: str, opening: str, offered: Sequence[str]) -> str:
    """Draw a list that also takes a typed word; the session keeps the choice."""
    chosen = session.recall(key) or opening
    word = st.selectbox(
        t("unigram.word"),
        dict.fromkeys([chosen, *offered] if chosen else offered),
        key=session.widget(key, chosen or None),
        accept_new_options=True,
        placeholder=t("unigram.word"),
        on_change=session.keep,
        args=(key,),
        help=t("unigram.word_help", limit=LONGEST_WORD),
    )
    return (word or "").strip()[:LONGEST_WORD]
