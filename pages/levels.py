"""Why subwords: characters, words and subwords side by side on one text."""

from ui.controls.controls import training_controls
from ui.levels.panels import levels_page
from ui.shell.frame import page

bar = page("levels")
levels_page(training_controls(bar))
bar.end()
