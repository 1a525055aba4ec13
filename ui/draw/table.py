"""Tables as HTML: escaped, readable from the back row, one chip a token; a vocabulary as one.

`st.dataframe` draws on a canvas, where a token has no element, no colour of its own and no name
for a screen reader; hence plain table markup for what a class looks at.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from numbers import Integral, Real
from typing import Any, Literal

import streamlit as st

from bpe import Scheme
from ui.draw.parts import heading, search_line, searched, segmented
from ui.draw.readings import (
    LONGEST_SPLIT,
    ROWS,
    STATUS_NAMES,
    WORDS,
    CutSplit,
    Row,
    Rows,
    VocabularyAtStep,
)
from ui.draw.say import say, write
from ui.draw.tokens import LONG, chips, shorten, visible
from ui.shell import session
from ui.shell.component import Markup
from ui.shell.text import language, t

CellKind = Literal["text", "word", "number", "token", "tokens", "pair", "split", "words"]
"""How a cell is written: as it is, cut where it is long, grouped by thousands, as chips of one
token or of several, or as examples of words."""

Tokens = Sequence[str | bytes] | CutSplit

CLASSES: Mapping[CellKind, str] = {"number": "number", "pair": "pair", "split": "split"}


@dataclass(frozen=True)
class Column:
    """A column of a table: which cell of a row it shows, and how.

    Attributes:
        name: of the cell.
        kind: how the cell is written, unless one of the next three says so.
        message: a sentence of the catalogue, "tables.kind_{kind}", filled in from the row.
        template: a text filled in from the row, "{before:,} → {after:,}".
        format: makes a text of the cell.
        header: the column's name in the catalogue, where it is another one.
        title: the header itself, where the catalogue has none.
        prefix: a sentence of the catalogue before the cell, filled in from the row.
        above: the name of a cell that stands above this one.
        cuts: the name of a cell with those of the tokens, by number, that begin at a moved cut.
        bar: draw the number as a bar, too, unless all are alike.
        look: a class for its looks.
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
    """Draw the first `ROWS` rows of a table and say that others are left out.

    `search` is the text in the table's search box, None where there is no box; `nothing` names the
    sentence for a search without a row. `looks` are those of `table_markup`.
    """
    if search and not rows:
        say(nothing, search=visible(search))
        return
    shown = Rows(rows.names, rows.cells[:ROWS])
    write(table_markup(shown, columns, caption, scheme, **looks))
    if len(rows) > len(shown) or rows.more:
        limited = "tables.limited" if search is None else "tables.limited_search"
        st.caption(t(limited, shown=f"{len(shown):,}"))


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
    """Return a table as HTML. A cell that is `Markup` stays as it is; all others are escaped.

    The first column heads its row. The caption is for screen readers.

    area: of the headers in the catalogue, "<area>.column_<header>", with `names` filled in.
    badges: a column -> the badge of the rows where it is true; these stand out.
    notes: a column -> a sentence of the catalogue for the rows where it is not empty.
    scheme: its boundary mark is set apart. look: a class for the table's looks.
    stacks: on a phone the cells of a row stand below each other, each after its header.
    """
    rows, badges = [*rows], badges or {}
    titles = [_title(each, area, names or {}) for each in columns]
    head = "".join(map(_header, columns, titles))
    drawn = [_column(each, rows, scheme, language()) for each in columns]
    behind = [_behind(row, badges, notes or {}) for row in rows]
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
    """Return rows whose cells stand in the order of the columns."""
    return Rows(tuple(each.name for each in columns), cells)


def bar(share: float) -> Markup:
    """Return a bar behind a cell, as wide as a share of it."""
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
    """Return the cells of one column, each with its prefix, the cell above and the bar behind."""
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
        return _tokens(row[column.name], scheme, lang, row[column.cuts][:LONGEST_SPLIT])
    return _written(row[column.name], column.kind, scheme, lang)


def _message(key: str, row: Row) -> str:
    return t(key.format_map(row))


def _written(value: Any, kind: CellKind, scheme: Scheme | None, lang: str) -> str:
    """Return a cell as HTML: the one place where all that a table shows is escaped."""
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
    left_out = len(tokens) - LONGEST_SPLIT
    more = f" … {left_out:,}" if left_out > 0 else ""
    return chips(tokens[:LONGEST_SPLIT], scheme, cuts=cuts, lang=lang) + more


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


def _behind(row: Row, badges: Mapping[str, str], notes: Mapping[str, str]) -> str:
    """Return the badges and notes behind the first cell of a row."""
    said = [f' <span class="badge">{escape(badges[name])}</span>' for name in badges if row[name]]
    said += [
        f' <span class="note">{escape(_message(key, row))}</span>'
        for name, key in notes.items()
        if row[name]
    ]
    return "".join(said)


def _class(*names: object) -> str:
    """Return the attribute `class` of the names that are there."""
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
    """Return the search and the status that the reader has chosen, for `vocabulary_at`."""
    session.kept(f"{key}_status", STATUS_NAMES[0], STATUS_NAMES)
    status: str | None = session.value(f"{key}_status")
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
