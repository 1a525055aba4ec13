"""The pages of the site: the stops of the lesson in order, with their components."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path

from bpe import PRESETS, Training
from bpe.encoding.alignment import byte_segments
from bpe.encoding.encoded import usual_method
from bpe.player.cutting import cut_bets, cut_rows, cut_run, cut_text, cut_two_bets, cut_two_runs
from bpe.player.page import FILES, GAPS, about, player_data
from bpe.player.payload import CutOptions, as_json
from bpe.readings.comparison import TwoRuns
from bpe.readings.letters import merges_until_whole
from bpe.readings.word_encoding import encode_by_each_method
from ui import levels
from ui.catalogue import LANGUAGES
from ui.draw.parts import GRID
from ui.draw.say import sentence
from ui.draw.tokens import coloured_by
from ui.lesson.stops import PLAN, LessonStop, answer, run_of
from ui.levels import levels_of, sample_of
from ui.pages import VOTE_KINDS
from ui.pickers import sample_run
from ui.player import two_run_options
from ui.samples import EXAMPLES as SENTENCES
from ui.samples import samples
from ui.site.own import BY_HAND, by_hand_section, first_text
from ui.site.page import Drawn, Frame, Part, SitePage, file_of, markup
from ui.state import HOME
from ui.text import language, t
from ui.views.bytes import EXAMPLES, STEPS, strips
from ui.views.bytes import STYLE as BYTES_STYLE
from ui.views.encode import methods_run, word_parts
from ui.views.models import (
    MAPS_FILES,
    MAX_MERGED_CHARS,
    Readings,
    compare,
    maps_payload,
    merges_markup,
    side_of,
    word_to_see,
)
from ui.views.models import STYLE as MAPS_STYLE
from ui.views.train import about_run
from ui.views.vote import STYLE as VOTE_STYLE
from ui.views.vote import count_question, option_labels

ENCODED = {"six-words": "slowest coolish", "chinese-classics": "学而时习之 人工智能"}
"""Sample -> words outside it, encoded in addition to the lesson's."""

BYTES = "chinese-classics"
"""The sample whose merges encode the page's texts."""


def stop_run(stop: LessonStop) -> Drawn:
    """Return the run of a stop, and a description of its text."""
    run = run_of(stop)
    data = asked(run.learn(), stop.start)
    return Drawn([players([data])], below=about(about_run(run), language()))


def asked(training: Training, start: int) -> Frame:
    """Return the input of a player with a hidden answer."""
    options = CutOptions(lang=language())
    cut = cut_run(training, options)
    bets = cut_bets(training, options) if cut.can_guess else None
    return player_data(cut, options.lang, start, bets, hidden=True)


def players(given: Sequence[Frame | None]) -> Part:
    """Return a player with one frame per option."""
    return Part((*FILES, GAPS, Path(__file__).with_name("player.js")), given)


def in_lockstep(stop: LessonStop) -> Drawn:
    """Return BPE and WordPiece in lockstep on the text of a stop."""
    sample, scored = samples()[stop.query["corpus"]], PRESETS["wordpiece"]
    by_score = sample_run(sample, scored).learn()
    by_count = sample_run(sample, replace(scored, score="count")).learn()
    titles = t("wordpiece.first_score"), t("wordpiece.second_score")
    one, other = two_run_options(titles)
    cut = cut_two_runs(by_count, by_score, one, other)
    bets = cut_two_bets(by_count, by_score, one, other) if cut.can_guess else None
    part = TwoRuns(by_count, by_score).parting or 0
    return Drawn([players([player_data(cut, one.lang, part, bets, hidden=True)])])


def encodings(stop: LessonStop) -> Drawn:
    """Return words encoded by every method with a sample's tokens, the stop's word first."""
    given, picks = [], []
    for name, words in {stop.query["corpus"]: stop.query["sentence"], **ENCODED}.items():
        sample = samples()[name]
        training = sample_run(sample, sample.default_scheme or "paper").learn()
        for word in words.split():
            tokenizer, method = training.tokenizer(), usual_method(training.scheme)
            found = encode_by_each_method(tokenizer, word, method=method)
            with coloured_by(training.token_ranks):
                parts = word_parts(tokenizer, word, 0, method)
                cut = cut_rows(methods_run(found, training.scheme, parts))
                given.append(player_data(cut, language()))
            picks.append(f"{word} · {sample.title[language()]}")
    return Drawn([players(given)], {t("encode.word"): picks})


def bytes_of_texts(stop: LessonStop) -> Drawn:
    """Return texts from characters to tokens, and the merges that made the tokens."""
    training = sample_run(samples()[BYTES], "gpt").learn()
    step = STEPS[BYTES]
    tokenizer, whole = training.tokenizer(step), training.tokenizer()
    drawn: list[str] = []
    traces: list[Frame | None] = []
    for text in EXAMPLES.values():
        encoding = tokenizer.encode(text)
        segments, wholes = (
            byte_segments(tokenizer, encoding),
            merges_until_whole(whole, encoding.text),
        )
        with coloured_by(training.token_ranks):
            drawn.append("".join(strips(segments, wholes, step)))
        cut = cut_text(training, text, language(), step)
        is_merged = any(word.steps for word in encoding.words)
        traces.append(player_data(cut, language()) if is_merged else None)
    return Drawn(
        [markup(drawn, BYTES_STYLE), players(traces)], {t("bytes.examples"): [*EXAMPLES.values()]}
    )


CUT = (
    "her sisters were unfriendly",
    "it is a truth universally acknowledged",
    "neighbourly acquaintances were reconsidered",
    "tokenization is unbelievable",
    "Elizabeth danced, Darcy did not.",
    "ma chère Élise",
)
"""Texts that are cut at every level: known words, new ones, punctuation, and unknown letters."""


def pieces(stop: LessonStop) -> Drawn:
    """Return texts as characters, subwords and words, with vocabulary sizes and unknown rates."""
    texts = (LANGUAGES[language()].sentence, *CUT)
    sample = sample_of(language())
    learned = levels_of(sample)
    said = escape(t(f"home.why_said_{learned.counted}", text=sample.title[language()]))
    drawn = markup([levels.rows(learned, text) for text in texts], levels.STYLE)
    return Drawn([drawn], {t("site.text"): texts}, f"<p>{said}</p>")


def votes(stop: LessonStop) -> Drawn:
    """Return each question of the vote: its answers show the record's verdict."""
    training = run_of(stop).learn()
    put = count_question(t("vote.example"))
    assert put is not None
    answers = "".join(
        f"<details><summary>{label}</summary>"
        f"<p>{escape(t('site.bet_right' if what == 'counted' else 'site.bet_wrong'))} "
        f"{escape(t('vote.verdict'))}: {escape(t(f'vote.says_{what}'))}</p></details>"
        for label, what in zip(option_labels(put), put.options.values(), strict=True)
    )
    question = f'<div class="vote-asked"><p>{escape(put.ask)}</p>{answers}</div>'
    parts = [
        markup([None, question], VOTE_STYLE),
        players([asked(training, stop.start), None]),
    ]
    return Drawn(parts, {t("vote.asked"): [t(f"vote.kind_{kind}") for kind in VOTE_KINDS]})


def read(stop: LessonStop) -> Drawn:
    """Return a stop's sentence and others as both tokenizers read them, and a word's merges."""
    sentences = (stop.query["sentence"], *SENTENCES.values())
    sides = side_of(stop.query["model"]), side_of(stop.query["beside"])
    maps, merges = zip(*(_cut(compare(text, sides)) for text in sentences), strict=True)
    return Drawn(
        [Part(MAPS_FILES, maps), markup(merges, GRID, MAPS_STYLE)], {t("models.text"): sentences}
    )


def _cut(both: Readings) -> tuple[Frame, str | None]:
    """Return the input of the maps, and the merges of the most interesting word."""
    payload = maps_payload(both)
    for drawn in payload["maps"]:
        drawn["names"]["hint"] = t("site.map_hint")  # a click would need the app
    return {"payload": as_json(payload)}, _merges(both)


def _merges(both: Readings) -> str | None:
    """Write the merges of one word by the second tokenizer, as in the app; None without merges."""
    second = both[1]
    if not second.words:
        return None
    word = word_to_see(second.words, None, second.starts())
    if len(word.text) > MAX_MERGED_CHARS or word.why is not None or not word.steps:
        return None
    return merges_markup(second.side, word)


NOTES = "notes"
"""File names of the teacher's notes."""

DRAWN: dict[str, Callable[[LessonStop], Drawn]] = {
    "home": pieces,
    "models": read,
    "train": stop_run,
    "vote": votes,
    "encode": encodings,
    "bytes": bytes_of_texts,
    "wordpiece": in_lockstep,
}
"""Page of the app -> function that draws a stop there."""

STOPS = PLAN[:-1]
"""The stops with a page; the closing card's questions are in the notes."""


def contents() -> Drawn:
    """Draw the box for the reader's own text, and list the stops of the lesson and the notes."""
    listed = "".join(
        f'<li><a href="{page.file(language())}">{escape(page.title())}</a>'
        f" <small>{sentence('lesson.notes_minutes', minutes=stop.minutes)}</small></li>"
        for page, stop in zip(PAGES[1:], STOPS, strict=True)
    )
    notes = f'<a href="{file_of(NOTES, language())}">{escape(t("lesson.notes"))}</a>'
    heading = escape(t("site.lesson"))
    below = f'<section class="contents"><h2>{heading}</h2><ol>{listed}</ol><p>{notes}</p></section>'
    return Drawn(own=by_hand_section() + first_text(below), script=BY_HAND)


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
