"""Hidden answers in Python: the bets sent to a browser, and which choice of hiding counts."""

import json
from itertools import pairwise

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, train
from bpe.player.bets import merge_bets, rank_bets
from bpe.player.cutting import cut_text
from bpe.player.payload import CutOptions, traces_of, training_run
from bpe.player.rows import GAP, Tokens
from bpe.player.tokens import exact
from bpe.readings.prediction import judge
from tests.data import SIX_WORDS
from tests.sample_runs import run_with
from tests.unit.player.cuts import TEXT
from ui.player import encode_player, step_player


def cut_of(training, words=30):
    tokens = Tokens(training.scheme)
    run = training_run(training, CutOptions(words=words), tokens)
    return run, tokens.named


def said(found, pair, step):
    [rows] = [rows for left, right, *rows in found["pairs"] if (left, right) == pair]
    at = [at for begun, at in zip(rows[::2], rows[1::2], strict=True) if begun <= step][-1]
    return found["said"][at]


def test_a_forced_merge_is_not_asked_for():
    """Other merges are judged as in any run.

    Pairs in the words that the last merge changed can be bet on, too.
    """
    training = train(SIX_WORDS, forced={2: ("l", "o")})
    run, tokens = cut_of(training)
    coming = merge_bets(training, run, tokens)["coming"]
    assert run["forced"] == [2]
    assert [step for step, row in enumerate(coming) if row is None] == [2]
    names = [row[0] for row in run["tokens"]]
    asked = [(names[row[0]], names[row[1]]) for row in coming if row is not None]
    learned = [tuple(map(exact, merge.pair)) for merge in training.merges]
    assert asked == learned[:2] + learned[3:]
    training = train({"z": 99, "y": 98, "xyo": 3, "abm": 2, "abn": 2}, "huggingface")
    run, tokens = cut_of(training, words=2)
    assert training.merges[0].pair == ("a", "b")
    assert training.merges[1].pair == ("x", "y")
    known = {
        (left, right)
        for left, right, *rows in merge_bets(training, run, tokens)["pairs"]
        if any(step <= 1 for step in rows[::2])
    }
    after = {pair for row in run["examples"]["splits"][0] for pair in pairwise(row[2])}
    assert len(after) == 2
    assert after <= known


@pytest.mark.parametrize("preset", PRESETS)
def test_every_pair_on_the_screen_is_judged_as_the_engine_judges_it(preset):
    """At each step, the verdict on each pair of the shown and example words equals `judge`."""
    training = train(TEXT + "aa aa1 1a1 " * 2, preset, min_frequency=2)
    run, tokens = cut_of(training, words=4)
    names = [row[0] for row in run["tokens"]]
    found = merge_bets(training, run, tokens)
    assert (found["start"], found["stop"], found["least"]) == (0, len(training), 2)
    assert found["rule"] == training.scheme.tie_rule
    judged = set()
    for step in range(len(training)):
        snapshot, merge = training.snapshot(step), training.merges[step]
        left, right, count, score, tied = found["coming"][step]
        assert (names[left], names[right], count) == (*map(exact, merge.pair), merge.count)
        assert score == (f"{merge.score:.3g}" if training.scheme.score != "count" else None)
        assert tied == len(merge.ties)
        seen = {
            pair
            for row in run["words"]
            for pair in pairwise([split[1] for split in row["splits"] if split[0] <= step][-1])
            if GAP not in pair
        }
        seen |= {pair for row in run["examples"]["splits"][step] for pair in pairwise(row[1])}
        for pair in seen:
            verdict, number, scores, rules, why, slip = said(found, pair, step)
            [bet] = judge(snapshot, [tuple(tokens[i] for i in pair)])
            assert (verdict, number, why, slip) == (bet.verdict, bet.count, bet.forbidden, bet.slip)
            assert rules == [*bet.rules]
            assert (scores is None) == (training.scheme.score == "count")
            if scores and verdict == "lower":
                assert scores[0] != scores[1]
                assert float(scores[0]) < float(scores[1])
            judged.add(verdict)
    assert {"right", "lower"} <= judged


def test_a_trace_is_judged_at_each_split_of_each_word():
    """Each split has its lowest rank and a verdict per pair; a finished word has no rank."""
    training = train(SIX_WORDS, "paper", vocab_size=17)
    traces = traces_of(training.tokenizer().encode("lower slowest"))
    lower, slowest = rank_bets(traces)["words"]
    assert slowest[0] == [0, ["unlearned"] * 4 + ["right"] + ["unlearned"] * 2]
    assert lower[0] == [3, ["unlearned"] * 3 + ["right", "unlearned"]]
    assert [row[0] for row in slowest] == [0, 1, 2, None]
    assert slowest[-1] == [None, ["unlearned"] * 4]


def script(draw):
    from ui import state
    from ui.pages import page_named

    state.follow_address(page_named("train"), lambda kind: False)
    draw()


def told(app, place=0):
    return json.loads(app.get("bidi_component")[place].proto.json)


def run(draw, reports=()):
    """Run a page once, and once more after each report of the browser."""
    app = AppTest.from_function(script, default_timeout=60, kwargs={"draw": draw})
    app.run()
    for key, report in reports:
        app.session_state[key] = {"hide": report}
        app.run()
    return app


TRAINING = train(SIX_WORDS, "paper")
RUN = run_with(TRAINING)


def one():
    step_player(RUN, "p")


def two():
    step_player(RUN, "p", address=False)
    encode_player(cut_text(TRAINING, "lower", "en"), "e")


def test_bets_are_sent_where_the_answer_is_hidden_and_only_there():
    """The browser reports a choice with a growing number; the choice also holds for another run."""
    assert told(run(one))["bets"] is None
    app = run(one, [("p", [5, True])])
    assert told(app)["hide"] == {"number": 5, "hidden": True, "forced": False}
    assert json.loads(told(app)["bets"])[0]["start"] == 0
    app.session_state["p"] = {"hide": [6, False]}
    app.run()
    assert told(app)["hide"]["hidden"] is False
    assert told(app)["bets"] is None
    runs = [RUN, run_with(train("hug pug hugs"))]
    app = run(lambda: step_player(runs[0], "p"))
    del runs[0]
    app.session_state["p"] = {"hide": [5, True]}
    assert told(app.run())["hide"]["hidden"] is True


@pytest.mark.parametrize(
    "report", [[5], [True, True], ["5", True], [5, 1], [0, True], [-1, True], "x", 7, None]
)
def test_a_report_that_is_no_choice_is_ignored(report):
    assert told(run(one, [("p", report)]))["hide"]["hidden"] is False


def test_the_choice_holds_for_every_player_and_the_latest_counts():
    """An earlier report does not restore its choice.

    A player with `hide` set on the page ignores the browser's choice.
    """
    app = run(two, [("p", [5, True])])
    assert [told(app, place)["hide"]["hidden"] for place in (0, 1)] == [True, True]
    assert "words" in json.loads(told(app, 1)["bets"])[0]
    app.session_state["e"] = {"hide": [6, False]}
    app.run()
    app.run()
    assert [told(app, place)["hide"]["hidden"] for place in (0, 1)] == [False, False]
    app = run(lambda: step_player(RUN, "p", hide=True), [("p", [5, False])])
    assert told(app)["hide"] == {"number": 5, "hidden": True, "forced": True}
    assert told(app)["bets"]
    app = run(lambda: step_player(RUN, "p", hide=None), [("p", [5, True])])
    assert (told(app)["hide"], told(app)["bets"]) == (None, None)


def test_who_will_not_wait_for_the_bets_has_the_answer_shown(monkeypatch):
    """If the reader cancels the job of the bets, the answer is shown and the run is kept."""

    monkeypatch.setattr("ui.player.in_worker", lambda *_, cancel: cancel())
    app = run(one, [("p", [5, True])])
    assert told(app)["bets"] is None
    assert told(app.run())["hide"] == {"number": 6, "hidden": False, "forced": False}
