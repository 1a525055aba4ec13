"""An address and the choices it stands for say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES
from bpe.schemes import MARKS
from ui.catalogue import catalogue
from ui.corpora.samples import parallel_samples, training_samples
from ui.shell.choices import (
    ASIDE,
    LANGUAGES,
    LARGEST,
    LONGEST,
    NAMED,
    NAMES,
    SMALLEST,
    Choices,
    Problem,
    as_query,
    parse,
)

NOTHING = frozenset()


def numbers(name: str) -> st.SearchStrategy:
    """Draw a number that the address may carry."""
    return st.none() | st.integers(SMALLEST[name], LARGEST[name])


CHOICES = st.builds(
    Choices,
    corpus=st.none() | st.sampled_from(list(training_samples())),
    scheme=st.none() | st.sampled_from(list(PRESETS)),
    ties=st.none() | st.sampled_from(TIE_RULES),
    mark=st.none() | st.sampled_from(list(MARKS)),
    pair=st.none() | st.sampled_from(list(parallel_samples())),
    pattern=st.none() | st.sampled_from([r"\S+", r" ?\p{L}+|&", "a b"]),
    special=st.none() | st.sampled_from(["none", "<s>", "<|a|> &b"]),
    coverage=st.none() | st.floats(0.5, 1),
    lang=st.none() | st.sampled_from(LANGUAGES),
    present=st.none() | st.just("1"),
    **{name: numbers(name) for name in LARGEST},
)


@given(CHOICES)
def test_an_address_gives_back_what_was_chosen(choices):
    """A shared link opens exactly what it was made from."""
    assert parse(as_query(choices), NOTHING) == (choices, [])


def test_defaults_are_left_out():
    """The address of the default view is bare."""
    assert as_query(Choices()) == {}
    assert as_query(Choices(scheme="gpt", step=0)) == {"scheme": "gpt", "step": "0"}


TYPED = {
    "pattern": ["", "[", "(?R)", "a" * 9999],
    "special": ["", "</w>", "<s> ▁", "a" * 9999, " ".join(map(str, range(21)))],
    "coverage": ["", "x", "-1", "0.4", "1.01", "nan", "<b>"],
}
"""Settings that take many a text, and what they do not take."""


@pytest.mark.parametrize(("name", "values"), TYPED.items())
def test_a_typed_setting_takes_what_a_scheme_can_have(name, values):
    """Nothing that would stop a page on its way to a training."""
    for value in values:
        assert parse({name: value}, NOTHING) == (Choices(), [Problem(name, value)])


@pytest.mark.parametrize("name", [name for name in NAMES if name not in {*NAMED, *TYPED}])
@pytest.mark.parametrize(
    "value", ["", "x", "-1", "1e3", "９", "0.5", "<b>", "99999999999", "a" * 9999]
)
def test_a_broken_value_becomes_the_default_and_a_problem(name, value):
    """Nothing in an address can break the page, and no broken value passes in silence."""
    assert parse({name: value}, NOTHING) == (Choices(), [Problem(name, value)])


@pytest.mark.parametrize("name", NAMED)
def test_a_token_or_a_word_is_any_text_that_fits_an_address(name):
    """What the run has is for its page to say; nothing at all, and too much, is a problem."""
    for value in ("x", "-1", "<b>", "</w>", "a" * LONGEST):
        assert parse({name: value}, NOTHING) == (Choices(**{name: value}), [])
    for value in ("", "a" * (LONGEST + 1)):
        assert parse({name: value}, NOTHING) == (Choices(), [Problem(name, value)])


def test_the_rest_of_a_broken_address_still_counts():
    """One wrong value does not take the others with it."""
    choices, problems = parse({"scheme": "gpt", "step": "many"}, NOTHING)
    assert choices == Choices(scheme="gpt")
    assert problems == [Problem("step", "many")]


def test_own_text_is_found_only_in_the_session_that_holds_it():
    """A link to a pasted text cannot show it elsewhere, and says so."""
    assert parse({"corpus": "pasted"}, frozenset({"pasted"})) == (Choices(corpus="pasted"), [])
    assert parse({"corpus": "pasted"}, NOTHING)[1] == [Problem("corpus", "pasted")]
    two = frozenset({"two-files"})
    assert parse({"pair": "two-files"}, two) == (Choices(pair="two-files"), [])
    assert parse({"pair": "two-files"}, NOTHING)[1] == [Problem("pair", "two-files")]
    assert parse({"corpus": "two-files"}, two)[1] == [Problem("corpus", "two-files")]


@given(st.dictionaries(st.sampled_from(NAMES), st.text()))
def test_no_address_raises(query):
    """Whatever stands in the address, there is a page to show."""
    choices, problems = parse(query, NOTHING)
    for problem in problems:
        assert getattr(choices, problem.name) is None
    assert parse(as_query(choices), NOTHING) == (choices, [])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refused_value_of_an_address_has_a_sentence(lang):
    """A parameter without one would end the page with an error of the program."""
    sentences = catalogue(lang)
    assert all("{value}" in sentences[f"errors.address_{name}"] for name in (*NAMES, *ASIDE))


@pytest.mark.parametrize("name", list(LARGEST))
def test_a_number_of_an_address_has_exact_limits(name):
    """The largest and the smallest are taken, one beyond either is not."""
    for value in (SMALLEST[name], LARGEST[name]):
        assert parse({name: str(value)}, NOTHING) == (Choices(**{name: value}), [])
    for text in (str(SMALLEST[name] - 1), str(LARGEST[name] + 1)):
        assert parse({name: text}, NOTHING) == (Choices(), [Problem(name, text)])


def test_the_limits_of_an_address_are_those_of_the_boxes():
    """What a link may carry is written here once more, so that no slip widens it."""
    assert SMALLEST == {
        "max_token_length": 1,
        "max_merges": 0,
        "vocab_size": 1,
        "min_frequency": 1,
        "step": 0,
        "tour": 1,
        "round": 1,
        "seed": 1,
        "fork": 1,
    }
    assert LARGEST == {
        "max_token_length": 1_000,
        "max_merges": 50_000,
        "vocab_size": 2_000_000,
        "min_frequency": 1_000_000_000,
        "step": 2_000_000,
        "tour": 12,
        "round": 7,
        "seed": 999_999,
        "fork": 6,
    }
