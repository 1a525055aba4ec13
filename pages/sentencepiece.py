"""SentencePiece: a sentence through its normalizer, encoder and decoder."""

from ui.frame import page
from ui.pickers import choose_run
from ui.views.sentencepiece import draw_parts, draw_sentence_tabs, sentence_box, with_normalizer

bar = page("sentencepiece")
run = choose_run(bar)
text, normalizer = sentence_box(run)
run = with_normalizer(run, normalizer)
step = draw_parts(run, text)
draw_sentence_tabs(run, text, step)
bar.finish()
