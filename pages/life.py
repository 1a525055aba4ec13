"""A token's life: what built it, what it went into, how often it was used, and when it was gone."""

from ui.controls.controls import training_controls
from ui.life.panels import life_panels, life_picture
from ui.shell.frame import page

bar = page("life")
asked = training_controls(bar)
shown, step = life_picture(asked)
life_panels(shown, step)
bar.end()
