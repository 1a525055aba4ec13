"""One run goes through the pages, each run has a step of its own, and links carry it."""

import json
from contextlib import nullcontext
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS
from ui.catalogue import FIRST, LANGUAGES
from ui.samples import training_samples
from ui.shell import navigation, session
from ui.shell.choices import (
    LIMITS,
    MOST_STEPS,
    OWN_TEXTS,
    Choices,
    RunChoice,
    best_scheme,
    changed,
    current_run,
    leading_to,
    left_at,
)
from ui.shell.navigation import Link, renew
from ui.shell.pages import PAGES, as_query, page_named, parse

TRAIN = page_named("train").shows

ANY_RUN = [
    changed(PRESETS[scheme], RunChoice(text, scheme, ties, special=special))
    for text in (*training_samples(), *OWN_TEXTS)
    for scheme in PRESETS
    for ties, special in ((None, None), ("largest", None), (None, "<s>"))
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_a_link_to_any_page_keeps_any_run_and_its_step(page, lang):
    """A page that cannot show it gives it back."""
    shows = page_named(page).shows.in_language(lang)
    for run in ANY_RUN:
        link = leading_to(shows, run, Choices(), {run: 7})
        choices, _ = parse(as_query(link), frozenset(OWN_TEXTS))
        assert current_run(shows, choices, None) == run
        if shows.text is None or shows.choice != "corpus":
            assert current_run(shows, Choices(), run) == run
        there = shows.run(choices)
        assert (choices.get("step") == 7) == (there == run)
        own_rules = run != RunChoice(run.text, run.scheme)
        if there and run.scheme in shows.schemes and (own_rules or shows.choice == "corpus"):
            assert there.scheme == run.scheme


@pytest.mark.parametrize("page", [page.name for page in PAGES if page.shows.text])
def test_a_page_opens_in_each_language_with_a_text_by_its_scheme_or_the_samples(page):
    """The page's own scheme is for its own text."""
    shows = page_named(page).shows
    for lang, language in LANGUAGES.items():
        text = language.opens.get(page, shows.text)
        scheme = (shows.scheme if lang == FIRST else None) or best_scheme(text, shows.schemes)
        opened = shows.in_language(lang).run(Choices())
        assert (opened.text, opened.scheme) == (text, scheme)


@pytest.mark.parametrize("name", list(PRESETS))
def test_rules_that_are_the_schemes_own_make_no_other_run(name):
    """A link may name them; the step is the same run's."""
    preset = PRESETS[name]
    own = RunChoice(None, name, preset.tie_rule, preset.boundary, min_frequency=1)
    assert TRAIN.run(Choices().with_(run=own)) == RunChoice("six-words", name)
    assert TRAIN.run(Choices().with_(run=replace(own, ties="largest"))) == RunChoice(
        "six-words", name, None if preset.tie_rule == "largest" else "largest"
    )


def test_a_setting_makes_another_run_where_it_means_something():
    """The scheme's own special tokens are none."""
    assert current_run(TRAIN, Choices().with_(scheme="gpt"), None) == RunChoice("six-words", "gpt")
    asked = RunChoice(special="<|endoftext|>")
    assert TRAIN.run(Choices().with_(run=asked)) == RunChoice(
        "six-words", "paper", special="<|endoftext|>"
    )
    assert TRAIN.run(Choices().with_(run=replace(asked, scheme="cs336"))) == RunChoice(
        "six-words", "cs336"
    )
    bare = TRAIN.run(Choices().with_(run=RunChoice(scheme="cs336", special="none")))
    assert bare == RunChoice("six-words", "cs336", special="none")
    assert leading_to(TRAIN, bare, Choices(), {}).run.special == "none"


def test_every_limit_makes_a_run_of_its_own():
    """Two only cut the run short; who goes on to another text came from none, unless it is said."""
    whole = RunChoice("six-words", "paper")
    for name in LIMITS:
        run = TRAIN.run(Choices().with_(**{name: 20}))
        assert run == replace(whole, **{name: 20})
        assert (run.unlimited == whole) == (name != "min_frequency")
    here = Choices(corpus="fables", came="six-words")
    assert here.with_(scheme="gpt").get("came") == "six-words"
    assert here.with_(corpus="hug") == Choices(corpus="hug")
    assert here.with_(corpus="hug", came="fables").get("came") == "fables"
    steps = {}
    for number in range(MOST_STEPS + 5):
        steps = left_at(steps, RunChoice("six-words", "paper", max_merges=number), number)
        steps = left_at(steps, RunChoice("hug", "paper"), number)
    assert len(steps) == MOST_STEPS
    assert steps[RunChoice("hug", "paper")] == MOST_STEPS + 4
    assert RunChoice("six-words", "paper", max_merges=0) not in steps


def page(name: str) -> None:
    """Say to which pages a link carries the step, and what a link to each page asks for."""
    import streamlit as st

    from ui.shell import session
    from ui.shell.navigation import links_to_run
    from ui.shell.pages import PAGES, page_named

    session.follow_address()
    session.enter_page(page_named(name))
    session.step(99)
    st.json(links_to_run())
    st.json({each.name: session.query_to(each.shows) for each in PAGES})


def opened(name: str, **query: str) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Open a page with an address; return what it says."""
    app = AppTest.from_function(page, args=(name,))
    app.query_params.update(query)
    app.run()
    assert not app.exception
    led, links = (json.loads(each.value) for each in app.json)
    return led, links


def test_links_to_pages_that_show_the_same_run_carry_the_step(monkeypatch):
    """Not those to a page with another run, and none from a page without; one of three is anew."""
    led, links = opened("train", corpus="hug", step="3", present="1", stop="3", phase="answer")
    assert {"train", "encode"} <= {*led}
    assert not {"home", "joint", "models"} & {*led}
    assert led["encode"] == "corpus=hug&present=1"
    assert links["encode"] == {"corpus": "hug", "step": "3", "present": "1"}
    assert opened("models", step="3")[0] == {}
    sent = []
    queries = iter([{"step": "2"}, {"step": "1"}, {"corpus": "hug"}])
    monkeypatch.setattr(navigation, "_link", lambda page, label, query: sent.append((label, query)))
    monkeypatch.setattr(session, "query_to", lambda shows: next(queries))
    before = {"train": {"step": "1"}, "encode": {"step": "1"}, "joint": {"corpus": "hug"}}
    renew([Link(nullcontext(), page_named(name), name, before[name]) for name in before])
    assert sent == [("train", {"step": "2"})]
