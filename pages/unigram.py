"""Unigram: start from many pieces, estimate their probabilities, prune the least useful ones."""

from ui.frame import page
from ui.views.unigram import choose_run_and_word, draw_pruned_lattice, draw_unigram_tabs

bar = page("unigram")
run, word = choose_run_and_word(bar)
step = draw_pruned_lattice(run, word)
draw_unigram_tabs(run, word, step)
bar.finish()
