"""Bytes: from a character to its code points, its UTF-8 bytes and its tokens."""

from ui.bytes.panels import bytes_page
from ui.controls.controls import choose_run
from ui.frame import page

bar = page("bytes")
run = choose_run(bar)
bytes_page(run)
bar.finish()
