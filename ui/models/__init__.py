"""What the page What models read shows."""

from ui.shell.page import Page

PAGE = Page(
    name="models",
    place=120,
    icon=":material/forum:",
    group="real",
)
