"""Runs of merges and encodings on a page of the site, each on a sample."""

from collections.abc import Sequence
from dataclasses import replace

from bpe import PRESETS
from bpe.encoding.encoded import usual_method
from bpe.readings.comparison import TwoRuns
from bpe.readings.word_encoding import encode_by_each_method
from ui.bytes.markup import STYLE as LOOKS
from ui.bytes.panels import EXAMPLES, STEPS, strips
from ui.bytes.readings import text_in_bytes
from ui.controls.controls import sample_run
from ui.corpora.run import Run
from ui.draw.tokens import coloured_by
from ui.encode.payload import methods_run
from ui.lesson.stops import LessonStop, run_of
from ui.player import FILES, two_run_options
from ui.player.cutting import CutOptions, cut_text
from ui.player.offline import of_encoding, of_rows, of_run, of_two_runs
from ui.player.page import about
from ui.samples import Sample, samples
from ui.shell.text import language, t
from ui.site.page import Drawn, Frame, Part
from ui.site.parts import markup
from ui.train.downloads import about_run

ENCODED = {"six-words": "slowest coolish", "chinese-classics": "学而时习之 人工智能"}
"""Sample -> words that it does not have, to be cut besides the lesson's."""

BYTES = "chinese-classics"
"""The sample whose merges make tokens of the page's texts."""


def stop_run(stop: LessonStop) -> Drawn:
    """Return the run of a stop, and what its text is."""
    sample, run = samples()[stop.query["corpus"]], run_of(stop)
    options = CutOptions(lang=language())
    data = of_run(run.learn(), options, stop.start, hidden=True)
    return Drawn([players([data])], below=about(about_run(run, sample)))


def _shown_best(sample: Sample) -> Run:
    return sample_run(sample, sample.default_scheme or "paper")


def players(given: Sequence[Frame | None]) -> Part:
    """Return a player that is given one of these, whichever is picked."""
    frames = [
        None if each is None else {**each, "run": str(at), "generation": at}
        for at, each in enumerate(given, 1)
    ]
    return Part(FILES, frames)


def in_lockstep(stop: LessonStop) -> Drawn:
    """Return BPE beside WordPiece on the text of a stop."""
    sample, scored = samples()[stop.query["corpus"]], PRESETS["wordpiece"]
    by_score = sample_run(sample, scored).learn()
    by_count = sample_run(sample, replace(scored, score="count")).learn()
    titles = t("wordpiece.first_score"), t("wordpiece.second_score")
    part = TwoRuns(by_count, by_score).parting or 0
    return Drawn([players([of_two_runs(by_count, by_score, two_run_options(titles), part)])])


def encodings(stop: LessonStop) -> Drawn:
    """Return words, each cut in every way by the tokens of a sample, that of the stop first."""
    given, picks = [], []
    for name, words in {stop.query["corpus"]: stop.query["sentence"], **ENCODED}.items():
        training = _shown_best(samples()[name]).learn()
        for word in words.split():
            found = encode_by_each_method(
                training.tokenizer(), word, method=usual_method(training.scheme)
            )
            with coloured_by(training.token_ranks):
                given.append(of_rows(methods_run(found, training.scheme, t), language()))
            picks.append(f"{word} · {samples()[name].title[language()]}")
    return Drawn([players(given)], {t("encode.word"): picks})


def bytes_of_texts(stop: LessonStop) -> Drawn:
    """Return texts from character to token, and the merges that made the tokens."""
    training = sample_run(samples()[BYTES], "gpt").learn()
    drawn: list[str] = []
    traces: list[Frame | None] = []
    for text in EXAMPLES.values():
        found = text_in_bytes(training, text, STEPS[BYTES])
        with coloured_by(training.token_ranks):
            drawn.append("".join(strips(found)))
        cut = cut_text(training, text, language(), found.step)
        traces.append(of_encoding(cut, language()) if found.is_merged else None)
    return Drawn(
        [markup(drawn, LOOKS), players(traces)], {t("bytes.examples"): [*EXAMPLES.values()]}
    )
