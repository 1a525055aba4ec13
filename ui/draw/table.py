"""Tables as HTML: escaped, readable from the back row, one chip per token; also a vocabulary.

`st.dataframe` draws on a canvas, in which a token has no element, no colour and no name for a
screen reader; hence plain table markup for tables shown to a class.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from numbers import Integral, Real
from typing import Any, Literal

import streamlit as st

from bpe import Scheme
from bpe.player.tokens import visible
from ui.component import Markup
from ui.draw.parts import heading, search_line, searched, segmented
from ui.draw.say import say, write
from ui.draw.table_rows import (
    MAX_SPLIT_CHARS,
    ROWS,
    STATUS_NAMES,
    WORDS,
    CutSplit,
    Row,
    Rows,
    VocabularyAtStep,
)
from ui.draw.tokens import LONG, chips, coloured_by, ranks_here, shorten
from ui.text import language, speaking, t

CellKind = Literal["text", "word", "number", "token", "tokens", "pair", "split", "words"]
"""Format of a cell: unchanged, shortened, with thousands separators, as chips of one or several
tokens, or as example words."""

Tokens = Sequence[str | bytes] | CutSplit

CLASSES: Mapping[CellKind, str] = {"number": "number", "pair": "pair", "split": "split"}


@dataclass(frozen=True)
class Column:
    """A column of a table: its cell and format.

    Attributes:
        name: of the cell.
        kind: the format of the cell, unless one of the next three is set.
        message: a sentence of the catalogue, "tables.kind_{kind}", filled in from the row.
        template: a text filled in from the row, "{before:,} → {after:,}".
        format: function that formats the cell.
        header: the column's name in the catalogue, if it differs from `name`.
        title: the header itself, if it is not in the catalogue.
        prefix: a sentence of the catalogue before the cell, filled in from the row.
        above: the name of a cell written above this one.
        cuts: the name of a cell with the indices of tokens that begin at a moved cut.
        bar: also draw the number as a bar, unless all are equal.
        look: a CSS class.
    """

    name: str
    kind: CellKind = "text"
    message: str = ""
    template: str = ""
    format: Callable[[Any], str] | None = None
    header: str = ""
    title: str | None = None
    prefix: str = ""
    above: str = ""
    cuts: str = ""
    bar: bool = False
    look: str = ""


def draw_table(
    rows: Rows,
    columns: Sequence[Column],
    caption: str,
    scheme: Scheme | None = None,
    *,
    search: str | None = None,
    nothing: str = "tables.search_nothing",
    **looks: Any,
) -> None:
    """Draw the first `ROWS` rows of a table and say that others are omitted.

    `search` is the text in the table's search box, None if there is no box; `nothing` names the
    sentence for a search without results. `looks` are options of `table_markup`.
    """
    if search and not rows:
        say(nothing, search=visible(search))
        return
    shown = Rows(rows.names, rows.cells[:ROWS]).cut()
    write(table_markup(shown, columns, caption, scheme, **looks))
    if len(rows) > len(shown) or rows.more:
        limited = "tables.limited" if search is None else "tables.limited_search"
        st.caption(t(limited, shown=len(shown)))


def table_markup(
    rows: Iterable[Row],
    columns: Sequence[Column],
    caption: str,
    scheme: Scheme | None = None,
    *,
    area: str = "",
    names: Mapping[str, object] | None = None,
    badges: Mapping[str, str] | None = None,
    notes: Mapping[str, str] | None = None,
    look: str = "",
    stacks: bool = False,
) -> Markup:
    """Return a table as HTML. A cell of type `Markup` is not escaped; all others are.

    The first column has the row headers. The caption is for screen readers.

    area: of the headers in the catalogue, "<area>.column_<header>", with `names` filled in.
    badges: column -> the badge of rows in which it is true; these rows are emphasized.
    notes: column -> a sentence of the catalogue for rows in which it is not empty.
    scheme: its boundary mark is distinguished. look: a CSS class of the table.
    stacks: on a phone the cells of a row are below each other, each after its header.
    """
    rows, badges = [*rows], badges or {}
    # The page is asked once for its language and its run, instead of for each cell.
    with speaking(lang := language()), coloured_by(ranks_here()):
        titles = [_title(each, area, names or {}) for each in columns]
        drawn = [_column(each, rows, scheme, lang) for each in columns]
        behind = [_behind(row, badges, notes or {}) for row in rows]
    head = "".join(map(_header, columns, titles))
    drawn[0] = [cell + marks for cell, marks in zip(drawn[0], behind, strict=True)]
    classes = [
        _class(CLASSES.get(each.kind), _has_bars(each, rows) and "has-bar", each.look)
        for each in columns
    ]
    body = "".join(
        _row(cells, classes, [name for name in badges if row[name]], titles if stacks else ())
        for row, *cells in zip(rows, *drawn, strict=True)
    )
    return Markup(
        f'<div{_class("record-grid", stacks and "stacks", look)} role="region" tabindex="0" '
        f'aria-label="{escape(caption)}"><table><caption class="unseen">{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def rows_for(columns: Sequence[Column], cells: Sequence[tuple[Any, ...]]) -> Rows:
    """Return rows with cells in the order of the columns."""
    return Rows(tuple(each.name for each in columns), cells)


def bar(share: float) -> Markup:
    """Return a bar that fills a share of a cell."""
    return Markup(f'<span class="bar" style="width:{share:.1%}"></span>')


def _title(column: Column, area: str, names: Mapping[str, object]) -> str:
    if column.title is not None:
        return column.title
    return t(f"{area}.column_{column.header or column.name}", **names)


def _header(column: Column, title: str) -> str:
    is_number = column.kind == "number" or "number" in column.look
    return f'<th scope="col"{_class(is_number and "number")}>{escape(title)}</th>'


def _row(
    cells: Sequence[str], classes: Sequence[str], marks: Sequence[str], titles: Sequence[str]
) -> str:
    named = [f' data-title="{escape(title)}"' for title in titles] or [""] * len(cells)
    first, *others = map("{}{}>{}".format, classes, named, cells)
    rest = "".join(f"<td{each}</td>" for each in others)
    return f'<tr{_class(marks and "stands-out", *marks)}><th scope="row"{first}</th>{rest}</tr>'


def _column(column: Column, rows: Sequence[Row], scheme: Scheme | None, lang: str) -> list[str]:
    """Return the cells of one column, each with its prefix, the cell above and the bar."""
    cells = [_cell(column, row, scheme, lang) for row in rows]
    if column.prefix:
        before = (escape(_message(column.prefix, row)) for row in rows)
        cells = [f"{each} {cell}" for each, cell in zip(before, cells, strict=True)]
    if column.above:
        above = (_written(row[column.above], column.kind, scheme, lang) for row in rows)
        cells = [
            f'<div class="above">{first}</div>→ {cell}'
            for first, cell in zip(above, cells, strict=True)
        ]
    if _has_bars(column, rows):
        values = [row[column.name] for row in rows]
        longest = max(values)
        cells = [bar(each / longest) + cell for each, cell in zip(values, cells, strict=True)]
    return cells


def _has_bars(column: Column, rows: Sequence[Row]) -> bool:
    return column.bar and len({row[column.name] for row in rows}) > 1


def _cell(column: Column, row: Row, scheme: Scheme | None, lang: str) -> str:
    if column.message:
        return escape(_message(column.message, row))
    if column.template:
        return escape(column.template.format_map(row))
    if column.format is not None:
        return escape(column.format(row[column.name]))
    if column.cuts:
        return _tokens(row[column.name], scheme, lang, row[column.cuts][:MAX_SPLIT_CHARS])
    return _written(row[column.name], column.kind, scheme, lang)


def _message(key: str, row: Row) -> str:
    return t(key.format_map(row))


def _written(value: Any, kind: CellKind, scheme: Scheme | None, lang: str) -> str:
    """Return a cell as HTML: the only place in which the texts of a table are escaped."""
    if isinstance(value, Markup):
        return value
    if value is None:
        return ""
    if kind in ("token", "tokens", "pair", "split"):
        return _tokens((value,) if kind == "token" else value, scheme, lang)
    if kind == "words":
        return _words(value, lang)
    if kind == "number" and isinstance(value, Real):
        return f"{value:,}" if isinstance(value, Integral) else f"{value:.4g}"
    return escape(shorten(value) if kind == "word" else str(value))


def _tokens(tokens: Tokens, scheme: Scheme | None, lang: str, cuts: Collection[int] = ()) -> str:
    left_out = len(tokens) - MAX_SPLIT_CHARS
    more = f" … {left_out:,}" if left_out > 0 else ""
    return chips(tokens[:MAX_SPLIT_CHARS], scheme, cuts=cuts, lang=lang) + more


def _words(words: Sequence[tuple[str, int]], lang: str) -> str:
    # A megabyte without a space is a word, too: do not cache it.
    shown = [
        (_example if len(word) <= LONG else _example.__wrapped__)(word, count, lang)
        for word, count in words[:WORDS]
    ]
    end = " …" if len(words) > WORDS else ""
    return f'<span class="examples">{" ".join(shown)}{end}</span>'


@lru_cache(maxsize=20_000)
def _example(word: str, count: int, lang: str) -> str:
    """Return a word as shown in a table, in a language with names for some glyphs."""
    times = f"<small>×{count:,}</small>" if count > 1 else ""
    return f'<span class="example">{escape(shorten(word))}{times}</span>'


def _behind(row: Row, badges: Mapping[str, str], notes: Mapping[str, str]) -> str:
    """Return the badges and notes after the first cell of a row."""
    said = [f' <span class="badge">{escape(badges[name])}</span>' for name in badges if row[name]]
    said += [
        f' <span class="note">{escape(_message(key, row))}</span>'
        for name, key in notes.items()
        if row[name]
    ]
    return "".join(said)


def _class(*names: object) -> str:
    """Return the attribute `class` of all non-empty names."""
    joined = " ".join(f"{name}" for name in names if name)
    return f' class="{joined}"' if joined else ""


COLUMNS = (
    Column("token", "token"),
    Column("id", "number"),
    Column("kind", message="tables.kind_{kind}", header="token_kind"),
    Column("count", "number", bar=True),
    Column("born", "number"),
)


def vocabulary_asked(key: str) -> tuple[str, str]:
    """Return the reader's search and status, for `vocabulary_at`."""
    status: str | None = st.session_state.get(f"{key}_status")
    return searched(f"{key}_token_search"), status or STATUS_NAMES[0]


def draw_vocabulary(found: VocabularyAtStep, key: str) -> None:
    """Draw the vocabulary as a sum and as a list: all of it, or the entries of one status."""
    title = heading("tables.vocabulary_heading", step=found.step)
    _draw_sum(found)
    scheme, numbers = found.scheme, found.statuses
    status = segmented(
        t("tables.status"),
        STATUS_NAMES,
        lambda name: f"{t(f'tables.status_{name}')} ({numbers[name]:,})",
        f"{key}_status",
    )
    said = f"alphabet_{scheme.units}" if status == "all" else f"means_{status}"
    st.caption(t(f"tables.{said}"))
    if scheme.unknown == "unk":
        st.caption(t("tables.special_unk", n=numbers["all"]))
    elif not scheme.special_tokens:
        st.caption(t("tables.special_none"))
    search = search_line(t("tables.vocabulary_search"), f"{key}_token_search")
    if not numbers[status]:
        say(f"tables.none_{status}")
        return
    inside = (Column("inside", "token"),) if status == "intermediate" else ()
    draw_table(found.rows, (*COLUMNS, *inside), title, scheme, area="tables", search=search)


def _draw_sum(found: VocabularyAtStep) -> None:
    terms = [
        f"<b>{number:,}</b> {escape(t(f'tables.sum_{kind}'))}"
        for kind, number in found.kinds.items()
        if number or kind != "mark"
    ]
    size = f"<b>{found.size:,}</b> {escape(t('tables.sum_size'))}"
    write(f'<p class="record-sum">{" + ".join(terms)} = {size}</p>')
