"""The cards of the tour and the stops of a lesson lead where they say, and say what is so."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from html import escape

import pytest

from bpe import PRESETS, Training, train
from bpe.readings.word_encoding import encode_by_each_method
from bpe.unigram import UnigramTraining
from tests.data import SIX_WORDS
from ui.catalogue import catalogue
from ui.controls.controls import sample_run
from ui.corpora import sources
from ui.corpora.tokenizers import opened
from ui.home.notes import notes
from ui.languages import LANGUAGES
from ui.samples import samples, training_samples
from ui.shell.pages import PAGES, page_named
from ui.shell.query import CARRIED, NAMES, parse
from ui.tour.cards import CARDS, NEW, PLAN, SPARE
from ui.unigram.controls import SIZES
from ui.unigram.requests import UnigramRun

LEADS = [each.in_language(lang) for lang in LANGUAGES for each in (*PLAN, *SPARE, CARDS[-1])]


PIECES = {
    "en": [("o200k", " snowflakeology", 3)],
    "zh": [("qwen", "市长", 1), ("o200k", "饕餮", 4)],
}
"""What the first answer says of a part of its sentence: whose tokens, and how many."""


def run(query: Mapping[str, str], **rules: str) -> Training:
    """Train on the sample of an address, by its own scheme or by WordPiece's with other rules."""
    sample = training_samples()[query["corpus"]]
    scheme = replace(PRESETS["wordpiece"], **rules) if rules else sample.default_scheme
    return sample_run(sample, scheme).learn()


@cache
def facts(lang: str) -> dict[str, list[str | int]]:
    """List for each stop the tokens and numbers of its answer, as the run it opens has them."""
    at = {stop.name: stop.in_language(lang).query for stop in (*PLAN, *SPARE)}
    six, novel, encode = (run(at[name]) for name in ("ties", "novel", "encode"))
    by_count, by_score = (run(at["score"], score=score) for score in ("count", "wordpiece"))
    rounds = unigram(at["unigram"]["corpus"])
    assert len(six.merges[0].ties) == 5

    def won(training: Training, step: str = "0") -> list[str | int]:
        first, second = training.snapshot(int(step)).pairs(limit=2)
        assert first.score > second.score
        return [*first.pair, first.count, second.count]

    sentence = at["encode"]["sentence"]
    ends = [
        len(each.word.tokens)
        for each in encode_by_each_method(encode.tokenizer(), sentence).endings
    ]
    assert ends == {"en": [2, 4, 4], "zh": [3, 4, 4]}[lang]
    return {
        "read": [
            len(opened(at["read"][side]).encode(at["read"]["sentence"]).ids)
            for side in ("model", "beside")
        ],
        "first": won(run(at["first"]), at["first"]["step"]),
        "vote": won(run(at["vote"]), at["vote"]["step"]),
        "ties": [*six.merges[0].pair, six.merges[0].count],
        "novel": [*novel.merges[0].pair, *(merge.count for merge in novel.merges[:2])],
        "encode": list(encode.tokenizer().encode(sentence).tokens),
        "bytes": [len(each.encode()) for each in "aé好😀"],
        "score": [*won(by_count)[:3], *won(by_score)[:3]],
        "unigram": [len(rounds.snapshot(k).model.pieces) for k in (0, 1)],
    }


def unigram(name: str) -> UnigramTraining:
    """Train on a sample as the page Unigram does."""
    return UnigramRun(sources.of_sample(samples()[name]), SIZES.get(name)).learn()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_says_what_the_record_says(lang):
    """Every number of it is that of the run its address opens, and so are the tokens."""
    for stop in (*PLAN, *SPARE):
        said, right = catalogue(lang)[f"tour.say_{stop.name}"], facts(lang).get(stop.name, [])
        numbers = re.findall(r"\d[\d,]*", re.sub(r"GPT-\d|, ", " ", said))
        assert sorted(numbers) == sorted(f"{each:,}" for each in right if isinstance(each, int))
        assert all(each in said for each in right if isinstance(each, str)), stop.name
        for part in ("ask", "most", "show"):
            text = re.sub(r"GPT-\d", "", catalogue(lang)[f"tour.{part}_{stop.name}"])
            assert not re.search(r"\d", text), "a number nobody holds against the record"

    query = PLAN[0].in_language(lang).query
    assert PLAN[-1].in_language(lang).query == query, "the closing card comes back to it"
    for name, part, count in PIECES[lang]:
        tokenizer = opened(name)
        cut = [tokenizer.token(id_) for id_ in tokenizer.encode(query["sentence"]).ids]
        parts = [b"".join(cut[at : at + count]) for at in range(len(cut))]
        assert name in query.values()
        assert part.encode() in parts
        assert part.strip() in catalogue(lang)["tour.say_read"]


def test_cards_and_stops_lead_to_pages_that_take_their_whole_address(open_page):
    """No part of it is refused, and nothing of it is unknown to the app."""
    apps = {}
    for lead in LEADS:
        assert lead.page in {page.name for page in PAGES}
        assert set(lead.query) <= {*NAMES, *CARRIED}
        assert parse(lead.query, frozenset())[1] == []
    for page, query in dict.fromkeys((lead.page, tuple(lead.query.items())) for lead in LEADS):
        if page in apps:
            apps[page].query_params.clear()
            apps[page].query_params.update(query)
            apps[page].run()
        else:
            apps[page] = open_page(page, **dict(query))
        assert [warning.value for warning in apps[page].warning] == [], (page, query)


def test_a_card_or_stop_opens_the_same_run_in_either_language():
    """But where its words hold for any text: at one's own."""
    for lead in LEADS:
        choices, shows = parse(lead.query, frozenset())[0], page_named(lead.page).shows
        runs = {shows.in_language(lang).run(choices) for lang in LANGUAGES}
        assert len(runs) == 1 + (lead.name == "own"), lead.name


def test_a_control_that_a_card_names_is_called_so():
    """What is in bold in a card is the name of a control."""
    for lang in LANGUAGES:
        words = catalogue(lang)
        names = {text for key, text in words.items() if not key.startswith("tour.")}
        for card in CARDS:
            for bold in re.findall(r"\*\*(.+?)\*\*", words[f"tour.do_{card.name}"]):
                assert any(name.startswith(bold) for name in names), (card.name, bold)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_stop_asks_before_it_is_answered(lang):
    """Its question is one, and its answer none."""
    for stop in (*PLAN[:-1], *SPARE, *CARDS):
        asks, answers = (catalogue(lang)[f"tour.{kind}_{stop.name}"] for kind in ("ask", "say"))
        assert re.search("[?？]", asks), stop.name
        assert not re.search("[?？]", answers), stop.name


def test_the_lesson_takes_45_minutes():
    """The plan says so."""
    assert sum(stop.minutes for stop in PLAN) == 45


def test_names_are_used_once():
    """Words of a card and its tick are found by its name."""
    assert len({card.name for card in CARDS}) == len(CARDS) == 9
    assert len({stop.name for stop in (*PLAN, *SPARE)}) == len(PLAN) + len(SPARE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_notes_tell_of_each_stop_and_answer_from_the_record(lang):
    """Question, answer, what most say, what to show; a week later, what the six words taught."""
    words, page = catalogue(lang), notes(lang)
    for stop in (*PLAN, *SPARE):
        for part in ("ask", "say", "most", "show"):
            assert escape(words[f"tour.{part}_{stop.name}"]) in page
    training = train(SIX_WORDS, "paper")
    first = training.merges[0]
    recall = page[page.index("class='recall'") :]
    assert re.findall(r'data-token="([^"]*)"', recall) == [
        *first.pair,
        *map(escape, training.tokenizer().encode(NEW).tokens),
    ]
    assert str(len(first.ties)) in recall
    assert "<script" not in page
