"""What models read: real tokenizers on the reader's own sentence."""

from ui.frame import page
from ui.views.models import choose_tokenizers, draw_readings
from ui.views.models_chapters import draw_chapters

bar = page("models")
sides = choose_tokenizers(bar)
readings = draw_readings(sides)
if readings is not None:
    draw_chapters(readings)
bar.finish()
