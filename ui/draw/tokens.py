"""Tokens on the app's pages: the colours of the page's run, and tokens as HTML for `st.html`."""

import html
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

import regex

from bpe import Scheme, notebook
from bpe.player.tokens import Ranks, Token, exact, pieces, short, visible
from ui.text import language, t

LONG = 64
"""Maximum number of characters of a token whose HTML is cached."""

MAX_CELL_CHARS = 24
"""Maximum number of characters of a word in a table cell or a list of options."""

FEW = 4
"""Maximum number of tokens in a row whose HTML is cached as a whole."""

_ranks: ContextVar[Ranks | None] = ContextVar("ranks", default=None)


@contextmanager
def coloured_by(ranks: Ranks | None) -> Iterator[None]:
    """Use the colours of a run inside the block; with None those of the page's run."""
    before = _ranks.set(ranks)
    try:
        yield
    finally:
        _ranks.reset(before)


def ranks_here() -> Ranks | None:
    """Return the learned tokens of the page's run; None if real tokenizers are shown."""
    ranks = _ranks.get()
    if ranks is None:
        # A worker receives them, and does not load Streamlit.
        from ui import state

        ranks = state.ranks()
    return ranks


def colours(tokens: Sequence[Token]) -> list[int | None]:
    """Return the palette index of each token in a row, by the page's run.

    None means no colour, as for letters. A page without a run shows real tokenizers.
    """
    return notebook.colours(tokens, ranks_here())


def look(place: int | None) -> str:
    """Return the CSS classes of a chip by its palette index."""
    return "token" if place is None else f"token c{place}"


class Marks(NamedTuple):
    """The part of a scheme that affects chips."""

    boundary: str
    mark: str


def shorten(word: str) -> str:
    """Return a word for a table cell: visible characters, at most a few dozen."""
    return short(word, MAX_CELL_CHARS)


def spaced(shown: str) -> str:
    """Return a displayed name with real spaces, for use in a line of text."""
    return shown.replace(visible(" "), " ")


def drawn_text(text: str) -> list[tuple[str, str]]:
    """Return the drawn form of a text: whole graphemes, with glyphs for invisible characters."""
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


def chips(
    tokens: Iterable[Token],
    scheme: Scheme | None = None,
    *,
    ids: Sequence[int] | None = None,
    cuts: Collection[int] = (),
    lang: str | None = None,
) -> str:
    """Return the tokens as HTML, safe for `st.html`; with `ids`, each token's ID below it.

    cuts: indices of tokens before which a moved cut is marked.
    lang: the reader's language, by default looked up; pass it when drawing many.

    The styles are in `palette.css`, which `ui.draw.parts.styles` loads.
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
    """Do the same as `_row`, cached: a pair, for example, is drawn again at the next step."""
    return _row(tokens, places, marks, None, lang)


@lru_cache(maxsize=20_000)
def _chip(token: Token, place: int | None, marks: Marks | None, lang: str) -> tuple[str, str]:
    """Return the opening tag of a chip and its content; `lang` is the language of its title."""
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
    """Return the meaning of the scheme's boundary mark; "" without one."""
    return t(f"player.mark_{scheme.boundary}") if scheme is not None and scheme.mark else ""


def _named(text: str) -> str:
    """Return the attribute `data-token`, twice if the sanitizer of `st.html` would change it.

    It trims attributes and drops some that look like markup; the frame restores them from
    `data-exact`, which is encoded so that it stays unchanged.
    """
    attribute = f'data-token="{html.escape(text)}"'
    if text.isprintable() and text == text.strip() and not {"<", ">"} & set(text):
        return attribute
    return f'{attribute} data-exact="{quote(text, safe="", errors="replace")}"'
