"""Bytes: from a character to its code points, its UTF-8 bytes and its tokens."""

from ui.bytes.panels import bytes_tabs, text_and_step, text_strip
from ui.controls.controls import choose_run
from ui.frame import page

bar = page("bytes")
run = choose_run(bar)
text, step = text_and_step(run)
text_strip(run, text, step)
bytes_tabs(run, text, step)
bar.finish()
