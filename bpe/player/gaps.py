"""The gaps of a text, for a reader who guesses the ends of its tokens: see `gaps.js`."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..encoding.alignment import Segment
from ..text.characters import clusters
from .plurals import Forms
from .tokens import exact, visible


def gaps_of(found: Sequence[Segment], say: Mapping[str, Forms]) -> dict[str, Any]:
    """Return the data of a board of gaps, from the segments of a text.

    `units`: the graphemes. `open`: gaps that can be tapped, each before the unit of this number;
    those next to a space are given. `words`: the units at which a word begins, with its space.
    `groups`: [end, number of tokens, token] of each segment: it ends before a unit, and its token
    is named if it is one. `say`: what the board says.
    """
    units, groups = list[str](), list[list[Any]]()
    for segment in found:
        if not segment.text:  # a boundary mark of its own
            continue
        units += clusters(segment.text)
        tokens = [exact(place.token) for place in segment.places]
        groups.append([len(units), len(tokens), *(tokens if len(tokens) == 1 else ())])
    blank = [not unit.strip() for unit in units]
    inner = [n for n in range(1, len(units)) if not (blank[n - 1] or blank[n])]
    words = [n for n in range(1, len(units)) if blank[n] and not blank[n - 1]]
    return {
        "units": [visible(unit) for unit in units],
        "open": inner,
        "words": words,
        "groups": groups,
        "say": dict(say),
    }
