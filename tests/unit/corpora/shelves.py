"""Processes of the app that share a folder, and what they are asked for."""

import threading
from pathlib import Path
from typing import Any

import numpy as np

from bpe import PRESETS
from bpe.unigram import UnigramTraining
from ui.controls.asked import request_of
from ui.corpora import sources
from ui.corpora.asking import Asking
from ui.corpora.line import Run
from ui.corpora.samples import training_samples
from ui.corpora.trainings import Trainings
from ui.corpora.workers import Workers

PAPER = PRESETS["paper"]


class Here(Workers):
    """Processes that are none: they count what they are given to learn, once a gate is open."""

    def __init__(self):
        super().__init__()
        self.learned, self.gate = 0, threading.Event()
        self.gate.set()

    def do(self, function, *arguments, said, **given):
        """Learn at once."""
        self.learned += 1
        assert self.gate.wait(20)
        return function(said, *arguments)


def public(name: str = "low-lower", **limits) -> Asking:
    """Ask for a text of the app's own."""
    return request_of(sources.of_sample(training_samples()[name]), PAPER, **limits)


def same(one: Any, other: Any) -> bool:
    """Compare all that was written down of two runs, and what kind of corpus they are of."""
    if isinstance(one, UnigramTraining):
        return one.pieces == other.pieces and len(one.rounds) == len(other.rounds)
    logs = [
        [np.asarray(value) for name, value in sorted(vars(run.log).items()) if name != "counters"]
        for run in (one, other)
    ]
    corpora = one.corpus, other.corpus
    return all(map(np.array_equal, *logs)) and repr(corpora[0]) == repr(corpora[1])


def begun(shared: Trainings, request: Asking | None = None) -> Run:
    """Let a process begin to learn, and not go on before its gate is opened."""
    shared.workers.gate.clear()
    run = shared.start(request or public())
    while not shared.workers.learned:
        assert not run.wait("nobody else", 0.01)
    return run


def files(folder: Path) -> list[Path]:
    """List what is in the folder."""
    return sorted(folder.iterdir())
