"""HTML for notebooks: words with coloured tokens, and the frame of a player.

Texts and files are untrusted, so all text is escaped, and invisible characters have visible signs.
A token has the same colour as in the app: none for a letter, a colour by rank for a learned token.
`show_*` return HTML with its own styles.
"""

import html
import re
import unicodedata
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Protocol

Token = str | bytes

MAX_ROWS = 30
"""Maximum number of words shown."""
MAX_TOKENS = 500
MAX_TOKEN_CHARS = 64
"""Maximum number of characters shown of a token or word, and of tokens shown of a word."""

# The only table of colours, for notebooks and for the app: background and border.
_PALETTE = (files(__package__) / "palette.css").read_text("utf-8")
_LOOKS = re.findall(r"\.token\.c\d+ { --ground: (light-.+); --edge: (light-.+); }", _PALETTE)
COLOURS, HUES = len(_LOOKS), 10
UNKNOWN = ("<unk>", "[UNK]")
"""Names of unknown tokens; they have a separate place in the palette."""
_CHIP = (
    "display:inline-block;margin:1px;padding:0 .3em;border-radius:.3em;"
    "font-family:monospace;white-space:pre;unicode-bidi:isolate;"
)
_INK = "light-dark(#1a1a1a, #f2f2f2)"
# On paper, and in notebooks shown without scripts and styles, there is no frame. Marimo wraps the
# frame in another element.
_FRAME_STYLE = (
    "<style>.bpe-player{display:block;width:100%;border:0}"
    "@media screen{:has(.bpe-player)>.bpe-still{display:none}}"
    "@media print{.bpe-player{display:none}}</style>"
)
_SIGNS = {" ": "␣", "\t": "⇥", "\n": "↵"}


Ranks = Mapping[Token, int]
"""Learned token -> rank of the merge that first made it."""


def ranks_of(learned: Iterable[Token]) -> dict[Token, int]:
    """Return the rank of each token; the first rank if it was learned twice."""
    ranks: dict[Token, int] = {}
    for rank, token in enumerate(learned):
        ranks.setdefault(token, rank)
    return ranks


def colour(token: Token, ranks: Ranks | None = None) -> int | None:
    """Return the token's index in `palette.css`, by its rank; None for a letter, which is neutral.

    Without `ranks`, for a tokenizer without training data, the index is a hash. The last index,
    `COLOURS`, is the hatching of `UNKNOWN` tokens.
    """
    rank = None if ranks is None else ranks.get(token)
    if rank is not None:
        return rank % COLOURS
    if token in UNKNOWN:
        return COLOURS
    if ranks is not None or _is_letter(token):
        return None
    raw = token if isinstance(token, bytes) else token.encode("utf-8", "surrogatepass")
    return zlib.crc32(raw) % COLOURS


def colours(tokens: Sequence[Token], ranks: Ranks | None = None) -> list[int | None]:
    """Return the colour index of each token in a row; hashed ones of adjacent tokens differ."""
    places: list[int | None] = []
    for at, token in enumerate(tokens):
        place, before = colour(token, ranks), places[-1] if places else None
        if ranks is None and place is not None and before is not None and place < COLOURS:
            if token == tokens[at - 1]:
                place = before
            elif place % HUES == before % HUES:
                place = (place + 1) % COLOURS
        places.append(place)
    return places


def _is_letter(token: Token) -> bool:
    text = token.decode("utf-8", "replace") if isinstance(token, bytes) else token
    return len(text) <= 1


class ShownWord(Protocol):
    """A word, its occurrences and its tokens."""

    @property
    def text(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def tokens(self) -> tuple[Token, ...]: ...


@dataclass(frozen=True)
class Cell:
    """A player that a notebook draws below the cell that returns it.

    Attributes:
        page: the HTML page in the frame, which loads nothing and sends nothing.
        still: a picture of its first step, as HTML without scripts, for paper.
        title: names the frame.
        height: of the frame, in pixels.
    """

    page: str
    still: str
    title: str
    height: int

    def __repr__(self) -> str:
        return f"<{self.title}: a notebook draws it>"

    def _repr_html_(self) -> str:
        frame = (
            f'<iframe class="bpe-player" title="{html.escape(self.title)}" height="{self.height}" '
            f'allow="fullscreen" srcdoc="{html.escape(self.page)}"></iframe>'
        )
        return f'<div>{_FRAME_STYLE}{frame}<div class="bpe-still">{self.still}</div></div>'


def show_words(
    title: str,
    before: str,
    tokens: Sequence[Token],
    after: str,
    words: Sequence[ShownWord],
    left_out: int = 0,
    mark: str = "",
    ranks: Ranks | None = None,
) -> str:
    """Return a title, some tokens in a row and a table of words, as HTML.

    before, after: text around the tokens. left_out: number of words not shown.
    mark: the boundary mark, drawn paler. ranks: of the learned tokens, for their colours.
    """
    rows = "".join(
        f"<tr><td>{_escaped(word.text)}</td><td>{word.count:,}</td>"
        f'<td style="text-align:left">{_chips(word.tokens, MAX_TOKEN_CHARS, mark, ranks)}</td></tr>'
        for word in words
    )
    more = f"<p>{left_out:,} more words</p>" if left_out else ""
    first = _chips(tokens, MAX_TOKENS, mark, ranks)
    return (
        f"<p>{_titled(title)}</p>"
        f"<p>{html.escape(before)}{first}{html.escape(after)}</p>"
        f"<table><thead><tr><th>word</th><th>count</th><th>tokens</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>{more}"
    )


def show_tokens(
    title: str,
    tokens: Sequence[Token],
    ids: Sequence[int],
    mark: str = "",
    ranks: Ranks | None = None,
) -> str:
    """Return a title and tokens in a row with their IDs below, as HTML; `mark` is drawn paler."""
    return f"<p>{_titled(title)}</p><p>{_chips(tokens, MAX_TOKENS, mark, ranks, ids)}</p>"


def _chips(
    tokens: Sequence[Token], most: int, mark: str, ranks: Ranks | None, ids: Sequence[int] = ()
) -> str:
    shown = tokens[:most]
    below = [f"<br><small>{int(each)}</small>" for each in ids[:most]] or [""] * len(shown)
    chips = [
        f'<span style="{_CHIP}{_look(place)}">{_pale_mark(token, mark)}{id_}</span>'
        for token, place, id_ in zip(shown, colours(shown, ranks), below, strict=True)
    ]
    return "".join(chips) + (f" … {len(tokens) - most:,} more" if len(tokens) > most else "")


def _titled(title: str) -> str:
    return html.escape(" ".join("".join(map(_drawn, word)) for word in title.split(" ")))


def _look(place: int | None) -> str:
    """Return the CSS colours of a token, also of its text: a notebook may be light or dark."""
    if place is None:
        return "border:1px solid #8888"
    if place == COLOURS:
        return "border:1px dashed"
    ground, edge = _LOOKS[place]
    return f"color:{_INK};background:{ground};border:1px solid {edge}"


def _pale_mark(token: Token, mark: str) -> str:
    """Return an escaped token with its boundary mark drawn paler."""
    if not mark or isinstance(token, bytes):
        return _escaped(token)
    quiet = f'<i style="font-style:normal;opacity:0.72">{_escaped(mark)}</i>'
    if token.endswith(mark):
        return _escaped(token.removesuffix(mark)) + quiet
    return quiet + _escaped(token.removeprefix(mark)) if token.startswith(mark) else _escaped(token)


def _escaped(token: Token) -> str:
    """Return the beginning of a text or of bytes, escaped, with signs for invisible characters."""
    text = token[:MAX_TOKEN_CHARS]
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
        drawn = "".join(map(_drawn_or_byte, text))
    else:
        drawn = "".join(map(_drawn, text))
    # A combining mark at the beginning would attach to the text before it.
    alone = text[:1] and unicodedata.category(text[0])[0] == "M"
    return html.escape("◌" * bool(alone) + drawn) + "…" * (len(token) > MAX_TOKEN_CHARS)


def _drawn_or_byte(character: str) -> str:
    """Return the sign of a character, or of a byte that is not part of one."""
    is_byte = "\udc80" <= character <= "\udcff"
    return f"⟨{ord(character) - 0xDC00:02X}⟩" if is_byte else _drawn(character)


def _drawn(character: str) -> str:
    if character.isprintable() and character != " ":
        return character
    return _SIGNS.get(character, f"⟨U+{ord(character):04X}⟩")
