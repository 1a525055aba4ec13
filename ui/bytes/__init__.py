"""The page Bytes."""

from ui.catalogue import opening
from ui.shell.choices import PageRuns
from ui.shell.page import Page

PAGE = Page(
    name="bytes",
    place=70,
    icon=":material/memory:",
    group="real",
    shows=PageRuns(
        "fables",
        schemes=("gpt", "minbpe", "cs336"),
        scheme="gpt",
        needs="characters",
        text_by_language=opening("bytes"),
    ),
    carries={"sentence": "bytes_text"},
    beside="picture",
    tabs=("made", "merging", "cuts", "stream"),
    parts={"merging": ("merges", "spelling")},
)
