"""Put a table on the page with its headers, or say why it has no rows, and what was left out."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from bpe import Scheme
from ui.draw.grid import grid
from ui.draw.say import say, write
from ui.draw.tables import ROWS
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
    **looks: Any,
) -> None:
    """Draw `columns` of the first `ROWS` of a table, or say that the search found nothing.

    The header of a column is `<area>.column_<name>`, or the title that `titles` gives for its
    name, with `names` filled in. A frame whose `attrs["more"]` is set has more rows than are here.
    `search` is what stands in the search box of this table, None where there is no such box;
    `nothing` names the sentence for a search without a row, with a placeholder {search}. `looks`
    go to `grid.rows`.
    """
    if search and frame.empty:
        say(nothing, search=visible(search))
        return
    headers = {
        name: t(f"{area}.column_{(titles or {}).get(name, name)}", **(names or {}))
        for name in columns
    }
    shown = frame.head(ROWS)
    write(grid(shown, headers, caption, scheme, **looks))
    if len(frame) > len(shown) or frame.attrs.get("more"):
        limited = "tables.limited" if search is None else "tables.limited_search"
        st.caption(t(limited, shown=f"{len(shown):,}"))
