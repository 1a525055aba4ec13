"""A tokenizer whose library runs over texts somewhere else, such as in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .by_merges import MergesTokenizer
from .read import Opened

_OF_LIBRARY = ("_encoded", "_decoded", "_cut", "places", "framed")
_OF_MERGES = ("_cut",)

Ask = Callable[[str, Any], Any]
"""(name of what to do, text or ids) -> what `run_here` returns for them."""


def run_elsewhere(tokenizer: Opened, ask: Ask) -> None:
    """From now on ask for all that patterns and rules of the files do to a text.

    Tokens, ids and merges are still looked up here. What `ask` raises, `encode` raises.
    """
    names = _OF_MERGES if isinstance(tokenizer, MergesTokenizer) else _OF_LIBRARY
    for name in names:
        setattr(tokenizer, name, partial(ask, name))


def run_here(tokenizer: Opened, name: str, given: Any) -> Any:
    """Do what `ask` was asked for, with a tokenizer of the same files."""
    if name not in _OF_LIBRARY:
        raise ValueError(f"name must be one of {', '.join(_OF_LIBRARY)}, got {name!r}. Choose one.")
    return getattr(tokenizer, name)(given)
