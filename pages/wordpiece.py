"""BPE vs. WordPiece: two runs in lockstep, by another score, pair or library's rules."""

from ui.details import details
from ui.frame import page
from ui.views.wordpiece import TABS, choose_two_runs, draw_lockstep, parting_of

bar = page("wordpiece")
first, second = choose_two_runs(bar)
part = parting_of(first, second)
draw_lockstep(first, second, part)
details(TABS, first, second, default=part or 0, last=max(len(first), len(second)))
bar.finish()
