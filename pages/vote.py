"""Class vote: phones answer, the projector shows how many, then what the record says."""

from ui.controls.controls import choose_run
from ui.frame import page
from ui.vote.panels import voting

bar = page("vote")
voting(bar, choose_run(bar))
bar.finish()
