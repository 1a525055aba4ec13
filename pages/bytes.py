"""Bytes: from a character to its code points, its UTF-8 bytes and its tokens."""

from ui.bytes.panels import bytes_page
from ui.controls.controls import training_controls
from ui.shell.frame import page

bar = page("bytes")
asked = training_controls(bar)
bytes_page(asked)
bar.end()
