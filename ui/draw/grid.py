"""Draw a table of the record as HTML: escaped, readable from the back row, one chip a token.

`st.dataframe` draws on a canvas, where a token has no element, no colour of its own and no name
for a screen reader; hence plain table markup for what a class looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from numbers import Integral, Real

import pandas as pd

from ui.draw.tables import TOKEN_COLUMNS, WORDS
from ui.draw.tokens import LONG, chips, visible
from ui.shell.text import language

PAIR_COLUMNS = ("pair", "cause")
TOKENS_IN_A_CELL = 60
CHARACTERS_IN_A_WORD = 24


def grid(
    frame: pd.DataFrame,
    headers: Mapping[str, str],
    caption: str,
    scheme=None,
    *,
    labels: Mapping[str, Callable[[dict], str]] | None = None,
    leads: Mapping[str, Callable[[dict], str]] | None = None,
    above: Mapping[str, str] | None = None,
    badges: Mapping[str, str] | None = None,
    notes: Mapping[str, Callable[[object], str]] | None = None,
    bars: str | None = None,
) -> str:
    """Write the columns named in `headers` as one HTML table, in that order.

    The first column heads its row. `labels` writes a column's cells from their row, `leads` text
    before them, `above` names another column whose cell stands over this one; a row where a column
    named in `badges` is true carries that badge, and the column's name as a class, and stands out;
    one where a column named in `notes` is not empty carries that note; `bars` names the column
    whose numbers are also drawn as bars. `scheme` says which boundary mark to set apart. The
    caption is for screen readers.
    """
    labels, leads, above = labels or {}, leads or {}, above or {}
    badges, notes = badges or {}, notes or {}
    if bars and frame[bars].nunique() < 2:
        bars = None
    longest = frame[bars].max() if bars else 1
    lang = language()
    numbers = {name for name in headers if name not in labels and _is_number(frame[name])}
    head = "".join(
        f'<th scope="col"{_class("number" if name in numbers else "")}>{escape(label)}</th>'
        for name, label in headers.items()
    )
    body = []
    for row in frame.to_dict("records"):
        badged = [name for name in badges if row[name]]
        cells = []
        for place, name in enumerate(headers):
            content = (
                escape(labels[name](row))
                if name in labels
                else _cell(name, row[name], scheme, lang)
            )
            if name in leads:
                content = f"{escape(leads[name](row))} {content}"
            if name in above:
                first = _cell(above[name], row[above[name]], scheme, lang)
                content = f'<div class="above">{first}</div>→ {content}'
            if place == 0:
                content += "".join(
                    f' <span class="badge">{escape(each)}</span>'
                    for each in map(badges.__getitem__, badged)
                )
                content += "".join(
                    f' <span class="note">{escape(say(row[note]))}</span>'
                    for note, say in notes.items()
                    if row[note]
                )
            if name == bars:
                share = 100 * row[name] / longest
                content = f'<span class="bar" style="width:{share:.1f}%"></span>{content}'
            kind = "number" if name in numbers else ""
            kind = f"{kind} has-bar" if name == bars else kind
            kind = "pair" if name in PAIR_COLUMNS else "split" if name == "tokens" else kind
            tag = 'th scope="row"' if place == 0 else "td"
            cells.append(f"<{tag}{_class(kind)}>{content}</{tag[:2]}>")
        marked = " ".join(["stands-out", *badged]) if badged else ""
        body.append(f"<tr{_class(marked)}>{''.join(cells)}</tr>")
    return (
        f'<div class="record-grid" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def shorten(word: str) -> str:
    """Show a word with visible glyphs, cut after a few dozen characters."""
    cut = word[:CHARACTERS_IN_A_WORD]
    return visible(cut) + ("…" if len(cut) < len(word) else "")


def _cell(name: str, value, scheme, lang: str) -> str:
    if value is None or value is pd.NA:
        return ""
    if name in TOKEN_COLUMNS:
        tokens = value if isinstance(value, tuple) else (value,)
        left_out = len(tokens[TOKENS_IN_A_CELL:])
        more = f" … {left_out:,}" if left_out else ""
        return chips(tokens[:TOKENS_IN_A_CELL], scheme, lang=lang) + more
    if name == "words":
        shown = [
            f'<span class="example">{_example(word, lang)}{_times(count)}</span>'
            for word, count in value[:WORDS]
        ]
        end = " …" if len(value) > WORDS else ""
        return f'<span class="examples">{" ".join(shown)}{end}</span>'
    if isinstance(value, Integral):
        return f"{value:,}"
    if isinstance(value, Real):
        return f"{value:.4g}"
    return escape(shorten(str(value)))


def _example(word: str, lang: str) -> str:
    # A megabyte without a space is a word, too, and not kept.
    return _short(word, lang) if len(word) <= LONG else escape(shorten(word))


@lru_cache(maxsize=20_000)
def _short(word: str, lang: str) -> str:
    """Return a word as a table shows it in a language, where some glyphs have names."""
    return escape(shorten(word))


def _times(count: int) -> str:
    return f"<small>×{count:,}</small>" if count > 1 else ""


def _is_number(column: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(column) and column.dtype != bool


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""
