"""The page How many merges?"""

from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="cost",
    place=130,
    icon=":material/show_chart:",
    group="lab",
    shows=Shows("first-chapters", needs="length"),
    beside="player",
    tabs=("merge", "unseen"),
    former={"model": "merge", "ledger": "merge"},
)
