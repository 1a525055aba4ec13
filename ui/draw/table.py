"""Put a table on the page with its headers, or say why it has no rows, and what was left out.

A long table is drawn with its first rows; what follows is read, written and sent when the reader
scrolls there.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
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


class Table(NamedTuple):
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


@dataclass(frozen=True)
class Parts:
    """A table that is written part by part.

    write: writes its rest where it is told so, else how it begins. shared: the record that it is
    read from and all that it depends on besides, where it is the same for all readers.
    """

    write: Callable[[bool], Table]
    shared: tuple[object, Hashable] | None = None

    def part(self, is_rest: bool = False) -> Table:
        """Return how the table begins, or its rest."""
        if self.shared is None:
            return self.write(is_rest)
        record, name = self.shared
        return shared(record, (name, is_rest), lambda: self.write(is_rest))


def table(frame: pd.DataFrame, *args: Any, search: str | None = None, **looks: Any) -> None:
    """Draw a table, or say that the search found nothing, or what was left out.

    One whose rest would be no longer than how it begins comes whole. Arguments as `written` and
    `put` take them.
    """
    nothing = {"nothing": looks.pop("nothing")} if "nothing" in looks else {}
    looks["bars"], looks["longest"] = longest_bar(frame, looks.get("bars"))

    def read(limit: int = len(frame)) -> pd.DataFrame:
        if limit >= len(frame) or len(frame) <= 2 * PART:
            return frame
        first = frame.head(limit)
        first.attrs["more"] = True
        return first

    put(Parts(lambda is_rest: written(read, *args, is_rest=is_rest, **looks)), search, **nothing)


def written(
    read: Read,
    columns: Sequence[str],
    caption: str,
    scheme: Scheme | None = None,
    *,
    area: str,
    titles: Mapping[str, str] | None = None,
    names: Mapping[str, object] | None = None,
    is_rest: bool = False,
    **looks: Any,
) -> Table:
    """Write `columns` of what is read as a table: how it begins, or its rest.

    The header of a column is `<area>.column_<name>`, or the title that `titles` gives for its
    name, with `names` filled in. A frame whose `attrs["more"]` is set has more rows than are here.
    `looks` go to `rows`.
    """
    if is_rest:
        frame = read()
        tail = rows(frame, columns, scheme, start=PART, **looks)
        return Table(tail, len(frame), bool(frame.attrs.get("more")))
    frame = read(PART)
    headers = {
        name: t(f"{area}.column_{(titles or {}).get(name, name)}", **(names or {}))
        for name in columns
    }
    markup, name = grid(frame, headers, caption, scheme, **looks), ""
    more = bool(frame.attrs.get("more"))
    if more and len(frame) == PART:
        markup, name = begun(markup, t("tables.rest"))
    return Table(markup, len(frame), more, name)


def put(parts: Parts, search: str | None = None, *, nothing: str = "tables.search_nothing") -> None:
    """Put a table on the page, or say that the search found nothing, or what was left out.

    `search` is what stands in the search box of this table, None where there is no such box;
    `nothing` names the sentence for a search without a row, with a placeholder {search}.
    """
    drawn = parts.part()
    if search and not drawn.rows:
        say(nothing, search=visible(search))
        return
    write(drawn.markup)
    if drawn.name:
        if not is_asked(drawn.name):
            return
        name, drawn = drawn.name, parts.part(is_rest=True)
        write(rest(name, drawn.markup))
    if drawn.more:
        limited = "tables.limited" if search is None else "tables.limited_search"
        st.caption(t(limited, shown=f"{drawn.rows:,}"))
