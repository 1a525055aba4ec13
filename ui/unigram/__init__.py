"""The page Unigram."""

from ui.corpora.samples import SCHOOL_YEAR
from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="unigram",
    place=100,
    icon=":material/content_cut:",
    group="other",
    shows=Shows("six-words", schemes=("unigram",), scheme="unigram", in_chinese=SCHOOL_YEAR),
    beside="player",
    tabs=("splits", "pieces", "sampling", "compare"),
    parts={"pieces": ("removal", "vocabulary", "rounds")},
    former={"course": None},
)
