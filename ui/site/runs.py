"""Runs of merges and encodings on a page of the site, each on a sample."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from bpe import PRESETS, Training
from bpe.readings.two_runs import TwoRuns
from bpe.readings.ways import ways
from ui.controls.asked import Asked
from ui.controls.controls import sample_asked
from ui.corpora.results import shared
from ui.corpora.samples import NOVEL, Sample, samples
from ui.encode.text import usual_method
from ui.encode.ways import ways_run
from ui.player import FILES
from ui.player.alone import of_rows, of_runs
from ui.player.beside import cuts_beside
from ui.player.cutting import How
from ui.player.handout import listed, noted
from ui.shell.text import language, t
from ui.site.page import Drawn, Frame, Part
from ui.train.downloads import about_run
from ui.wordpiece.fork import first_fork

COMPARED = ("hug", "six-words", "low-lower", "newer-wider", "low-wider", "old-smart")
"""Samples on which BPE stands beside WordPiece."""

FORKED = ("six-words", "newer-wider")
"""Samples whose run stands beside a fork of it."""

ENCODED = {
    "low-lower": "lowest highest",
    "six-words": "slowest coolish",
    "newer-wider": "newest window",
    "hug": "hugs bugs",
    "old-smart": "smartest golden",
    NOVEL: "reconsidered everlasting Elizabethan unforgettable neighbourly café",
    "chinese-classics": "学而时习之 君子和而不同 人工智能",
    "source-code": "living_cells:",
    "scripts": "Straße 👩\u200d🚀",
}
"""Sample -> words, most of which it does not have."""


def sample_title(sample: Sample) -> str:
    """Return what a run on a sample is called, in the language that is spoken."""
    return sample.title[language()]


def sample_run(sample: Sample) -> Drawn:
    """Return a run by the scheme that shows the sample best, and what the text is."""
    asked = shown_best(sample)
    how = How(lang=language())
    data = of_runs([(asked.training, how)], asked.opening, long=True)
    return Drawn([players([data])], below=about(asked, sample))


def shown_best(sample: Sample) -> Asked:
    """Return the run by the scheme that shows a sample best."""
    return sample_asked(sample, sample.default_scheme or "paper")


def players(given: Sequence[Frame | None]) -> Part:
    """Return a player that is given one of these, whichever is picked."""
    frames = [
        None if each is None else {**each, "run": str(at), "generation": at}
        for at, each in enumerate(given, 1)
    ]
    return Part(FILES, frames)


def in_lockstep() -> Drawn:
    """Return BPE beside WordPiece, and runs beside a fork; each opens where the two part."""
    given, scored = [], PRESETS["wordpiece"]
    for sample in map(samples().__getitem__, COMPARED):
        by_score = sample_asked(sample, scored).training
        by_count = sample_asked(sample, replace(scored, score="count")).training
        given.append(_beside(by_count, by_score, "score"))
    for sample in map(samples().__getitem__, FORKED):
        asked = shown_best(sample)
        fork = first_fork(asked.training)
        assert fork is not None
        pair = fork.pair(asked.training)
        assert pair is not None
        forked = shared.get(replace(asked.request, forced=((fork.step, pair),)).job)
        given.append(_beside(asked.training, forked, "pair"))
    said = t("wordpiece.beside_pair")
    picks = [*titles_of(COMPARED), *(f"{title} · {said}" for title in titles_of(FORKED))]
    return Drawn([players(given)], {t("controls.corpus"): picks})


def _beside(first: Training, second: Training, kind: str) -> Frame:
    titles = t(f"wordpiece.first_{kind}"), t(f"wordpiece.second_{kind}")
    part = TwoRuns(first, second).parting or 0
    return of_runs(cuts_beside(first, second, titles), part, long=True)


def encodings() -> Drawn:
    """Return words, each cut in every way by the tokens of a sample."""
    given, picks = [], []
    for name, words in ENCODED.items():
        training = shown_best(samples()[name]).training
        for word in words.split():
            found = ways(training.tokenizer(), word, method=usual_method(training))
            given.append(of_rows(ways_run(found, training.scheme, t), language()))
            picks.append(f"{word} · {sample_title(samples()[name])}")
    return Drawn([players(given)], {t("encode.word"): picks})


def titles_of(names: Sequence[str]) -> list[str]:
    """Return what samples are called."""
    return [sample_title(samples()[name]) for name in names]


def about(asked: Asked, sample: Sample) -> str:
    """Write what a text and a scheme are, as a handout does."""
    page = about_run(asked, sample, language())
    heading = escape(t("player.handout_about"))
    facts = listed(page.facts)
    return f"<section><h2>{heading}</h2><p>{noted(page.note)}</p><dl>{facts}</dl></section>"
