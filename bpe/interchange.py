"""Other libraries' tokenizer files: `load` and `load_path` read them, the other functions write
them.

`FORMATS` names the known kinds of files; `WORDS` names the split patterns for files that do not
state one; `Opened` is the type that `load` returns.

>>> from bpe.interchange import FORMATS, WORDS
>>> FORMATS[:4], "gpt4" in WORDS
(('tokenizer.json', 'tiktoken', 'sentencepiece', 'merges.txt'), True)
"""

from .files.by_sentencepiece import to_sentencepiece_model
from .files.pairs import load_merges
from .files.patterns import WORDS
from .files.read import load, load_path
from .files.tokenizer import FORMATS, FileEncoding, FileTokenizer
from .files.write import (
    library_files,
    merges_text,
    to_subword_nmt_codes,
    to_tiktoken,
    to_tokenizer_json,
)

__all__ = [
    "FORMATS",
    "WORDS",
    "FileEncoding",
    "FileTokenizer",
    "Opened",
    "library_files",
    "load",
    "load_merges",
    "load_path",
    "merges_text",
    "to_sentencepiece_model",
    "to_subword_nmt_codes",
    "to_tiktoken",
    "to_tokenizer_json",
]

Opened = FileTokenizer
"""Result of `load`."""
