"""A run cut for the browser, and bets on it judged, as jobs."""

import pickle
import zlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple

from bpe import Training
from bpe.input.kinds import MEGABYTE
from ui.catalogue import catalogue
from ui.controls.running import Cancel, result_of
from ui.corpora.cache import name_of, remembered
from ui.corpora.jobs import OURS, Job, Result
from ui.languages import FIRST
from ui.player.guessing import Shown, bets
from ui.player.payload import PAIRS, as_json, packed, training_run
from ui.player.rows import Tokens
from ui.shell.text import speaking

WORDS = 30

SECONDS, MOST = 120.0, 64 * MEGABYTE
"""What a run may take that a browser could still draw."""

LONG = 1_500_000
"""Cells from which on a run is not cut in a moment: it would be sent to a worker twice."""


@dataclass(frozen=True)
class Cut:
    """A run of merges as the browser gets it.

    sent: as it goes to the browser. size: its characters, before it is packed. shown: what bets on
    it are judged by, pickled and packed: few ask for it, and it is made of a great many lists.
    """

    sent: str
    size: int
    shown: bytes


def translation(lang: str) -> Callable[..., str]:
    """Return what says a sentence of the catalogue in a language."""
    entries = catalogue(lang)
    return lambda key, **values: entries[key].format(**values)


class How(NamedTuple):
    """How a training is cut: what can be chosen of a `training_run`, and the language."""

    pinned: tuple[str, ...] = ()
    words: int = WORDS
    title: str = ""
    pairs: int = PAIRS
    lang: str = FIRST
    sums: bool = False


@remembered
def cut_run(training: Training, how: How, *, cancel: Cancel | None = None) -> Cut:
    """Cut a training for the browser.

    Raises `CorpusError` where that is too much, for a browser too.
    """
    return _done(_cut, (training, how), ("cut", how), cancel)


@remembered
def judged(
    training: Training,
    how: How,
    start: int,
    stop: int,
    *,
    cancel: Cancel | None = None,
    here: bool = False,
) -> str:
    """Return the bets on the steps of a cut from one to before another, as JSON: see `bets`.

    `here`: in this process, whatever it takes: nobody waits. Raises `CorpusError` where that is
    too much.
    """
    cut = cut_run(training, how, cancel=cancel)
    asked = training, cut.shown, start, stop
    if here:
        return _judge(*asked)
    return _done(_judge, asked, ("bets", how, start, stop), cancel)


def _done(
    function: Callable[..., Result],
    arguments: tuple[Any, ...],
    key: Hashable,
    cancel: Cancel | None,
) -> Result:
    """Have it done; the first argument is the training."""
    job = Job(
        # What is remembered of a job that was too much holds no training.
        key=(key, name_of(arguments[0])),
        function=function,
        arguments=arguments,
        is_ours=arguments[0] in OURS,
        is_long=len(arguments[0].ids) > LONG,
        seconds=SECONDS,
        most=MOST,
        said="run",
    )
    return result_of(job, cancel=cancel)


def _cut(training: Training, how: How) -> Cut:
    tokens = Tokens(training.scheme)
    with speaking(how.lang):
        run = training_run(
            training,
            how.pinned,
            how.words,
            translation(how.lang),
            title=how.title,
            pairs=how.pairs,
            sums=how.sums,
            tokens=tokens,
        )
    text, rows = as_json(run), [row["splits"] for row in run["words"]]
    shown = Shown(tokens.named, rows, run["examples"]["splits"])
    return Cut(packed(text), len(text), zlib.compress(pickle.dumps(shown), 1))


def _judge(training: Training, shown: bytes, start: int, stop: int) -> str:
    return as_json(bets(training, pickle.loads(zlib.decompress(shown)), start, stop))
