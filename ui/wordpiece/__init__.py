"""The page BPE beside WordPiece."""

import re

from bpe import PRESETS
from ui.catalogue import opening
from ui.shell.choices import Choice, PageRuns, one_of
from ui.shell.page import Page

PAIR = "pair"

# A run's key, then the step of its fork and the ids of two tokens.
_FORK = re.compile(r"[0-9a-f]{8}:(?:\d{1,7}\.\d{1,7}\.\d{1,7})?", re.ASCII)


def read_fork(text: str) -> str | None:
    """Return the fork of a run, as `ui.wordpiece.runs` writes it; None for what is none."""
    return text if _FORK.fullmatch(text) else None


PAGE = Page(
    name="wordpiece",
    place=80,
    icon=":material/compare:",
    group="other",
    shows=PageRuns(
        "hug",
        schemes=("wordpiece",),
        scheme="wordpiece",
        text_by_language=opening("wordpiece"),
        all_schemes_if="against",
    ),
    # What stands beside: the score, unless it is another pair or a library's rules, by a scheme.
    choices=(Choice("against", one_of((PAIR, *PRESETS))), Choice("forks", read_fork)),
    tabs=("pairs", "parting", "encode"),
)
