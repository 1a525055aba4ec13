"""The controls of the page Unigram: corpus and vocabulary size, a word to cut, the rivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from bpe import PRESETS, CorpusError, Training
from bpe.unigram import UnigramTraining
from ui import session, sources
from ui.controls import (
    Defaults,
    chosen_source,
    corpus_picker,
    give_up_step_beyond,
    go_back,
    good_now,
    limit_box,
    own_text,
    sentence,
    trained,
)
from ui.samples import training_samples
from ui.sources import Source
from ui.text import t
from ui.trainings import Request, UnigramRequest

CORPUS = "six-words"
KEPT = "good_unigram"
LONGEST_WORD = 24
OFFERED = 200
WORDS = {"six-words": "lowest", "hug": "hugs", "low-lower": "lowest", "old-smart": "oldest"}
"""Words with something to see, by sample."""

OPENING_WORD_LENGTH = 5
COURSE_WORDS = ("hugs", "pug", "hug", "unhug", "bun", "mug")

_SPELLING = PRESETS["sentencepiece"]
_cancel = partial(go_back, kept=KEPT)


def unigram_controls() -> UnigramTraining:
    """Draw the pickers of corpus and vocabulary size; return the Unigram training of them.

    Where training fails or is cancelled, the reason is shown and the last good one is returned.
    """
    corpus_cell, size_cell = st.columns([7, 3], vertical_alignment="bottom")
    with corpus_cell:
        name = corpus_picker(Defaults(CORPUS, _SPELLING.name, (_SPELLING.name,)))
    with size_cell:
        size = limit_box("vocab_size", placeholder=t("controls.vocab_size_by_corpus"))
    if name in session.OWN_TEXTS:
        own_text(name)
    else:
        sample = training_samples()[name]
        st.caption(t("controls.text_of", source=sample.source, licence=sample.licence))
    training = _train(chosen_source(name), size)
    give_up_step_beyond(len(training.rounds))
    return training


def rivals(training: UnigramTraining, min_frequency: int) -> list[Training | CorpusError]:
    """Train BPE and WordPiece on the same words, to the size of the Unigram vocabulary.

    min_frequency: of WordPiece's pairs. Instead of a training for which that size is too small,
    the list has the error that says so.
    """
    progress, found = st.empty(), []
    for name, count in (("sentencepiece", 1), ("wordpiece", min_frequency)):
        request = Request(
            session.recall(KEPT).request.digest,
            lambda: training.corpus,
            replace(PRESETS[name], normalizer=_SPELLING.normalizer),
            vocab_size=len(training.pieces),
            min_frequency=count,
        )
        try:
            found.append(trained(request, progress, _cancel))
        except CorpusError as error:
            found.append(error)
    return found


def word_picker(training: UnigramTraining) -> str:
    """Let the reader choose a word of the corpus or type another; return it with its mark."""
    corpus = training.corpus
    order = sorted(range(len(corpus)), key=lambda place: -corpus.counts[place])[:OFFERED]
    offered = [corpus.words[place] for place in order if len(corpus.words[place]) <= LONGEST_WORD]
    return _marked(training, _picked("unigram_word", t("unigram.word"), _opening(offered), offered))


def course_word_picker() -> str:
    """Let the reader choose a word to cut with the course's pieces, or type another."""
    offered = list(COURSE_WORDS)
    return _picked("unigram_course_word", t("unigram.word"), offered[0], offered)


def train_on_the_course_corpus() -> None:
    """Offer the course's five words as the corpus of the page."""
    st.button(
        t("unigram.course_train"),
        key="unigram_course_train",
        icon=":material/model_training:",
        on_click=lambda: session.choose(corpus="hug", vocab_size=None, step=None),
    )


def opening_min_frequency(training: UnigramTraining) -> int:
    """Return the smallest pair count at which WordPiece's score is of use on this corpus."""
    return 20 if len(training.corpus) >= 1000 else 1


def course_corpus() -> dict[str, int]:
    """Return the course's five words with their counts."""
    corpus = sources.of_sample(training_samples()["hug"]).corpus(_SPELLING)
    return dict(zip(corpus.words, corpus.counts, strict=True))


def _train(source: Source | None, size: int | None) -> UnigramTraining:
    progress = st.empty()
    if source is not None:
        request = _request(source, size)
        try:
            training = trained(request, progress, _cancel)
        except CorpusError as error:
            st.error(sentence(error))
        else:
            session.remember(KEPT, good_now(request, source.step))
            return training
    st.caption(t("controls.last_good"))
    if session.recall(KEPT) is None:
        source = sources.of_sample(training_samples()[CORPUS])
        session.remember(KEPT, good_now(_request(source, None), source.step))
    return trained(session.recall(KEPT).request, progress, _cancel)


def _request(source: Source, vocab_size: int | None) -> UnigramRequest:
    return UnigramRequest(source.digest, partial(source.corpus, _SPELLING), vocab_size)


def _opening(offered: Sequence[str]) -> str:
    """Return the word that opens a corpus: a chosen one, or a frequent one of some length."""
    known = WORDS.get(session.choices().corpus or CORPUS)
    if known in offered:
        return known
    long = (word for word in offered if len(word) >= OPENING_WORD_LENGTH)
    return next(long, offered[0] if offered else "")


def _picked(key: str, label: str, opening: str, offered: Sequence[str]) -> str:
    """Draw a list one can also type into. What was chosen holds until the page is left for good."""
    chosen = session.recall(key) or opening
    st.session_state[key] = chosen or None
    word = st.selectbox(
        label,
        dict.fromkeys([chosen, *offered] if chosen else offered),
        key=key,
        accept_new_options=True,
        on_change=lambda: session.remember(key, st.session_state[key]),
        help=t("unigram.word_help", limit=LONGEST_WORD),
    )
    return (word or "").strip()[:LONGEST_WORD]


def _marked(training: UnigramTraining, text: str) -> str:
    """Return the first word of a text as the training spells it, or "" if there is none."""
    return next(iter(training.model.spell(text)), "")[: LONGEST_WORD + 1]
