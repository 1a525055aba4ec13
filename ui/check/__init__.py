"""The page Check my BPE."""

from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="check",
    place=140,
    icon=":material/rule:",
    group="lab",
    shows=Shows("four-stories", scheme="cs336"),
)
