"""A part of a text that a run has not seen: which it is, and what it costs, in a worker."""

import re
from collections.abc import Callable

import numpy as np

from bpe import Corpus, Scheme, Training
from bpe.readings.description_length import CostCurve, description_length_of
from ui.corpora.sources import Source, text_in
from ui.corpora.uploads import corpus_of_text

# A full stop ends one where white space follows, and a Chinese one anywhere.
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.!?](?!\s))*+(?:[.!?。！？\n]++|\Z)\s*+")

SHARE, SEED = 0.2, 0
"""Part of the sentences that is held out, and by what they are drawn."""


def corpus_of_part(text: str, is_held: bool, source: str, scheme: Scheme) -> Corpus:
    """Split into words the sentences of a text that are held out, or those that are kept.

    A sentence ends at its sign or at the line's end. Raises Refusal where a part has no words.
    """
    sentences = [each for each in _SENTENCE.findall(text) if each.strip()]
    out = np.random.default_rng(SEED).random(len(sentences)) < SHARE
    if sentences and out.all() == out.any():
        out[0] = not out[0]  # neither part is empty
    chosen = (each for each, is_out in zip(sentences, out, strict=True) if is_out == is_held)
    return corpus_of_text("".join(chosen), source, scheme)


def part_of(source: Source, is_held: bool, scheme: Scheme) -> Corpus:
    """Split a part of a text into words; of a table take a part of the occurrences."""
    if source.file is not None:
        return corpus_of_part(text_in(source.file), is_held, source.name, scheme)
    return source.corpus(scheme).split(SHARE, SEED)[is_held]


def cost_of_unseen(training: Training, corpus: Callable[[], Corpus]) -> CostCurve:
    """Return the cost, at every step, of a corpus that a run has not seen."""
    return description_length_of(training, corpus())
