"""BPE beside WordPiece: two runs in lockstep, by another score, pair or library's rules."""

from ui.controls.details import details
from ui.frame import page
from ui.wordpiece import PAGE
from ui.wordpiece.panels import PANELS, lockstep, part_step
from ui.wordpiece.runs import two_runs

bar = page("wordpiece")
first, second = two_runs(bar)
lockstep(first, second)
details(PAGE, PANELS, first, second, default=part_step(first, second))
bar.finish()
