"""What the controls of a page hand on to its panels: a training, and what led to it."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bpe import Scheme, Training
from ui.corpora.requests import Request
from ui.corpora.sources import Source


@dataclass(frozen=True)
class Asked:
    """A training, the request that it answers, and the source that the request is about.

    `stands_in`: what was asked for could not be had, and this is shown in its place.
    """

    training: Training
    request: Request
    source: Source
    stands_in: bool = False

    @property
    def opening(self) -> int:
        """The step at which the source shows something interesting."""
        return min(self.source.step, len(self.training.merges))

    def with_rules(self, **rules: Any) -> Request:
        """Ask for the same source within the same limits, by other rules: fields of `Scheme`."""
        return request_of(self.source, replace(self.request.scheme, **rules), like=self.request)


def request_of(
    source: Source, scheme: Scheme, *, like: Request | None = None, **limits: Any
) -> Request:
    """Ask for a source by a scheme's rules, within `limits` or within those of `like`."""
    about: dict[str, Any] = {
        "digest": source.digest,
        "corpus": partial(source.corpus, scheme),
        "scheme": scheme,
        "is_ours": source.is_ours and not scheme.special_tokens,
        "is_long": source.is_long,
    }
    return Request(**about, **limits) if like is None else replace(like, **about)
