"""What the page Predict the merge shows: rounds, their score and worksheets."""

from ui.catalogue import LANGUAGES
from ui.shell.choices import Choice, Whole, one_of
from ui.shell.page import Page

LAST_DRAW = 999_999
"""Of the draws of a round, which the address numbers from 1."""

PAGE = Page(
    name="quiz",
    place=40,
    icon=":material/quiz:",
    group="learn",
    choices=(
        Choice("round", Whole(1, 7)),
        Choice("seed", Whole(1, LAST_DRAW)),
        Choice("words", one_of(LANGUAGES)),
    ),
    spoken="words",
    more=("downloads",),
)
