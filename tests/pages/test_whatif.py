"""What if, run without a browser: what it says of forks, engines and shuffles, records say."""

import itertools
from dataclasses import replace

import streamlit as st

from bpe import PRESETS, TIE_RULES, train
from bpe.readings.engines import shuffle
from bpe.readings.two_runs import TwoRuns
from tests.cases import for_each
from tests.markup import read
from tests.pages.helpers import markup, payloads, said, tab, tables
from ui.catalogue import catalogue
from ui.controls.running import result_of
from ui.corpora import sources
from ui.corpora.samples import training_samples
from ui.shell.runs import Run
from ui.whatif.forks import Fork, write

SIX_WORDS = "highest higher lower lowest cooler coolest"
KEY = Run("six-words", "paper").key
RUN = train(SIX_WORDS)


def fork_at(step, left, right, name=""):
    """A fork of the six words, by its tokens."""
    return Fork(step, RUN.tokens.index(left), RUN.tokens.index(right), name)


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
    """The button's pair at the player's step; the fork it opened with is kept."""
    app = open_page("whatif", step=0)
    app.button(key="whatif_tied_2").click().run()
    assert app.button(key="whatif_tied_2").label == "`` e + r ``"
    forks = [fork_at(0, "r", "</w>"), fork_at(0, "e", "r")]
    assert app.query_params["forks"] == write(KEY, forks)
    assert app.query_params["fork"] == "2"
    assert players(app)[1] == "Fork: Step 0: e + r"
    tab(app, "whatif", "forks")
    [listed] = tables(app)
    for row, fork in zip(listed.rows[1:], ({0: ("r", "</w>")}, {0: ("e", "r")}), strict=True):
        other = train(SIX_WORDS, forced=fork)
        assert row == [*other.forced[0], *other.passed_over[0]]
        met = TwoRuns(RUN, other).met
        place = listed.rows.index(row)
        assert f"at step {met.second}" in listed.texts[place]
    app.button(key="whatif_tied_0").click().run()
    app.button(key="whatif_tied_0").click().run()
    assert app.query_params["forks"].count(",") == 2  # an equal fork is opened, not made again


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
    app = open_page("whatif", forks=write(KEY, [fork_at(1, "h", "e")]), step=19, tab="futures")
    both = TwoRuns(RUN, train(SIX_WORDS, forced={1: ("h", "e")}))
    assert "1 in the run alone, 3 in the fork alone" in said(app)
    learned = both.learned(19)
    assert learned.first != learned.second
    for name, tokens in (("run", learned.first), ("fork", learned.second)):
        [sentence] = [body for body in markup(app) if f"Learned by the {name} alone" in body]
        assert read(sentence).tokens == list(tokens)


def test_a_link_brings_forks_with_their_names_and_they_can_be_renamed_and_removed(open_page):
    """A name is plain text wherever it stands; without forks the run stands alone."""
    forks = [fork_at(0, "e", "r"), fork_at(1, "t", "</w>", "<b>*x*</b>")]
    app = open_page("whatif", forks=write(KEY, forks), fork=2)
    assert not app.warning
    assert players(app)[1] == "Fork: <b>*x*</b>"
    tab(app, "whatif", "forks")
    assert "<b>" not in "".join(tables(app)[0].texts) or "&lt;b&gt;" in "".join(markup(app))
    assert not any("<b>*x*" in body for body in markup(app))
    app.text_input(key="whatif_name").input("mine, ~too").run()
    assert app.query_params["forks"] == write(KEY, [forks[0], replace(forks[1], name="mine too")])
    app.button(key="whatif_remove").click().run()
    assert app.query_params["forks"] == write(KEY, forks[:1])
    app.button(key="whatif_remove").click().run()
    assert app.query_params["forks"] == f"{KEY}:"
    assert players(app) == [""]
    assert "There is no fork to compare" in said(app)


def test_forks_wait_while_another_run_is_shown(open_page):
    """Ids mean something within one run only, so each run has its own forks."""
    app = open_page("whatif", forks=write(KEY, [fork_at(0, "e", "r")]))
    app.button(key="whatif_tied_0").click().run()
    mine = app.query_params["forks"]
    app.selectbox(key="corpus").select("low-lower").run()
    assert players(app)[1] == "Fork: Step 0: t + </w>"
    app.button(key="whatif_tied_0").click().run()
    assert app.query_params["forks"].startswith(Run("low-lower", "paper").key)
    app.selectbox(key="corpus").select("six-words").run()
    assert app.query_params["forks"] == mine


@for_each(
    "fork, more, says",
    [
        (fork_at(1, "e", "s"), {}, "must be a pair that occurs there"),
        (fork_at(9, "e", "r"), {"max_merges": 5}, "begins at step 9, but the run has only 5"),
        (Fork(0, 900, 1), {}, "begins at step 0"),
    ],
)
def test_a_fork_that_cannot_be_is_said_and_can_be_removed(open_page, fork, more, says):
    """A pair that is gone by then, a step beyond a limit, ids of no token."""
    app = open_page("whatif", forks=write(KEY, [fork]), **more)
    [problem] = [*app.error, *app.warning]
    assert says in problem.value
    app.button(key="whatif_remove").click().run()
    assert not [*app.error, *app.warning]


def test_a_broken_list_of_forks_is_named_and_the_page_opens_all_the_same(open_page):
    """As with every other value of an address."""
    app = open_page("whatif", forks="<script>")
    assert "names forks that cannot be read" in app.warning[0].value
    assert players(app)[1].startswith("Fork")


def test_two_engines_part_by_the_rule_that_is_named(open_page):
    """Six words by the paper's rules and by GPT's: a tie, decided by ids there."""
    app = tab(open_page("whatif"), "whatif", "engines")
    assert "part with the very first merge" in said(app)
    assert "Why: the tie rule." in said(app)
    assert "Not needed for it, though different too" in said(app)
    first, second = tables(app)
    assert first.rows[1] == ["e", "s"]
    assert second.rows[1] == ["e", "r"]
    assert any("PickyBPE" in each.value for each in app.caption)
    app.selectbox(key="whatif_engine_second").select("paper").run()
    assert "merge the same pairs as far as both go" in said(app)


def test_shuffles_are_runs_of_their_own(open_page):
    """Every number of a row is one of that rule's; only the first seen minds a shuffle."""
    app = tab(open_page("whatif"), "whatif", "shuffle")
    [table] = tables(app)
    source = sources.of_sample(training_samples()["six-words"])
    text = shuffle(source.text, 1, "words")
    for row, rule in zip(table.texts[1:], TIE_RULES, strict=True):
        rules = replace(PRESETS["paper"], tie_rule=rule)
        both = TwoRuns(train(source.text, rules), train(text, rules))
        apart = "no change" if both.parting is None else f"at step {both.parting}"
        assert apart in row
        assert row.split()[-4:-1] == [str(len(each)) for each in both.learned(both.last)]
    assert [("no change" in row) for row in table.texts[1:]].count(False) == 1


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
