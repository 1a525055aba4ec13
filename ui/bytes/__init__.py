"""The page Bytes."""

from ui.shell.choices import Shows
from ui.shell.page import Page

PAGE = Page(
    name="bytes",
    place=70,
    icon=":material/memory:",
    group="real",
    shows=Shows(
        "chinese-classics", schemes=("gpt", "minbpe", "cs336"), scheme="gpt", needs="characters"
    ),
    beside="picture",
    tabs=("made", "merging", "cuts"),
    parts={"merging": ("merges", "spelling")},
)
