"""Encode and decode: new text through the learned merges, step by step, and back."""

from ui.controls import training_controls
from ui.encode_panels import encode_page
from ui.encode_text import CORPUS
from ui.frame import page

page("encode")
training = training_controls("encode", default_corpus=CORPUS)
encode_page(training)
