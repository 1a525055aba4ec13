"""The page Step through BPE."""

from ui.catalogue import opening
from ui.samples import SIX_WORDS
from ui.shell.choices import Choice, PageRuns, free_text
from ui.shell.page import Page

LONGEST = 120
"""Characters that a token or a word may have in an address."""

PAGE = Page(
    name="train",
    place=20,
    icon=":material/skip_next:",
    group="learn",
    shows=PageRuns(SIX_WORDS, text_by_language=opening("train")),
    choices=(Choice("token", free_text(LONGEST)), Choice("word", free_text(LONGEST))),
    tabs=("pairs", "words", "vocabulary", "token", "stop", "code", "claims"),
    more=("settings", "downloads"),
)


def fold_key(name: str) -> str:
    """Return the key of a fold of the details, which names what cancels the work in it."""
    return f"{PAGE.name}_fold_{name}"
