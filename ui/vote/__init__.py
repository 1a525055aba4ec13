"""The page Class vote: phones bet on the next merge, the projector counts them."""

from ui.corpora.samples import first_sample
from ui.shell.choices import Choice
from ui.shell.page import Page
from ui.shell.runs import Shows
from ui.vote.rooms import as_code

PAGE = Page(
    name="vote",
    place=115,
    icon=":material/how_to_vote:",
    group="learn",
    shows=Shows(first_sample().name),
    choices=(Choice("room", as_code),),
)
