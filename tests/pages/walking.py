"""Controls of a page as a reader presses them, and all that a page draws, to be compared."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from google.protobuf.json_format import MessageToDict
from streamlit.runtime.state.common import TESTING_KEY
from streamlit.testing.v1 import AppTest

TYPED = ("er", "lo")
"""What is typed into a box of text, also where that searches."""

NUMBERS = (3, None)
"""What is typed into a box of a number: little, and nothing."""

UNLIKE = {
    "id",
    "formId",
    "queryString",
    "links",
    "visit",
    "generation",
    "key",
    "run",
    "deferredFileId",
    "setValue",
}
"""Names of values that differ between two sessions, or say where else the reader has been."""


KINDS = (
    *("button", "selectbox", "multiselect", "radio", "button_group", "slider"),
    *("toggle", "checkbox", "number_input", "text_area", "text_input"),
)
LISTS = ("selectbox", "multiselect", "radio", "button_group")
"""Kinds of controls that can be pressed, and those with options."""


@dataclass(frozen=True)
class Press:
    """One press: the control, what is done to it, and what does that to a simulated app."""

    key: str
    what: str
    act: Callable[[AppTest], object]

    def __str__(self) -> str:
        return f"{self.key} {self.what}".strip()

    def __call__(self, app: AppTest) -> AppTest:
        """Press, and run the page."""
        self.act(app)
        return app.run()


def presses(app: AppTest, skipped: Collection[str] = ()) -> list[Press]:
    """Return each press of each control that a page has now, in order."""
    return [
        press
        for kind in KINDS
        for widget in app.get(kind)
        if not widget.disabled and _key(widget) not in skipped
        for press in _presses_of(widget)
    ]


def _key(widget: Any) -> str:
    """Return the key of a control, without what names a run, a file or a label in it."""
    return re.sub(r"_[0-9a-f]{8,}.*|(?<=paste)-.*", "", str(widget.key))


def _presses_of(widget: Any) -> Iterator[Press]:
    """Yield the presses of one control, but those that leave it as it is."""
    kind, key, now = widget.type, widget.key, widget.value

    def to(value: object) -> Press:
        return Press(key, f"= {value}", lambda app: _found(app, kind, key).set_value(value))

    if kind == "button":
        yield Press(key, "", lambda app: _found(app, kind, key).click())
    elif kind in ("toggle", "checkbox"):
        yield to(not now)
    elif kind in LISTS:
        for option in widget.options:
            if option not in _chosen(widget):
                yield Press(key, f"= {option}", partial(_choose, kind, key, option))
    elif kind == "slider":
        yield from (to(value) for value in (widget.min, widget.max) if value != now)
    else:
        typed = NUMBERS if kind == "number_input" else TYPED
        yield from (to(value) for value in typed if value != now)


def _chosen(widget: Any) -> list[str]:
    value = widget.value
    values = value if isinstance(value, list | tuple) else [value]
    return [widget.format_func(each) for each in values if each is not None]


def _choose(kind: str, key: str, option: str, app: AppTest) -> None:
    """Choose an option by what it is called: a simulated list takes what that stands for."""
    widget = _found(app, kind, key)
    formats = widget.root.session_state[TESTING_KEY]
    before = formats[widget.id]
    formats[widget.id] = lambda value: value if isinstance(value, _Shown) else before(value)
    shown = _Shown(option)
    widget.set_value([shown] if kind == "multiselect" else shown)


class _Shown(str):
    """An option as it is shown."""


def _found(app: AppTest, kind: str, key: str) -> Any:
    return next(each for each in app.get(kind) if each.key == key)


def drawn(app: AppTest, but: str = "") -> list[tuple[str, Any]]:
    """Return all that a page draws, top to bottom, without what names a session.

    but: the key of a control that is left out.
    """
    found = _drawn(app._tree)
    return [(kind, said) for kind, said in found if not but or said.get("named") != but]


def _drawn(node: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(node, "children"):
        if getattr(node, "proto", None) is not None:
            yield node.type, _plain(MessageToDict(node.proto))
        for child in node.children.values():
            yield from _drawn(child)
        return
    if getattr(node, "proto", None) is None or node.type == "empty":
        return
    said = MessageToDict(node.proto)
    if node.type == "bidi_component":
        said = {"data": json.loads(said.get("json") or "0")}
    if isinstance(getattr(node, "key", None), str):
        said |= {"named": node.key} | ({"value": node.value} if node.type in KINDS[1:] else {})
    yield node.type, _plain(said)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items() if name not in UNLIKE}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value


def difference(one: list[tuple[str, Any]], other: list[tuple[str, Any]]) -> str:
    """Say in which things two pages differ, "" where they do not."""
    lines = [
        f"{kind}: {_short(was, now)}"
        for (kind, was), (_, now) in zip(one, other, strict=False)
        if was != now
    ]
    if len(one) != len(other):
        lines.append(f"{len(one)} things here, {len(other)} there")
    return "\n".join(lines[:6])


def _short(was: Any, now: Any) -> str:
    if isinstance(was, dict) and isinstance(now, dict):
        names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
        return "; ".join(f"{name}: {_short(was.get(name), now.get(name))}" for name in names)
    return f"{str(was)[:160]!r} | {str(now)[:160]!r}"
