"""What the browser tells of a table's end is remembered, and only a name of a table is."""

import pytest
from streamlit.testing.v1 import AppTest


def page() -> None:
    """Show which tables' ends were reached, and tell what is written as the browser would."""
    import json

    import streamlit as st

    from ui.shell import scrolled, session

    def tell() -> None:
        st.session_state["document"] = json.loads(session.value("told"))
        scrolled.hear("document")

    st.text_input("told", key="told", on_change=tell)
    names = [f"table {place}" for place in range(12)]
    st.text([name for name in names if scrolled.is_asked(name)])
    st.text(session.recall("scrolled", ()))


@pytest.fixture
def tell():
    """Return what tells something, and returns the tables whose ends were reached by then."""
    app = AppTest.from_function(page, default_timeout=60).run()

    def tell(told: str) -> str:
        app.text_input(key="told").set_value(told).run()
        return app.text[0].value

    tell.app = app
    return tell


def test_a_table_whose_end_was_reached_stays_whole_until_eight_others_were(tell):
    """Also one that is reached again; the one of longest ago is forgotten."""
    assert tell('{"more": "table 3"}') == "['table 3']"
    assert tell('{"more": "table 4"}') == "['table 3', 'table 4']"
    assert tell('{"more":  "table 3"}') == "['table 3', 'table 4']"
    for place in range(5, 12):
        told = tell(f'{{"more": "table {place}"}}')
    assert told == str(["table 3", *(f"table {place}" for place in range(5, 12))])


@pytest.mark.parametrize(
    "told",
    ["null", "{}", '{"more": null}', '{"more": 3}', '{"more": ["a"]}', f'{{"more": "{"x" * 99}"}}'],
)
def test_what_is_no_name_is_not_heard(tell, told):
    """The browser is a stranger's: nothing else is kept, and nothing fails."""
    assert tell(told) == "[]"
    assert tell.app.text[1].value == "()"
