"""What models read: real tokenizers on the reader's own sentence."""

from ui.models.panels import models_page
from ui.shell.frame import page

bar = page("models")
models_page(bar)
bar.end()
