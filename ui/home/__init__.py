"""The first page: where the others are shown as one path."""

from ui.shell.page import Page

PAGE = Page(
    name="home",
    place=0,
    icon=":material/home:",
    group="learn",
    more=(),
    places=("why",),
    took_in={"levels": {"at": "why"}},
)
