"""How many merges? What the text and the vocabulary cost together, at every step."""

from ui.controls.controls import training_controls
from ui.cost.panels import cost_panels, cost_player
from ui.shell.frame import page

bar = page("cost")
asked = training_controls(bar)
step = cost_player(asked.training)
cost_panels(asked, step)
bar.end()
