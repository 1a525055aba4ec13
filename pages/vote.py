"""Class vote: phones bet on the next merge, the projector shows how many, then the record."""

from ui.controls.controls import training_controls
from ui.shell.frame import page
from ui.vote.panels import voting

bar = page("vote")
voting(training_controls(bar))
bar.end()
