"""Look up the words on the screen, in the reader's language."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

import numpy as np
import regex

from bpe import CorpusError
from ui.cache import is_remembering
from ui.catalogue import Refusal, catalogue, say_refusal

LONGEST_VALUE = 200  # characters of a value in a refusal; the longest list of choices has 130


_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Have a language spoken, where no page says which: in another process."""
    before = _spoken.set(lang)
    try:
        yield
    finally:
        _spoken.reset(before)


def language() -> str:
    """Name the language of this page.

    Raises RuntimeError where what is worded would be remembered for readers of other languages:
    there the language is an argument, and `speaking` has it spoken.
    """
    if spoken := _spoken.get():
        return spoken
    if is_remembering():
        raise RuntimeError("what is remembered must take the language as an argument")
    # A worker speaks as it is told, and loads no Streamlit for it.
    from ui.shell import session

    return session.language()


def t(key: str, **values: object) -> str:
    """Look up `key`, "<area>.<name>", and fill in its placeholders: whole numbers as 12,345.

    A text that is written from right to left turns nothing around it.
    Raises KeyError with the key when no catalogue has it.
    """
    shown = {name: _shown(value) for name, value in values.items()}
    return catalogue(language())[key].format(**shown)


class _Number(int):
    """A whole number that is written with thousands separators where nothing else is asked for."""

    def __format__(self, how: str) -> str:
        return super().__format__(how or ",")


def _shown(value: object) -> object:
    # Hundreds of sentences are made for one map: what needs no separators is left as it is.
    if isinstance(value, int | np.integer) and not -1000 < value < 1000:
        return _Number(int(value))
    if isinstance(value, str) and not value.isascii() and _LEFTWARD.search(value):
        return isolated(value)
    return value


# What is written from right to left: Hebrew, Arabic, Syriac, Thaana and others.
_LEFTWARD = regex.compile(r"[\p{bc=R}\p{bc=AL}]")


def isolated(text: str) -> str:
    """Set a text apart, so that its direction is its own: what a `bdi` does, where no HTML is."""
    return f"\u2068{text}\u2069"


def sentence(error: CorpusError) -> str:
    """Say in the reader's language what does not fit, safe to show in Markdown."""
    return say_refusal(error, language(), safe=partial(quoted, limit=LONGEST_VALUE))


def refusal(error: CorpusError) -> str:
    """Say why a run is not to be had, safe to show in Markdown."""
    said = sentence(error)
    return said if isinstance(error, Refusal) else t("errors.engine", sentence=said)


# What turns the words around it, or is nothing to see: controls and halves of surrogate pairs.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def quoted(value: str, limit: int = 40) -> str:
    """Make a stranger's words safe to show in Markdown: a short span of code, on one line.

    Every name, text and value that is not the app's own goes through this where Markdown is read:
    in what `st.markdown`, headings, boxes and toasts say, in labels, and in options that are
    buttons. Options of a select box and what `ui.draw.say` writes are plain text already.
    """
    shown = value if len(value) <= limit else value[: limit - 1] + "…"
    words = _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", shown.replace("`", "'")).split()
    return "`` " + " ".join(words) + " ``" if words else ""
