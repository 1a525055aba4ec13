"""The parts that pages are put together from: styles, headings, folds, a program."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, unquote

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.draw.say import write
from ui.draw.tokens import PALETTE
from ui.shell import session
from ui.shell.component import looks
from ui.shell.text import t

Name = TypeVar("Name")

GRID = Path(__file__).with_name("grid.css")
LISTING = Path(__file__).with_name("listing.css")
LIVE = "300ms"
"""How long a reader pauses until what a line of text asks for is drawn, while they type."""


def styles(*files: Path) -> None:
    """Load the looks of chips, tables and sentences, and a page's own `files`."""
    st.html(looks(PALETTE, GRID, *files))


def heading(name: str, /, **values: object) -> str:
    """Write a heading of the catalogue and return it, as the name of the table below it."""
    text = t(name, **values)
    st.header(text, anchor=False)
    return text


@contextmanager
def fold(label: str, key: str) -> Iterator[bool]:
    """Put what is drawn within below a label, closed at first; the value says whether it is open.

    What is closed is not to be worked out.
    """
    session.kept(f"{key}_open", False, (False, True))
    opened = bool(session.value(f"{key}_open"))
    shown = session.widget(key, opened)
    place = st.expander(label, opened, key=shown, on_change=partial(_turned, key))
    with place:
        yield bool(place.open)


def _turned(key: str) -> None:
    session.widget(f"{key}_open", session.value(key))


def shut(key: str) -> None:
    """Close a fold, from a callback: what is in it would be worked out again."""
    session.widget(f"{key}_open", False)


def clicked(key: str, *, of: object = None) -> tuple[str, ...]:
    """Return the words kept here, for an owner if it has one, in the order they were clicked in."""
    session.kept(key, "", of=of)
    return tuple(map(unquote, str(session.value(key)).split()))


def keep_clicked(key: str, words: Iterable[str]) -> None:
    """Keep words that were clicked, as a link says them."""
    session.widget(key, " ".join(map(quote, words)))


def inline_row(key: str) -> DeltaGenerator:
    """Return the one line above a picture; in it, the label of a field stands beside the field."""
    return st.container(horizontal=True, vertical_alignment="center", key=f"line_{key}")


def for_researchers(key: str, draw: Callable[[], object]) -> None:
    """Offer what only researchers read, behind a fold; it is drawn once the fold is open."""
    with fold(t("tables.researchers"), key) as is_open:
        if is_open:
            draw()


def beside() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return two places beside each other, or one below the other where that is too narrow."""
    row = st.container(horizontal=True, gap="medium", key="beside_two")
    return row.container(), row.container()


LONGEST_SEARCH = 100
"""Characters that are searched for."""


def searched(key: str) -> str:
    """Return what `search_line` of this key, drawn below, asks for."""
    session.kept(key, "")
    return str(session.value(key))[:LONGEST_SEARCH]


def search_line(label: str, key: str, **looks: Any) -> str:
    """Take what a table is searched for, at first nothing."""
    return text_line(label, key, "", LONGEST_SEARCH, live=LIVE, **looks)


def text_line(label: str, key: str, opening: str, longest: int, **looks: Any) -> str:
    """Take a line of text, at first `opening`; it outlives the page.

    longest: characters. The limit of a box holds in the browser only, so it is kept here, too.
    """
    kept = session.kept(key, opening)
    return st.text_input(label, max_chars=longest, **kept, **looks)[:longest]


def examples(
    area: str, texts: Mapping[str, str], key: str, now: str, put: Callable[[str], object]
) -> None:
    """Offer texts that each show one thing, by name: `now` is in sight, `put` takes another one.

    Their words are `<area>.examples` and `<area>.example_<name>`.
    """

    def chosen() -> None:
        name = session.value(key)
        if name is not None:
            put(texts[name])

    st.pills(
        t(f"{area}.examples"),
        [*texts],
        format_func=lambda name: t(f"{area}.example_{name}"),
        key=session.widget(key, next((name for name in texts if texts[name] == now), None)),
        on_change=chosen,
        label_visibility="collapsed",
    )


def segmented(
    label: str,
    names: Sequence[Name],
    said: Callable[[Name], str],
    key: str,
    opening: Name | None = None,
    **looks: Any,
) -> Name:
    """Let the reader choose one of a few, at first `opening` or the first; it outlives the page."""
    opening = names[0] if opening is None else opening
    kept = session.kept(key, opening, names)
    chosen = st.segmented_control(label, names, required=True, format_func=said, **kept, **looks)
    return opening if chosen is None else chosen


def listing(program: str, told: Mapping[int, str]) -> None:
    """Draw a program with what its lines did, in room made below them.

    told: line number, from 0 -> a sentence as HTML.
    """
    styles(LISTING)
    room = dict.fromkeys(told, " class=told")
    lines = enumerate(program.splitlines())
    code = "\n".join(f"<span{room.get(at, '')}>{escape(line)}</span>" for at, line in lines)
    values = "".join(
        f'<p style="--line:{at + 1};--above:{above}">{value}</p>'
        for above, (at, value) in enumerate(sorted(told.items()))
    )
    copy, copied = escape(t("common.copy")), escape(t("common.copied"))
    write(
        f'<div class="program"><button class="copy" data-done="{copied}">{copy}</button>'
        f'<pre data-program="">{code}\n</pre>{values}</div>'
    )
