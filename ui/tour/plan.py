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
    Stop("merge", "train", 5, {"step": "0"}),
    Stop("ties", "train", 4, {"corpus": "newer-wider", "step": "0"}),
    Stop("guess", "quiz", 6, {"round": "1", "seed": "1", "tab": "rounds"}),
    Stop("novel", "train", 3, {"corpus": "pride-and-prejudice", "step": "0"}),
    Stop("encode", "encode", 5, {"corpus": "low-lower", "sentence": "lowest", "tab": "steps"}),
    Stop("unknown", "encode", 3, {"corpus": "low-lower", "sentence": "highest", "tab": "unknown"}),
    Stop("bytes", "bytes", 4, {"tab": "strip"}),
    Stop("score", "wordpiece", 4, {"corpus": "hug", "step": "0"}),
    Stop("unigram", "unigram", 3, {"corpus": "six-words", "step": "0"}),
    Stop("when", "cost", 3),
)
