"""Check: what a loop leaves out at its end, a space for a special token, GPT-2's letters."""

from dataclasses import replace

from bpe.checking import check
from tests import broken_trainers as broken
from tests.broken_trainers import words_of
from tests.unit.checking.test_check import MERGES, RULE, TOY, text

TEXT = text()


def test_a_last_pair_that_is_never_counted_is_named():
    """A loop that ends one pair too early."""
    diagnosis = check(broken.last_pair_missed(words_of(TEXT), MERGES), TEXT, RULE).diagnosis
    assert (diagnosis.cause, diagnosis.detail) == ("overlap", "short")
    assert diagnosis.explained == MERGES


def test_ties_on_the_letters_of_a_file_are_named():
    """The space is Ġ there, behind all letters of ASCII."""
    diagnosis = check(broken.tie_by_stand_ins(words_of(TEXT), MERGES), TEXT, RULE).diagnosis
    assert (diagnosis.cause, diagnosis.rules) == ("tie", ("largest-alias",))
    assert diagnosis.explained == MERGES


def test_a_last_token_that_gets_lost_is_named():
    """Words melt away, so the list is short; all of it is explained."""
    learned = broken.last_token_lost(words_of(TEXT), MERGES)
    diagnosis = check(learned, TEXT, RULE).diagnosis
    assert (diagnosis.cause, diagnosis.detail) == ("merging", "dropped")
    assert diagnosis.explained == len(learned) > 3


def test_stand_ins_are_named_only_where_they_tell_rules_apart():
    """Letters stand for themselves: the plain rule says it shorter."""
    merges = broken.tie_to_the_smallest(words_of("abc abd " * 3, r"\S+"), 3)
    found = check(merges, "abc abd " * 3, TOY)
    assert "smallest" in found.diagnosis.rules
    assert "smallest-alias" not in found.diagnosis.rules


def test_a_special_token_that_became_a_space_is_named():
    """The space joins the word behind it, as any other would."""
    marked = TEXT.replace(" the ", "<|end|>the ")
    rule = replace(RULE, special_tokens=("<|end|>",))
    learned = broken.learn(words_of(marked.replace("<|end|>", " ")), MERGES)
    diagnosis = check(learned, marked, rule).diagnosis
    assert (diagnosis.cause, diagnosis.detail) == ("special", "spaced")
