"""The page Step through BPE."""

from ui.corpora.samples import SCHOOL_WORDS, SIX_WORDS
from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="train",
    place=20,
    icon=":material/skip_next:",
    group="learn",
    shows=Shows(SIX_WORDS, in_chinese=SCHOOL_WORDS),
    fills=True,
    beside="player",
    tabs=("pairs", "words", "vocabulary", "stop", "claims", "downloads"),
    former={"ties": "pairs", "over_time": "vocabulary", "spaces": "stop"},
)


def fold_key(name: str) -> str:
    """Return the key of a fold of the details, which names what cancels the work in it."""
    return f"{PAGE.name}_fold_{name}"
