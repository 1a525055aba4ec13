"""Display of tokens: every character visible, the mark distinguished, a colour for each.

A token is a `str`, or `bytes` in a byte-level scheme. Pages, charts and the player all use this
module, so a token looks the same everywhere.
"""

import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from .. import notebook
from .text import language, sentences

PALETTE = Path(notebook.__file__).with_name("palette.css")
"""CSS of tokens, for pages and components."""

Token = str | bytes

MAX_NAME_CHARS = 32
"""Maximum number of characters of a row's name."""

MAX_SHOWN_CHARS = 200
"""Maximum number of characters shown of a token or a word."""

Ranks = Mapping[Token, int]
"""Learned token -> rank, as `bpe.notebook.colour` needs them."""


class Marked(Protocol):
    """The part of a scheme that affects how tokens are shown."""

    @property
    def boundary(self) -> str: ...
    @property
    def mark(self) -> str: ...


# Invisible characters and those that move others, each with its short name.
_NAMES = {
    " ": "␣",
    "\t": "⇥",
    "\n": "↵",
    "\x7f": "DEL",
    "\u00a0": "NBSP",
    "\u00ad": "SHY",
    "\u034f": "CGJ",
    "\u061c": "ALM",
    "\u115f": "HCF",
    "\u1160": "HJF",
    "\u180e": "MVS",
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u2028": "LSEP",
    "\u2029": "PSEP",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u202f": "NNBSP",
    "\u2060": "WJ",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\u2800": "BLANK",
    "\u3164": "HF",
    "\ufeff": "BOM",
    "\uffa0": "HWHF",
}
# Characters with a name in the reader's language.
_TRANSLATED = {"\u3000"}
_CONTROLS = (
    *("NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR"),
    *("SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB"),
    *("ESC", "FS", "GS", "RS", "US"),
)
_UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"}


def exact(token: Token) -> str:
    r"""Return the unique string for this token in `data-token` and in tests.

    Bytes are shown as the text they spell, or all as `\xNN` if they are not valid UTF-8.

    >>> exact("es"), exact("好".encode()), exact(b"\xe5\xa5")
    ('es', '好', '\\xe5\\xa5')
    """
    if isinstance(token, str):
        return token
    try:
        return token.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(f"\\x{byte:02x}" for byte in token)


def visible(token: Token) -> str:
    r"""Return the token with every invisible character replaced by a visible sign.

    >>> visible("a b"), visible("\u200d"), visible(b"\xe5\xa5")
    ('a␣b', '⟨ZWJ⟩', '⟨E5⟩⟨A5⟩')
    """
    return "".join(
        text if kind == "text" or len(text) == 1 else f"⟨{text}⟩" for kind, text in _glyphs(token)
    )


def short(word: str, longest: int = MAX_NAME_CHARS) -> str:
    """Return a word as a row's name: visible characters, at most one line."""
    return visible(word[:longest]) + ("…" if len(word) > longest else "")


def beginning(token: Token, longest: int = MAX_SHOWN_CHARS) -> Token:
    """Return the first characters of a long token, and an ellipsis."""
    if len(token) <= longest:
        return token
    if isinstance(token, str):
        return token[:longest] + "…"
    end = longest
    while end and token[end] & 0xC0 == 0x80:  # not inside a character
        end -= 1
    return token[:end] + "…".encode()


def parts(token: Token, scheme: Marked | None = None) -> tuple[Token, str]:
    """Return the token without its boundary mark, and the mark ("" if it has none).

    >>> from types import SimpleNamespace as Scheme
    >>> parts("est</w>", Scheme(boundary="suffix", mark="</w>"))
    ('est', '</w>')
    """
    mark = scheme.mark if scheme is not None else ""
    if scheme is None or not mark or isinstance(token, bytes):
        return token, ""
    if scheme.boundary in ("suffix", "attached"):
        return (token.removesuffix(mark), mark) if token.endswith(mark) else (token, "")
    return (token.removeprefix(mark), mark) if token.startswith(mark) else (token, "")


def pieces(token: Token, scheme: Marked | None = None) -> list[tuple[str, str]]:
    """Return the parts to draw, left to right, as (kind, text).

    The kinds are "text", "blank", "glyph", "byte" and "mark". A blank is the sign of a space, tab
    or line end, a glyph the name of another invisible character, a byte part of a character.
    """
    body, mark = parts(token, scheme)
    drawn = _glyphs(body)
    if scheme is None or not mark:
        return drawn
    marked = [("mark", mark)]
    return drawn + marked if scheme.boundary in ("suffix", "attached") else marked + drawn


def _glyphs(token: Token) -> list[tuple[str, str]]:
    """Split a token into runs of plain text and single glyphs for invisible characters."""
    # surrogateescape turns each invalid byte into a code point of its own
    text = token.decode("utf-8", "surrogateescape") if isinstance(token, bytes) else token
    if text.isascii() and text.isprintable() and text and " " not in text:
        return [("text", text)]
    drawn: list[tuple[str, str]] = []
    for place, character in enumerate(text):
        if isinstance(token, bytes) and "\udc80" <= character <= "\udcff":
            drawn.append(("byte", f"{ord(character) - 0xDC00:02X}"))
            continue
        name = _name(character)
        if name:
            drawn.append(("glyph" if len(name) > 1 else "blank", name))
        elif place == 0 and unicodedata.category(character).startswith("M"):
            drawn.append(("text", "◌" + character))
        elif drawn and drawn[-1][0] == "text":
            drawn[-1] = ("text", drawn[-1][1] + character)
        else:
            drawn.append(("text", character))
    return drawn


def named_characters() -> dict[str, str]:
    """Return the characters with a display name other than their number, and the names."""
    controls = map(chr, range(len(_CONTROLS)))
    selectors = map(chr, range(0xFE00, 0xFE10))
    found = [*sorted(_TRANSLATED), *_NAMES, *controls, *selectors]
    return {character: _name(character) for character in found}


def _name(character: str) -> str:
    """Return a character's display name, or "" if it is visible itself."""
    if character in _TRANSLATED:
        return sentences(language())[f"tables.glyph_{ord(character):04x}"]
    if character in _NAMES:
        return _NAMES[character]
    if character < " ":
        return _CONTROLS[ord(character)]
    if "\ufe00" <= character <= "\ufe0f":
        return f"VS{ord(character) - 0xFDFF}"
    if unicodedata.category(character) in _UNSEEN:
        return f"U+{ord(character):04X}"
    return ""
