"""Why subwords: characters, words and subwords side by side on one text."""

from ui.controls.controls import training_controls
from ui.levels.panels import CORPUS, SCHEMES, levels_page
from ui.shell.frame import page

bar = page("levels")
asked = training_controls(bar, schemes=SCHEMES, default_corpus=CORPUS)
levels_page(asked.training)
