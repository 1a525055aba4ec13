"""How large what a reader brings may be; `bpe/input/kinds.py` has the table of all files."""

from bpe.input.kinds import KINDS, MEGABYTE

LARGEST = KINDS["text"].app.size or 0  # of the file, and of what a packed one holds
LARGEST_TOKENIZER = KINDS["tokenizer"].app.size or 0
LONGEST_WORD = 100_000  # characters
MOST_WORDS = 500_000  # different ones: their record takes 140 bytes each, and a pair has three
ALL_TOKENS = 64_000_000  # characters of all tokens of a run: a page may spell them out
LONGEST_WHOLE = 1_000_000  # characters of a text that is one word

__all__ = [
    "ALL_TOKENS",
    "LARGEST",
    "LARGEST_TOKENIZER",
    "LONGEST_WHOLE",
    "LONGEST_WORD",
    "MEGABYTE",
    "MOST_WORDS",
]
