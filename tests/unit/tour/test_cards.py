"""The cards of the tour and the stops of a lesson lead where they say, and say what is so."""

import re
from dataclasses import replace
from functools import cache
from html import escape

import pytest

from bpe import PRESETS, Training, train
from bpe.encoding.roundtrip import POLICIES, unknown_characters
from tests.cases import for_each
from ui.catalogue import catalogue
from ui.controls.asked import request_of
from ui.controls.controls import sample_training
from ui.corpora import sources
from ui.corpora.results import shared
from ui.corpora.samples import samples, training_samples
from ui.home.notes import notes
from ui.languages import LANGUAGES
from ui.shell.pages import PAGES, page_named
from ui.shell.query import CARRIED, NAMES, parse
from ui.tour.cards import CARDS, NEW, PLAN, SPARE, Tab
from ui.unigram.controls import SIZES, requests_of

LEADS = [*CARDS, *PLAN, *SPARE]
KINDS = ("card", "after")
NUMBERS = {"five": 5, "four": 4, "two": 2, "五": 5, "四": 4, "两": 2}


def run(name: str, **rules: str) -> Training:
    """Train on a sample as the page of a card does."""
    sample = training_samples()[name]
    if not rules:
        return sample_training(sample)
    source = sources.of_sample(sample)
    scheme = replace(PRESETS[rules.pop("scheme", "paper")], **rules)
    return shared.get(request_of(source, scheme, max_merges=source.merges).job)


@cache
def facts() -> dict[str, list[str | int]]:
    """List for each card its tokens, words and numbers, as the run that its address opens has."""
    six, low, chinese = run("six-words"), run("low-lower"), run("chinese-classics", scheme="gpt")
    first, tokenizer = six.merges[0], low.tokenizer()
    merged, longest = (
        tokenizer.encode("lowest", method).tokens for method in ("merges", "longest-match")
    )
    by_score, by_count = (run("hug", scheme="wordpiece", score=s) for s in ("wordpiece", "count"))
    frequent, tight = by_count.merges[0], by_score.merges[0]
    source = sources.of_sample(samples()["six-words"])
    [request] = requests_of(source, SIZES.get("six-words")).each
    pieces = [len(shared.get(request.job).snapshot(step).model.pieces) for step in (0, 1)]
    assert six.stop.reason == "no_pairs"
    assert "newer" not in low.corpus.words
    assert not unknown_characters(tokenizer, "newer")
    return {
        "token": [],
        "merge": [*first.pair, first.count, first.token, len(first.pair)],
        "tie": [len(first.ties), first.count],
        "mark": ["</w>", six.merges[2].token],
        "stop": [len(six.merges)],
        "encode": ["newer"],
        "longest": ["lowest", *merged, longest[0], len(longest), len(merged)],
        "unknown": [*unknown_characters(tokenizer, "highest"), len(POLICIES)],
        "bytes": [len(chinese.alphabet), "好", len(chinese.tokenizer(0).encode("好").tokens)],
        "score": [*frequent.pair, frequent.count, *tight.pair, tight.count],
        "unigram": pieces,
        "real": [2, 4],  # as both are called
        "own": [],
    }


def said(text: str) -> list[str | int]:
    """List what a card says that can be true or false: its tokens, words in quotes and numbers."""
    words = "|".join(NUMBERS)
    single = r"(?<=no )[a-z]\b|(?<=没有 )[a-z]\b"
    found = re.findall(rf"`(.+?)`|“(.+?)”|(\d+)|({words})|({single})", text, re.IGNORECASE)
    return [
        int(number) if number else NUMBERS[word.lower()] if word else token or quoted or letter
        for token, quoted, number, word, letter in found
    ]


@for_each("lang", LANGUAGES)
@for_each("card", CARDS)
def test_a_card_says_what_the_record_says(card, lang):
    """Every token, word and number on a card is that of the run its address opens."""
    words = said(" ".join(catalogue(lang)[f"tour.{kind}_{card.name}"] for kind in KINDS))
    assert sorted(map(str, words)) == sorted(map(str, facts()[card.name]))


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


def test_a_tab_that_a_card_points_at_is_one_of_its_page():
    """By its name; the label is the page's own."""
    tabs = [
        place
        for card in CARDS
        for place in (*card.points, *card.done.values())
        if isinstance(place, Tab)
    ]
    assert tabs
    for tab in tabs:
        assert page_named(tab.page).tab_of(tab.name) in page_named(tab.page).tabs


def test_a_control_that_a_card_names_is_called_so():
    """What is in bold in a card is the name of a control, or the one thing the card explains."""
    for lang in LANGUAGES:
        words = catalogue(lang)
        names = {text for key, text in words.items() if not key.startswith("tour.")}
        explained = {"token", "tie", "end of word", "end of a word", "词元", "并列", "词尾"}
        for card in CARDS:
            for bold in re.findall(r"\*\*(.+?)\*\*", words[f"tour.card_{card.name}"]):
                begins = any(name.startswith(bold) for name in names)
                assert begins or bold in explained, (card.name, bold)


@for_each("lang", LANGUAGES)
def test_a_card_asks_before_it_is_done_and_answers_after_it(lang):
    """All but the last, which leads to the reader's own text."""
    for card in CARDS[:-1]:
        asks, answers = (catalogue(lang)[f"tour.{kind}_{card.name}"] for kind in KINDS)
        assert re.search("[?？]", asks), card.name
        assert not re.search("[?？]", answers), card.name


def test_the_lesson_takes_45_minutes():
    """The plan says so."""
    assert sum(stop.minutes for stop in PLAN) == 45


def test_names_are_used_once():
    """Words of a card and its tick are found by its name."""
    assert len({card.name for card in CARDS}) == len(CARDS) == 13
    assert len({stop.name for stop in (*PLAN, *SPARE)}) == len(PLAN) + len(SPARE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_notes_tell_of_each_stop_and_answer_from_the_record(lang):
    """Question, answer, what most say, what to show; a week later, what the six words taught."""
    words, page = catalogue(lang), notes(lang)
    for stop in (*PLAN, *SPARE):
        for part in ("ask", "say", "most", "show"):
            assert escape(words[f"tour.{part}_{stop.name}"]) in page
    training = train("highest higher lower lowest cooler coolest", "paper")
    first = training.merges[0]
    recall = page[page.index("class='recall'") :]
    assert re.findall(r'data-token="([^"]*)"', recall) == [
        *first.pair,
        *map(escape, training.tokenizer().encode(NEW).tokens),
    ]
    assert str(len(first.ties)) in recall
    assert "<script" not in page
