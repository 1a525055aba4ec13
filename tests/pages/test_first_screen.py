"""The first screen of each page."""

import json
import re

from bpe.player.payload import unpacked
from tests.pages.helpers import Rows, markup, payloads
from ui.pages import PAGES
from ui.state import HOME

CHINESE = re.compile("[一-鿿]")


def examples(app) -> list[str]:
    """Return the texts in the boxes of a page, and the words in its players or tables."""
    boxes = [box.value for box in (*app.text_area, *app.text_input) if box.value]
    sent = [run for payload in payloads(app, "runs") for run in payload["runs"]]
    runs = [json.loads(unpacked(f'"{run}"')) if isinstance(run, str) else run for run in sent]
    words = [row["text"] for run in runs for row in run["words"]]
    drawn = Rows("".join(markup(app))).rows
    return boxes + words or ["".join(map(str, row)) for row in drawn if row]


def test_every_page_opens_with_chinese_for_a_reader_of_chinese(open_page):
    """The address has no choices; only the page with two languages opens with English, too."""
    for page in PAGES:
        found = examples(open_page("" if page.name == HOME else page.name, locale="zh-CN"))
        chinese = [each for each in found if CHINESE.search(each)]
        assert chinese == (chinese if page.name == "joint" else found) != [], page.name
