"""Encode and decode: new text through the learned merges, step by step, and back."""

from ui.controls.controls import training_controls
from ui.encode.panels import encode_page
from ui.shell.frame import page

bar = page("encode")
asked = training_controls(bar)
encode_page(asked.training)
bar.end()
