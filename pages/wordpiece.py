"""BPE and WordPiece: two runs of one corpus in lockstep, by count and by score."""

from ui.shell.frame import page
from ui.wordpiece.panels import lockstep, panels, runs

bar = page("wordpiece")
two = runs(bar)
step = lockstep(two)
panels(two, step)
bar.end()
