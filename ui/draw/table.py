"""Put a table on the page with its headers, or say why it has no rows, and what was left out.

A long table is drawn with its first rows; what follows is read, written and sent when the reader
scrolls there.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from bpe import Scheme
from ui.draw.grid import PART, begun, grid, longest_bar, rest, rows
from ui.draw.say import say, write
from ui.draw.shared import shared
from ui.draw.tokens import visible
from ui.shell.scrolled import is_asked
from ui.shell.text import t

Read = Callable[..., pd.DataFrame]
"""Reads a table's first rows: as many as it is told, or else all that a page draws of it."""


class _Part(NamedTuple):
    """A part of a table as HTML.

    Attributes:
        markup: the table with its first rows, or the rows of its rest.
        rows: how many rows the table has so far.
        more: whether there are more than these.
        name: of the rest; "" where this is all that a page draws.
    """

    markup: str
    rows: int
    more: bool
    name: str = ""


def table(
    source: pd.DataFrame | Read,
    columns: Sequence[str],
    caption: str,
    scheme: Scheme | None = None,
    *,
    area: str,
    titles: Mapping[str, str] | None = None,
    names: Mapping[str, object] | None = None,
    search: str | None = None,
    nothing: str = "tables.search_nothing",
    kept: tuple[object, Hashable] | None = None,
    **looks: Any,
) -> None:
    """Draw `columns` of a table, or say that the search found nothing, or what was left out.

    The header of a column is `<area>.column_<name>`, or the title that `titles` gives for its
    name, with `names` filled in. A frame whose `attrs["more"]` is set has more rows than are here;
    one whose rest would be no longer than how it begins comes whole. `search` is what stands in
    the search box of this table, None where there is no such box; `nothing` names the sentence for
    a search without a row, with a placeholder {search}. `kept`: the record that all is read from
    and a name for all that it depends on besides, where it is the same for all readers. `looks` go
    to `rows`.
    """
    read = _read_from(source) if isinstance(source, pd.DataFrame) else source
    if isinstance(source, pd.DataFrame):
        looks["bars"], looks["longest"] = longest_bar(source, looks.get("bars"))

    def beginning() -> _Part:
        frame = read(PART)
        headers = {
            name: t(f"{area}.column_{(titles or {}).get(name, name)}", **(names or {}))
            for name in columns
        }
        markup, name = grid(frame, headers, caption, scheme, **looks), ""
        more = bool(frame.attrs.get("more"))
        if more and len(frame) == PART:
            markup, name = begun(markup, t("tables.rest"))
        return _Part(markup, len(frame), more, name)

    def ending() -> _Part:
        frame = read()
        tail = rows(frame, columns, scheme, start=PART, **looks)
        return _Part(tail, len(frame), bool(frame.attrs.get("more")))

    def part(name: str, draw: Callable[[], _Part]) -> _Part:
        return draw() if kept is None else shared(kept[0], (kept[1], name), draw)

    drawn = part("beginning", beginning)
    if search and not drawn.rows:
        say(nothing, search=visible(search))
        return
    write(drawn.markup)
    if drawn.name:
        if not is_asked(drawn.name):
            return
        name, drawn = drawn.name, part("rest", ending)
        write(rest(name, drawn.markup))
    if drawn.more:
        limited = "tables.limited" if search is None else "tables.limited_search"
        st.caption(t(limited, shown=f"{drawn.rows:,}"))


def _read_from(frame: pd.DataFrame) -> Read:
    """Return what reads a frame that is there: whole, where its rest would be short."""

    def read(limit: int = len(frame)) -> pd.DataFrame:
        if limit >= len(frame) or len(frame) <= 2 * PART:
            return frame
        first = frame.head(limit)
        first.attrs["more"] = True
        return first

    return read
