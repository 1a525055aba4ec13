"""BPE beside WordPiece: two runs in lockstep, by another score, pair or library's rules."""

from ui.controls.details import details
from ui.frame import page
from ui.wordpiece import PAGE
from ui.wordpiece.panels import PANELS, draw_lockstep
from ui.wordpiece.runs import choose_two_runs, parting_of

bar = page("wordpiece")
first, second = choose_two_runs(bar)
part = parting_of(first, second)
draw_lockstep(first, second, part)
details(PAGE, PANELS, first, second, default=part or 0)
bar.finish()
