"""How large what a reader brings may be; `bpe/input/kinds.py` has the table of all files."""

import os

from bpe.input.kinds import KINDS, MEGABYTE
from ui.cache import HOST

LARGEST = KINDS["text"].app.most  # of the file, and of what a packed one holds
LARGEST_TOKENIZER = KINDS["tokenizer"].app.most
LONGEST_WORD = 4_192  # bytes in UTF-8
MOST_WORDS = 500_000  # different ones: their record takes 140 bytes each, and a pair has three
ALL_TOKENS = 64_000_000  # characters of all tokens of a run: a page may spell them out
LONGEST_PASTED = 900_000  # characters; the server takes messages of 3 MB
LONGEST_WHOLE = 1_000_000  # characters of a text that is one word


def beyond(word: str) -> int:
    """Return how many bytes a word has where these are more than one may have, else 0."""
    if 4 * len(word) <= LONGEST_WORD:
        return 0
    size = len(word.encode("utf-8", "surrogatepass"))
    return size if size > LONGEST_WORD else 0


LONG_AT_ONCE = max(1, min((os.cpu_count() or 1) - 1, HOST // (1024 * MEGABYTE)))
"""Long jobs at a time, each in a process of its own; one core is for the readers."""
