"""The page BPE and WordPiece."""

from ui.corpora.samples import SCHOOL_WORDS
from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="wordpiece",
    place=80,
    icon=":material/compare:",
    group="other",
    shows=Shows("hug", schemes=("wordpiece",), scheme="wordpiece", in_chinese=SCHOOL_WORDS),
    fills=True,
    beside="player",
    tabs=("pairs", "scatter", "parting", "encode"),
    former={"rare": "pairs", "claims": "pairs"},
)
