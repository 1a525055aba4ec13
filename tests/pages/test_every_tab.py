"""Whatever a run or a text is like, every tab of a page has something to say about it."""

import pytest

from tests.pages.helpers import everything, tab
from ui.catalogue import catalogue
from ui.shell.pages import page_named

EDGES: dict[str, list[dict[str, str | int]]] = {
    "train": [{"scheme": "gpt", "step": 2}, {"scheme": "wordpiece", "max_merges": 0}],
    "wordpiece": [{"corpus": "aaabdaaabac"}, {"max_merges": 0}],
    "encode": [{"corpus": "hug", "scheme": "gpt"}, {"corpus": "hug", "scheme": "wordpiece"}],
    "bytes": [{}, {"scheme": "minbpe"}],
    "unigram": [{}, {"corpus": "aaabdaaabac"}],
    "cost": [{"corpus": "hug", "scheme": "wordpiece"}, {"corpus": "aaabdaaabac"}],
    "joint": [
        {"pair": "english-russian", "scheme": "gpt", "max_merges": 100},
        {"pair": "english-spanish", "scheme": "sentencepiece", "max_merges": 100},
    ],
    "life": [
        {"corpus": "hug", "max_merges": 0},
        {"corpus": "six-words", "scheme": "wordpiece", "step": 4},
    ],
    "models": [{"model": "o200k", "beside": "bert"}, {"model": "deepseek", "beside": "own"}],
}
"""Bytes, marks and scores; no merge, one long word, other scripts, no package."""


TYPED = ("merges", "history", "file", "edge", "streaming")
"""What of the page What models read is about the text above."""


def open_tabs(app, page: str, what: object, names: tuple[str, ...] = ()) -> None:
    """Open one tab after the other, or those named; fail where one says that it went wrong."""
    lang = "zh" if app.context["locale"] == "zh-CN" else "en"
    here = page_named(page)
    labels = [catalogue(lang)[f"{page}.tab_{name}"] for name in here.tabs]
    for name in names or here.views:
        tab(app, page, name)
        assert [each.label for each in app.tabs] == labels
        assert not app.error, (what, name)
        assert app.get("html") or app.header or app.markdown, (what, name)


@pytest.mark.parametrize("page", EDGES)
def test_every_tab_shows_runs_of_every_kind(open_page, page):
    """In English and then in Chinese; some select boxes a simulated app reads in English alone."""
    locales = ("en-US", "en-US" if page in ("joint", "encode") else "zh-CN")
    for locale, query in zip(locales, EDGES[page], strict=True):
        app = open_page(page, locale=locale, **query)
        open_tabs(app, page, query)
        if page == "models" and locale == "zh-CN":  # a text of nothing, too
            app.text_area(key="models_text").set_value("").run()
            open_tabs(app, page, query, TYPED)


def test_no_text_breaks_a_tab(open_page):
    """Nothing, only spaces, hostile characters, one very long word."""
    app = open_page("encode", corpus="six-words")
    for text in ("", "<b> $x$ \ufffd👩\u200d🚀\u202e</w>▁##", "x" * 400):
        app.text_area(key="encode_text").set_value(text).run()
        if text:
            open_tabs(app, "encode", text)
        else:
            assert not app.tabs
            assert "Type a word above" in everything(app)


def test_every_tab_opens_with_another_normalizer_and_without_a_text(open_page):
    """Whatever it does to the text of the page; wide letters are unknown without any."""
    app = open_page("sentencepiece", locale="zh-CN")
    open_tabs(app, "sentencepiece", "nmt_nfkc")
    app = open_page("sentencepiece", corpus="six-words")
    app.selectbox(key="sentence_normalizer").set_value("none").run()
    app.text_area(key="sentence_text").input("ｌｏｗ").run()
    assert any('class="law fails"' in each.proto.body for each in app.get("html"))
    app.text_area(key="sentence_text").input(" ").run()
    open_tabs(app, "sentencepiece", "none")
    assert any("Type some" in each.proto.body for each in app.get("html"))
