"""Permitting: which pairs of a run may be merged at all, and the rule that forbids the others."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..schemes import Scheme
from .cells import Token
from .choice import forbidden, has_forbidden
from .log import Log
from .tokens import Tokens


class Permitting:
    """What a run wrote down about its tokens, asked what its scheme allows.

    Attributes: those of `Columns`.
    """

    scheme: Scheme
    alphabet: tuple[Token, ...]
    uncovered: range
    tokens: Tokens
    log: Log

    @cached_property
    def merge_ids(self) -> np.ndarray:
        """The token ids of each merge's pair: one row a merge, left and right."""
        log = self.log
        return np.stack((log.lefts[log.merged], log.rights[log.merged]), axis=1)

    @property
    def has_forbidden(self) -> bool:
        """Whether there can be pairs that must not be merged."""
        return has_forbidden(self.scheme, self.uncovered)

    def forbids(self, pair: int) -> str | None:
        """Return which rule of the scheme keeps a pair, by id, from being merged, or `None`."""
        if not self.has_forbidden:
            return None
        if pair not in self._forbidden:
            ids = int(self.log.lefts[pair]), int(self.log.rights[pair])
            self._forbidden[pair] = self.forbids_ids(*ids)
        return self._forbidden[pair]

    def forbids_ids(self, left: int, right: int) -> str | None:
        """Return which rule keeps two tokens, by id, from being merged, or `None`.

        "coverage": one of them is uncovered. The others are those of `forbidden`.
        """
        if left in self.uncovered or right in self.uncovered:
            return "coverage"
        tokens, sizes = self.tokens, self.token_sizes
        return forbidden(tokens[left], tokens[right], self.scheme, sizes[left] + sizes[right])

    @property
    def token_sizes(self) -> list[int]:
        """The tokens of the alphabet that each token is made of, by id."""
        return self.tokens.sizes

    @cached_property
    def _forbidden(self) -> dict[int, str | None]:
        return {}
