"""Predict the merge: rounds that ask before they show."""

from ui.quiz.panels import quiz_page
from ui.shell.frame import page

bar = page("quiz")
quiz_page(bar)
bar.end()
