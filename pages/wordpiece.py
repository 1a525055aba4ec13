"""BPE and WordPiece: two runs of one corpus in lockstep, by count and by score."""

from ui.shell.frame import page
from ui.wordpiece.panels import lockstep, panels, runs

page("wordpiece")
bpe_run, wordpiece_run = runs()
step = lockstep(bpe_run, wordpiece_run)
panels(bpe_run, wordpiece_run, step)
