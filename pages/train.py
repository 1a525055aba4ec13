"""Step through BPE: watch the vocabulary grow, one merge at a time."""

from ui.controls.controls import training_controls
from ui.controls.following import follow_step
from ui.shell.frame import page
from ui.train.downloads import downloads
from ui.train.panels import stepping

bar = page("train")
asked = training_controls(bar, own_button=True)
downloads(bar, asked)
follow_step(bar, asked, draw=stepping)
