"""What a reader asks of the player by a click, as Python hears it."""

import pytest
from streamlit.testing.v1 import AppTest


def told(report, generation=0):
    """Return what a player's page hears of a report, where it stood then and stands at the end."""

    def script(report, generation, heard):
        import streamlit as st

        from ui.player.rest import PlayerPosition
        from ui.shell import session
        from ui.shell.page import Page
        from ui.shell.tabs import visit

        def stands():
            return session.recall("p_chosen", of="a run")

        page = session.state().page = Page("train", 0, "", "learn", tabs=("pairs",))
        position = PlayerPosition("p", last=9, default=2, address=False, run="a run")
        position.notes["generation"] = generation
        st.session_state["p"] = {"asked": report, "details": report}
        position.answer(lambda kind, what: heard.append((kind, what, stands())))
        position.turned()
        heard += [session.recall("panel_of", of=visit(page)), stands()]

    heard: list = []
    app = AppTest.from_function(
        script, kwargs={"report": report, "generation": generation, "heard": heard}
    )
    app.run()
    return heard


def test_a_click_on_a_word_or_a_pair_is_handed_on_with_its_step():
    """The step is the one clicked at, within the run."""
    assert told([0, 4, "word", "lower"]) == [("word", ("lower",), 4), None, 4]
    assert told([0, 4, "token", ["er", "low"]]) == [("token", ("er", "low"), 4), None, 4]
    assert told([0, 99, "pair", ["e", "s"]]) == [("pair", ("e", "s"), 9), None, 9]


def test_the_panel_turns_as_its_button_says_at_the_step_where_it_was_pressed():
    """Open or closed, whatever it was."""
    assert told([0, 4, False]) == [False, 4]
    assert told([0, 99, True]) == [True, 9]


@pytest.mark.parametrize(
    "report",
    [
        None,
        [1, 4, "word", "lower"],
        [0, True, "word", "lower"],
        [0, 4, "word", ["lower"]],
        [0, 4, "token", 7],
        [0, 4, "pair", ["e"]],
        [0, 4, "pair", "es"],
        [0, 4, "row", "lower"],
        [1, 4, True],
        [0, 4, 1],
        "lower",
    ],
)
def test_a_click_that_is_none_of_the_players_is_ignored(report):
    """Of another generation, of no kind, or of another shape: nothing happens."""
    assert told(report) == [None, None]
