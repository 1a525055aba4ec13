"""Encode and decode: new text through the learned merges, step by step, and back."""

from ui.controls.controls import choose_run
from ui.encode.panels import encode_page
from ui.frame import page

bar = page("encode")
run = choose_run(bar)
encode_page(run.training)
bar.finish()
