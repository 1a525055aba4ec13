"""Class vote: phones answer, the projector shows the count, then the record's verdict."""

from ui.frame import page
from ui.pickers import choose_run
from ui.views.vote import draw_vote

bar = page("vote")
run = choose_run(bar)
draw_vote(bar, run)
bar.finish()
