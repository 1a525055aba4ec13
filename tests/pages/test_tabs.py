"""Open tabs, typed text and settings stay in another language and after Back."""

import re

import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.pages.helpers import markup, tab, tab_labels
from ui.draw.parts import shut
from ui.pages import page_named
from ui.waiting import result_of


def test_the_open_tab_and_what_was_typed_in_it_stay(open_page):
    """The same tab is named in another language; another tab, or page, and back keep its text.

    The details are closed after a visit to another page.
    """
    app = open_page("encode", corpus="six-words", tab="encoders")
    tab(app, "encode", "decode").text_area(key="encode_decode").set_value("1 2 3").run()
    app.selectbox(key="language").set_value("zh").run()
    assert app.session_state["encode_tabs"] == "解码"
    tab(app, "encode", "encoders")
    assert tab(app, "encode", "decode").text_area(key="encode_decode").value == "1 2 3"
    app.query_params.pop("tab")
    app.switch_page("pages/train.py").run()
    app.switch_page("pages/encode.py").run()
    assert not tab_labels(app)
    assert tab(app, "encode", "decode").text_area(key="encode_decode").value == "1 2 3"


def test_the_mark_of_the_panel_names_what_is_open(open_page):
    """The mark names the tab, or part of a tab, and no tab while the panel is closed.

    The browser writes the address from this mark.
    """
    app = open_page("bytes")

    def marked(app) -> list[tuple[str, str]]:
        return re.findall('<i data-tab="(.*?)"(?: data-at="(.*?)")?', " ".join(markup(app)))

    assert marked(app) == [("", "")]
    tabs = page_named("bytes").tabs
    for name in ("cuts", "spelling", "made"):
        for page in (tab(app, "bytes", name), open_page("bytes", tab=name)):
            assert marked(page) == [(name, str(tabs.index(page_named("bytes").tab_of(name))))]
    app.switch_page("pages/train.py").run()
    assert marked(app) == [("", "")]


def test_a_tab_that_is_given_up_closes_and_one_that_is_refused_says_so():
    """Only the open tab is drawn; a callback that closes the tab opens the first tab.

    A refusal is one sentence, not an error of the page, and the tabs stay.
    """

    def script():
        from functools import partial

        import streamlit as st

        from ui import state
        from ui.catalogue import Refusal
        from ui.details import draw_tabs

        def refused():
            raise Refusal("work_memory", memory=1024)

        page = state.Page("train", "", "learn", tabs=("pairs", "stop", "words"))
        state.follow_address(page, lambda kind: False)
        names = {"pairs": partial(st.text, "one"), "stop": None, "words": refused}
        st.button("Cancel", on_click=state.open_tab, args=("pairs",))
        st.caption(draw_tabs(names))
        state.write_address()

    app = AppTest.from_function(script)
    app.query_params["tab"] = "words"
    assert ["1,024 MB" in each.value for each in app.run().error] == [True]
    assert tab_labels(app) == ["Pairs", "Words"], "not what is not offered"
    assert (app.caption[0].value, len(app.text)) == ("words", 0)
    assert [each.value for each in app.button[0].click().run().text] == ["one"]
    assert not app.error


def test_the_bar_of_what_a_tab_waits_for_stands_in_the_tab():
    """A bar above the page would move the picture; after the tab, bars are above the page again."""

    def script():
        import streamlit as st

        from ui import state
        from ui.details import draw_tabs
        from ui.waiting import _place, place_bars

        place_bars("page")
        above = _place.get()
        page = state.Page("train", "", "learn", tabs=("pairs", "words"))
        state.follow_address(page, lambda kind: False)
        state.open_tab("pairs")
        draw_tabs({name: lambda: _place.get().text("bar") for name in page.tabs})
        st.caption(str(_place.get() is above))

    app = AppTest.from_function(script).run()
    assert [each.value for each in app.tabs[0].text] == ["bar"]
    assert app.caption[0].value == "True"


def test_cancel_in_a_fold_closes_it(open_page, monkeypatch):
    """A fold that stayed open would start the cancelled job again."""

    def waits(job, cancel=None):
        if getattr(cancel, "func", None) is not shut:
            return result_of(job)
        st.button("Cancel", key="stop", on_click=cancel)
        return st.stop()

    monkeypatch.setattr("ui.waiting.result_of", waits)
    app = open_page("train", corpus="scripts")
    app.session_state["train_fold_rules"] = True
    tab(app, "train", "pairs").button(key="stop").click().run()
    assert app.session_state["train_fold_rules"] is False
    assert "stop" not in [button.key for button in app.button]


def test_a_link_opens_a_tab_that_was_shut_once_more(open_page):
    """The address written before the tab was closed opens nothing; a later link opens the tab."""
    app, made = open_page("bytes", corpus="low-lower", step="1"), {"tab": "made"}
    app.button(key="details").click().run()
    app.query_params.update(made)
    app.button(key="details").click().run()
    assert not tab_labels(app)
    for query, opens in ((made, False), ({}, False), (made, True)):
        app.query_params.clear()
        app.query_params.update({"corpus": "low-lower", "step": "1"} | query)
        assert bool(tab_labels(app.run())) is opens
