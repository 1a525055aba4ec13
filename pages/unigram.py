"""Unigram: start from many pieces, give each a probability, prune what the corpus misses least."""

from ui.shell.frame import page
from ui.unigram.controls import unigram_controls
from ui.unigram.panels import pruned_lattice, unigram_tabs

bar = page("unigram")
asked, word = unigram_controls(bar)
step = pruned_lattice(asked.training, word)
unigram_tabs(asked, word, step)
bar.end()
