"""Runs of the samples, each made once for all tests that read it."""

from dataclasses import dataclass, field
from functools import cache

from bpe import PRESETS, Training, train
from ui.corpora.run import Run, fingerprint
from ui.corpora.sources import Source, of_sample
from ui.samples import samples


@cache
def trained(name: str, scheme: str = "paper", merges: int | None = None) -> Training:
    """Return the run of a sample as its page shows it, or with as many merges."""
    source = of_sample(samples()[name])
    most = source.merges if merges is None else merges
    return train(source.corpus(PRESETS[scheme]), scheme, max_merges=most)


@dataclass(frozen=True)
class MadeRun(Run):
    """A run whose record a test has made: it is read in this process."""

    record: Training = field(compare=False, repr=False, kw_only=True)

    def learn(self) -> Training:
        """Return it."""
        return self.record


def handle_of(training: Training, step: int = 0) -> Run:
    """Return the handle of a record; `step` is where its source opens."""
    source = Source(fingerprint(training), None, step=step, is_builtin=True, is_small=True)
    return MadeRun(source, training.scheme, min_frequency=training.min_frequency, record=training)
