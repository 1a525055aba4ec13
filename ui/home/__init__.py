"""The first page: where the others are shown as one path."""

from ui.shell.choices import Choice, one_of
from ui.shell.page import Page

PAGE = Page(
    name="home",
    place=0,
    icon=":material/home:",
    group="learn",
    more=(),
    choices=(Choice("at", one_of(("why",)), here=True),),
)
