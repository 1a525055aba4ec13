"""The page A token's life."""

from ui.corpora.samples import NOVEL
from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="life",
    place=100,
    icon=":material/account_tree:",
    group="lab",
    shows=Shows(NOVEL),
)
