"""What was brought is read once, by the run that follows, and can be given up."""

from streamlit.testing.v1 import AppTest


def page(data: bytes) -> None:
    """Bring a file, by a button, to be read by the run that follows; or give it up before that."""
    import streamlit as st

    from ui.controls.files import _give_up, bring, refused, settle
    from ui.controls.running import MERGES
    from ui.corpora.uploads import reading
    from ui.shell import session

    def give_up() -> None:
        bring("box", lambda: reading(data, "a.txt"))
        _give_up("box", None, session.recall("box_brought"))

    taken = session.notes("taken", uploads=[])["uploads"]
    session.follow_address()
    settle("box", taken.append, MERGES)
    st.text(repr(taken))
    st.text(refused("box"))
    st.button("bring", key="bring", on_click=lambda: bring("box", lambda: reading(data, "a.txt")))
    st.button("give up", key="give_up", on_click=give_up)


def texts(app: AppTest) -> list[str]:
    return [each.value for each in app.text]


def test_a_file_is_taken_once_and_one_that_does_not_fit_never():
    """Giving it up leaves no trace, a refusal its sentence."""
    app = AppTest.from_function(page, kwargs={"data": b"low lower"}, default_timeout=60).run()
    assert texts(app) == ["[]", "None"]
    app.button(key="give_up").click().run()
    assert texts(app) == ["[]", "None"]
    for count in (1, 2):
        app.button(key="bring").click().run()
        assert not app.exception
        assert texts(app)[0].count("text='low lower'") == count
    app.run()
    assert texts(app)[0].count("Upload(") == 2
    for data in (bytes(range(256)) * 9, bytes(21 * 2**20)):
        app = AppTest.from_function(page, kwargs={"data": data}, default_timeout=60).run()
        app.button(key="bring").click().run()
        assert not app.exception
        assert texts(app)[0] == "[]"
        assert "must be" in texts(app)[1]
        assert app.session_state["kept_box_brought"] is None
