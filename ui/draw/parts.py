"""Building blocks of pages: styles, headings, folds, a program."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe.player.tokens import PALETTE
from ui import state
from ui.address import in_address
from ui.component import looks
from ui.draw.say import write
from ui.state import MAX_LINK_CHARS
from ui.text import t

Name = TypeVar("Name")

GRID = Path(__file__).with_name("grid.css")
LISTING = Path(__file__).with_name("listing.css")
LIVE = "300ms"
"""Pause in typing after which a text field is evaluated."""


def styles(*files: Path) -> None:
    """Load the styles of chips, tables and sentences, and a page's own `files`."""
    st.html(looks(PALETTE, GRID, *files))


def heading(name: str, /, **values: object) -> str:
    """Write a heading of the catalogue and return it, as the accessible name of the table below."""
    text = t(name, **values)
    st.header(text, anchor=False)
    return text


@contextmanager
def fold(label: str, key: str) -> Iterator[bool]:
    """Draw the content of the block in a fold, initially closed; the value is True if it is open.

    Do not compute the content while the fold is closed. `shut` closes it.
    """
    place = st.expander(label, key=key, on_change="rerun")
    with place:
        yield bool(place.open)


def shut(key: str) -> None:
    """Close a fold, from a callback, so that its content is not computed again."""
    st.session_state[key] = False


def inline_row(key: str) -> DeltaGenerator:
    """Return a row above a picture, in which labels are next to their fields."""
    return st.container(horizontal=True, vertical_alignment="center", key=f"line_{key}")


def for_researchers(key: str, draw: Callable[[], object]) -> None:
    """Offer details for researchers in a fold; they are drawn once the fold is open."""
    with fold(t("tables.researchers"), key) as is_open:
        if is_open:
            draw()


def beside() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return two columns, which wrap below each other on narrow screens."""
    row = st.container(horizontal=True, gap="medium", key="beside_two")
    return row.container(), row.container()


MAX_SEARCH_CHARS = 100


def searched(key: str) -> str:
    """Return the text of the `search_line` with this key, which is drawn below."""
    return str(st.session_state.get(key) or "")[:MAX_SEARCH_CHARS]


def search_line(label: str, key: str, **looks: Any) -> str:
    """Draw a search box for a table, initially empty."""
    return text_line(label, key, "", MAX_SEARCH_CHARS, live=LIVE, **looks)


def opens_with(key: str, opening: str) -> str:
    """Set the opening text of a box, also when it changes later; return the key.

    The opening text changes with the language; the reader's typed text stays.
    """
    last = st.session_state.get(f"{key}_opening")
    if key not in st.session_state or (opening != last and st.session_state[key] == last):
        st.session_state[key] = opening
    st.session_state[f"{key}_opening"] = opening
    return key


def text_line(label: str, key: str, opening: str, max_chars: int, **looks: Any) -> str:
    """Draw a text line, initially `opening`; its text outlives the page."""
    box = opens_with(key, opening)
    text = st.text_input(label, max_chars=max_chars, key=box, persist_state="session", **looks)
    return text[:max_chars]  # the limit of a box holds in the browser only


def typed_choice(
    name: str,
    box: Callable[..., str],
    label: str,
    opening: str,
    max_chars: int,
    **looks: Any,
) -> str:
    """Draw a text box for the choice `name` in the address; initially `opening`.

    box: `st.text_input` or `st.text_area`.
    """
    key = f"{state.state().page.name}_{name}"
    chosen = state.chosen(name)

    def take() -> None:
        text = st.session_state[key][:max_chars]  # the limit of a box holds in the browser only
        state.choose(**{name: None if text == opening else text})

    state.shows(key, opening if chosen is None else chosen)
    text = box(label, max_chars=max_chars, key=key, on_change=take, **looks)[:max_chars]
    is_own = text != opening and len(text) <= MAX_LINK_CHARS
    in_address(f"{key}_address", **{name: text if is_own else None})
    return text


def examples(
    area: str, texts: Mapping[str, str], key: str, now: str, put: Callable[[str], object]
) -> None:
    """Offer example texts by name: `now` is the current text, `put` takes another one.

    Their labels are `<area>.examples` and `<area>.example_<name>`.
    """

    def chosen() -> None:
        name = st.session_state[key]
        if name is not None:
            put(texts[name])

    st.pills(
        t(f"{area}.examples"),
        [*texts],
        format_func=lambda name: t(f"{area}.example_{name}"),
        key=state.shows(key, next((name for name in texts if texts[name] == now), None)),
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
    """Let the reader choose an option, initially `opening` or the first; it outlives the page."""
    first = names[0] if opening is None else opening
    now = st.session_state.get(key)
    state.shows(key, now if now in names else first)
    chosen = st.segmented_control(
        label, names, required=True, format_func=said, key=key, persist_state="session", **looks
    )
    return first if chosen is None else chosen


def listing(program: str, told: Mapping[int, str], folded: int = 0) -> None:
    """Draw a program with notes below its lines.

    told: line number, from 0 -> a sentence as HTML. folded: lines at the beginning that are shown
    where the reader asks for them; they are copied with the others.
    """
    styles(LISTING)
    room = dict.fromkeys(told, " class=told")
    lines = [escape(line) for line in program.splitlines()]
    code = "".join(f"<span class=above>{line}\n</span>" for line in lines[:folded]) + "\n".join(
        f"<span{room.get(at, '')}>{line}</span>" for at, line in enumerate(lines[folded:], folded)
    )
    values = "".join(
        f'<p style="--line:{at + 1};--above:{above}">{value}</p>'
        for above, (at, value) in enumerate(sorted(told.items()))
    )
    copy, copied = escape(t("common.copy")), escape(t("common.copied"))
    if folded:
        unfold = escape(t("common.lines_above", n=folded))
        write(f'<button class="unfold" aria-expanded="false">{unfold}</button>')
    write(
        f'<div class="program" style="--folded:{folded}">'
        f'<button class="copy" data-done="{copied}">{copy}</button>'
        f'<pre data-program="">{code}\n</pre>{values}</div>'
    )
