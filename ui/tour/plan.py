"""The plan of a lesson of 45 minutes: what a teacher shows, one address after the other.

The line that names a stop is `tour.stop_<name>`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Stop:
    """One thing to show: a page with the rest of its address, and how many minutes it takes."""

    name: str
    page: str
    minutes: int
    query: Mapping[str, str] = field(default_factory=dict)


PLAN = (
    Stop("why", "levels", 5),
    Stop("merge", "train", 6, {"step": "0"}),
    Stop("ties", "train", 4, {"corpus": "newer-wider", "step": "0"}),
    Stop("novel", "train", 4, {"corpus": "pride-and-prejudice", "step": "0"}),
    Stop("encode", "encode", 6, {"corpus": "low-lower", "sentence": "lowest", "tab": "steps"}),
    Stop("unknown", "encode", 3, {"corpus": "low-lower", "sentence": "highest", "tab": "unknown"}),
    Stop("bytes", "bytes", 5, {"tab": "strip"}),
    Stop("score", "wordpiece", 4, {"corpus": "hug", "step": "0"}),
    Stop("unigram", "unigram", 4, {"corpus": "six-words", "step": "0"}),
    Stop("when", "cost", 4),
)

FILLED = frozenset({"home", "train", "wordpiece"})
"""Pages whose player fills the screen while they are presented; of the others all is shown."""
