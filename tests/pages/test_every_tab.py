"""Every tab of a page has content, for any run or text."""

import pytest

from tests.pages.helpers import everything, tab_labels
from tests.pages.hostile import BROUGHT, walk
from ui.catalogue import catalogue
from ui.pages import PAGES

RUNS: dict[str, list[dict[str, str | int]]] = {page.name: [BROUGHT] for page in PAGES} | {
    "train": [BROUGHT | {"scheme": "gpt"}, {"scheme": "wordpiece", "max_merges": 0}],
    "wordpiece": [
        BROUGHT,
        BROUGHT | {"against": "gpt"},
        {"corpus": "aaabdaaabac", "against": "pair"},
        {"max_merges": 0},
    ],
    "encode": [BROUGHT | {"scheme": "gpt"}, {"corpus": "hug", "scheme": "wordpiece"}],
    "bytes": [BROUGHT, {"scheme": "minbpe"}],
    "sentencepiece": [BROUGHT, {}],
    "unigram": [BROUGHT, {"corpus": "aaabdaaabac"}],
    "joint": [
        BROUGHT | {"pair": "english-russian", "scheme": "gpt", "max_merges": 100},
        {"pair": "english-spanish", "scheme": "sentencepiece", "max_merges": 100},
    ],
    "models": [BROUGHT | {"model": "own", "beside": "bert"}, {"model": "clip", "beside": "own"}],
}
"""The cases are hostile text, bytes, marks, scores, no merge, one long word, and other scripts."""


TYPED = ("file", "edge")
"""The tabs of What models read that depend on the text above the tabs."""


def assert_leads_on(app, page: str, lang: str) -> None:
    """Check that the page ends with a reason for the next page and a link that keeps the run."""
    names, words = [each.name for each in PAGES], catalogue(lang)
    following = names[(names.index(page) + 1) % len(names)]
    if page != "home":
        assert words[f"{following}.why_now"] in [text.value for text in app.markdown]
        last = app.main.get("page_link")[-1].proto
        assert last.label == words["nav.next"].format(page=words[f"{following}.title"])
        [query] = [
            each.proto.query_string
            for each in app.sidebar.get("page_link")
            if each.proto.page == last.page
        ]
        assert last.query_string == query


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("page", RUNS)
def test_every_tab_shows_runs_of_every_kind_and_text_is_text(open_page, page):
    """The first run of a page is shown in English, any other run in Chinese."""
    for place, query in enumerate(RUNS[page]):
        locale = "zh-CN" if place else "en-US"
        app = open_page("" if page == "home" else page, locale=locale, **query)
        walk(app, page)
        assert_leads_on(app, page, "zh" if locale == "zh-CN" else "en")
        if page == "models" and place:  # an empty text, too
            app.text_area(key="models_sentence").set_value("").run()
            walk(app, page, TYPED)


def test_no_text_breaks_a_tab(open_page):
    """The cases are a very long word, an empty text, and wide letters without a normalizer."""
    app = open_page("encode", corpus="six-words")
    app.text_area(key="encode_sentence").set_value("x" * 400).run()
    walk(app, "encode")
    app.text_area(key="encode_sentence").set_value("").run()
    assert not tab_labels(app)
    assert "Type a word above" in everything(app)
    app = open_page("sentencepiece", corpus="six-words")
    app.selectbox(key="normalizer").set_value("none").run()
    app.text_area(key="sentencepiece_sentence").input("ｌｏｗ").run()
    assert any('class="law fails"' in each.proto.body for each in app.get("html"))
    app.text_area(key="sentencepiece_sentence").input(" ").run()
    walk(app, "sentencepiece")
    assert any("Type some" in each.proto.body for each in app.get("html"))
