"""The page BPE and WordPiece."""

from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="wordpiece",
    place=80,
    icon=":material/compare:",
    group="other",
    shows=Shows("hug", schemes=("wordpiece",), scheme="wordpiece"),
    fills=True,
    beside="player",
    tabs=("pairs", "scatter", "parting", "encode"),
    former={"rare": "pairs", "claims": "pairs"},
)
