"""Unigram: start from many pieces, give each a probability, prune what the corpus misses least."""

from ui.shell.frame import page
from ui.unigram.controls import unigram_controls
from ui.unigram.panels import pruned_lattice, unigram_tabs

page("unigram")
training, word = unigram_controls()
step = pruned_lattice(training, word)
unigram_tabs(training, word, step)
