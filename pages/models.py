"""What models read: real tokenizers on the reader's own sentence."""

from ui.frame import page
from ui.models.panels import models_page

bar = page("models")
models_page(bar)
bar.finish()
