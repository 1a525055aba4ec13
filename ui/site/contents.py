"""The pages of the site: the stops of the lesson in their order, and what is drawn at each."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html import escape

from bpe import PRESETS
from bpe.encoding.encoded import usual_method
from bpe.readings.comparison import TwoRuns
from bpe.readings.word_encoding import encode_by_each_method
from ui.bytes.markup import STYLE as LOOKS
from ui.bytes.panels import EXAMPLES, STEPS, strips
from ui.bytes.readings import text_in_bytes
from ui.catalogue import LANGUAGES
from ui.controls.controls import sample_run
from ui.corpora.run import Run
from ui.corpora.tokenizers import opened
from ui.draw.parts import GRID
from ui.draw.say import sentence
from ui.draw.tokens import coloured_by
from ui.encode.payload import methods_run
from ui.home.levels import levels_of, text_at_levels, text_of
from ui.home.pieces import STYLE as WAYS_STYLE
from ui.home.pieces import ways
from ui.lesson.stops import PLAN, LessonStop, answer, run_of
from ui.models.markup import STYLE as MAPS_STYLE
from ui.models.merges import LONGEST, merges_of, word_to_see
from ui.models.panels import FILES as MAPS_FILES
from ui.models.panels import maps_payload
from ui.models.sides import EXAMPLES as SENTENCES
from ui.models.sides import Compared, compare, side_of
from ui.player import FILES, two_run_options
from ui.player.cutting import CutOptions, cut_text
from ui.player.offline import of_encoding, of_rows, of_run, of_two_runs
from ui.player.page import about
from ui.player.payload import as_json
from ui.samples import Sample, samples
from ui.shell.page import HOME
from ui.shell.text import language, t
from ui.site.own import first_text
from ui.site.page import Drawn, Frame, Part, SitePage, file_of
from ui.site.parts import markup
from ui.train.downloads import about_run
from ui.vote import KINDS, panels
from ui.vote.questions import CountQuestion, count_question
from ui.vote.results import option_labels

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
    return Part(FILES, given)


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


CUT = (
    "her sisters were unfriendly",
    "it is a truth universally acknowledged",
    "neighbourly acquaintances were reconsidered",
    "tokenization is unbelievable",
    "Elizabeth danced, Darcy did not.",
    "ma chère Élise",
)
"""Texts that are cut at every level: known words, new ones, punctuation, and letters unheard of."""


def pieces(stop: LessonStop) -> Drawn:
    """Return some texts as letters, subwords and words, and what each list costs and misses."""
    texts = (LANGUAGES[language()].sentence, *CUT)
    sample = text_of(language())
    found = [levels_of(sample).read(text_at_levels, text) for text in texts]
    said = escape(t(f"home.why_said_{found[0].counted}", text=sample.title[language()]))
    drawn = markup([*map(ways, found)], WAYS_STYLE)
    return Drawn([drawn], {t("site.text"): texts}, f"<p>{said}</p>")


def votes(stop: LessonStop) -> Drawn:
    """Return each question a class can vote on: its answers say what the record says of them."""
    training = run_of(stop).learn()
    put = count_question(opened(panels.MODEL), opened(panels.OLDER), t("vote.example"))
    assert put is not None
    bet = of_run(training, CutOptions(lang=language()), stop.start, hidden=True)
    parts = [markup([None, _question(put)], panels.STYLE), players([bet, None])]
    return Drawn(parts, {t("vote.asked"): [t(f"vote.kind_{kind}") for kind in KINDS]})


def _question(put: CountQuestion) -> str:
    """Write a question whose answers can be opened."""
    answers = "".join(
        f"<details><summary>{answer}</summary>"
        f"<p>{escape(t('site.bet_right' if option.is_right else 'site.bet_wrong'))} "
        f"{escape(t('vote.verdict'))}: {escape(t(f'vote.says_{option.counts}'))}</p></details>"
        for answer, option in zip(option_labels(put), put.options, strict=True)
    )
    return f'<div class="vote-asked"><p>{escape(put.ask)}</p>{answers}</div>'


def read(stop: LessonStop) -> Drawn:
    """Return the sentence of a stop and some others as both read them, and a word's merges."""
    sentences = (stop.query["sentence"], *SENTENCES.values())
    sides = side_of(stop.query["model"]), side_of(stop.query["beside"])
    maps, merges = zip(*(_cut(compare(text, sides)) for text in sentences), strict=True)
    return Drawn(
        [Part(MAPS_FILES, maps), markup(merges, GRID, MAPS_STYLE)], {t("models.text"): sentences}
    )


def _cut(compared: Compared) -> tuple[Frame, str | None]:
    """Return what the maps are given, and the merges of the word with most to see."""
    payload = maps_payload(compared.text, compared.sides, compared.tokens)
    for drawn in payload["maps"]:
        drawn["names"]["hint"] = t("site.map_hint")  # a click asks for what needs the app
    return {"payload": as_json(payload)}, _merges(compared)


def _merges(compared: Compared) -> str | None:
    """Write the merges of one word by the second, as the app does; None where none made it."""
    side, words = compared.sides[1], compared.encodings[1].words
    if not words:
        return None
    word = words[word_to_see(words, None, compared.starts(1))]
    if len(word.text) > LONGEST or word.why is not None or not word.steps:
        return None
    return merges_of(side, word)


NOTES = "notes"
"""What the files of the teacher's notes are called."""

DRAWN: dict[str, Callable[[LessonStop], Drawn]] = {
    "home": pieces,
    "models": read,
    "train": stop_run,
    "vote": votes,
    "encode": encodings,
    "bytes": bytes_of_texts,
    "wordpiece": in_lockstep,
}
"""Page of the app -> what draws a stop there."""

STOPS = PLAN[:-1]
"""Those with a page; the closing card's questions for next week stand in the notes."""


def contents() -> Drawn:
    """Take a text of the reader's own, and list the stops of the lesson and the notes."""
    listed = "".join(map(_listed, PAGES[1:], STOPS))
    notes = f'<a href="{file_of(NOTES, language())}">{escape(t("lesson.notes"))}</a>'
    heading = escape(t("site.lesson"))
    below = f'<section class="contents"><h2>{heading}</h2><ol>{listed}</ol><p>{notes}</p></section>'
    return Drawn(own=first_text(below))


def _listed(page: SitePage, stop: LessonStop) -> str:
    minutes = sentence("lesson.notes_minutes", minutes=stop.minutes)
    link = f'<a href="{page.file(language())}">{escape(page.title())}</a>'
    return f"<li>{link} <small>{minutes}</small></li>"


def _stop(at: int, stop: LessonStop) -> SitePage:
    def spoken() -> LessonStop:
        return stop.in_language(language())

    return SitePage(
        stop.name,
        stop.page,
        partial(t, f"lesson.ask_{stop.name}"),
        lambda: t("lesson.stop", at=at, of=len(STOPS), minutes=stop.minutes),
        lambda: DRAWN[stop.page](spoken()),
        lambda: spoken().beat("question"),
        "phones" if stop.page == "vote" else "text",
        lambda: escape(answer(spoken())),
    )


PAGES = (
    SitePage(
        "index",
        HOME,
        partial(t, "common.app_name"),
        partial(t, "site.lead_home"),
        contents,
        needs="more",
    ),
    *(_stop(at, stop) for at, stop in enumerate(STOPS, 1)),
)
"""The pages of the site."""
