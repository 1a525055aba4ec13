"""The page SentencePiece."""

from ui.catalogue import opening
from ui.samples import NOVEL
from ui.shell.choices import Choice, PageRuns, one_of
from ui.shell.page import Page

NORMALIZERS = ("nmt_nfkc", "nfkc", "nfc", "none")
"""What rewrites a sentence before it is cut; the first is SentencePiece's own."""

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
    choices=(Choice("normalizer", one_of(NORMALIZERS)),),
    carries={"sentence": "sentence_text"},
    beside="picture",
    tabs=("changes", "training", "chinese"),
    parts={"training": ("trainer", "forbidden")},
)
