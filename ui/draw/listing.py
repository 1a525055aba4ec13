"""A program as it is copied, and what its lines did, in room made below them."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

from ui.draw.parts import styles
from ui.draw.say import write
from ui.shell.text import t

_STYLE = Path(__file__).with_name("listing.css")


def listing(program: str, told: Mapping[int, str]) -> None:
    """Draw a program; `told` is, as HTML, what is said of the line of a number, from 0."""
    styles(_STYLE)
    room = dict.fromkeys(told, " class=told")
    lines = enumerate(program.splitlines())
    code = "\n".join(f"<span{room.get(at, '')}>{escape(line)}</span>" for at, line in lines)
    values = "".join(
        f'<p style="--line:{at + 1};--above:{above}">{value}</p>'
        for above, (at, value) in enumerate(sorted(told.items()))
    )
    copy, copied = escape(t("common.copy")), escape(t("common.copied"))
    write(
        f'<div class="program"><button class="copy" data-done="{copied}">{copy}</button>'
        f'<pre data-program="">{code}\n</pre>{values}</div>'
    )
