"""The page Check my BPE."""

from ui.catalogue import opening
from ui.shell.choices import Choice, PageRuns, one_of
from ui.shell.page import Page

MISTAKES = (
    *("neighbours", "ties", "weights", "stale", "overlap", "once", "twice", "text", "words"),
    *("spaces", "lower", "special", "aliases", "score", "one_more", "none", "handout"),
)
"""The examples of a trainer with a mistake, the first one first."""

PAGE = Page(
    name="check",
    place=150,
    icon=":material/rule:",
    group="lab",
    shows=PageRuns("four-stories", scheme="cs336", text_by_language=opening("check")),
    choices=(Choice("mistake", one_of(MISTAKES)),),
    tabs=("known",),
)
