"""Unigram: start from many pieces, give each a probability, prune what the corpus misses least."""

from ui.frame import page
from ui.unigram.controls import unigram_controls
from ui.unigram.lattice import pruned_lattice
from ui.unigram.panels import unigram_tabs

bar = page("unigram")
run, word = unigram_controls(bar)
step = pruned_lattice(run, word)
unigram_tabs(run, word, step)
bar.finish()
