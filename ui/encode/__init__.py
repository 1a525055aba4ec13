"""The page Encode and decode."""

from ui.catalogue import opening
from ui.samples import NOVEL
from ui.shell.choices import PageRuns
from ui.shell.page import Page

PAGE = Page(
    name="encode",
    place=30,
    icon=":material/swap_horiz:",
    group="learn",
    shows=PageRuns(NOVEL, text_by_language=opening("encode")),
    carries={"sentence": "encode_text"},
    tabs=("sentence", "ways", "decode", "code"),
    parts={"ways": ("encoders", "pattern")},
)
