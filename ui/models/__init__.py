"""What the page What models read shows."""

from bpe.readings.tokenizers import SCRIPTS
from ui.corpora.tokenizers import shipped
from ui.shell.choices import OWN_FILES, Choice, one_of
from ui.shell.page import Page

OWN_RUN = "own"
"""The reader's run, in place of a tokenizer that comes with the app."""

TOKENIZERS = (*shipped(), OWN_RUN)

PAGE = Page(
    name="models",
    place=60,
    icon=":material/forum:",
    group="real",
    choices=(
        Choice("model", one_of(TOKENIZERS), own=(OWN_FILES,)),
        Choice("beside", one_of(TOKENIZERS), own=(OWN_FILES,)),
        Choice("script", one_of(SCRIPTS)),
    ),
    carries={"sentence": "models_text", "find": "models_find"},
    more=(),
    beside="picture",
    tabs=("inside", "cost", "edges", "find", "unused", "file"),
    parts={
        "inside": ("letters", "numbers", "code", "rows"),
        "cost": ("all", "languages"),
        "edges": ("edge", "special", "chat", "space"),
    },
)
