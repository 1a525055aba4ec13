"""Step through BPE: watch the vocabulary grow, one merge at a time."""

from functools import partial

from ui.controls.controls import training_controls
from ui.controls.pins import pinned_words
from ui.player import player
from ui.shell.frame import page
from ui.train.panels import answer, panels, ways_on

bar = page("train")
asked = training_controls(bar)
step = player(
    asked.training,
    key="train",
    pinned=pinned_words(asked.training, "train"),
    default=asked.opening,
    asks=partial(answer, "train"),
)
ways_on(asked.training, step)
panels(asked, step, key="train")
bar.end()
