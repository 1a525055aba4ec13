"""Unigram: start from many pieces, give each a probability, prune what the corpus misses least."""

from ui.frame import page
from ui.unigram_controls import unigram_controls
from ui.unigram_panels import pruned_lattice, unigram_tabs

page("unigram")
training, word = unigram_controls()
step = pruned_lattice(training, word)
unigram_tabs(training, word, step)
