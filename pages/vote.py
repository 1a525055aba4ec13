"""Class vote: phones answer, the projector shows how many, then what the record says."""

from ui.controls.controls import training_controls
from ui.shell.frame import page
from ui.vote.panels import voting

bar = page("vote")
voting(bar, training_controls(bar))
bar.end()
