"""Mount the app's browser components in a bare page, without a server, and talk to them.

A component is drawn by the app's own call: it runs in a simulated script, and its output for
Streamlit (HTML, CSS, script, data) goes into an empty page of a real browser.
"""

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = "http://bare.test/train"

# Does the work of Streamlit's front end: creates a shadow root with the component's style and
# markup, imports its script as a module, and calls the module now and whenever the data change.
_MOUNT = """async ({ html, css, js, data, isolated }) => {
    window.mounted ??= [];
    const host = document.createElement("div");
    host.className = "component";
    host.dataset.number = window.mounted.length;
    document.body.append(host);
    const parentElement = isolated ? host.attachShadow({ mode: "open" }) : host;
    parentElement.innerHTML = `<style>${css}</style><div>${html}</div>`;
    window.modules ??= new Map();
    if (!window.modules.has(js)) {
        const source = new Blob([js], { type: "text/javascript" });
        window.modules.set(js, import(URL.createObjectURL(source)));
    }
    const module = await window.modules.get(js);
    const entry = { host, sent: [] };
    entry.call = (data) => {
        entry.cleanup = module.default({
            data,
            parentElement,
            setStateValue: (name, value) => entry.sent.push([name, value]),
            setTriggerValue: (name, value) => entry.sent.push([name, value]),
        });
    };
    entry.call(data);
    return window.mounted.push(entry) - 1;
}"""
_EMPTIED = """(address) => {
    const { body, activeElement } = document;
    activeElement.blur();
    for (const each of [...body.children]) if (!each.matches(".component")) each.remove();
    scrollTo(0, 0);
    history.replaceState(null, "", address);
}"""
_REMOVE = """(number) => {
    const { host, cleanup } = window.mounted[number];
    host.remove();
    cleanup?.();
}"""


@dataclass(frozen=True)
class Mounted:
    """A component mounted on a bare page.

    `root` is the host element of the component; locators also search its shadow root. `data` is
    what Python sent to the component.
    """

    page: Page
    number: int
    data: Any

    @property
    def root(self) -> Locator:
        """Return the element that holds the component."""
        return self.page.locator(f'.component[data-number="{self.number}"]')

    @property
    def sent(self) -> list[list[Any]]:
        """Return the values sent to Python so far: [name, value], in order."""
        return self.page.evaluate("(number) => window.mounted[number].sent", self.number)

    def update(self, **changes: Any) -> None:
        """Change some of the component's data, as a rerun of the app does."""
        data = {**self.data, **changes}
        call = "([number, data]) => window.mounted[number].call(data)"
        self.page.evaluate(call, [self.number, data])

    def remove(self) -> None:
        """Remove the component from the page, as happens when the reader leaves."""
        self.page.evaluate(_REMOVE, self.number)

    def replaced(self, draw: Callable[[], object], **query: str) -> "Mounted":
        """Replace the component with another one and reset the page to its opening state."""
        self.remove()
        self.page.evaluate(_EMPTIED, address_with(query))
        [part] = drawn_by(draw, **query)
        return mount(self.page, part)


def address_with(query: Mapping[str, str]) -> str:
    """Return the address of the bare page with a query."""
    return ADDRESS + (f"?{urlencode(query)}" if query else "")


def drawn_by(draw: Callable[[], object], **query: str) -> list[dict[str, Any]]:
    """Run `draw` as a script of the app and return its components.

    The keys of each: html, css, js, data, isolated.
    """
    found: list[dict[str, Any]] = []

    def register(_: str, html: str | None, css: str | None, js: str | None) -> None:
        found.append({"html": html or "", "css": css or "", "js": js or ""})

    def mount(_: str, *, data: Any = None, isolate_styles: bool = True, **__: Any) -> mock.Mock:
        found[-1] |= {"data": json.loads(json.dumps(data)), "isolated": isolate_styles}
        return mock.Mock()

    def script(draw):  # AppTest runs this source alone, without the names of this file
        draw()

    app = AppTest.from_function(script, default_timeout=60, kwargs={"draw": draw})
    for name, value in query.items():
        app.query_params[name] = value
    with (
        mock.patch("streamlit.components.v2._ensure_component_on_active_runtime", register),
        mock.patch("streamlit._bidi_component", mount),
    ):
        app.run()
    assert not app.exception, app.exception
    return found


def blank_page(theme: str) -> str:
    """Return an empty document with the app's theme."""
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    colours = config["theme"][theme]
    variables = {
        "--st-primary-color": colours["primaryColor"],
        "--st-background-color": colours["backgroundColor"],
        "--st-secondary-background-color": colours["secondaryBackgroundColor"],
        "--st-text-color": colours["textColor"],
        "--st-link-color": colours["linkColor"],
        "--st-border-color": colours["borderColor"],
        "--st-font": "sans-serif",
        "--st-code-font": "monospace",
        "--st-base-font-size": "16px",
        "--st-button-radius": "0.5rem",
    }
    style = ";".join(f"{name}:{value}" for name, value in variables.items())
    return f"""<!doctype html><html lang="en"><title>bare</title>
        <style>:root {{ {style}; color-scheme: {theme} }}
        body {{ margin: 1rem; font: 16px/1.6 sans-serif; color: var(--st-text-color);
            background: var(--st-background-color) }}
        *, *::before, *::after {{ box-sizing: border-box }}</style>
        <body></body></html>"""


def mount(page: Page, part: dict[str, Any]) -> Mounted:
    """Add a component at the end of a page and wait until it is drawn."""
    return Mounted(page, page.evaluate(_MOUNT, part), part["data"])
