"""An address and the choices it stands for say the same."""

from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES
from bpe.schemes import MARKS
from ui.catalogue import LANGUAGES, catalogue
from ui.samples import parallel_samples, training_samples
from ui.shell.choices import RUN, Choices, RunChoice, Whole
from ui.shell.pages import CARRIED, CHOICES, NAMES, TEXTS, Problem, area_of, as_query, parse

NOTHING = frozenset()


NUMBERS = {each.name: each.read for each in CHOICES if isinstance(each.read, Whole)}
NAMED = ("token", "word")
"""Choices that any text may stand for: the page of the run knows which do."""

DRAWN = st.fixed_dictionaries(
    {},
    optional={
        "corpus": st.sampled_from(list(training_samples())),
        "scheme": st.sampled_from(list(PRESETS)),
        "ties": st.sampled_from(TIE_RULES),
        "mark": st.sampled_from(list(MARKS)),
        "pair": st.sampled_from(list(parallel_samples())),
        "special": st.sampled_from(["none", "<s>", "<|a|> &b"]),
        "lang": st.sampled_from(list(LANGUAGES)),
        "present": st.just("1"),
        **{name: st.integers(read.least, read.most) for name, read in NUMBERS.items()},
    },
).map(lambda values: Choices().with_(**values))


@given(DRAWN)
def test_an_address_gives_back_what_was_chosen(choices):
    """A shared link opens exactly what it was made from."""
    assert parse(as_query(choices), NOTHING) == (choices, [])


def test_defaults_are_left_out():
    assert as_query(Choices()) == {}
    assert as_query(Choices().with_(scheme="gpt", step=0)) == {"scheme": "gpt", "step": "0"}


@pytest.mark.parametrize("name", NAMED)
def test_a_token_or_a_word_is_any_text_that_fits_an_address(name):
    """What the run has is for its page to say."""
    for value in ("x", "-1", "<b>", "</w>", "a" * 120):
        assert parse({name: value}, NOTHING) == (Choices().with_(**{name: value}), [])


FORKS = ["", ":1.2", ":1.2.3.4", ":-1.2.3", ":99999999.2.3", ":١.٢.٣", ":1.2.3~x,4.5.6"]
USUAL = ("", "x", "-1", "1e3", "９", "0.5", "<b>", "99999999999", "a" * 9999)
BROKEN = dict.fromkeys(NAMES, USUAL) | dict.fromkeys(NAMED, ("", "a" * 121))
BROKEN["special"] = ("", "</w>", "<s> ▁", "a" * 9999, " ".join(map(str, range(21))))
BROKEN["forks"] += tuple(f"185cb622{part}" for part in FORKS)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_value_becomes_the_default_and_a_problem(name):
    """Nothing in an address can break the page, and no broken value passes in silence."""
    for value in BROKEN[name]:
        assert parse({name: value}, NOTHING) == (Choices(), [Problem(name, value)])


def test_own_text_is_found_only_in_the_session_that_holds_it():
    """A link to a pasted text cannot show it elsewhere, and says so."""
    assert parse({"corpus": "pasted"}, frozenset({"pasted"})) == (
        Choices().with_(run=RunChoice("pasted")),
        [],
    )
    assert parse({"corpus": "pasted"}, NOTHING)[1] == [Problem("corpus", "pasted")]
    two = frozenset({"two-files"})
    assert parse({"pair": "two-files"}, two) == (Choices().with_(pair="two-files"), [])
    assert parse({"pair": "two-files"}, NOTHING)[1] == [Problem("pair", "two-files")]
    assert parse({"corpus": "two-files"}, two)[1] == [Problem("corpus", "two-files")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refused_value_of_an_address_has_a_sentence(lang):
    """A parameter without one would end the page with an error of the program."""
    sentences = catalogue(lang)
    for name in (*NAMES, *CARRIED):
        assert "{value}" in sentences[Problem(name, "").sentence], name
    for name in TEXTS:
        assert "{limit" in sentences[f"{area_of(name)}.share_long_{name}"], name


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_of_an_address_has_exact_limits(name):
    """The largest and the smallest are taken, one beyond either is not."""
    least, most = NUMBERS[name].least, NUMBERS[name].most
    for value in (least, most):
        assert parse({name: str(value)}, NOTHING) == (Choices().with_(**{name: value}), [])
    for text in (str(least - 1), str(most + 1)):
        assert parse({name: text}, NOTHING) == (Choices(), [Problem(name, text)])


def test_every_choice_has_one_name_and_a_way_to_read_it():
    """A field that no address can set, or two pages that mean the same name, would go unseen."""
    assert len({*NAMES, *CARRIED}) == len(NAMES) + len(CARRIED)
    numbers = {each.name: number for number, each in enumerate(RUN)}
    run = Choices().with_(**numbers).run
    assert sorted(asdict(run).values()) == [*numbers.values()]
    assert all(Choices().with_(run=run).get(name) == number for name, number in numbers.items())


@given(DRAWN)
def test_another_scheme_comes_with_its_own_rules(choices):
    """The text and the limits stay; rules that are chosen together with it hold."""
    run = choices.with_(scheme="gpt").run
    assert (run.scheme, run.ties, run.mark, run.special) == ("gpt", None, None, None)
    assert replace(choices.run, scheme="gpt", ties=None, mark=None, special=None) == run
    assert choices.with_(scheme="gpt", ties="last").run == replace(run, ties="last")
    assert choices.with_(scheme=None).run == replace(run, scheme=None)
