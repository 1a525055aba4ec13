"""The page Class vote: phones answer what the record judges, the projector counts them."""

from ui.catalogue import opening
from ui.samples import SIX_WORDS
from ui.shell.choices import Choice, PageRuns, one_of
from ui.shell.page import Page
from ui.vote.rooms import as_code

KINDS = ("merge", "tokens")
"""The kinds of question; the first one is the default."""

PAGE = Page(
    name="vote",
    place=115,
    icon=":material/how_to_vote:",
    group="learn",
    shows=PageRuns(SIX_WORDS, text_by_language=opening("vote")),
    choices=(Choice("room", as_code), Choice("ask", one_of(KINDS[1:]))),
)
