"""Write what the chapters show as HTML: escaped, every character visible."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from bpe import Scheme
from bpe.encoding.alignment import PlacedToken
from bpe.readings.word_encoding import MergeBrick
from ui.draw.tokens import chips, colours, look, shown_text, visible

STYLE = Path(__file__).with_name("models.css")

Row = tuple[str, Sequence[PlacedToken]]
"""What heads a row, and its tokens."""


def token_rows(rows: Sequence[Row], scheme: Scheme | None, caption: str) -> str:
    """Write a table: a name and the tokens with their ids a row; the ids alone without a scheme."""
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        f"<td>{_chips(tokens, scheme) if scheme else numbers_only(tokens)}</td></tr>"
        for name, tokens in rows
    )
    return _table("token-rows", body, caption)


def ruler(rows: Sequence[tuple[str, Sequence[PlacedToken]]], caption: str) -> str:
    """Write numbers below each other, ones below ones; digits of one token are one block."""
    longest = max((len(number) for number, _ in rows), default=0)
    body = []
    for number, tokens in rows:
        cells = [f'<td class="none" colspan="{longest - len(number)}"></td>']
        held = [each for each in tokens if each.start < each.end]
        looks = dict(zip(held, map(look, colours([each.token for each in held])), strict=True))
        for at, digit in enumerate(number):
            owner = next((each for each in held if each.start <= at < each.end), None)
            first = " first" if owner is not None and owner.start == at else ""
            classes = f"{looks[owner]}{first}" if owner is not None else "none"
            cells.append(f'<td><span class="{classes}">{escape(digit)}</span></td>')
        body.append(f"<tr>{''.join(cells[longest == len(number) :])}</tr>")
    return _table("ruler", "".join(body), caption)


def numbers_only(tokens: Sequence[PlacedToken]) -> str:
    """Write the ids of tokens and nothing else: what a model is given."""
    ids = "".join(f"<li>{each.id}</li>" for each in tokens)
    return f'<ol class="only-ids">{ids}</ol>'


def counted(text: str, tokens: Sequence[PlacedToken], counts: Sequence[int]) -> str:
    """Write the text of each token with a count below it."""
    parts = "".join(
        f'<li><span class="{look(place)}">'
        f"{escape(visible(text[each.start : each.end]))}</span><b>{count}</b></li>"
        for each, place, count in zip(
            tokens, colours([each.token for each in tokens]), counts, strict=True
        )
    )
    return f'<ol class="only-ids counted">{parts}</ol>'


def _chips(tokens: Sequence[PlacedToken], scheme: Scheme) -> str:
    return chips([each.token for each in tokens], scheme, ids=[each.id for each in tokens])


def _table(name: str, body: str, caption: str) -> str:
    said = f'<caption class="unseen">{escape(caption)}</caption>'
    return f'<table class="{name}">{said}<tbody>{body}</tbody></table>'


def wall(bricks: Sequence[MergeBrick], scheme: Scheme) -> str:
    """Write the merges of a word as a wall: each token below those it is made of, with its rank."""
    drawn = []
    for each in bricks:
        place = f"{each.level + 1} / {each.start + 1} / {each.until + 1} / {each.end + 1}"
        chip = chips([each.token], scheme, ids=None if each.rank is None else [each.rank])
        drawn.append(f'<li style="grid-area:{place}">{chip}</li>')
    width = max(each.end for each in bricks)
    rows = max(each.until for each in bricks)
    return f'<ol class="wall" style="--width:{width};--rows:{rows}">{"".join(drawn)}</ol>'


def uncut(text: str) -> str:
    """Write a text large, with nothing of how it is cut."""
    return f'<p class="uncut" dir="auto">{escape(text)}</p>'


def cut_text(prompt: str, rest: str) -> str:
    """Write a text with a cut in it: what stands before it is the prompt."""
    return (
        f'<p class="cut-text" dir="auto"><b>{escape(shown_text(prompt))}</b>'
        f'<span class="cut" aria-hidden="true">✂</span>'
        f"<span>{escape(shown_text(rest))}</span></p>"
    )


def lines(text: str, tokens: Sequence[PlacedToken], scheme: Scheme) -> str:
    """Write a text line by line, as its tokens; one with an end of line ends the line."""
    rows: list[list[PlacedToken]] = [[]]
    for each in tokens:
        rows[-1].append(each)
        if "\n" in text[each.start : each.end]:
            rows.append([])
    return "".join(
        f'<div class="code-line">{chips([each.token for each in row], scheme)}</div>'
        for row in rows
        if row
    )
