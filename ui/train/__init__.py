"""The page Step through BPE."""

from ui.corpora.samples import first_sample
from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="train",
    place=20,
    icon=":material/skip_next:",
    group="learn",
    shows=Shows(first_sample().name),
    fills=True,
    beside="player",
    tabs=("pairs", "words", "vocabulary", "stop", "claims", "downloads"),
    former={"ties": "pairs", "over_time": "vocabulary", "spaces": "stop"},
)
