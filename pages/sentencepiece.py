"""Sentences without spaces: normalizer, encoder and decoder of SentencePiece."""

from ui.controls.controls import training_controls
from ui.sentencepiece import PAGE
from ui.sentencepiece.panels import sentence_tabs, three_parts, with_normalizer
from ui.sentencepiece.text import sentence_box
from ui.shell.frame import page
from ui.shell.tabs import picture

bar = page("sentencepiece")
asked = training_controls(bar)
text, normalizer = sentence_box(asked)
asked = with_normalizer(asked, normalizer)
with picture(PAGE):
    three_parts(asked, text)
sentence_tabs(asked, text)
bar.end()
