"""What readers bring is drawn as text: no name, word or value of theirs is read as Markdown.

Every string that a page sends to the browser is looked at. Each hostile word below has the letters
`zq`, which no catalogue has: where they stand in what Markdown is read in, they stand in a span of
code, which `ui.shell.text.quoted` makes.
"""

import json
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Any

from google.protobuf.message import Message
from streamlit.testing.v1 import AppTest

from bpe import train
from bpe.interchange import to_tokenizer_json
from tests.pages.helpers import assert_charts_are_told, tab, tab_labels
from ui.catalogue import catalogue
from ui.shell.pages import page_named
from ui.shell.query import CARRIED, CHOICES

HOSTILE = (
    "<script>zq()</script> $zq$ :zqsmile: :material/zq: :red[zq] **zq** [zq](http://zq) ![zq](zq) "
    "zq\"onzq=\"zq zq'onzq='zq "
    "`zq` ``zq #zq ->zq zq\x07 \u202ezq \u2066zq\nzq zq zq</w>▁##zq zq👩\u200d🚀\ufffd"
)
NAME = HOSTILE.replace("/", "∕").replace("\n", " ")
BROUGHT: dict[str, str | int] = {
    **dict.fromkeys(CARRIED, HOSTILE),
    "tab": "",
    "corpus": "pasted",
    "max_merges": 300,
    "step": 100,
}
"""The query of a link that brings all that a link can carry."""

PLAIN = {
    "BidiComponent.json",  # scripts write it as text; tests in browsers see to that
    "ButtonGroup.raw_values",
    "Code.code_text",
    "MultiSelect.options",
    "MultiSelect.raw_values",
    "PageLink.query_string",
    "Selectbox.options",
    "Selectbox.raw_value",
    "TextArea.value",
    "TextInput.placeholder",
    "TextInput.value",
    "VegaLiteChart.alt",
    "VegaLiteChart.spec",
}
"""What a browser shows as it is. All else is HTML, or Markdown is read in it."""

CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


class Drawn(HTMLParser):
    """Refuses elements that no page draws but a reader's text may spell."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in {"script", "img", "iframe"}
        assert not any(name.startswith("on") or "zq" in name for name, _ in attrs)
        assert not (tag == "a" and "zq" in str(attrs))


def strings(message: Message, path: str) -> Iterator[tuple[str, str]]:
    """Yield each string of a message with the name of its field, all inner ones too."""
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
    """Yield a part of a page and all in it."""
    yield node
    for child in getattr(node, "children", {}).values():
        yield from nodes(child)


def live(app: AppTest) -> set[str]:
    """Return the fields of a page in which what a reader brought is more than text."""
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
    """Look at a page, then at one tab after the other, or at those named.

    Each has something to say, says nothing of a fault, and what a reader brought is text on it.
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
        assert not live(app), name
        assert_charts_are_told(app)


def test_a_value_of_an_address_is_text_where_it_is_refused(open_page):
    """Whatever it is called; every page says so in the same way."""
    for name in ("", "joint"):
        app = open_page(name, **{each.name: HOSTILE for each in CHOICES})
        assert not live(app)
        assert len(app.warning) >= len(CHOICES) / 2


def test_special_tokens_are_text(open_page):
    """They are part of a scheme, whose settings pages tell."""
    special = '<zq> zq"onzq="zq **zq** $zq$ :zqsmile: [zq](http://zq)'
    for scheme in ("gpt", "paper"):
        app = open_page("train", corpus="hug", scheme=scheme, special=special)
        walk(app, "train")
        app.switch_page("pages/encode.py").run()
        walk(app, "encode")


def test_the_name_of_a_file_and_of_its_columns_are_text(open_page):
    """Of a text, of a table and of what is refused."""
    columns = ",".join(f'"{each}"' for each in NAME.replace('"', '""').replace(",", "").split())
    rows = ("zqa,5" + ",1" * columns.count(",") + "\n") * 3
    files = {
        f"{NAME}.txt": HOSTILE.encode(),
        f"{NAME}.csv": f"{columns}\n{rows}".encode(),
        f"{NAME} .txt": b"",
        f"{NAME} .exe": b"zq",
    }
    for name, data in files.items():
        app = open_page("train")
        app.selectbox(key="corpus").set_value("uploaded").run()
        app.file_uploader(key="file").set_value((name, data, "")).run()
        assert not live(app), name
    pair = open_page("joint")
    pair.selectbox(key="pair").set_value("two-files").run()
    for side in (0, 1):
        file = (f"{NAME}{side}.txt", HOSTILE.encode(), "")
        pair.file_uploader(key=f"pair_file_{side}").set_value(file).run()
    walk(pair, "joint")


def test_a_tokenizer_s_files_are_text(open_page):
    """Their names, and the tokens in them, special ones too."""
    made = json.loads(to_tokenizer_json(train(HOSTILE, "gpt", max_merges=50)))
    looks = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    made["added_tokens"] = [
        {"id": 9000 + place, "content": word, "special": True, **looks}
        for place, word in enumerate(dict.fromkeys(HOSTILE.split()))
    ]
    file = (f"{NAME}.json", json.dumps(made).encode(), "")
    app = open_page("models", sentence=HOSTILE, beside="own")
    app.file_uploader(key="tokenizer_upload").set_value([(f"{NAME}.json", b"{", "")]).run()
    assert not live(app)
    app.file_uploader(key="tokenizer_upload").set_value([file]).run()
    walk(app, "models")


def test_a_list_of_merges_is_text(open_page):
    """Its name, and what is said of it."""
    app = open_page("check")
    for data in (b"\xff\xff", b"z q\nzq </w>\n** zq\n"):
        app.file_uploader(key="check_file").set_value((f"{NAME}.txt", data, "")).run()
        assert not live(app)
    walk(app, "check")
