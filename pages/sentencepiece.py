"""Sentences without spaces: normalizer, trainer, encoder and decoder of SentencePiece."""

from ui.controls.controls import training_controls
from ui.sentencepiece.panels import (
    four_parts,
    sentence_box,
    sentence_tabs,
    with_normalizer,
)
from ui.shell.frame import page

bar = page("sentencepiece")
text, normalizer = sentence_box()
asked = training_controls(bar)
asked = with_normalizer(asked, normalizer)
four_parts(asked, text)
sentence_tabs(asked, text)
bar.end()
