"""Draw a sentence on its way through SentencePiece as HTML: the parts, changes, a comparison.

Everything a reader typed is escaped. The looks are in `sentencepiece.css` and `palette.css`.
"""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from bpe.readings.normalization import PieceChange
from ui.draw.say import text_markup
from ui.draw.table import Column, rows_for, table_markup
from ui.shell.component import Markup

STYLE = Path(__file__).with_name("sentencepiece.css")


def stages(parts: Iterable[Sequence[str]], caption: str) -> str:
    """Write parts below each other: of each its name, a remark, and what comes out (HTML)."""
    cells = "".join(
        f'<li class="stage"><h2>{escape(name)}</h2><p>{escape(remark)}</p>'
        f'<div class="output">{output}</div></li>'
        for name, remark, output in parts
    )
    return f'<ol class="stages" aria-label="{escape(caption)}">{cells}</ol>'


def law(sentence: str, holds: bool, verdict: str) -> str:
    """Write the law with its verdict."""
    kind = "holds" if holds else "fails"
    sign = "✓" if holds else "✗"
    return (
        f'<p class="law {kind}" role="status"><b>{escape(sentence)}</b>'
        f'<span><i aria-hidden="true">{sign}</i> {escape(verdict)}</span></p>'
    )


def text(value: str, empty: str) -> Markup:
    """Write a text with every character visible, or a word for an empty one."""
    return Markup(f'<span class="sentence" dir="auto">{text_markup(value) or escape(empty)}</span>')


def changes(found: Iterable[PieceChange], nothing: str) -> str:
    """Write each piece of a text above what becomes of it; what stays as it is only once."""
    cells = []
    for change in found:
        if change.kind == "same":
            cells.append(f'<span class="same">{text_markup(change.before)}</span>')
            continue
        after = text_markup(change.after) if change.after else f"<small>{escape(nothing)}</small>"
        cells.append(
            f'<span class="change {change.kind}"><span>{text_markup(change.before)}</span>'
            f'<span class="unseen"> → </span><b>{after}</b></span>'
        )
    return f'<div class="changes" dir="ltr">{"".join(cells)}</div>'


def cuttings(found: Iterable[tuple[str, str, int, int, int, str]], caption: str) -> str:
    """Write ways to cut the same text below each other.

    Of each its name, a remark, vocabulary, tokens, unknown ones, and the tokens (HTML).
    """
    rows = [
        (
            Markup(f"<b>{escape(name)}</b><small>{escape(remark)}</small>"),
            *(Markup(f'<span class="figure">{number:,}</span>') for number in numbers),
            Markup(cut),
        )
        for name, remark, *numbers, cut in found
    ]
    columns = [Column(name) for name in ("way", "vocabulary", "tokens", "unknown", "cut")]
    found_rows = rows_for(columns, rows)
    return table_markup(found_rows, columns, caption, area="sentencepiece", look="cuttings")


def words(found: Sequence[str], known: Sequence[bool], unknown: str) -> str:
    """Write words in boxes; one that is not known says so."""
    boxes = "".join(
        f'<span class="word">{text_markup(word)}'
        + ("" if is_known else f"<small>{escape(unknown)}</small>")
        + "</span>"
        for word, is_known in zip(found, known, strict=True)
    )
    return f'<div class="words">{boxes}</div>'
