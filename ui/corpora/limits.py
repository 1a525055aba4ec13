"""How large what a reader brings may be."""

MEGABYTE = 2**20
LARGEST = 20 * MEGABYTE  # of the file, and of what a .gz unpacks to
LONGEST_WORD = 100_000  # characters
LONGEST_WHOLE = 1_000_000  # characters of a text that is one word
MOST_ROWS = 2_000_000
LARGEST_TOKENIZER = 64 * MEGABYTE  # of a tokenizer's file, and of what a .gz of one unpacks to
