"""Text that a run has not seen: a part of its corpus, held out while the rest is learned from."""

from dataclasses import replace

from bpe import Corpus, Training
from ui.controls.asked import Asked
from ui.controls.running import leaving, result_of
from ui.corpora.cache import remembered
from ui.corpora.jobs import digest, given
from ui.shell.page import Page

SHARE, SEED = 0.2, 0
"""Part of the occurrences that is held out, and by what it is drawn."""


class Held:
    """A corpus held out, told from others by what it is, not by what it holds."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus


@remembered
def parted(training: Training) -> tuple[Corpus, Held]:
    """Part the corpus of a run: what is kept, and what is held out.

    Raises `CorpusError` where it has one occurrence of one word only.
    """
    kept, held_out = training.corpus.split(SHARE, SEED)
    return kept, Held(held_out)


def learned_from(kept: Corpus, asked: Asked, page: Page) -> Training:
    """Learn from the part that is kept, with the settings of a reader's run."""
    request = replace(
        asked.request,
        digest=digest("kept", asked.request.digest, f"{SHARE} {SEED}"),
        corpus=given(kept),
    )
    training: Training = result_of(request.job, cancel=leaving(page))
    return training
