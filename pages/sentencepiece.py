"""Sentences without spaces: normalizer, trainer, encoder and decoder of SentencePiece."""

from ui.controls import training_controls
from ui.frame import page
from ui.sentencepiece_panels import (
    CORPUS,
    four_parts,
    sentence_box,
    sentence_tabs,
    with_normalizer,
)

page("sentencepiece")
text, normalizer = sentence_box()
training = training_controls(
    "sentencepiece",
    schemes=("sentencepiece",),
    default_scheme="sentencepiece",
    default_corpus=CORPUS,
)
training = with_normalizer(training, normalizer)
four_parts(training, text)
sentence_tabs(training, text)
