"""The page A token's life."""

from ui.corpora.samples import NOVEL, SCHOOL_YEAR
from ui.shell.choices import Choice, free_text
from ui.shell.page import Page
from ui.shell.runs import Shows

LONGEST = 120
"""Characters that a token or a word may have in an address."""

PAGE = Page(
    name="life",
    place=120,
    icon=":material/account_tree:",
    group="lab",
    shows=Shows(NOVEL, in_chinese=SCHOOL_YEAR),
    choices=(Choice("token", free_text(LONGEST)), Choice("word", free_text(LONGEST))),
    beside="player",
    tabs=("family", "everyone"),
    former={"now": "family"},
)
