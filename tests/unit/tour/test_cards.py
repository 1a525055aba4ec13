"""The cards of the tour and the stops of a lesson lead where they say, and say what is so."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import escape

import pytest

from bpe import PRESETS, Training, train
from bpe.encoding.roundtrip import POLICIES, unknown_characters
from tests.cases import for_each
from ui.catalogue import catalogue
from ui.controls.controls import sample_training
from ui.corpora import sources
from ui.corpora.queue import shared
from ui.corpora.requests import Request, UnigramRequest
from ui.corpora.samples import samples, training_samples
from ui.home.notes import NEW, notes
from ui.shell.choices import LANGUAGES
from ui.shell.pages import PAGES, page_named
from ui.shell.query import CARRIED, NAMES, parse
from ui.tour.cards import CARDS, PLAN, Tab
from ui.unigram.controls import SIZES
from ui.unigram.rounds import SCHEME

LEADS = [*CARDS, *PLAN]
KINDS = ("card", "after")
NUMBERS = {"five": 5, "four": 4, "two": 2, "五": 5, "四": 4, "两": 2}


def run(name: str, **rules: str) -> Training:
    """Train on a sample as the page of a card does."""
    sample = training_samples()[name]
    if not rules:
        return sample_training(sample)
    source = sources.of_sample(sample)
    scheme = replace(PRESETS[rules.pop("scheme", "paper")], **rules)
    return shared.get(Request(source.digest, lambda: source.corpus(scheme), scheme).job)


def facts_of_a_merge() -> list[str | int]:
    """The first merge of the six words."""
    first = run("six-words").merges[0]
    return [*first.pair, first.count, first.token, len(first.pair)]


def facts_of_a_tie() -> list[str | int]:
    """How many pairs lead at the start, and with which count."""
    first = run("six-words").merges[0]
    return [len(first.ties), first.count]


def facts_of_the_mark() -> list[str | int]:
    """The token with a mark that the step shown has made."""
    return ["</w>", run("six-words").merges[2].token]


def facts_of_the_stop() -> list[str | int]:
    """After how many merges no pair is left."""
    training = run("six-words")
    assert training.stop.reason == "no_pairs"
    return [len(training.merges)]


def facts_of_encoding() -> list[str | int]:
    """A word that the training text does not have, and no token is unknown."""
    training = run("low-lower")
    assert "newer" not in training.corpus.words
    assert not unknown_characters(training.tokenizer(), "newer")
    return ["newer"]


def facts_of_the_longest_match() -> list[str | int]:
    """One word by merges, and by longest match."""
    tokenizer = run("low-lower").tokenizer()
    merged = tokenizer.encode("lowest").tokens
    longest = tokenizer.encode("lowest", "longest-match").tokens
    return ["lowest", *merged, longest[0], len(longest), len(merged)]


def facts_of_unknown_characters() -> list[str | int]:
    """The letters the text does not have, and how many rules there are for them."""
    unknown = unknown_characters(run("low-lower").tokenizer(), "highest")
    return [*unknown, len(POLICIES)]


def facts_of_bytes() -> list[str | int]:
    """The alphabet of a run on bytes, and the bytes of a character."""
    training = run("chinese-classics", scheme="gpt")
    alphabet = [token for token in training.snapshot(0).vocabulary if token.kind == "alphabet"]
    return [len(alphabet), "好", len(training.tokenizer(0).encode("好").tokens)]


def facts_of_the_score() -> list[str | int]:
    """The first merge by count and the first by score."""
    by_score, by_count = (run("hug", scheme="wordpiece", score=s) for s in ("wordpiece", "count"))
    first, other = by_count.merges[0], by_score.merges[0]
    return [*first.pair, first.count, *other.pair, other.count]


def facts_of_unigram() -> list[str | int]:
    """How many pieces there are at the start, and after one round."""
    source = sources.of_sample(samples()["six-words"])
    request = UnigramRequest(source.digest, lambda: source.corpus(SCHEME), SIZES.get("six-words"))
    training = shared.get(request.job)
    return [len(training.snapshot(step).model.pieces) for step in (0, 1)]


FACTS: dict[str, Callable[[], list[str | int]]] = {
    "token": lambda: [],
    "merge": facts_of_a_merge,
    "tie": facts_of_a_tie,
    "mark": facts_of_the_mark,
    "stop": facts_of_the_stop,
    "encode": facts_of_encoding,
    "longest": facts_of_the_longest_match,
    "unknown": facts_of_unknown_characters,
    "bytes": facts_of_bytes,
    "score": facts_of_the_score,
    "unigram": facts_of_unigram,
    "real": lambda: [2, 4],  # as both are called
    "own": lambda: [],
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
    facts = FACTS[card.name]()
    words = said(" ".join(catalogue(lang)[f"tour.{kind}_{card.name}"] for kind in KINDS))
    assert sorted(map(str, words)) == sorted(map(str, facts))


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
    """But where its words hold for any text: at one's own, at levels, and at the cost."""
    for lead in LEADS:
        choices, shows = parse(lead.query, frozenset())[0], page_named(lead.page).shows
        runs = {shows.in_language(lang).run(choices) for lang in LANGUAGES}
        assert len(runs) == 1 + (lead.name in ("own", "why", "when")), lead.name


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
    assert len({stop.name for stop in PLAN}) == len(PLAN)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_notes_tell_of_each_stop_and_answer_from_the_record(lang):
    """What to ask, what most say and what to show; a week later, what the six words taught."""
    words, page = catalogue(lang), notes(lang)
    for stop in PLAN:
        for part in ("stop", "ask", "most", "show"):
            assert escape(words[f"tour.{part}_{stop.name}"]) in page
    training = train("highest higher lower lowest cooler coolest", "paper")
    first = training.merges[0]
    recall = page[page.index("class='recall'") :]
    assert re.findall(r'data-token="([^"]*)"', recall) == [
        *first.pair,
        *map(escape, training.tokenizer().encode(NEW).tokens),
    ]
    assert re.search(rf">{len(training)} |>{len(training)}\.|{len(training)} 次", recall)
    assert str(len(first.ties)) in recall
    assert "<script" not in page
