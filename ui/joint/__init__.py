"""The page Two languages, one vocabulary."""

from ui.corpora.samples import parallel_samples
from ui.shell.page import Page
from ui.shell.runs import Shows

PAGE = Page(
    name="joint",
    place=80,
    icon=":material/translate:",
    group="lab",
    shows=Shows(
        next(iter(parallel_samples())),
        schemes=("subword-nmt", "paper", "huggingface", "gpt", "sentencepiece"),
        scheme="subword-nmt",
        choice="pair",
    ),
)
