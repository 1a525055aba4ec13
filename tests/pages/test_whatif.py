"""What if, run without a browser: what it says of a fork and of two engines, records say."""

import itertools

import streamlit as st

from bpe import train
from bpe.readings.two_runs import TwoRuns
from tests.cases import for_each
from tests.markup import read
from tests.pages.helpers import markup, payloads, said, tab, tables
from ui.catalogue import catalogue
from ui.controls.running import result_of
from ui.shell.choices import Run
from ui.shell.query import parse

SIX_WORDS = "highest higher lower lowest cooler coolest"
KEY = Run("six-words", "paper").key
RUN = train(SIX_WORDS)


def fork_at(step, left, right, key=KEY):
    """A fork of the six words, by its tokens, as the address has it."""
    return f"{key}:{step}.{RUN.tokens.index(left)}.{RUN.tokens.index(right)}"


def players(app):
    """The titles of the runs that the player shows."""
    [shown] = payloads(app, "runs")
    return [run["title"] for run in shown["runs"]]


def test_the_page_opens_with_a_lost_tie_beside_the_run(open_page):
    """(r, </w>) at step 0: both merges named, where they meet, and each step that differs."""
    app = open_page("whatif", tab="futures")
    assert players(app) == ["The run as it is", "Fork: Step 0: r + </w>"]
    assert "They part at step 0" in said(app)
    assert "From step 5 on both split every word alike again, and stay together" in said(app)
    assert "18 in both, 1 in the run alone, 1 in the fork alone" in said(app)
    [differing] = tables(app)
    both = TwoRuns(RUN, train(SIX_WORDS, forced={0: ("r", "</w>")}))
    assert differing.rows[1:] == [
        [*each.first.pair, *each.second.pair] for each in both.differences()
    ]
    assert "never" in differing.texts[1]
    assert "forks" not in app.query_params


def test_a_click_on_a_tied_pair_forks_the_run_and_the_link_has_it(open_page):
    """The button's pair at the player's step, in place of the fork it opened with.

    Ids mean something within one run only: another run opens with a fork of its own, and the one
    made here is back with its run.
    """
    app = open_page("whatif", step=0)
    app.button(key="whatif_tied_2").click().run()
    assert app.button(key="whatif_tied_2").label == "`` e + r ``"
    assert app.query_params["forks"] == fork_at(0, "e", "r")
    assert players(app)[1] == "Fork: Step 0: e + r"
    app.selectbox(key="corpus").select("low-lower").run()
    assert players(app)[1] == "Fork: Step 0: t + </w>"
    app.selectbox(key="corpus").select("six-words").run()
    assert players(app)[1] == "Fork: Step 0: e + r"
    app.selectbox(key="corpus").select("low-lower").run()
    app.button(key="whatif_tied_0").click().run()
    assert app.query_params["forks"].startswith(Run("low-lower", "paper").key)


def test_any_pair_is_found_and_forced_where_the_player_stands(open_page):
    """A search finds the pair at that step, forbidden ones and the rule's own left out."""
    app = open_page("whatif", step=2)
    app.text_input(key="whatif_search").input("l o").run()
    app.button(key="whatif_found_0").click().run()
    other = train(SIX_WORDS, forced={2: ("l", "o")})
    assert "The run merges" not in said(app)
    assert "They part at step 2" in said(app)
    learned = TwoRuns(RUN, other).learned(len(RUN))
    assert f"{len(learned.both)} in both, {len(learned.first)} in the run alone" in said(app)
    app.text_input(key="whatif_search").input("zz").run()
    assert any("No pair that may be merged" in each.value for each in app.caption)


def test_what_each_future_has_for_itself_is_said_of_the_right_one(open_page):
    """(h, e) at step 1 leaves the run one token of its own, and the fork three."""
    app = open_page("whatif", forks=fork_at(1, "h", "e"), step=19, tab="futures")
    both = TwoRuns(RUN, train(SIX_WORDS, forced={1: ("h", "e")}))
    assert "1 in the run alone, 3 in the fork alone" in said(app)
    learned = both.learned(19)
    assert learned.first != learned.second
    for name, tokens in (("run", learned.first), ("fork", learned.second)):
        [sentence] = [body for body in markup(app) if f"Learned by the {name} alone" in body]
        assert read(sentence).tokens == list(tokens)


@for_each(
    "fork, more, says",
    [
        (fork_at(1, "e", "s"), {}, "must be a pair that occurs there"),
        (fork_at(9, "e", "r"), {"max_merges": 5}, "begins at step 9, but the run has only 5"),
        (f"{KEY}:0.900.1", {}, "begins at step 0"),
        (fork_at(0, "es", "t"), {}, "begins at step 0"),
    ],
)
def test_a_fork_that_cannot_be_is_said_and_another_pair_can_be_forced(open_page, fork, more, says):
    """A pair that is gone by then, a step beyond a limit, ids of no token, or of one born later."""
    app = open_page("whatif", forks=fork, **more)
    [problem] = [*app.error, *app.warning]
    assert says in problem.value
    assert players(app) == [""]
    app.button(key="whatif_found_0").click().run()
    assert not [*app.error, *app.warning]
    assert len(players(app)) == 2


def test_an_older_link_with_names_and_several_forks_opens_its_first_fork(open_page):
    """What it says besides is left out; so is which of them was open."""
    older = f"{fork_at(0, 'e', 'r')}~<b>*x*</b>,1.2.3~mine,4.5.6"
    app = open_page("whatif", forks=older, fork=2, tab="forks")
    assert not app.warning
    assert players(app)[1] == "Fork: Step 0: e + r"
    assert any("merge different pairs" in each.value for each in app.header)


@for_each(
    "hostile",
    [
        "<script>",
        "",
        "185cb622",
        "185CB622:",
        "185cb622:1.2",
        "185cb622:1.2.3.4",
        "185cb622:-1.2.3",
        "185cb622:99999999.2.3",
        "185cb622:١.٢.٣",
        "185cb622:1.2.3\n",
    ],
)
def test_a_broken_fork_is_a_problem_of_the_address(hostile):
    """It is refused as a whole, and said."""
    chosen, problems = parse({"forks": hostile}, frozenset())
    assert chosen.get("forks") is None
    assert [problem.name for problem in problems] == ["forks"]


def test_a_broken_fork_is_named_and_the_page_opens_all_the_same(open_page):
    """As with every other value of an address."""
    app = open_page("whatif", forks="<script>")
    assert "names a fork that cannot be read" in app.warning[0].value
    assert players(app)[1].startswith("Fork")


def test_two_engines_part_and_what_differs_is_named(open_page):
    """Six words by the paper's rules and by GPT's: a tie, decided by ids there."""
    app = tab(open_page("whatif"), "whatif", "engines")
    assert "part with the very first merge" in said(app)
    assert "Their rules differ in how the text is cut" in said(app)
    assert "the tie rule." in said(app)
    first, second = tables(app)
    assert first.rows[1] == ["e", "s"]
    assert second.rows[1] == ["e", "r"]
    assert any("PickyBPE" in each.value for each in app.caption)
    app.selectbox(key="whatif_engine_second").select("paper").run()
    assert "merge the same pairs as far as both go" in said(app)


def test_a_training_that_is_cancelled_is_not_asked_for_again(open_page, monkeypatch):
    """A fork is given up; what only a tab asks for leads to the first tab."""
    numbers = itertools.count()

    def stoppable(job, cancel):
        key = f"stop_{next(numbers)}"
        st.button("stop", key=key, on_click=cancel, args=(job,))
        return result_of(job)

    monkeypatch.setattr("ui.whatif.run.result_of", stoppable)
    monkeypatch.setattr("ui.whatif.rules.result_of", stoppable)
    app = open_page("whatif")
    app.button(key="stop_0").click().run()
    assert app.query_params["forks"] == f"{KEY}:"
    assert players(app) == [""]
    tab(app, "whatif", "engines")
    [stop, *_] = [each for each in app.button if each.label == "stop"]
    stop.click().run()
    assert app.session_state["whatif_tabs"] == catalogue("en")["whatif.tab_futures"]
    assert not [each for each in app.button if each.label == "stop"]
