"""Encode and decode: new text through the learned merges, step by step, and back."""

from ui.controls.controls import choose_run
from ui.encode.panels import draw_details, draw_word
from ui.encode.text import ask_text
from ui.frame import page

bar = page("encode")
run = choose_run(bar)
question = ask_text(run)
draw_word(question)
draw_details(question)
bar.finish()
