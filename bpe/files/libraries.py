"""The libraries that run tokenizers read from files. Only who opens such a file needs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import regex

from ..errors import CorpusError, short

BAD_PATTERN = (regex.error, RecursionError, ValueError, OverflowError, MemoryError)
"""What compiling a stranger's pattern raises."""


def library(name: str) -> Any:
    """Return a package: "tokenizers", "tiktoken" or "sentencepiece".

    Raises `CorpusError` where it is not installed.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise CorpusError("library", name=name) from error


@contextmanager
def refusals(library: str, file: str) -> Iterator[None]:
    """Turn what a library says of a file or a text into `CorpusError`.

    These libraries raise whatever their C++ or Rust has: plain `Exception`, and for a pattern that
    gives up a panic, which is not even one.
    """
    try:
        yield
    except CorpusError:
        raise
    except (MemoryError, RecursionError) as error:
        raise CorpusError("refused", file=file, library=library, error=short(error)) from error
    except BaseException as error:
        is_panic = type(error).__name__ == "PanicException"
        if not isinstance(error, Exception) and not is_panic:
            raise
        said = " ".join(str(error).split())[:120]
        raise CorpusError("refused", file=file, library=library, error=said) from error
