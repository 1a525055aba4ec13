"""Helpers for tests of pages: the markup of a page that ran without a browser, parsed as tables."""

import html
import json
import re
import subprocess
import sys
from dataclasses import replace

from tests.markup import bodies as markup
from tests.markup import read
from ui.draw.lines import SERIES
from ui.text import t


class Rows:
    """The tokens and the text of each row of a table."""

    def __init__(self, markup: str) -> None:
        self.rows: list[list[str]] = []
        self.texts: list[str] = []
        self.feed(markup)

    def feed(self, markup: str) -> None:
        """Add the rows of some markup."""
        found = read(markup).all("tr")
        self.rows += [row.tokens for row in found]
        self.texts += [row.words for row in found]


def everything(app) -> str:
    """Return the HTML of a page as one text, with entities decoded."""
    return html.unescape("\n".join(markup(app)))


def said(app) -> str:
    """Return all sentences of a page."""
    return " ".join(body for body in markup(app) if "record-say" in body)


def captions(app) -> str:
    """Return all captions of a page as one text."""
    return " ".join(each.value for each in app.caption)


def tab(app, page: str, name: str):
    """Open a tab, or a part of a tab, by its name."""
    this = app.session_state["state"]
    assert page == this.page.name
    this.choices = replace(this.choices, tab=name)
    return app.run()


def popovers(app) -> list:
    """Return the popovers of buttons, in order, open or not."""
    return [box for box in blocks(app.main) if box.type == "popover"]


def popover_id(app, label: str) -> str:
    """Return the identity of the popover with this button: a new one is closed in the browser."""
    [box] = [box for box in popovers(app) if box.proto.popover.label == label]
    return box.proto.id


def tab_labels(app) -> list[str]:
    """Return the labels of a page's tabs, except the tabs under the button More."""
    behind = {id(tab) for box in popovers(app) for tab in box.tabs}
    return [tab.label for tab in app.tabs if id(tab) not in behind]


def sent(app) -> list[dict]:
    """Return the data that Python sent to the scripts of a page, with parsed payloads."""
    found = [json.loads(each.proto.json or "0") for each in app.get("bidi_component")]
    return [
        each | {"payload": json.loads(each["payload"])} if "payload" in each else each
        for each in found
        if isinstance(each, dict)
    ]


def payloads(app, part: str) -> list[dict]:
    """Return the payloads with a part of this name."""
    return [each["payload"] for each in sent(app) if part in each.get("payload", ())]


def lines(app) -> list[dict]:
    """Return the data of each line chart, from the top."""
    return [each for each in sent(app) if "lines" in each]


def tables(app) -> list[Rows]:
    """Return the tables of a page, in order."""
    return [Rows(body) for body in markup(app) if "<table>" in body]


def blocks(block):
    """Return a container and all inner ones."""
    yield block
    for child in block.children.values():
        if hasattr(child, "children"):
            yield from blocks(child)


def assert_charts_are_told(app) -> None:
    """Check that each chart has alternative text, a title of its values, and theme colours."""
    charts = [(chart.proto.alt, chart.proto.spec) for chart in app.get("vega_lite_chart")]
    for alt in [*(alt for alt, _ in charts), *(each["told"] for each in lines(app))]:
        assert len(alt) > 20
        assert not re.search(r"\{\w*\}|nan|None", alt), alt
    for alt, spec in charts:
        assert {*re.findall(r"#[0-9a-fA-F]{3,8}\b", spec)} <= {*SERIES["light"]}, alt
        assert re.search(r'"title":\s*"[^"]*\w', spec), alt


def picker_of(app, name: str):
    """Return the select box of an encoding or a column; its key starts with this name."""
    [found] = [each for each in app.selectbox if (each.key or "").startswith(f"{name}_")]
    return found


def words_shown(app) -> str:
    """Return the words and tokens that the page sends to its player."""
    data = [json.loads(part.proto.json) for part in app.get("bidi_component")]
    return next(one["payload"] for one in data if "payload" in one)


def upload(app, data: bytes, name: str):
    """Choose a file as a reader does."""
    app.selectbox(key="corpus").select("uploaded").run()
    app.file_uploader(key="file").set_value((name, data, "application/octet-stream"))
    return app.run()


def paste(app, text: str):
    """Paste a text and press the button."""
    app.selectbox(key="corpus").select("pasted").run()
    app.text_area(key="pasted_text").input(text)
    return app.button(key="FormSubmitter:paste-" + t("controls.use_text")).click().run()


def opened_again(open_page, page: str, app):
    """Reload the page in the same browser: a new session with the same cookie."""
    return open_page(page, cookies=app.cookies, **query(app))


def query(app) -> dict[str, str]:
    """Return the address's query as a dict of single values."""
    values = app.query_params.items()
    return {name: value if isinstance(value, str) else value[-1] for name, value in values}


def start(app) -> int:
    """Return the step at which the page's player starts."""
    return next(each["start"] for each in sent(app) if "start" in each)


def run(folder, code, *arguments):
    """Run some Python in a folder and return its output."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def paste_list(app, text: str):
    """Paste a list of merges into the page Check, and press the button."""
    app.text_area(key="check_pasted").set_value(text)
    [button] = [each for each in app.button if each.label == "Check this list"]
    button.click()
    app.run()
    return app
