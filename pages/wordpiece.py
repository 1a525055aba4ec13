"""BPE beside WordPiece: two runs in lockstep, by another score, pair or library's rules."""

from functools import partial

from ui.controls.following import follow_step
from ui.shell.frame import page
from ui.wordpiece.panels import lockstep, opening, shown
from ui.wordpiece.runs import two_runs

bar = page("wordpiece")
two = two_runs(bar)
follow_step(bar, *two, draw=partial(lockstep, of=shown()), opening=opening(*two))
