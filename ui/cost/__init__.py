"""The page How many merges?"""

from ui.corpora.samples import SCHOOL_YEAR
from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="cost",
    place=130,
    icon=":material/show_chart:",
    group="lab",
    shows=Shows("first-chapters", needs="length", in_chinese=SCHOOL_YEAR),
    beside="player",
    tabs=("merge", "unseen"),
    former={"model": "merge", "ledger": "merge"},
)
