"""Other libraries' tokenizer files, in and out: `load` reads them, the rest writes them.

`FORMATS` are the kinds of files that are known, `WORDS` what can be said of how ranks cut a text
into words, `Opened` what `load` returns.

>>> from bpe.interchange import FORMATS, WORDS
>>> FORMATS, "gpt4" in WORDS
(('tokenizer.json', 'tiktoken', 'sentencepiece', 'merges.txt'), True)
"""

from .files.models import to_sentencepiece_model
from .files.pairs import load_merges
from .files.read import WORDS, Opened, load
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
    "merges_text",
    "to_sentencepiece_model",
    "to_subword_nmt_codes",
    "to_tiktoken",
    "to_tokenizer_json",
]
