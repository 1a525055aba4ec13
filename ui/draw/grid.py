"""Draw a table of the record as HTML: escaped, readable from the back row, one chip a token.

`st.dataframe` draws on a canvas, where a token has no element, no colour of its own and no name
for a screen reader; hence plain table markup for what a class looks at.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from html import escape
from numbers import Integral, Real
from typing import Any

import pandas as pd

from bpe import Scheme
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
    scheme: Scheme | None = None,
    **looks: Any,
) -> str:
    """Write the columns named in `headers` as one HTML table, in that order.

    The first column heads its row. `looks` are those of `rows`. The caption is for screen readers.
    """
    numbers = _numbers(frame, headers, looks.get("labels") or {})
    head = "".join(
        f'<th scope="col"{_class("number" if name in numbers else "")}>{escape(label)}</th>'
        for name, label in headers.items()
    )
    return framed(head, rows(frame, headers, scheme, **looks), caption)


def framed(head: str, body: str, caption: str, kind: str = "") -> str:
    """Write a table of heads and rows that are HTML already; `kind` is a class for its looks."""
    return (
        f'<div class="{f"record-grid {kind}".rstrip()}" role="region" tabindex="0" '
        f'aria-label="{escape(caption)}"><table><caption class="unseen">{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def written_cells(
    headers: Sequence[str],
    found: Iterable[Sequence[str]],
    caption: str,
    kind: str = "",
    classes: Sequence[str] = (),
) -> str:
    """Write a table of cells that are HTML already; the first heads its row.

    classes: of the columns, from the second one on; the head of a number stands as it does.
    """
    looks = [_class(each) for each in classes] or [""] * (len(headers) - 1)
    ends = ["", *(_class("number") if "number" in look else "" for look in looks)]
    head = "".join(
        f'<th scope="col"{end}>{escape(each)}</th>' for end, each in zip(ends, headers, strict=True)
    )
    body = "".join(
        f'<tr><th scope="row">{first}</th>'
        + "".join(f"<td{look}>{cell}</td>" for look, cell in zip(looks, cells, strict=True))
        + "</tr>"
        for first, *cells in found
    )
    return framed(head, body, caption, kind)


def rows(
    frame: pd.DataFrame,
    names: Iterable[str],
    scheme: Scheme | None = None,
    *,
    labels: Mapping[str, Callable[[dict[str, Any]], str]] | None = None,
    leads: Mapping[str, Callable[[dict[str, Any]], str]] | None = None,
    above: Mapping[str, str] | None = None,
    badges: Mapping[str, str] | None = None,
    notes: Mapping[str, Callable[[object], str]] | None = None,
    bars: str | None = None,
) -> str:
    """Write the rows of a frame, of the columns named.

    `labels` writes a column's cells from their row, `leads` text before them, `above` names another
    column whose cell stands over this one; a row where a column named in `badges` is true carries
    that badge, and the column's name as a class, and stands out; one where a column named in
    `notes` is not empty carries that note; `bars` names the column whose numbers are also drawn as
    bars, unless all are alike. `scheme` says which boundary mark to set apart.
    """
    labels, leads, above = labels or {}, leads or {}, above or {}
    badges, notes = badges or {}, notes or {}
    if bars and frame[bars].nunique() < 2:
        bars = None
    longest = frame[bars].max() if bars else 1
    lang = language()
    numbers = _numbers(frame, names, labels)
    values = {name: frame[name].tolist() for name in frame}
    records = [dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True)]
    badged = [[name for name in badges if row[name]] for row in records]
    columns = []
    for place, name in enumerate(names):
        if name in labels:
            contents = [escape(labels[name](row)) for row in records]
        else:
            contents = _cells(name, values[name], scheme, lang)
        if name in leads:
            said = (escape(leads[name](row)) for row in records)
            contents = [f"{each} {content}" for each, content in zip(said, contents, strict=True)]
        if name in above:
            firsts = _cells(above[name], values[above[name]], scheme, lang)
            contents = [
                f'<div class="above">{first}</div>→ {content}'
                for first, content in zip(firsts, contents, strict=True)
            ]
        if place == 0:
            behind = (_behind(*each, badges, notes) for each in zip(records, badged, strict=True))
            contents = [content + mark for content, mark in zip(contents, behind, strict=True)]
        if name == bars:
            contents = [
                f'<span class="bar" style="width:{100 * value / longest:.1f}%"></span>{content}'
                for value, content in zip(values[name], contents, strict=True)
            ]
        kind = "number" if name in numbers else ""
        kind = f"{kind} has-bar" if name == bars else kind
        kind = "pair" if name in PAIR_COLUMNS else "split" if name == "tokens" else kind
        tag = 'th scope="row"' if place == 0 else "td"
        begin, end = f"<{tag}{_class(kind)}>", f"</{tag[:2]}>"
        columns.append([f"{begin}{content}{end}" for content in contents])
    return "".join(
        f"<tr{_class(' '.join(['stands-out', *names]) if names else '')}>{''.join(cells)}</tr>"
        for names, *cells in zip(badged, *columns, strict=True)
    )


def shorten(word: str) -> str:
    """Show a word with visible glyphs, cut after a few dozen characters."""
    cut = word[:CHARACTERS_IN_A_WORD]
    return visible(cut) + ("…" if len(cut) < len(word) else "")


def _behind(
    row: dict[str, Any],
    badged: Sequence[str],
    badges: Mapping[str, str],
    notes: Mapping[str, Callable[[object], str]],
) -> str:
    """Return the badges and notes that stand behind the first cell of a row."""
    said = [f' <span class="badge">{escape(badges[name])}</span>' for name in badged]
    said += [
        f' <span class="note">{escape(say(row[name]))}</span>'
        for name, say in notes.items()
        if row[name]
    ]
    return "".join(said)


def _cells(name: str, values: Sequence[Any], scheme: Scheme | None, lang: str) -> list[str]:
    """Write the cells of one column."""
    write: Callable[[Any], str] = _plain
    if name in TOKEN_COLUMNS:
        write = partial(_tokens, scheme=scheme, lang=lang)
    elif name == "words":
        write = partial(_words, lang=lang)
    return ["" if value is None or value is pd.NA else write(value) for value in values]


def _tokens(value: Any, scheme: Scheme | None, lang: str) -> str:
    tokens = value if isinstance(value, tuple) else (value,)
    left_out = len(tokens) - TOKENS_IN_A_CELL
    more = f" … {left_out:,}" if left_out > 0 else ""
    return chips(tokens[:TOKENS_IN_A_CELL], scheme, lang=lang) + more


def _words(words: Sequence[tuple[str, int]], lang: str) -> str:
    # A megabyte without a space is a word, too, and not kept.
    shown = [
        (_example if len(word) <= LONG else _example.__wrapped__)(word, count, lang)
        for word, count in words[:WORDS]
    ]
    end = " …" if len(words) > WORDS else ""
    return f'<span class="examples">{" ".join(shown)}{end}</span>'


@lru_cache(maxsize=20_000)
def _example(word: str, count: int, lang: str) -> str:
    """Return a word as a table shows it in a language, where some glyphs have names."""
    times = f"<small>×{count:,}</small>" if count > 1 else ""
    return f'<span class="example">{escape(shorten(word))}{times}</span>'


def _plain(value: Any) -> str:
    if isinstance(value, Integral):
        return f"{value:,}"
    if isinstance(value, Real):
        return f"{value:.4g}"
    return escape(shorten(str(value)))


def _numbers(
    frame: pd.DataFrame, names: Iterable[str], labels: Mapping[str, Callable[[dict[str, Any]], str]]
) -> set[str]:
    """Return which columns are numbers, and written as such."""
    return {
        name
        for name in names
        if name not in labels
        and pd.api.types.is_numeric_dtype(frame[name])
        and frame[name].dtype != bool
    }


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""
