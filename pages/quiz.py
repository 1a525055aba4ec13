"""Predict the merge: rounds that ask before they show."""

from ui.frame import page
from ui.views.quiz import choose_round, draw_round, offer_worksheet
from ui.views.quiz_beat import draw_beat

bar = page("quiz")
asked = choose_round(bar)
if isinstance(asked, str):
    draw_beat(bar, asked)
else:
    draw_round(asked)
    offer_worksheet(bar, asked)
bar.finish()
