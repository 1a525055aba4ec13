"""Draw bytes as HTML: the strip from grapheme to token, the byte table, cuts of a pattern.

Everything a reader typed is escaped. The looks are in `bytes.css` and `palette.css`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from bpe.encoding.alignment import PlacedToken, Segment
from bpe.notebook import colours
from bpe.text.characters import (
    CodePoint,
    PartialCharacter,
    byte_alias,
    graphemes,
    marker_bits,
    parts_held,
)
from ui.catalogue import Translate
from ui.draw.say import text_markup
from ui.draw.table import Column, rows_for, table_markup
from ui.draw.tokens import chips, look, pieces, visible
from ui.shell.component import Markup

STYLE = Path(__file__).with_name("bytes.css")

BYTES_IN_A_LINE = 15
NAMED = 12
"""Bytes of a line up to which it has room for the names of code points."""

Wholes = Mapping[int, int | None]
"""Where a grapheme begins, in bytes -> how many merges make it whole; None: none do."""


def lines(segments: Iterable[Segment], width: int = BYTES_IN_A_LINE) -> list[list[Segment]]:
    """Group segments into lines of at most `width` bytes; a longer segment has its own line."""
    found: list[list[Segment]] = []
    room = 0
    for segment in segments:
        size = segment.end - segment.start
        if size > room:
            found.append([])
            room = width
        found[-1].append(segment)
        room -= size
    return found


def strip(line: Sequence[Segment], wholes: Wholes, step: int, say: Translate, caption: str) -> str:
    """Write one line of the strip as a table with a column a byte.

    Rows: graphemes, code points, bytes, tokens with their ids after `step` merges, and how many
    make each grapheme whole. `say` looks up a sentence.
    """
    seen = [each for segment in line for each in graphemes(segment.text, segment.start)]
    points = [each for grapheme in seen for each in grapheme.code_points]
    placed = [each for segment in line for each in segment.places]
    size = sum(len(each.data) for each in points)
    named = say if size <= NAMED else None
    rows = [
        ("graphemes", [_cell(each.end - each.start, _glyph(each.text)) for each in seen]),
        ("code_points", [_cell(len(each.data), _code_point(each, named)) for each in points]),
        ("bytes", [_cell(1, _byte(byte)) for each in points for byte in each.data]),
        ("tokens", [_cell(each.end - each.start, _token(each)) for each in placed]),
        ("wholes", [_cell(e.end - e.start, _whole(wholes[e.start], step, say)) for e in seen]),
    ]
    body = "".join(
        f'<tr class="row-{name}"><th scope="row">{escape(say(f"row_{name}"))}</th>'
        f"{''.join(cells)}</tr>"
        for name, cells in rows
    )
    return (
        f'<div class="byte-strip" style="--bytes: {size}" role="region" tabindex="0" '
        f'aria-label="{escape(caption)}">'
        f'<table><caption class="unseen">{escape(caption)}</caption>'
        f"<colgroup><col><col span={size}></colgroup>"
        f"<tbody>{body}</tbody></table></div>"
    )


def asked(text: str) -> str:
    """Write a text alone, while the rest of its strip is hidden."""
    return f'<p class="byte-asked">{_glyph(text)}</p>'


def parts(segment: Segment, place: PlacedToken) -> tuple[PartialCharacter, ...]:
    """Return the characters that a token of a segment holds in part."""
    return parts_held(graphemes(segment.text, segment.start), place.start, place.end)


def notes(held: Iterable[PartialCharacter], say: Translate) -> list[str]:
    """Say which parts of which characters a token holds."""
    return [
        say(
            "part_bytes" if part.unit == "bytes" else "part_code_points",
            held=part.held,
            whole=part.whole,
            text=visible(part.text),
        )
        for part in held
    ]


def byte_table(used: Iterable[int], say: Translate, caption: str) -> str:
    """Write the 256 bytes as a grid of 16 by 16, each with the character that stands for it."""
    used, aliases = set(used), byte_alias()
    head = "".join(f'<th scope="col">{low:X}</th>' for low in range(16))
    rows = []
    for high in range(16):
        cells = []
        for low in range(16):
            byte = high * 16 + low
            kind = "itself" if ord(aliases[byte]) == byte else "moved"
            kind += " used" if byte in used else ""
            mark = f'<span class="unseen"> {escape(say("used"))}</span>' if byte in used else ""
            cells.append(f'<td class="{kind}">{escape(aliases[byte])}{mark}</td>')
        rows.append(f'<tr><th scope="row">{high:X}_</th>{"".join(cells)}</tr>')
    return (
        f'<div class="byte-table" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f'<table><caption class="unseen">{escape(caption)}</caption><thead><tr><th scope="col">'
        f'<span class="unseen">{escape(say("byte"))}</span></th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def cuts(text: str, spans: Sequence[tuple[int, int]]) -> Markup:
    """Write a text with each word in a box; what no word holds stays faint between them."""
    drawn, at = [], 0
    places = iter(colours([text[start:end] for start, end in spans if start < end]))
    for start, end in [*spans, (len(text), len(text))]:
        if at < start:
            drawn.append(f'<span class="dropped">{text_markup(text[at:start])}</span>')
        if start < end:
            word = text[start:end]
            drawn.append(
                f'<span class="{look(next(places))}" data-word="{escape(word)}">'
                f"{text_markup(word)}</span>"
            )
        at = end
    return Markup(f'<div class="cuts" dir="ltr">{"".join(drawn)}</div>')


def cut_table(
    examples: Iterable[tuple[str, str, Sequence[Sequence[tuple[int, int]]]]],
    headers: Sequence[str],
    caption: str,
) -> str:
    """Write a table: (what it shows, text, one list of spans a pattern) a row."""
    columns = [Column(f"{place}", title=each) for place, each in enumerate(headers)]
    rows = [(title, *(cuts(text, spans) for spans in found)) for title, text, found in examples]
    return table_markup(rows_for(columns, rows), columns, caption)


def spelled(tokens: Sequence[bytes], spell: Callable[[bytes], str], headers: Sequence[str]) -> str:
    """Write a table of tokens: as people see them, as bytes, and as a vocabulary file spells them.

    The first header names the table for screen readers.
    """
    caption, token, in_bytes, in_file = headers
    columns = (
        Column("token", "token", title=token),
        Column("bytes", title=in_bytes, look="mono"),
        Column("file", title=in_file, look="file"),
    )
    rows = [(each, each.hex(" ").upper(), spell(each)) for each in tokens]
    return table_markup(rows_for(columns, rows), columns, caption)


def _cell(width: int, content: str) -> str:
    return f'<td colspan="{width}">{content}</td>'


def _glyph(text: str) -> str:
    """Draw a grapheme as a reader sees it; one that leaves no ink by its name."""
    shows = any(kind == "text" for kind, _ in pieces(text)) and not text.isspace()
    return f"<b>{escape(text if shows else visible(text))}</b>"


def _code_point(point: CodePoint, say: Translate | None) -> str:
    name = f"<small>{escape(point.name or say('no_name'))}</small>" if say else ""
    return f'<span class="sign">{text_markup(point.character)}</span> <b>{point.number}</b>{name}'


def _byte(byte: int) -> str:
    marker, bits = marker_bits(byte), f"{byte:08b}"
    # In two lines, one below each hexadecimal digit's place.
    halves = [(bits[:4], min(marker, 4)), (bits[4:], max(marker - 4, 0))]
    drawn = "<br>".join(f"<u>{half[:cut]}</u>{half[cut:]}" for half, cut in halves)
    return f'<b class="hex">{byte:02X}</b> <span class="bits">{drawn}</span>'


def _token(place: PlacedToken) -> str:
    return chips([place.token], ids=[place.id])


def _whole(merges: int | None, step: int, say: Translate) -> str:
    """Write how many merges make a character whole, loud where there are as many."""
    if not merges:
        return escape(say("whole_never" if merges is None else "whole_always"))
    return f"<b>{merges:,}</b>" if merges <= step else f"{merges:,}"
