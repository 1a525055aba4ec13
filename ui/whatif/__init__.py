"""The page What if."""

from ui.corpora.samples import first_sample
from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="whatif",
    place=130,
    icon=":material/alt_route:",
    group="lab",
    shows=Shows(first_sample().name),
)
