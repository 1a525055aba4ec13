"""Put a table on the page with its headers, or say why it has no rows, and what was left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from bpe import Scheme
from ui.draw.grid import grid
from ui.draw.say import say
from ui.draw.tokens import visible
from ui.shell.text import t


def table(
    frame: pd.DataFrame,
    columns: Sequence[str],
    caption: str,
    scheme: Scheme | None = None,
    *,
    area: str,
    titles: Mapping[str, str] | None = None,
    names: Mapping[str, object] | None = None,
    search: str | None = None,
    nothing: str = "tables.search_nothing",
    **looks,
) -> None:
    """Draw `columns` of a frame, or say that the search found nothing, or what was left out.

    The header of a column is `<area>.column_<name>`, or the title that `titles` gives for its
    name, with `names` filled in. `search` is what stands in the search box of this table, None
    where there is no such box; `nothing` names the sentence for a search without a row, with a
    placeholder {search}. A frame whose `attrs["more"]` is set has more rows than are here.
    `looks` go to `grid`.
    """
    if search and frame.empty:
        say(nothing, search=visible(search))
        return
    headers = {
        name: t(f"{area}.column_{(titles or {}).get(name, name)}", **(names or {}))
        for name in columns
    }
    st.html(grid(frame, headers, caption, scheme, **looks))
    if frame.attrs.get("more"):
        limited = "tables.limited" if search is None else "tables.limited_search"
        st.caption(t(limited, shown=f"{len(frame):,}"))
