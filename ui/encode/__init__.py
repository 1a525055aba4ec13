"""The page Encode and decode."""

from ui.corpora.samples import NOVEL, SCHOOL_YEAR
from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="encode",
    place=30,
    icon=":material/swap_horiz:",
    group="learn",
    shows=Shows(NOVEL, in_chinese=SCHOOL_YEAR),
    carries={"sentence": "encode_text"},
    beside="player",
    tabs=("encoders", "back"),
    parts={"back": ("unknown", "decode")},
    former={
        "ways": "encoders",
        "dropout": "encoders",
        **dict.fromkeys(("steps", "growing", "typing", "merges")),
    },
)
