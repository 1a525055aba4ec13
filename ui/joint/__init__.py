"""The page Two languages, one vocabulary."""

from ui.catalogue import opening
from ui.samples import parallel_samples
from ui.shell.choices import OWN_PAIR, Choice, PageRuns, one_of
from ui.shell.page import Page

PAGE = Page(
    name="joint",
    place=140,
    icon=":material/translate:",
    group="lab",
    shows=PageRuns(
        next(iter(parallel_samples())),
        schemes=("subword-nmt", "paper", "huggingface", "gpt", "sentencepiece"),
        choice="pair",
        text_by_language=opening("joint"),
    ),
    choices=(Choice("pair", one_of(parallel_samples()), own=(OWN_PAIR,)),),
    tabs=("shared", "cost", "filter"),
)
