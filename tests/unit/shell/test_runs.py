"""One run goes through the pages, and each run has a step of its own."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS
from ui.catalogue import LANGUAGES
from ui.samples import training_samples
from ui.shell.choices import (
    LIMITS,
    MOST_STEPS,
    OWN_TEXTS,
    Choices,
    PageRuns,
    RunChoice,
    changed,
    current_run,
    leading_to,
    left_at,
)
from ui.shell.pages import PAGES, as_query, page_named, parse

TEXTS = ["six-words", "hug", "scripts", "tang-song-poems"]
SCHEMES = ["paper", "gpt", "sentencepiece", "wordpiece"]
TRAIN = page_named("train").shows


class Reader:
    """A reader who follows links, chooses and steps; what the session does, without Streamlit."""

    def __init__(self) -> None:
        self.shows, self.choices, self.run, self.steps = PageRuns(), Choices(), None, {}

    def follow(self, page: str) -> None:
        """Click a link of the menu; what it says passes through the address."""
        self.shows, link = page_named(page).shows, page_named(page).shows
        query = as_query(leading_to(link, self.run, self.choices, self.steps))
        self.choices, problems = parse(query, frozenset())
        assert problems == []
        self.run = current_run(self.shows, self.choices, self.run)

    def choose(self, **changes: object) -> None:
        """Choose in a picker of the page."""
        self.choices = self.choices.with_(**changes)
        self.run = current_run(self.shows, self.choices, self.run)

    @property
    def shown(self) -> RunChoice | None:
        """What the page shows."""
        return self.shows.run(self.choices)

    def step(self, step: int) -> None:
        """Step the player of the page."""
        self.choices = self.choices.with_(step=step)
        self.steps = left_at(self.steps, self.shown, step)


MOVES = st.one_of(
    st.tuples(st.just("follow"), st.sampled_from([page.name for page in PAGES])),
    st.tuples(st.just("text"), st.sampled_from(TEXTS)),
    st.tuples(st.just("scheme"), st.sampled_from(SCHEMES)),
    st.tuples(st.just("step"), st.integers(0, 9)),
)


@given(st.lists(MOVES, max_size=14))
def test_a_walk_in_any_order_keeps_run_and_step(moves):
    """Against a diary: the text and scheme chosen last, and for each pair of them a step."""
    reader = Reader()
    reader.follow("train")
    text, scheme, diary = "six-words", "paper", {}
    for kind, value in moves:
        on = next(page for page in PAGES if page.shows == reader.shows)
        if kind == "follow":
            reader.follow(value)
        elif on.name != "train":
            continue  # the diary is about the page that shows every run
        elif kind == "text":
            reader.choose(corpus=value, step=None)
            text = value
            scheme = reader.choices.run.scheme or training_samples()[text].default_scheme
        elif kind == "scheme":
            reader.choose(scheme=value, step=None)
            scheme = value
        else:
            reader.step(value)
            diary[text, scheme] = value
        assert reader.run == RunChoice(text, scheme)
        for page in PAGES:
            link = leading_to(page.shows, reader.run, reader.choices, reader.steps)
            there = page.shows.run(link)
            if there is None:
                continue
            if page.shows.choice == "corpus":
                assert there.text == text
            if scheme in page.shows.schemes and page.shows.choice == "corpus":
                assert there.scheme == scheme
            assert link.get("step") == diary.get((there.text, there.scheme))


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
        there = shows.run(choices)
        assert (choices.get("step") == 7) == (there == run)
        own_rules = run != RunChoice(run.text, run.scheme)
        if there and run.scheme in shows.schemes and (own_rules or shows.choice == "corpus"):
            assert there.scheme == run.scheme


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
    """Two of them only cut the run short."""
    whole = RunChoice("six-words", "paper")
    for name in LIMITS:
        run = TRAIN.run(Choices().with_(**{name: 20}))
        assert run == replace(whole, **{name: 20})
        assert (run.unlimited == whole) == (name != "min_frequency")


def test_steps_are_bounded_and_the_latest_stay():
    """A reader who tries everything costs no more memory than one who does not."""
    steps = {}
    for number in range(MOST_STEPS + 5):
        steps = left_at(steps, RunChoice("six-words", "paper", max_merges=number), number)
        steps = left_at(steps, RunChoice("hug", "paper"), number)
    assert len(steps) == MOST_STEPS
    assert steps[RunChoice("hug", "paper")] == MOST_STEPS + 4
    assert RunChoice("six-words", "paper", max_merges=0) not in steps
