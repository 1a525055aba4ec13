"""Write one text at every level as HTML: escaped, one chip a token, what is unknown set apart."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path

from bpe import Scheme
from bpe.readings.levels import KnownToken
from ui.draw.tokens import Token, chips

STYLE = Path(__file__).with_name("levels.css")

DRAWN = 300
"""Pieces of a level drawn at most."""


def ways(
    cut: Mapping[str, Sequence[KnownToken]],
    order: Sequence[str],
    say: Callable[..., str],
    scheme: Scheme,
) -> str:
    """Write a row a level: its name, how many tokens, the tokens.

    An unknown token wears a badge, so that it shows without colour too. Whole words have no
    boundary mark.
    """
    rows = []
    for level in order:
        pieces = cut[level]
        lost = sum(not known for _, known in pieces)
        n = len(pieces)
        said = say(f"levels.tokens_{'one' if n == 1 else 'many'}", n=n)
        if lost:
            said += " · " + say("levels.lost", n=lost)
        marks = scheme if level in ("characters", "subwords") else None
        drawn = "".join(_piece(token, known, marks, say) for token, known in pieces[:DRAWN])
        more = " …" if n > DRAWN else ""
        rows.append(
            f'<div class="way" data-level="{level}"><dt>{escape(say(f"levels.level_{level}"))}'
            f"<small>{escape(said)}</small></dt><dd>{drawn}{more}</dd></div>"
        )
    return f'<dl class="level-ways">{"".join(rows)}</dl>'


def _piece(token: Token, known: bool, scheme: Scheme | None, say: Callable[..., str]) -> str:
    drawn = chips([token], scheme)
    if known:
        return drawn
    return (
        f'<span class="unknown-piece">{drawn}<small>{escape(say("levels.unknown"))}</small></span>'
    )
