"""Step through BPE: watch the vocabulary grow, one merge at a time."""

from ui.controls.controls import training_controls
from ui.controls.pins import pinned_words
from ui.player import player
from ui.shell import session
from ui.shell.frame import page
from ui.train.panels import panels

page("train")
training = training_controls("train")
step = player(
    training,
    key="train",
    pinned=pinned_words(training, "train"),
    default=session.opening_step(),
)
panels(training, step, key="train")
