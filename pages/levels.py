"""Why subwords: characters, words and subwords side by side on one text."""

from ui.controls.controls import training_controls
from ui.levels.panels import CORPUS, SCHEMES, levels_page
from ui.shell.frame import page

page("levels")
asked = training_controls(schemes=SCHEMES, default_corpus=CORPUS)
levels_page(asked.training)
