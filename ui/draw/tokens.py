"""How a token is shown to people: every character visible, its mark set apart, its own colour.

A token is a `str`, or `bytes` in a byte-level scheme. Pages, charts and the player all show tokens
through this file, so a token looks the same everywhere.
"""

import html
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import regex

from bpe import Scheme, notebook
from ui.shell.text import language, t

PALETTE = Path(notebook.__file__).with_name("palette.css")
"""How tokens look, on pages and in components."""

Token = str | bytes

LONG = 64
"""Characters up to which the look of a token is kept."""

LONGEST_NAME = 32
"""Characters of a word that names a row."""

LONGEST_CELL = 24
"""Characters of a word in a cell of a table, or among others to choose from."""

FEW = 4
"""Tokens up to which their look is kept as a whole."""


Ranks = Mapping[Token, int]
"""The learned tokens of a run by their ranks, as `bpe.notebook.colour` takes them."""

_ranks: ContextVar[Ranks | None] = ContextVar("ranks", default=None)


@contextmanager
def coloured_by(ranks: Ranks) -> Iterator[None]:
    """Give tokens the colours of a run, where no page says of which: in another process."""
    before = _ranks.set(ranks)
    try:
        yield
    finally:
        _ranks.reset(before)


def colours(tokens: Sequence[Token], ranks: Ranks | None = None) -> list[int | None]:
    """Return the place in the palette of each token in a row, by `ranks` or the page's run.

    None is no colour: that of a letter. A page without a run shows real tokenizers.
    """
    if ranks is None:
        ranks = _ranks.get()
    if ranks is None:
        # A worker is given them, and loads no Streamlit for it.
        from ui.shell import session

        ranks = session.ranks()
    return notebook.colours(tokens, ranks)


def colour(token: Token, ranks: Ranks | None = None) -> int | None:
    """Return the place in the palette of one token."""
    return colours((token,), ranks)[0]


def look(place: int | None) -> str:
    """Return the classes of a chip by its place in the palette."""
    return "token" if place is None else f"token c{place}"


class Marks(NamedTuple):
    """All of a scheme that chips show."""

    boundary: str
    mark: str


# Characters that leave no ink, or that move other ink about, and the short name each is shown by.
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
# Those that readers of a language know by a name of that language.
_TRANSLATED = {"\u3000"}
_CONTROLS = (
    *("NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR"),
    *("SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB"),
    *("ESC", "FS", "GS", "RS", "US"),
)
_UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"}


def exact(token: Token) -> str:
    r"""Return the one string that stands for this token in `data-token` and in tests.

    Bytes are shown as the text they spell, or all as `\xNN` where they spell none.

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
    r"""Return the token with every character that would not show replaced by one that does.

    >>> visible("a b"), visible("\u200d"), visible(b"\xe5\xa5")
    ('a␣b', '⟨ZWJ⟩', '⟨E5⟩⟨A5⟩')
    """
    return "".join(
        text if kind == "text" or len(text) == 1 else f"⟨{text}⟩" for kind, text in _glyphs(token)
    )


def short(word: str, longest: int = LONGEST_NAME) -> str:
    """Return a word as a row is named by: visible, and not longer than a line."""
    return visible(word[:longest]) + ("…" if len(word) > longest else "")


def shorten(word: str) -> str:
    """Return a word as a cell shows it: visible, cut after a few dozen characters."""
    return short(word, LONGEST_CELL)


def spaced(shown: str) -> str:
    """Return a shown name with its spaces as they are: it stands in a line of text."""
    return shown.replace(visible(" "), " ")


def drawn_text(text: str) -> list[tuple[str, str]]:
    """Return what to draw of a text: graphemes stay whole, what would not show has a glyph."""
    drawn: list[tuple[str, str]] = []
    for grapheme in regex.findall(r"\X", text):
        begins = unicodedata.category(grapheme[0])[0]
        whole = len(grapheme) > 1 and begins not in "CMZ"
        for kind, shown in [("text", grapheme)] if whole else pieces(grapheme):
            if kind == "text" and drawn and drawn[-1][0] == "text":
                drawn[-1] = ("text", drawn[-1][1] + shown)
            else:
                drawn.append((kind, shown))
    return drawn


def shown_text(text: str) -> str:
    """Return a text with its graphemes whole and every character visible."""
    return "".join(
        shown if kind == "text" or len(shown) == 1 else f"⟨{shown}⟩"
        for kind, shown in drawn_text(text)
    )


def parts(token: Token, scheme: Scheme | Marks | None = None) -> tuple[Token, str]:
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


def pieces(token: Token, scheme: Scheme | Marks | None = None) -> list[tuple[str, str]]:
    """Return what to draw, left to right, as (kind, text).

    The kinds are "text", "blank", "glyph", "byte" and "mark". A blank is the sign of a space, tab
    or line end, a glyph the name of another character that would not show, a byte half of one.
    """
    body, mark = parts(token, scheme)
    drawn = _glyphs(body)
    if scheme is None or not mark:
        return drawn
    marked = [("mark", mark)]
    return drawn + marked if scheme.boundary in ("suffix", "attached") else marked + drawn


def chips(
    tokens: Iterable[Token],
    scheme: Scheme | None = None,
    *,
    ids: Sequence[int] | None = None,
    cuts: Collection[int] = (),
    lang: str | None = None,
) -> str:
    """Return the tokens as HTML, safe for `st.html`; with `ids`, each token's id under it.

    cuts: tokens, by number, before which a cut that moved is marked.
    lang: the reader's language, from those who draw many; looked up where it is not given.

    The looks come from `palette.css`, which `ui.draw.parts.styles` loads.
    """
    tokens, lang = tuple(tokens), lang or language()
    marks = None
    if scheme is not None and scheme.mark:
        marks = Marks(scheme.boundary, scheme.mark)
    places = tuple(colours(tokens))
    if not ids and not cuts and len(tokens) <= FEW and all(len(each) <= LONG for each in tokens):
        return _few(tokens, places, marks, lang)
    return _row(tokens, places, marks, ids, lang, cuts)


def _row(
    tokens: Sequence[Token],
    places: Sequence[int | None],
    marks: Marks | None,
    ids: Sequence[int] | None,
    lang: str,
    cuts: Collection[int] = (),
) -> str:
    drawn, said = [], html.escape(t("tables.moved_cut")) if cuts else ""
    moved = f'<i class="moved" role="img" aria-label="{said}" title="{said}"></i>'
    for place, token in enumerate(tokens):
        chip = _chip if len(token) <= LONG else _chip.__wrapped__
        begin, inner = chip(token, places[place], marks, lang)
        below = f'<span class="id">{int(ids[place])}</span>' if ids is not None else ""
        drawn.append(f"{moved if place in cuts else ''}{begin}{inner}{below}</span>")
    return f'<span class="tokens" dir="ltr">{"".join(drawn)}</span>'


@lru_cache(maxsize=8_000)
def _few(
    tokens: tuple[Token, ...], places: tuple[int | None, ...], marks: Marks | None, lang: str
) -> str:
    """Return what `_row` does for a pair, say, which comes again at the next step."""
    return _row(tokens, places, marks, None, lang)


@lru_cache(maxsize=20_000)
def _chip(token: Token, place: int | None, marks: Marks | None, lang: str) -> tuple[str, str]:
    """Return the tag that begins a chip and what is in it; `lang` is the language of its titles."""
    said = meaning(marks)
    titles = {"mark": f' title="{html.escape(said)}"'} if said else {}
    inner = "".join(
        html.escape(text)
        if kind == "text"
        else f'<span class="{kind}"{titles.get(kind, "")}>{html.escape(text)}</span>'
        for kind, text in pieces(token, marks)
    )
    return f'<span class="{look(place)}" {_named(exact(token))}>', inner


def meaning(scheme: Scheme | Marks | None = None) -> str:
    """Return what the scheme's boundary mark says; "" where it has none."""
    return t(f"player.mark_{scheme.boundary}") if scheme is not None and scheme.mark else ""


def _named(text: str) -> str:
    """Return the attribute `data-token`, twice where the sanitizer of `st.html` would change it.

    It trims attributes and drops some that look like markup; the frame puts them back from
    `data-exact`, which has nothing to trim or drop.
    """
    attribute = f'data-token="{html.escape(text)}"'
    if text.isprintable() and text == text.strip() and not {"<", ">"} & set(text):
        return attribute
    return f'{attribute} data-exact="{quote(text, safe="", errors="replace")}"'


def _glyphs(token: Token) -> list[tuple[str, str]]:
    """Split a token into runs of plain text and single glyphs for what would not show."""
    # surrogateescape turns each byte that is no part of a character into one code point of its own
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
    """Return the characters that are shown by a name other than their number, with it."""
    controls = map(chr, range(len(_CONTROLS)))
    selectors = map(chr, range(0xFE00, 0xFE10))
    found = [*sorted(_TRANSLATED), *_NAMES, *controls, *selectors]
    return {character: _name(character) for character in found}


def _name(character: str) -> str:
    """Return the name a character is shown by, or "" if it shows by itself."""
    if character in _TRANSLATED:
        return t(f"tables.glyph_{ord(character):04x}")
    if character in _NAMES:
        return _NAMES[character]
    if character < " ":
        return _CONTROLS[ord(character)]
    if "\ufe00" <= character <= "\ufe0f":
        return f"VS{ord(character) - 0xFDFF}"
    if unicodedata.category(character) in _UNSEEN:
        return f"U+{ord(character):04X}"
    return ""
