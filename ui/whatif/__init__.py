"""The page What if."""

import re

from ui.corpora.samples import SCHOOL_WORDS, SIX_WORDS
from ui.shell.choices import Choice
from ui.shell.page import Page
from ui.shell.runs import Shows

# A run's key, then the step of its fork and the ids of two tokens. Older links went on with a name,
# and with more forks.
_FORK = re.compile(r"([0-9a-f]{8}:(?:\d{1,7}\.\d{1,7}\.\d{1,7})?)(?:[~,].*)?", re.ASCII)


def read_fork(text: str) -> str | None:
    """Return the fork of a run, as `ui.whatif.fork` writes it; None for what is none."""
    found = _FORK.fullmatch(text)
    return found and found[1]


PAGE = Page(
    name="whatif",
    place=110,
    icon=":material/alt_route:",
    group="lab",
    shows=Shows(SIX_WORDS, in_chinese=SCHOOL_WORDS),
    choices=(Choice("forks", read_fork),),
    beside="player",
    tabs=("futures", "engines"),
    former={
        "differences": "futures",
        "forks": "futures",
        "rules": "engines",
        "shuffle": "engines",
    },
)
