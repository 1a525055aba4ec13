"""How many merges? What the text and the vocabulary cost together, at every step."""

from ui.cost.panels import cost_panels, cost_player
from ui.cost.tabs import cost_controls
from ui.shell.frame import page

bar = page("cost")
run = cost_controls(bar)
step = cost_player(run)
cost_panels(run, step)
bar.end()
