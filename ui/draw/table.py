"""Put a table on the page with its headers, or say why it has no rows, and what was left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd
import streamlit as st

from bpe import Scheme
from ui.draw.grid import grid
from ui.draw.say import say
from ui.draw.tokens import visible
from ui.shell.text import t


class Table(NamedTuple):
    """A table as HTML, how many rows it has, and whether there are more than these."""

    markup: str
    rows: int
    more: bool


def table(frame: pd.DataFrame, *args, search: str | None = None, **looks) -> None:
    """Draw a table, or say that the search found nothing, or what was left out.

    Arguments as `written` and `put` take them.
    """
    nothing = {"nothing": looks.pop("nothing")} if "nothing" in looks else {}
    put(written(frame, *args, **looks), search=search, **nothing)


def written(
    frame: pd.DataFrame,
    columns: Sequence[str],
    caption: str,
    scheme: Scheme | None = None,
    *,
    area: str,
    titles: Mapping[str, str] | None = None,
    names: Mapping[str, object] | None = None,
    **looks,
) -> Table:
    """Write `columns` of a frame as a table.

    The header of a column is `<area>.column_<name>`, or the title that `titles` gives for its
    name, with `names` filled in. A frame whose `attrs["more"]` is set has more rows than are here.
    `looks` go to `grid`.
    """
    headers = {
        name: t(f"{area}.column_{(titles or {}).get(name, name)}", **(names or {}))
        for name in columns
    }
    markup = grid(frame, headers, caption, scheme, **looks)
    return Table(markup, len(frame), bool(frame.attrs.get("more")))


def put(drawn: Table, *, search: str | None = None, nothing: str = "tables.search_nothing") -> None:
    """Put a table on the page, or say that the search found nothing, or what was left out.

    `search` is what stands in the search box of this table, None where there is no such box;
    `nothing` names the sentence for a search without a row, with a placeholder {search}.
    """
    if search and not drawn.rows:
        say(nothing, search=visible(search))
        return
    st.html(drawn.markup)
    if drawn.more:
        limited = "tables.limited" if search is None else "tables.limited_search"
        st.caption(t(limited, shown=f"{drawn.rows:,}"))
