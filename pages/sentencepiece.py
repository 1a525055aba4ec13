"""Sentences without spaces: normalizer, encoder and decoder of SentencePiece."""

from ui.controls.controls import choose_run
from ui.frame import page
from ui.sentencepiece import PAGE
from ui.sentencepiece.panels import sentence_tabs, three_parts, with_normalizer
from ui.sentencepiece.text import sentence_box
from ui.shell.tabs import picture

bar = page("sentencepiece")
run = choose_run(bar)
text, normalizer = sentence_box(run)
run = with_normalizer(run, normalizer)
with picture(PAGE):
    three_parts(run, text)
sentence_tabs(run, text)
bar.finish()
