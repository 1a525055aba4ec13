"""The page What if."""

import re

from ui.corpora.samples import SCHOOL_WORDS, SIX_WORDS
from ui.shell.choices import Choice, Whole
from ui.shell.page import Page
from ui.shell.runs import Shows

MOST_FORKS = 6
_FORK = r"\d{1,7}\.\d{1,7}\.\d{1,7}(?:~[^,~\x00-\x1f]{1,30})?"
# A run's key, then for each fork its step, the ids of two tokens, and the name it may have.
_FORKS = re.compile(rf"[0-9a-f]{{8}}:(?:{_FORK}(?:,{_FORK}){{0,{MOST_FORKS - 1}}})?", re.ASCII)


def read_forks(text: str) -> str | None:
    """Return forks of a run, as `ui.whatif.forks` writes them; None for what are none."""
    return text if _FORKS.fullmatch(text) else None


PAGE = Page(
    name="whatif",
    place=110,
    icon=":material/alt_route:",
    group="lab",
    shows=Shows(SIX_WORDS, in_chinese=SCHOOL_WORDS),
    choices=(Choice("forks", read_forks), Choice("fork", Whole(1, MOST_FORKS))),
    beside="player",
    tabs=("futures", "forks", "engines", "shuffle"),
    former={"differences": "futures", "rules": "engines"},
)
