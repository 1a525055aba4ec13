"""Look up the sentences on the screen, in the reader's language."""

import math
import re
from collections.abc import Iterable
from functools import partial

import numpy as np
import regex

from bpe import CorpusError
from bpe.player.text import ask_for_language
from bpe.player.text import language as language
from bpe.player.text import speaking as speaking
from ui.cache import is_remembering
from ui.catalogue import LANGUAGES, Refusal, catalogue, say_refusal
from ui.samples import samples

MAX_VALUE_CHARS = 200  # characters of a value in a refusal; the longest list of choices has 130


def _language_of_page() -> str:
    """Return the language of this page.

    Raises RuntimeError inside a cached function, whose result would be reused for readers of other
    languages: pass the language as an argument and use `speaking`.
    """
    if is_remembering():
        raise RuntimeError("what is remembered must take the language as an argument")
    # A worker gets the language as an argument, and does not load Streamlit.
    from ui import state

    return state.language()


ask_for_language(_language_of_page)


def t(key: str, **values: object) -> str:
    """Look up `key`, "<area>.<name>", and fill in its placeholders: whole numbers as 12,345.

    A right-to-left text does not affect the text around it. Raises KeyError for an unknown key.
    """
    shown = {name: _shown(value) for name, value in values.items()}
    return catalogue(language())[key].format(**shown)


def in_list(items: Iterable[str]) -> str:
    """Join the items of a list as the reader's language does: "a, b, c"."""
    return t("common.comma").join(items)


def in_percent(share: float, digits: int = 1) -> str:
    """Write a share of 0 to 1 as a percentage with `digits` after the point: "12.3%"."""
    return f"{share:.{digits}%}"


def in_large(number: int) -> str:
    """Write the first three digits of a number, in the reader's unit: "12.3 million"."""
    units = number / LANGUAGES[language()].large
    digits = max(0, 2 - math.floor(math.log10(units))) if units else 0
    return t("common.large", n=f"{units:,.{digits}f}")


def corpus_name(name: str) -> str:
    """Return the title of a corpus for the reader: a sample, or own text."""
    sample = samples().get(name)
    return sample.title[language()] if sample else t(f"controls.corpus_{name}")


def scheme_name(name: str) -> str:
    """Return the title of a preset for the reader."""
    return t(f"controls.scheme_{name}")


class _Number(int):
    """A whole number that is written with thousands separators by default."""

    def __format__(self, how: str) -> str:
        return super().__format__(how or ",")


def _shown(value: object) -> object:
    # One map needs hundreds of sentences: skip numbers that need no separators.
    if isinstance(value, int | np.integer) and not -1000 < value < 1000:
        return _Number(int(value))
    if isinstance(value, str) and not value.isascii() and _LEFTWARD.search(value):
        return isolated(value)
    return value


# Right-to-left scripts: Hebrew, Arabic, Syriac, Thaana and others.
_LEFTWARD = regex.compile(r"[\p{bc=R}\p{bc=AL}]")


def isolated(text: str) -> str:
    """Isolate the direction of a text, as `bdi` does in HTML."""
    return f"\u2068{text}\u2069"


def sentence(error: CorpusError) -> str:
    """Return an error's sentence in the reader's language, safe in Markdown."""
    return say_refusal(error, language(), safe=partial(quoted, limit=MAX_VALUE_CHARS))


def refusal(error: CorpusError) -> str:
    """Return the reason why a run failed, safe in Markdown."""
    said = sentence(error)
    return said if isinstance(error, Refusal) else t("errors.engine", sentence=said)


# Characters that reverse surrounding text, or are invisible: controls and half surrogates.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def quoted(value: str, limit: int = 40) -> str:
    """Make untrusted text safe in Markdown: a short span of code, on one line.

    Use it for every name, text and value that is not the app's own if it is shown as Markdown: in
    `st.markdown`, headings, boxes and toasts, in labels, and in options that are buttons. Options
    of a select box and output of `ui.draw.say` are plain text already.
    """
    shown = value if len(value) <= limit else value[: limit - 1] + "…"
    words = _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", shown.replace("`", "'")).split()
    return "`` " + " ".join(words) + " ``" if words else ""
