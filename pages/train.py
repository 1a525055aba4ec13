"""Step through BPE: watch the vocabulary grow, one merge at a time."""

from ui import session
from ui.controls import training_controls
from ui.frame import page
from ui.panels import panels, pinned_words
from ui.player import player

page("train")
training = training_controls("train")
step = player(
    training,
    key="train",
    pinned=pinned_words(training, "train"),
    default=session.opening_step(),
)
panels(training, step, key="train")
