"""The skyline of a word: each boundary as high as the step that erased it.

Cut at the height of a step, it shows the tokens of that step; read upwards, it is the tree of the
word's merges.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ..merging.cells import Token
from ..training import Training


@dataclass(frozen=True)
class Standing:
    """A token that a word had: from which cell of the word up to which, and when.

    Cells are those of the split at step 0, counted from 0, `end` not included. The word has the
    token at every step from `born` on, as long as it is before `until`; None stands for the end.
    """

    token: Token
    id: int
    start: int
    end: int
    born: int
    until: int | None


@dataclass(frozen=True)
class Skyline:
    """A word's boundaries and all tokens it ever had.

    Attributes:
        heights: for each boundary between two cells the step that erased it; None for one that
            no merge erased.
        tokens: by the step they were born at, those of one step from the left; so the cells of
            step 0 come first.
        length: cells of the whole word, of which only the beginning may be here.
    """

    word: str
    heights: tuple[int | None, ...]
    tokens: tuple[Standing, ...]
    length: int

    def at(self, step: int) -> list[Standing]:
        """Return the word's tokens at a step, from the left."""
        alive = (t for t in self.tokens if t.born <= step and (t.until is None or step < t.until))
        return sorted(alive, key=lambda token: token.start)


def skyline(training: Training, word: str, limit: int | None = None) -> Skyline:
    """Return the skyline of a word of the corpus.

    Of a word with more than `limit` cells only the beginning, up to the first boundary from there
    on that no merge ever erased. Raises `ValueError` for a word that the corpus has not.

    >>> from bpe import train
    >>> found = skyline(train("hug hug hugs", "huggingface"), "hugs")
    >>> found.heights, [token.token for token in found.at(2)]
    ((1, 2, 3), ['hug', 's'])
    """
    start, end = training.beginning(word, limit)
    log = training.log
    erased = log.erased[start:end].tolist()
    heights = tuple(None if step == log.never else step for step in erased[1:])
    open_: dict[tuple[int, int], tuple[int, int]] = {}
    found: list[Standing] = []
    for step in [0, *sorted({height for height in heights if height is not None})]:
        ids, cut = training.cut(start, end, step)
        edges = [*cut.tolist(), end - start]
        spans = dict(zip(pairwise(edges), ids.tolist(), strict=True))
        for span in [span for span in open_ if span not in spans]:
            found.append(_standing(training, span, *open_.pop(span), step))
        for span, id_ in spans.items():
            open_.setdefault(span, (id_, step))
    found += [_standing(training, span, *life, None) for span, life in open_.items()]
    found.sort(key=lambda token: (token.born, token.start))
    return Skyline(word, heights, tuple(found), training.spelled_length(word))


def _standing(
    training: Training, span: tuple[int, int], id_: int, born: int, until: int | None
) -> Standing:
    return Standing(training.tokens[id_], id_, *span, born, until)
