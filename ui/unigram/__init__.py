"""The page Unigram."""

from ui.languages import opening
from ui.shell.choices import Shows
from ui.shell.page import Page

PAGE = Page(
    name="unigram",
    place=100,
    icon=":material/content_cut:",
    group="other",
    shows=Shows("six-words", schemes=("unigram",), scheme="unigram", opens=opening("unigram")),
    tabs=("splits", "pieces", "sampling", "compare"),
    parts={"pieces": ("removal", "vocabulary")},
)
