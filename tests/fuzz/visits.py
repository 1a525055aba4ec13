"""A visit to the app without a browser: what a browser sends, and what must never come back."""

from __future__ import annotations

import json
import re
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.util import patch_config_options

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 60
"""Seconds after which a page is said to hang; ten times what the slowest may take."""

WIDGETS = (
    *("selectbox", "text_input", "text_area", "number_input", "slider", "select_slider", "button"),
    *("button_group", "checkbox", "toggle", "multiselect", "radio", "file_uploader"),
)


class Fault(Exception):
    """Something other than sentences came back: what, and the events that led there.

    Attributes:
        kind: the same for what is most likely the same fault.
    """

    def __init__(self, what: str, events: Sequence[str]) -> None:
        super().__init__("\n  ".join([what, "after", *events]))
        self.kind = re.sub(r"\d+", "", what.strip()[-300:])


class Visit:
    """One session, the events in it, and a check after each of them."""

    def __init__(self, locale: str = "en-US") -> None:
        self.app = AppTest.from_file(ROOT / "app.py", default_timeout=LONGEST)
        self.app.context = {"locale": locale}
        self.events: list[str] = []
        self.slowest = (0.0, 0)

    def open(self, page: str, query: Mapping[str, str]) -> None:
        """Open a page at an address."""
        self.app.query_params.clear()
        self.app.query_params.update(query)
        if page != "app.py" or self.events:
            self.app.switch_page(page)
        self._after(f"open {page} {dict(query)!r}", self._run)

    def follow(self, query: Mapping[str, str]) -> None:
        """Go to another address of the same page, as Back does."""
        self.app.query_params.clear()
        self.app.query_params.update(query)
        self._after(f"follow {dict(query)!r}", self._run)

    def turn_to(self, page: str) -> None:
        """Go to another page by its link, which clears the address."""
        self.app.switch_page(page)
        self._after(f"turn to {page}", self._run)

    def widgets(self) -> list[Any]:
        """Return what a reader can work."""
        return [
            each
            for kind in WIDGETS
            for each in self.app.get(kind)
            if not getattr(each.proto, "disabled", False)
        ]

    def tabs(self) -> list[tuple[str, str]]:
        """Return the tabs of the page: the key of their row, and a label."""
        rows = [key for key in self.app.session_state.to_dict() if str(key).endswith("_tabs")]
        rows = [key for key in rows if not key.startswith("kept_")]
        return [(rows[-1], tab.label) for tab in self.app.tabs] if rows else []

    def open_tab(self, key: str, label: str) -> None:
        """Open a tab."""
        self.app.session_state[key] = label
        self._after(f"tab {key} {label!r}", self._run)

    def work(self, widget: Any, value: Any) -> None:
        """Give a widget what a reader gives it: an option's label, a number, a text, a file."""
        what = f"{widget.type} {widget.key or widget.label!r} {value!r}"
        if widget.type == "file_uploader":
            widget.set_value(value)
            self._after(what, lambda: self._run({widget.id: widget._widget_state}))
            return
        self._after(what, lambda: self._send(widget.id, _state(widget, value)))

    def components(self) -> list[Any]:
        """Return the components that report to the server, as players do."""
        return [each for each in self.app.get("bidi_component") if each.proto.id]

    def report(self, component: Any, said: Mapping[str, Any]) -> None:
        """Have a component report, as its script in the browser does."""
        state = WidgetState(id=component.proto.id, json_value=json.dumps(said))
        what = f"{component.proto.component_name} reports {dict(said)!r}"
        self._after(what, lambda: self._run({state.id: state}))

    def _send(self, id_: str, state: WidgetState) -> None:
        """Send all widgets as they are, and one that the reader changed, with its form."""
        changed = {id_: state}
        [form] = [each.proto.form_id for each in self.widgets() if each.id == id_]
        for button in self.app.get("button"):
            if form and button.proto.form_id == form:
                changed[button.id] = WidgetState(id=button.id, trigger_value=True)
        self._run(changed)

    def _run(self, changed: Mapping[str, WidgetState] = MappingProxyType({})) -> None:
        # What is not sent stays as it was; the simulated app's own way to tell asks for labels
        # outside of the session, where the language is another.
        self.app._run(WidgetStates(widgets=changed.values()))

    def _after(self, event: str, act: Callable[[], object]) -> None:
        self.events.append(event)
        began = time.monotonic()
        try:
            with patch_config_options({"client.showErrorDetails": "full"}):
                act()
        except Exception as error:
            raise self._fault("".join(traceback.format_exception(error))) from error
        self.slowest = max(self.slowest, (time.monotonic() - began, len(self.events)))
        for each in self.app.exception:
            lines = [each.message, *each.stack_trace]
            raise self._fault("\n".join(map(str, lines)))
        for each in self.app.get("bidi_component"):
            if each.proto.json:
                _strict(each.proto.json, self._fault)
        for each in [*self.app.error, *self.app.warning, *self.app.info]:
            if "Traceback" in each.value or "Error(" in each.value:
                raise self._fault(each.value)

    def _fault(self, what: str) -> Fault:
        return Fault(what, self.events)


def _strict(data: str, fault: Callable[[str], Fault]) -> None:
    """Read JSON as a browser does, to which NaN and Infinity are mistakes."""

    def refuse(name: str) -> None:
        raise fault(f"{name} in the data of a component: {data[:200]}")

    content = json.loads(data, parse_constant=refuse)
    if isinstance(content, dict) and isinstance(content.get("payload"), str):
        json.loads(content["payload"], parse_constant=refuse)


def _state(widget: Any, value: Any) -> WidgetState:
    state = WidgetState(id=widget.id)
    match widget.type:
        case "selectbox" | "text_input" | "text_area" | "radio":
            state.string_value = value
        case "number_input":
            state.double_value = value
        case "slider":
            state.double_array_value.data[:] = [value]
        case "button":
            state.trigger_value = True
        case "checkbox" | "toggle":
            state.bool_value = value
        case _:
            state.string_array_value.data[:] = value
    return state
