"""Predict the merge: rounds that ask before they show."""

from ui.frame import page
from ui.quiz.panels import quiz_page

bar = page("quiz")
quiz_page(bar)
bar.finish()
