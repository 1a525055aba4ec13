"""Hostile input, and a walk through a page that finds fields in which it is more than text."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Any

from google.protobuf.message import Message
from streamlit.testing.v1 import AppTest

from tests.pages.helpers import assert_charts_are_told, tab, tab_labels
from ui.catalogue import catalogue
from ui.pages import PAGES, page_named

HOSTILE = (
    "<script>zq()</script> $zq$ :zqsmile: :material/zq: :red[zq] **zq** [zq](http://zq) ![zq](zq) "
    "zq\"onzq=\"zq zq'onzq='zq "
    "`zq` ``zq #zq ->zq zq\x07 \u202ezq \u2066zq\nzq zq zq</w>▁##zq zq👩\u200d🚀\ufffd"
)


NAME = HOSTILE.replace("/", "∕").replace("\n", " ")


SPECIAL = '<zq> zq"onzq="zq **zq** $zq$ :zqsmile: [zq](http://zq)'
"""Special tokens, which are settings of a scheme that pages show."""


BROUGHT: dict[str, str | int] = {
    **{each.name: HOSTILE for page in PAGES for each in page.choices if each.typed},
    "text": HOSTILE,
    "special": SPECIAL,
    "tab": "",
    "corpus": "pasted",
    "max_merges": 300,
    "step": 100,
}
"""The query of a link with everything that a link can contain."""


PLAIN = {
    "BidiComponent.json",  # scripts draw it as text, which browser tests check
    "ButtonGroup.raw_values",
    "Code.code_text",
    "MultiSelect.options",
    "MultiSelect.raw_values",
    "PageLink.query_string",
    "Selectbox.options",
    "Selectbox.raw_value",
    "TextArea.value",
    "TextInput.default",
    "TextInput.placeholder",
    "TextInput.value",
    "VegaLiteChart.alt",
    "VegaLiteChart.spec",
}
"""Fields that a browser shows unchanged. All others are HTML or Markdown."""


CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


class Drawn(HTMLParser):
    """Rejects elements that no page draws but a reader's text may contain."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in {"script", "img", "iframe"}
        assert not any(name.startswith("on") or "zq" in name for name, _ in attrs)
        assert not (tag == "a" and "zq" in str(attrs))


def strings(message: Message, path: str) -> Iterator[tuple[str, str]]:
    """Yield each string of a message and its inner messages, with the name of its field."""
    for field, value in message.ListFields():
        if isinstance(value, str | Message):
            values: Any = [value]
        elif hasattr(value, "keys"):
            values = value.values()
        else:
            values = value if hasattr(value, "__iter__") else ()
        for each in values:
            if isinstance(each, Message):
                yield from strings(each, f"{path}.{field.name}")
            elif isinstance(each, str):
                yield f"{path}.{field.name}", each


def nodes(node: Any) -> Iterator[Any]:
    """Yield a part of a page and all inner parts."""
    yield node
    for child in getattr(node, "children", {}).values():
        yield from nodes(child)


def live(app: AppTest) -> set[str]:
    """Return the fields of a page that contain the reader's input as more than text."""
    found = set()
    for node in nodes(app._tree):
        proto = getattr(node, "proto", None)
        if not isinstance(proto, Message):
            continue
        for path, text in strings(proto, proto.DESCRIPTOR.name):
            if path == "Html.body":
                Drawn().feed(text)
            elif path not in PLAIN and "zq" in CODE.sub("", text):
                found.add(f"{path}: {text[:200]}")
    return found


def walk(app: AppTest, page: str, names: Iterable[str] = ()) -> None:
    """Check a page, then each of its tabs, or only the named tabs.

    Each tab must have content and no error, and must show the reader's input only as text.
    """
    here, words = page_named(page), catalogue("zh" if app.context["locale"] == "zh-CN" else "en")
    labels = {name: words[f"{page}.tab_{name}"] for name in here.tabs}
    assert not live(app)
    assert_charts_are_told(app)
    if here.tabs:
        tab(app, page, here.views[0])
    left_out = {name for name, label in labels.items() if label not in tab_labels(app)}
    assert left_out <= ({"words"} if page == "train" else set())
    for name in names or (name for name in here.views if name not in left_out):
        tab(app, page, name)
        assert tab_labels(app) == [labels[name] for name in here.tabs if name not in left_out]
        assert not app.error, name
        assert app.get("html") or app.header or app.markdown, name
        assert not live(app), (name, live(app))
        assert_charts_are_told(app)
