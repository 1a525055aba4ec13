"""What is said in one place: a tie rule. Whoever adds one is told of every place that needs it."""

import pytest

from bpe import TIE_RULES
from bpe.checking import trainer
from ui.catalogue import LANGUAGES, catalogue


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tie_rule_is_said_in_one_catalogue(lang):
    """As a choice, as a phrase, as what wins, and as the head of a column."""
    kinds = ("name", "is", "wins", "column")
    wanted = {f"ties.{kind}_{rule}" for kind in kinds for rule in TIE_RULES}
    said = {key for key in catalogue(lang) if key.startswith("ties.")}
    assert said == {*wanted, "ties.column_rank"}


def test_a_rule_of_ours_is_known_to_the_checker():
    """A list that follows one of the rules here is not said to follow none."""
    assert {*TIE_RULES} <= {*trainer.TIE_RULES}
