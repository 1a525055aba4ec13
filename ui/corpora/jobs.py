"""A job: work that may be long or hostile, and the limits within which it is done.

Whatever pages ask for is one of these: training, reading a record, opening a tokenizer. What is of
the app's own small texts alone may be done in the app, all else in a worker process.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Literal, TypeVar
from weakref import WeakSet

from bpe import Corpus
from bpe.input.kinds import MEGABYTE
from ui.catalogue import Refusal, catalogue
from ui.corpora.cache import name_of
from ui.corpora.limits import HOST
from ui.languages import FIRST

MEMORY = min(1024 * MEGABYTE, HOST // 4)
"""Bytes by which a job may let its process grow."""

LONGEST = 900.0
"""Seconds of a training in a process of its own."""

MOST = 256 * MEGABYTE
"""Bytes that may come back from a process."""

Result = TypeVar("Result")
Material = TypeVar("Material")
Why = Literal["memory", "time", "size", "died"]


class Cancelled(Exception):
    """The job was given up because nobody waits for it."""


class TakesLong(Exception):
    """What was tried as a quick job is none: it begins again as a long one."""


@dataclass(frozen=True)
class Resource:
    """Something large that a process keeps open from one job to the next, such as a tokenizer.

    Attributes:
        key: equal ones are the same.
        load: a function of a module that makes it where the job runs.
        arguments: makes what `load` is called with; asked for a long job alone, which may have to
            open it, while a quick one takes it as it is.
        seconds: that this may take.
    """

    key: Hashable
    load: Callable[..., Any] = field(compare=False, repr=False)
    arguments: Callable[[], tuple[Any, ...]] = field(compare=False, repr=False)
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class Job(Generic[Result]):
    """Call `function(*arguments)`; jobs of equal keys share one run and one result.

    Attributes:
        key: whatever the result depends on.
        function: one of a module, which may `report` how far it is; see `ui.corpora.worker`.
        arguments: picklable; where there is a resource, that comes before them.
        stage: what it does first, as in `controls.stage_<stage>`.
        is_ours: whether it is of a small text of the app's own, and of nothing that a reader typed,
            linked or brought: then it may be done in the app.
        is_long: whether it takes more than a moment, as is known or was tried.
        seconds, most: it may take so much of a processor, and its result so many bytes, pickled.
        is_kept: whether the result is kept for others who ask.
        said: what is said of a limit at which it ends is `errors.<said>_<why>`, else
            `errors.work_<why>`.
        resource: what the process is to have open.
    """

    key: Hashable
    function: Callable[..., Result] = field(compare=False, repr=False)
    arguments: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    stage: str = field(default="measuring", compare=False)
    is_ours: bool = field(default=False, compare=False)
    is_long: bool = field(default=False, compare=False)
    seconds: float = field(default=LONGEST, compare=False)
    most: int = field(default=MOST, compare=False)
    is_kept: bool = field(default=False, compare=False)
    said: str = field(default="work", compare=False)
    resource: Resource | None = field(default=None, compare=False, repr=False)

    def refusal(self, why: Why) -> Refusal:
        """Say at which limit it ended, or that its process died."""
        code = f"{self.said}_{why}"
        return Refusal(
            code if f"errors.{code}" in catalogue(FIRST) else f"work_{why}",
            memory=MEMORY // MEGABYTE,
            seconds=math.ceil(self.seconds),
            minutes=round(self.seconds / 60),
            most=self.most // MEGABYTE,
        )


OURS: WeakSet[object] = WeakSet()
"""Records that were made by jobs of the app's own: what is read off them is the app's own, too."""


def reading(function: Callable[..., Any], record: object, *arguments: Any) -> Job[Any]:
    """Ask for `function(record, *arguments)`; whoever wants to keep what comes, remembers it."""
    # What is remembered of a job that was too much holds no corpus.
    names = [name_of(each) if isinstance(each, Corpus) else each for each in arguments]
    key = ("reading", function, name_of(record), *names)
    return Job(key, function, (record, *arguments))


def given(material: Material) -> Callable[[], Material]:
    """Return what makes a corpus, or a record, that is there already."""
    return partial(_itself, material)


def _itself(material: Material) -> Material:
    return material


def digest(*parts: str | bytes) -> str:
    """Identify a content, told apart from every other by more than its first characters."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "big"))
        whole.update(data)
    return whole.hexdigest()
