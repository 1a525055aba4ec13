"""The page Why subwords."""

from ui.corpora.samples import NOVEL, SCHOOL_YEAR
from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="levels",
    place=10,
    icon=":material/stacks:",
    group="learn",
    # Words between white space, so that the levels can be compared.
    shows=Shows(
        NOVEL,
        schemes=("paper", "subword-nmt", "huggingface"),
        needs="length",
        in_chinese=SCHOOL_YEAR,
    ),
)
