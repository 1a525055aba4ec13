"""Bytes: from a character to its code points, its UTF-8 bytes and its tokens."""

from ui.frame import page
from ui.pickers import choose_run
from ui.views.bytes import bytes_tabs, text_and_step, text_strip

bar = page("bytes")
run = choose_run(bar)
text, step = text_and_step(run)
text_strip(run, text, step)
bytes_tabs(run, text, step)
bar.finish()
