"""The page SentencePiece."""

from ui.languages import opening
from ui.samples import NOVEL
from ui.shell.choices import PageRuns
from ui.shell.page import Page

PAGE = Page(
    name="sentencepiece",
    place=90,
    icon=":material/space_bar:",
    group="other",
    shows=PageRuns(
        NOVEL,
        schemes=("sentencepiece",),
        scheme="sentencepiece",
        needs="length",
        text_by_language=opening("sentencepiece"),
    ),
    beside="picture",
    tabs=("changes", "training", "chinese"),
    parts={"training": ("trainer", "forbidden")},
)
