"""The player in Python: its step, the events that move it, and clicks."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from bpe import train
from bpe.player.cutting import cut_rows, cut_text
from bpe.player.payload import training_run
from tests.data import SIX_WORDS
from tests.sample_runs import run_with
from ui.catalogue import catalogue
from ui.player import encode_player, move_player, rounds_player, step_player, two_run_player

TRAINING = train(SIX_WORDS, "paper")
OTHER = train("hug pug hugs", "paper")
LAST = len(TRAINING.merges)


def script(draw, given):
    """Draw a player as a page does; `given` holds values that the test changes between runs."""
    from ui import state
    from ui.pages import page_named

    state.follow_address(page_named("train"), lambda kind: False)
    given["shown"] = draw(given)
    given["chosen"] = state.choices().step


@pytest.fixture
def page():
    """Return a function that opens a page with a player, and returns how to run it again."""

    def page(draw, given=None, **query):
        given = {} if given is None else given
        app = AppTest.from_function(
            script, default_timeout=60, kwargs={"draw": draw, "given": given}
        )
        for name, value in query.items():
            app.query_params[name] = value

        def rerun(report=None, key="p", address=None, **changes):
            given.update(changes)
            if address is not None:
                app.query_params["step"] = address
            if report is not None:
                app.session_state[key] = {"step": report}
            app.run()
            sent = [json.loads(each.proto.json) for each in app.get("bidi_component")]
            return given["shown"], *sent

        return rerun

    return page


def one(given):
    if given.get("away"):
        return None
    return step_player(
        run_with(given.get("training", TRAINING)),
        "p",
        default=2,
        on_click=given.get("on_click"),
        follows=given.get("follows", ()),
    )


def test_a_player_opens_at_its_default_or_address_and_follows_the_browser(page):
    """A player keeps the step that the browser reports, also after the reader was on another page.

    The step of an address counts, also step 0, and is limited to the last step.
    """
    run = page(one)
    shown, given = run()
    assert (shown, given["start"], given["home"], given["address"]) == (2, 2, 2, True)
    generation = given["generation"]
    shown, given = run([generation, 4])
    assert (shown, given["start"], given["generation"]) == (4, 2, generation)
    shown, given = run()
    assert (shown, given["generation"]) == (4, generation)
    assert (given["asks"], given["below"], given["brief"]) == (False, False, False)
    run(away=True)
    shown, given = run(away=False, on_click=print, follows=["panel"])
    assert (shown, given["start"], given["generation"]) == (4, 4, generation + 1)
    assert (given["asks"], given["below"]) == (True, True)
    for asked, step in (("0", 0), ("5", 5), ("9999", LAST)):
        shown, given = page(one, step=asked)()
        assert (shown, given["start"]) == (step, step)


def nested():
    """Return a list of nested lists that is deeper than Python can compare."""
    value = []
    for _ in range(2000):
        value = [value]
    return value


def test_a_report_that_is_no_step_of_this_generation_is_ignored(page):
    """A report from the browser may be anything; a step out of range becomes the nearest step."""
    run = page(one)
    _, given = run()
    assert given["generation"] == 1
    for report in (
        [7, 4], [1, "4"], [1, True], [True], "x", [1, 4, True], {"step": 4}, [1, None], 2.5, 5,
    ):  # fmt: skip
        assert run(report)[0] == 2, report
    for told, step in (([1, 3], 3), ([1, 10**9], LAST), ([1, -3], 0)):
        assert run(told)[0] == step
    for report in (nested(), nested(), [1, nested()], [1, nested()]):
        assert run(report)[0] == 0


def test_an_old_report_does_not_move_it_twice(page):
    """A report stays in the session state, but moves the player only once."""
    run = page(one)
    _, given = run()
    run([given["generation"], 4])
    shown, given = run(address="6")
    assert (shown, given["start"], given["generation"]) == (6, 6, 2)
    shown, given = run()
    assert (shown, given["generation"]) == (6, 2)
    shown, _ = run([2, 1])
    assert shown == 1
    assert run([2, 5])[0] == 5
    assert run(address="3")[0] == 3
    assert run()[0] == 3


def test_another_run_starts_where_the_choices_are(page):
    """Another run starts a new generation at the current step; an equal run does not."""
    run = page(one)
    run()
    run([1, 4])
    shown, given = run(training=OTHER)
    assert (shown, given["start"], given["generation"]) == (4, 4, 2)
    assert json.loads(given["payload"])["steps"] == len(OTHER.merges)
    again = train(SIX_WORDS, "paper")
    shown, given = run(training=again)
    assert given["generation"] == 3
    shown, given = run(training=TRAINING)
    assert given["generation"] == 3, "the same merges are the same run"


def test_a_player_without_address_keeps_its_own_step(page):
    """The player ignores the step in the address."""

    def draw(given):
        return step_player(run_with(TRAINING), "p", default=3, address=False)

    run = page(draw, step="7")
    shown, given = run()
    assert (shown, given["home"], given["address"]) == (3, 3, False)
    assert run([1, 5])[0] == 5
    assert run()[0] == 5


def test_a_control_moves_a_player_that_has_not_told_where_it_is(page):
    """A move to the step that Python already has starts a new generation, too.

    A later report of the old generation is ignored.
    """

    def draw(given):
        if given.get("moved"):
            move_player("p", 2, 2)
        return one(given)

    run = page(draw)
    before = run()[1]["generation"]
    shown, given = run(moved=True)
    assert (shown, given["start"], given["generation"] > before) == (2, 2, True)
    assert run([before, 9], moved=False)[0] == 2


def test_two_runs_share_a_player_and_one_shows_thirty_words_and_the_pinned_on_top(page):
    """A player of two runs is as long as the longer run, and shows fewer words than one run.

    It has both titles and, for each word, its row in each run.
    """
    long, short = TRAINING, OTHER

    def draw(given):
        return two_run_player(run_with(short), run_with(long), ("S", "L"), "p", default=99)

    noted = {}
    run = page(draw, noted)
    shown, given = run()
    assert shown == given["home"] == LAST > len(short.merges)
    run([1, 2])
    assert noted["chosen"] == 2
    run([1, LAST])
    assert noted["chosen"] is None
    runs = json.loads(given["payload"])["runs"]
    assert [run["title"] for run in runs] == ["S", "L"]
    assert [run["bars"] for run in runs] == [5, 5]
    many = train(" ".join(f"w{i}" for i in range(40)), "paper", max_merges=2)

    def wide(given):
        return two_run_player(run_with(many), run_with(short), ("S", "L"), "p")

    shown, given = page(wide)()
    assert shown == 0
    sent = json.loads(given["payload"])
    assert len(sent["runs"][0]["words"]) == 8
    assert sent["rows"][0] == [0, None]
    _, given = page(lambda given: step_player(run_with(many), "p", pinned=("w39",)))()
    [drawn] = json.loads(given["payload"])["runs"]
    assert (len(drawn["words"]), drawn["bars"]) == (31, 10)
    assert drawn["words"][0]["text"] == "w39"
    assert [row.get("pinned") for row in drawn["words"]] == [True] + [None] * 30


def test_a_trace_plays_on_its_own(page):
    """A trace ignores the step in the address, and another text starts a new generation."""
    tokenizer = TRAINING.tokenizer()

    def draw(given):
        cut = cut_text(TRAINING, given.get("text", "lowest highest"), "en")
        return encode_player(cut, "p")

    run = page(draw, step="3")
    shown, given = run()
    assert (shown, given["home"], given["address"]) == (0, 0, False)
    last = json.loads(given["payload"])["steps"]
    assert last == len(tokenizer.encode("highest").words[0].steps)
    assert run([1, 999])[0] == last
    shown, given = run(text="low highest")
    assert (shown, given["start"], given["generation"]) == (0, 0, 2)
    for lang in ("en", "zh"):
        said = json.loads(cut_text(TRAINING, "low", lang).runs[0])["captions"]["texts"]
        assert catalogue(lang)["player.encoded"] in said


def test_rounds_stand_in_the_address_as_steps_do(page):
    words = [{"text": "a", "splits": [[0, [0], []]]}]
    said = {"texts": ["x"], "names": [], "said": [[0]] * 4}
    run = {
        "title": "", "steps": 3, "recut": True, "words": words, "captions": said,
        "tokens": [["a", 0]],
    }  # fmt: skip
    draw = page(lambda given: rounds_player(cut_rows(run), "p"))
    shown, given = draw()
    assert (shown, given["home"], given["address"], given["brief"]) == (0, 0, True, True)
    assert draw([1, 3])[0] == 3
    sent = json.loads(given["payload"])
    assert sent["steps"] == 3
    assert sent["text"]["step_of"] == catalogue("en")["player.round_of"]


def test_a_training_is_cut_once_for_a_view(page, monkeypatch):
    """A rerun, a step and another reader reuse a payload; other words or languages do not."""
    cut = []

    def counted(training, *rest, **named):
        cut.append(rest)
        return training_run(training, *rest, **named)

    monkeypatch.setattr("bpe.player.cutting.training_run", counted)
    fresh = train("aa ab ac", "paper")

    def draw(given):
        return step_player(run_with(fresh), "p", pinned=given.get("pinned", ()))

    run = page(draw)
    run()
    run([1, 1])
    page(draw)()
    assert len(cut) == 1
    run(pinned=("ab",))
    page(draw, lang="zh")()
    run(pinned=())
    assert len(cut) == 3


def told(report, generation=0, tab=None):
    """Return the kind and values of a report, the open tab and the step of the page after it."""

    def script(report, generation, tab, heard):
        import streamlit as st

        from ui import state
        from ui.pages import page_named
        from ui.player.position import PlayerPosition

        def stands():
            return st.session_state.get("p_chosen", ("", None))[1]

        state.state().page = page_named("train")
        state.open_tab(tab)
        position = PlayerPosition("p", last=9, default=2, address=False, run="a run")
        position.notes["generation"] = generation
        st.session_state["p"] = {"asked": report, "details": report}
        position.answer(lambda kind, what: heard.append((kind, what, stands())))
        position.turned()
        heard += [state.choices().tab, stands()]

    heard: list = []
    kwargs = {"report": report, "generation": generation, "tab": tab, "heard": heard}
    AppTest.from_function(script, kwargs=kwargs).run()
    return heard


def test_a_click_is_handed_on_and_the_panel_turns_at_the_step_where_it_was_pressed():
    """A click moves the page to the step of the click, limited to the steps of the run.

    A press on the panel's button opens or closes the panel. If the press belongs to an older run,
    the panel still turns, but the step stays.
    """
    assert told([0, 4, "word", "lower"]) == [("word", ("lower",), 4), None, 4]
    assert told([0, 4, "token", ["er", "low"]]) == [("token", ("er", "low"), 4), None, 4]
    assert told([0, 99, "pair", ["e", "s"]]) == [("pair", ("e", "s"), 9), None, 9]
    assert told([0, 4, "ties", ["largest"]]) == [("ties", ("largest",), 4), None, 4]
    assert told([0, 4, False], tab="words") == [None, 4]
    assert told([0, 99, True]) == ["pairs", 9]
    assert told([1, 4, True]) == ["pairs", None]


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
        [0, 4, "ties", "largest"],
        [0, 4, "row", "lower"],
        [0, 4, 1],
        "lower",
    ],
)
def test_a_click_that_is_none_of_the_players_is_ignored(report):
    """A click of another generation, of an unknown kind or of a wrong shape changes nothing."""
    assert told(report, tab="words") == ["words", None]
