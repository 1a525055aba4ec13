"""Whatever a run or a text is like, every tab of a page has something to say about it."""

import pytest

PRESETS = ["paper", "subword-nmt", "minbpe", "huggingface", "gpt", "sentencepiece", "wordpiece"]
EDGES: dict[str, list[dict[str, str | int]]] = {
    "train": [
        *({"scheme": scheme, "step": 2} for scheme in PRESETS[1:] if scheme != "sentencepiece"),
        {"max_merges": 0},
        {"min_frequency": 999},
    ],
    "wordpiece": [
        {"step": 9},
        {"corpus": "old-smart", "step": 3},
        {"min_frequency": 1000},
        {"max_merges": 0},
        {"corpus": "aaabdaaabac"},
        {"corpus": "source-code", "step": 40},
    ],
    "encode": [{"corpus": "hug", "scheme": scheme} for scheme in PRESETS],
    "bytes": [{"scheme": "gpt"}, {"scheme": "minbpe"}],
    "unigram": [{}, {"corpus": "hug"}, {"corpus": "aaabdaaabac"}],
    "cost": [
        {"corpus": "six-words"},
        {"corpus": "aaabdaaabac", "scheme": "minbpe"},
        {"corpus": "hug", "scheme": "wordpiece"},
    ],
    "joint": [
        {"pair": "english-russian", "scheme": "subword-nmt", "max_merges": 200},
        {"pair": "english-russian", "scheme": "gpt", "max_merges": 200},
        {"pair": "english-german", "scheme": "sentencepiece", "max_merges": 200},
        {"pair": "english-spanish", "scheme": "paper", "max_merges": 200},
    ],
    "life": [
        {"corpus": "chinese-classics", "scheme": "gpt", "max_merges": 60},
        {"corpus": "aaabdaaabac", "scheme": "minbpe"},
        {"corpus": "six-words", "scheme": "wordpiece", "step": 4},
        {"corpus": "first-chapters", "scheme": "minbpe", "max_merges": 30},
        {"corpus": "hug", "max_merges": 0},
    ],
    "models": [
        {"model": "o200k", "beside": "gpt2"},
        {"model": "mistral", "beside": "bert"},
        {"model": "deepseek", "beside": "own"},
    ],
}
"""Bytes, marks and scores; the last step, no merge, one long word, other scripts, no package."""


def open_tabs(app, page: str, what: object) -> None:
    """Open one tab after the other; fail where one says that something went wrong."""
    labels = [tab.label for tab in app.tabs]
    assert len(labels) > 1
    for label in labels:
        app.session_state[f"{page}_tabs"] = label
        app.run()
        assert not app.exception, (what, label)
        assert not app.error, (what, label)
        assert app.get("html") or app.header or app.markdown, (what, label)


@pytest.mark.parametrize("page", EDGES)
def test_every_tab_shows_runs_of_every_kind(open_page, page):
    """In English and Chinese in turn; of its select boxes a simulated app reads English alone."""
    for at, query in enumerate(EDGES[page]):
        chinese = at % 2 and page != "joint"
        app = open_page(page, locale="zh-CN" if chinese else "en-US", **query)
        open_tabs(app, page, query)
        if page == "models":  # a text of nothing, too
            app.text_area(key="models_text").set_value("").run()
            open_tabs(app, page, query)


def test_no_text_breaks_a_tab(open_page):
    """Nothing, only spaces, hostile characters, one very long word."""
    app = open_page("encode", corpus="six-words")
    for text in ("", "   ", "<b> $x$ \ufffd👩\u200d🚀\u202e</w>▁##", "x" * 400):
        app.text_area(key="encode_text").set_value(text).run()
        open_tabs(app, "encode", text)


def test_every_tab_opens_with_every_normalizer(open_page):
    """Whatever it does to the text of the page."""
    app = open_page("sentencepiece")
    picker = app.selectbox(key="sentence_normalizer")
    for name in picker.options:
        app.selectbox(key="sentence_normalizer").set_value(name).run()
        open_tabs(app, "sentencepiece", name)
