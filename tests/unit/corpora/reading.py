"""Read files as the app does, for the tests of what they may hold."""

import io

import pyarrow
import pytest
from pyarrow import parquet

from ui.catalogue import Refusal, say_refusal
from ui.corpora.making import corpus_of_text
from ui.corpora.tables import word_counts
from ui.corpora.uploads import TextFile, read


def words_of(data: bytes, name: str, **options) -> object:
    """Read a file all the way to its words."""
    file = read(data, name, **options)
    if isinstance(file, TextFile):
        return corpus_of_text(file.text, name, "paper")
    return word_counts(file, file.word, file.count)


def refused(data: bytes, name: str, **options) -> str:
    """Return the code of the sentence a file is refused with, after checking both languages."""
    with pytest.raises(Refusal) as caught:
        words_of(data, name, **options)
    for lang in ("en", "zh"):
        assert "{" not in say_refusal(caught.value, lang)
    return caught.value.code


def as_parquet(**columns) -> bytes:
    buffer = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), buffer)
    return buffer.getvalue()
