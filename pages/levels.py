"""Why subwords: characters, words and subwords side by side on one text."""

from ui.controls import training_controls
from ui.frame import page
from ui.levels_panels import CORPUS, SCHEMES, levels_page

page("levels")
training = training_controls("levels", schemes=SCHEMES, default_corpus=CORPUS)
levels_page(training)
