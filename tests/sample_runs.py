"""Runs of the samples, each trained once for all tests."""

from dataclasses import dataclass, field
from functools import cache

from bpe import PRESETS, Training, train
from bpe.input.report import AS_FOUND, ReadAs
from bpe.player.cutting import fingerprint
from ui.own_text.sources import Source, of_sample
from ui.own_text.uploads import Upload, reading, upload_of
from ui.runs import Run
from ui.samples import samples
from ui.spool import SpoolFile


@cache
def trained(name: str, scheme: str = "paper", merges: int | None = None) -> Training:
    """Return the run of a sample as on its page, or with this many merges."""
    source = of_sample(samples()[name])
    most = source.merges if merges is None else merges
    return train(source.corpus(PRESETS[scheme]), scheme, max_merges=most)


@dataclass(frozen=True)
class MadeRun(Run):
    """A run with a record made by a test."""

    made: Training = field(compare=False, repr=False, kw_only=True)

    def learn(self) -> Training:
        """Return the record."""
        return self.made


def run_with(training: Training, step: int = 0) -> Run:
    """Return a run with this record; `step` is the first step of its source."""
    source = Source(fingerprint(training), None, step=step, is_builtin=True, is_small=True)
    return MadeRun(source, training.scheme, min_frequency=training.min_frequency, made=training)


def opened(name: str, data: bytes, read_as: ReadAs = AS_FOUND) -> Upload:
    """Read a file in this process, as a worker reads a reader's file."""
    job = reading(SpoolFile(data), name, read_as)
    return upload_of(job, job.function(*job.arguments))
