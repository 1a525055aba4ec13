"""A job: work that may be long or hostile, and the limits within which it is done.

Training, reading a record, opening a tokenizer: each is one. Jobs on small texts of the app run in
the app, all others in a worker process.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from bpe.input.opening import MEGABYTE
from ui.cache import HOST
from ui.catalogue import FIRST, Refusal, catalogue

MEMORY = min(1024 * MEGABYTE, HOST // 4)
"""Bytes by which a job may let its process grow."""

LONGEST = 900.0
"""Seconds of a training in a process of its own."""

MOST = 256 * MEGABYTE
"""Bytes that may come back from a process."""

Result = TypeVar("Result")
Why = Literal["memory", "time", "size", "died"]


class Cancelled(Exception):
    """The job was given up because nobody waits for it."""


class TakesLong(Exception):
    """The job exceeded the quick limit: retry it as a long one."""


@dataclass(frozen=True)
class Resource:
    """Something large that a process keeps open from one job to the next, such as a tokenizer.

    Attributes:
        key: equal ones are the same.
        load: a function of a module that makes it where the job runs.
        arguments: what `load` is called with: small, since every job is sent with them.
        seconds: that this may take.
        is_light: whether a quick job may open it; else it takes one that is open.
    """

    key: Hashable
    load: Callable[..., Any] = field(compare=False, repr=False)
    arguments: tuple[Any, ...] = field(compare=False, repr=False)
    seconds: float = field(default=0.0, compare=False)
    is_light: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Job(Generic[Result]):
    """Call `function(*arguments)`; jobs of equal keys share one run and one result.

    Attributes:
        key: whatever the result depends on.
        function: one of a module, which may `report` how far it is; see `ui.corpora.worker`.
        arguments: picklable; resources come before them.
        stage: what it does first, as in `controls.stage_<stage>`.
        is_builtin: whether it is about a small text of the app alone, and nothing that a reader
            typed, linked or uploaded: then it is done in the app.
        is_long: whether it takes more than a moment, as is known or was tried.
        seconds, most: it may take so much of a processor, and its result so many bytes, pickled.
        is_kept: whether the result is kept for others who ask.
        error_prefix: the sentence about a limit at which it ends is `errors.<prefix>_<why>`, else
            `errors.work_<why>`.
        resources: what the process is to have open.
    """

    key: Hashable
    function: Callable[..., Result] = field(compare=False, repr=False)
    arguments: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    stage: str = field(default="measuring", compare=False)
    is_builtin: bool = field(default=False, compare=False)
    is_long: bool = field(default=False, compare=False)
    seconds: float = field(default=LONGEST, compare=False)
    most: int = field(default=MOST, compare=False)
    is_kept: bool = field(default=False, compare=False)
    error_prefix: str = field(default="work", compare=False)
    resources: tuple[Resource, ...] = field(default=(), compare=False, repr=False)

    def refusal(self, why: Why) -> Refusal:
        """Say at which limit it ended, or that its process died."""
        code = f"{self.error_prefix}_{why}"
        return Refusal(
            code if f"errors.{code}" in catalogue(FIRST) else f"work_{why}",
            memory=MEMORY // MEGABYTE,
            seconds=math.ceil(self.seconds),
            minutes=round(self.seconds / 60),
            most=self.most // MEGABYTE,
        )


def digest(*parts: str | bytes) -> str:
    """Identify a content, told apart from every other by more than its first characters."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "big"))
        whole.update(data)
    return whole.hexdigest()
