"""What is said in one place: a tie rule. Whoever adds one is told of every place that needs it."""

import re

from bpe import TIE_RULES
from bpe.checking import trainer
from tests.cases import for_each
from tests.conftest import ROOT
from ui.catalogue import catalogue
from ui.shell.choices import LANGUAGES

ENGINE = {"bpe/schemes.py", "bpe/merging/choice.py", "bpe/checking/trainer.py"}
"""Where a tie rule is named, keyed, and known to the checker of other people's trainers."""


@for_each("lang", LANGUAGES)
def test_every_tie_rule_is_said_in_one_catalogue(lang):
    """As a choice, as a phrase, as what wins, and as the head of a column."""
    kinds = ("name", "is", "wins", "column")
    wanted = {f"ties.{kind}_{rule}" for kind in kinds for rule in TIE_RULES}
    said = {key for key in catalogue(lang) if key.startswith("ties.")}
    assert said == {*wanted, "ties.column_rank"}


def test_a_rule_of_ours_is_known_to_the_checker():
    """A list that follows one of the rules here is not said to follow none."""
    assert {*TIE_RULES} <= {*trainer.TIE_RULES}


def test_no_other_file_lists_the_tie_rules():
    """Three of their names in one file are a list that would be forgotten."""
    files = [file for part in ("bpe", "ui") for file in ROOT.glob(f"{part}/**/*.[pj][ys]")]
    named = re.compile("|".join(f"""["']{rule}["']""" for rule in TIE_RULES))
    listing = {
        file.relative_to(ROOT).as_posix()
        for file in files
        if len({*named.findall(file.read_text(encoding="utf-8"))}) >= 3
    }
    assert listing == {*ENGINE, "bpe/readings/bets.py"}  # of the last, its example
