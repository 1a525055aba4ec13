"""Unigram: start from many pieces, give each a probability, prune what the corpus misses least."""

from ui.frame import page
from ui.unigram.controls import unigram_controls
from ui.unigram.lattice import pruned_lattice
from ui.unigram.panels import unigram_tabs

bar = page("unigram")
trained, word = unigram_controls(bar)
step = pruned_lattice(trained.training, word)
unigram_tabs(trained, word, step)
bar.finish()
