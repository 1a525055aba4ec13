"""The page Unigram."""

from ui.catalogue import opening
from ui.shell.choices import PageRuns
from ui.shell.page import Page

PAGE = Page(
    name="unigram",
    place=100,
    icon=":material/content_cut:",
    group="other",
    shows=PageRuns(
        "six-words", schemes=("unigram",), scheme="unigram", text_by_language=opening("unigram")
    ),
    tabs=("splits", "pieces", "sampling", "compare"),
    parts={"pieces": ("removal", "vocabulary")},
)
