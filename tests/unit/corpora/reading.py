"""Read files as the app does, for the tests of what they may hold."""

from dataclasses import replace

import pytest

from bpe import PRESETS, CorpusError
from ui.catalogue import say_refusal
from ui.corpora.uploads import corpus_of, corpus_of_text, read


def counts_of(data: bytes, name: str, encoding=None, limits=None, **columns) -> dict[str, int]:
    """Read a table's words by the columns that are guessed, or by others."""
    table = replace(read(data, name, encoding, limits=limits), **columns)
    return dict(corpus_of(name, data, table, PRESETS["paper"], limits).items())


def words_of(data: bytes, name: str, encoding=None, limits=None) -> object:
    """Read a file all the way to its words."""
    file = read(data, name, encoding, limits=limits)
    if file.kind == "text":
        return corpus_of_text(file.text, name, "paper")
    corpus = corpus_of(name, data, file, PRESETS["paper"], limits)
    return dict(corpus.items()) if file.kind == "table" else corpus


def refused(data: bytes, name: str, **options) -> str:
    """Return the code of the sentence a file is refused with, after checking both languages."""
    with pytest.raises(CorpusError) as caught:
        words_of(data, name, **options)
    for lang in ("en", "zh"):
        assert "{" not in say_refusal(caught.value, lang, lambda text: text.replace("{", "("))
    return caught.value.code
