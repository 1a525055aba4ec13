"""Step through BPE: watch the vocabulary grow, one merge at a time."""

from ui.controls.controls import training_controls
from ui.controls.following import follow_step
from ui.shell.frame import page
from ui.train.panels import stepping

bar = page("train")
follow_step(bar, training_controls(bar, own_button=True), draw=stepping)
