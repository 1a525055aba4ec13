"""What a session keeps, and what of it the address carries."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.helpers import query


def page() -> None:
    """Show what the session says, and offer what changes it."""
    import streamlit as st

    from ui.shell import session

    is_followed = session.follow_address()
    st.text(session.step(10, 4))
    st.text(session.permalink())
    st.text(session.language())
    st.text([(problem.name, problem.value) for problem in session.state().problems])
    st.text(session.reader())
    for step in (0, 3, 4):
        st.button("step", key=f"step_{step}", on_click=session.choose_step, args=(step, 4))
    st.button("forget", key="forget", on_click=session.forget, args=("scheme", "gpt"))
    st.button("hide", key="hide", on_click=session.hide_answer, args=(True,))
    st.button("scheme", key="choose", on_click=session.choose, kwargs={"scheme": "gpt"})
    st.slider("depth", 0, 9, **session.kept("depth", 7))
    st.slider("next", 0, 10, **session.kept("next", session.step(10, 4)))
    session.remember("runs", session.recall("runs", 0) + 1)
    st.text([session.recall("runs"), session.recall("runs", 9, of="a text"), session.take("gone")])
    st.text([session.value("depth"), session.value("nothing", 3)])
    st.text(is_followed)


def opened(locale: str = "en-US", **query: str) -> AppTest:
    """Open the page with an address, in a browser of some language."""
    app = AppTest.from_function(page, default_timeout=60)
    app.context = {"locale": locale}
    app.query_params.update(query)
    return app.run()


def test_a_step_makes_no_entry_in_the_history():
    """The player writes the step itself; a write from here would trap Back in the player."""
    app = opened(corpus="hug")
    app.button(key="step_3").click().run()
    assert app.text[0].value == "3"
    assert query(app) == {"corpus": "hug"}
    assert app.text[1].value == "?corpus=hug&step=3"
    app.button(key="step_4").click().run()
    assert app.text[1].value == "?corpus=hug", "where the page opens it is left out"


def test_a_choice_that_cannot_be_used_here_is_given_up_and_named_once():
    """Until the reader chooses something else."""
    app = opened(scheme="gpt")
    app.button(key="forget").click().run()
    app.button(key="forget").click().run()
    assert app.text[3].value == "[('scheme', 'gpt')]"
    app.button(key="choose").click().run()
    assert app.text[3].value == "[]"


def test_a_step_that_arrives_together_with_back_does_not_undo_it():
    """The player of the page that is left may report at that very moment."""
    app = opened()
    app.button(key="choose").click().run()
    app.query_params.clear()
    app.button(key="step_3").click().run()
    assert app.session_state["state"].choices.run.scheme is None
    assert query(app) == {}


def test_widgets_show_what_is_kept_and_keep_what_is_shown():
    """A first value may be another one now; it gives way to the reader's."""
    app = opened()
    assert (app.slider(key="depth").value, app.slider(key="next").value) == (7, 4)
    app.slider(key="depth").set_value(2).run()
    app.button(key="step_3").click().run()
    assert (app.slider(key="depth").value, app.slider(key="next").value) == (2, 3)
    app.slider(key="next").set_value(9).run()
    app.button(key="step_0").click().run()
    assert app.slider(key="next").value == 9


def page_that_keeps(name: str) -> None:
    """Keep a number on a page; it opens with another one as soon as it is asked to."""
    import streamlit as st

    from ui.shell import session
    from ui.shell.page import Page

    session.enter_page(Page(name, 0, "", "learn"))
    opening, of = st.session_state.get("opens", (7, None))
    if name == "a":
        st.slider("depth", 0, 9, **session.kept("depth", opening, range(10), of=of))
    st.text(session.kept_here())


def test_a_value_stays_once_it_was_given_and_one_of_a_link_is_taken_once():
    """Though the page opens with it now; else a link's would come back over what is chosen."""
    app = AppTest.from_function(page_that_keeps, default_timeout=60, args=("a",)).run()
    assert app.text[0].value == "{}"
    app.slider(key="depth").set_value(2).run()
    assert app.text[0].value == "{'depth': '2'}"
    app.session_state["opens"] = 2, None
    assert app.run().slider(key="depth").value == 2
    assert app.text[0].value == "{}", "as the page opens now"
    app.slider(key="depth").set_value(7).run()
    app.session_state["opens"] = 5, None
    assert app.run().slider(key="depth").value == 7, "given, though the page opened with it"
    app.session_state["opens"] = 5, "a text"
    assert app.run().slider(key="depth").value == 5

    app.session_state["state"].said = {"depth": ("a", "4"), "other": ("", "1")}
    assert app.run().slider(key="depth").value == 4
    assert app.slider(key="depth").set_value(6).run().slider(key="depth").value == 6
    assert app.session_state["state"].said == {"other": ("", "1")}


@pytest.mark.parametrize(("page", "of"), [("a", None), ("b", "a text")])
def test_a_link_says_nothing_of_another_page_and_of_what_no_widget_shows_of_a_text(page, of):
    """Each link has what its page shows; whose a value is, its widget alone knows."""
    app = AppTest.from_function(page_that_keeps, default_timeout=60, args=("b",)).run()
    app.session_state["state"].kept["depth"] = page, of, 7
    app.session_state["state"].said["depth"] = "a", "3"
    app.session_state["depth"] = 2
    assert app.run().text[0].value == "{}"


def test_a_session_keeps_things_for_their_owner_under_a_name_of_its_own():
    """What is taken is gone; those who wait are told apart; so is each choice to hide."""
    app = opened()
    assert app.text[5].value == "[1, 9, None]"
    app.session_state["kept_gone"] = "once"
    assert app.run().text[5].value == "[2, 9, 'once']"
    assert app.run().text[5].value == "[3, 9, None]"
    assert app.text[6].value == "[7, 3]"
    name = app.text[4].value
    assert app.run().text[4].value == name
    assert len(name) == 32
    assert opened().text[4].value != name
    for number in (1, 2):
        app.button(key="hide").click().run()
        assert app.session_state["state"].answer == (number, True)


def test_an_address_is_followed_unless_the_reader_has_chosen_at_it():
    """What the player wrote into it, a step, is no other address to a control."""
    app = opened()
    assert app.text[-1].value == "True"
    app.query_params["step"] = "3"
    app.button(key="choose").click().run()
    assert (app.text[-1].value, query(app)["scheme"]) == ("False", "gpt")
    app.query_params["corpus"] = "hug"
    assert app.run().text[-1].value == "True"


def test_a_page_without_a_run_has_no_colours_of_the_page_before():
    """They are given by the page's own run, after it is entered."""

    def script():
        import streamlit as st

        from ui.shell import session
        from ui.shell.choices import PageRuns
        from ui.shell.page import Page

        session.follow_address()
        session.enter_page(Page("a", 0, "", "learn", PageRuns("hug")))
        st.text(session.state().ranks)
        session.colour_by({"low": 3})

    app = AppTest.from_function(script, default_timeout=60).run()
    assert [app.text[0].value, app.run().text[0].value] == ["None", "None"]
