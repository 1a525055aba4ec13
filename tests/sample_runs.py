"""Runs of the samples, each made once for all tests that read it."""

from functools import cache

from bpe import PRESETS, Training, train
from ui.corpora.samples import samples
from ui.corpora.sources import of_sample


@cache
def trained(name: str, scheme: str = "paper", merges: int | None = None) -> Training:
    """Return the run of a sample as its page shows it, or with as many merges."""
    source = of_sample(samples()[name])
    most = source.merges if merges is None else merges
    return train(source.corpus(PRESETS[scheme]), scheme, max_merges=most)
