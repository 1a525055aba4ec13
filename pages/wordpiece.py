"""BPE and WordPiece: two runs of one corpus in lockstep, by count and by score."""

from ui.controls.following import follow_step
from ui.shell.frame import page
from ui.wordpiece.panels import lockstep, opening, runs

bar = page("wordpiece")
two = runs(bar)
follow_step(bar, *two, draw=lockstep, opening=opening(*two))
