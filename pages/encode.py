"""Encode and decode: new text through the learned merges, step by step, and back."""

from ui.frame import page
from ui.pickers import choose_run
from ui.views.encode import ask_text, draw_details, draw_word

bar = page("encode")
run = choose_run(bar)
question = ask_text(run)
draw_word(question)
draw_details(question)
bar.finish()
