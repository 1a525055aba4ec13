"""HTML for notebooks: words with their tokens in colours, without a script.

All text is escaped, and what would leave no ink has a sign: a text is a stranger's, and so is a
file. A token has the colour that it has in the app: a letter none, a learned token one by its rank.
`show_*` return HTML with its own styles.
"""

import html
import re
import unicodedata
import zlib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Protocol

Token = str | bytes

MOST = 30
"""Words that are shown."""
MOST_TOKENS = 500
LONGEST = 64
"""Characters of a token or word that are shown, and tokens of a word."""

# The one table of colours, for notebooks and for the app: a ground and its edge.
_PALETTE = (files(__package__) / "palette.css").read_text("utf-8")
_LOOKS = re.findall(r"\.token\.c\d+ { --ground: (light-.+); --edge: (light-.+); }", _PALETTE)
COLOURS, HUES = len(_LOOKS), 10
UNKNOWN = ("<unk>", "[UNK]")
"""Names of unknown tokens; they have a place of their own in the palette."""
_CHIP = (
    "display:inline-block;margin:1px;padding:0 .3em;border-radius:.3em;"
    "font-family:monospace;white-space:pre;unicode-bidi:isolate;"
)
_INK = "light-dark(#1a1a1a, #f2f2f2)"
_SIGNS = {" ": "␣", "\t": "⇥", "\n": "↵"}


Ranks = Mapping[Token, int]
"""The learned tokens of a run, each with the rank of the merge that first made it."""


def ranks_of(learned: Iterable[Token]) -> dict[Token, int]:
    """Return the rank of each token: of one that was learned twice, the first."""
    ranks: dict[Token, int] = {}
    for rank, token in enumerate(learned):
        ranks.setdefault(token, rank)
    return ranks


def colour(token: Token, ranks: Ranks | None = None) -> int | None:
    """Return the token's place in `palette.css`, by its rank; None of a letter, which is neutral.

    Without `ranks`, of a tokenizer whose learning is not shown, it is one by lot. The last place,
    `COLOURS`, is no colour but the hatching of what is `UNKNOWN`.
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
    """Return the place of each token in a row; those given by lot part neighbours."""
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

    before, after: what is said of the tokens, around them. left_out: the words that are not shown.
    mark: the boundary mark, which is drawn paler. ranks: of the learned tokens, for their colours.
    """
    rows = "".join(
        f"<tr><td>{_escaped(word.text)}</td><td>{word.count:,}</td>"
        f'<td style="text-align:left">{_chips(word.tokens, LONGEST, mark, ranks)}</td></tr>'
        for word in words
    )
    more = f"<p>{left_out:,} more words</p>" if left_out else ""
    first = _chips(tokens, MOST_TOKENS, mark, ranks)
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
    """Return a title and tokens in a row with the id of each under it, as HTML; `mark` paler."""
    return f"<p>{_titled(title)}</p><p>{_chips(tokens, MOST_TOKENS, mark, ranks, ids)}</p>"


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
    """Return the colours of a token: of its text, too, as no notebook says whether it is dark."""
    if place is None:
        return "border:1px solid #8888"
    if place == COLOURS:
        return "border:1px dashed"
    ground, edge = _LOOKS[place]
    return f"color:{_INK};background:{ground};border:1px solid {edge}"


def _pale_mark(token: Token, mark: str) -> str:
    """Return a token, escaped; its boundary mark is the quietest thing in it."""
    if not mark or isinstance(token, bytes):
        return _escaped(token)
    quiet = f'<i style="font-style:normal;opacity:0.72">{_escaped(mark)}</i>'
    if token.endswith(mark):
        return _escaped(token.removesuffix(mark)) + quiet
    return quiet + _escaped(token.removeprefix(mark)) if token.startswith(mark) else _escaped(token)


def _escaped(token: Token) -> str:
    """Return the beginning of a text or of bytes with a sign for what would not show, escaped."""
    text = token[:LONGEST]
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
        drawn = "".join(map(_drawn_or_byte, text))
    else:
        drawn = "".join(map(_drawn, text))
    # A mark at the beginning would join what stands before it.
    alone = text[:1] and unicodedata.category(text[0])[0] == "M"
    return html.escape("◌" * bool(alone) + drawn) + "…" * (len(token) > LONGEST)


def _drawn_or_byte(character: str) -> str:
    """Return the sign of a byte that is no part of a character, or of the character."""
    is_byte = "\udc80" <= character <= "\udcff"
    return f"⟨{ord(character) - 0xDC00:02X}⟩" if is_byte else _drawn(character)


def _drawn(character: str) -> str:
    if character.isprintable() and character != " ":
        return character
    return _SIGNS.get(character, f"⟨U+{ord(character):04X}⟩")
