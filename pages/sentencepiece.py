"""SentencePiece: a sentence through its normalizer, encoder and decoder."""

from ui.controls.controls import choose_run
from ui.frame import page
from ui.sentencepiece.panels import sentence_tabs, step_of, three_parts, with_normalizer
from ui.sentencepiece.text import sentence_box

bar = page("sentencepiece")
run = choose_run(bar)
text, normalizer = sentence_box(run)
run = with_normalizer(run, normalizer)
step = step_of(run)
three_parts(run, text, step)
sentence_tabs(run, text, step)
bar.finish()
