"""BPE vs. WordPiece, without a browser: it shows the records of both runs."""

import itertools
import json
from collections import ChainMap
from dataclasses import replace

import pytest
import streamlit as st

from bpe import PRESETS, train
from bpe.readings.comparison import Meeting, TwoRuns, shared_token_counts
from tests.data import HUG, SIX_WORDS
from tests.markup import read
from tests.pages.helpers import captions, markup, paste, payloads, said, start, tab, tables
from ui.details import PANEL
from ui.text import t
from ui.views import wordpiece
from ui.views.wordpiece import example_text, fork_choices
from ui.waiting import result_of

BY_SCORE = train(HUG, "wordpiece")
BY_COUNT = train(HUG, replace(PRESETS["wordpiece"], score="count"))

RUN = train(SIX_WORDS)
ON_SIX = {"corpus": "six-words", "against": "pair"}


def at(step, left, right):
    """Return a forced merge in the form of the address."""
    return json.dumps({str(step): [left, right]})


def text_box(app):
    """Return the box of the text to encode, whose key has the name of the corpus."""
    [box] = [each for each in app.text_input if each.key.startswith("wordpiece_text")]
    return box


def runs(app):
    """Return the runs that the player shows."""
    [shown] = payloads(app, "runs")
    return shown["runs"]


def forced(app):
    """Return step -> token for each merge that the second run was forced to make."""
    run = runs(app)[1]
    return {step: run["tokens"][run["merges"][step][2]][0] for step in run["forced"]}


def test_the_page_opens_where_count_and_score_part_with_their_arithmetic(open_page):
    """The runs of the default text diverge at the first step, to which a button leads back.

    Tokens in both runs are coloured by the ranks of the first run.
    """
    app = open_page("wordpiece")
    ranks = {**BY_COUNT.token_ranks, **BY_SCORE.token_ranks}
    coloured = ChainMap(*(run.training.token_ranks for run in app.session_state["coloured_by"]))
    assert dict(coloured) == ranks != {**ranks, **BY_COUNT.token_ranks}
    assert [run["title"] for run in runs(app)] == ["BPE", "WordPiece"]
    assert [run["sums"][0] for run in runs(app)] == [[10, 5, 5], "5 / (20 × 5) = 0.05"]
    assert [run["areas"][0] for run in runs(app)] == [[20, 36, 20], [5, 20, 5]]
    assert (
        "areas" not in runs(open_page("wordpiece", against="pair", forced='{"0":["h","##u"]}'))[0]
    )
    app = open_page("wordpiece", step=4)
    app.button(key="wordpiece_part").click().run()
    assert app.button(key="wordpiece_part").label == "They diverge at step 0"
    assert start(app) == 0
    app = open_page("wordpiece", corpus="hug", scheme="paper", against="gpt", step=0)
    app.button(key="wordpiece_part").click().run()
    assert start(app) == 2


def test_the_pairs_of_either_run_are_the_records(open_page, monkeypatch):
    """Each pair has the counts behind its score; the next merge is first in the limited table."""
    monkeypatch.setattr(wordpiece, "ROWS", 2)
    app = open_page("wordpiece", step=2, tab="pairs")
    for place, run in ((1, BY_SCORE), (0, BY_COUNT)):
        app.session_state["wordpiece_run"] = place
        [table] = tables(app.run())
        best = run.snapshot(2).pairs()[0]
        assert (table.rows[1], "next merge" in table.texts[1]) == ([*best.pair], True)
        left, right = (int(run.snapshot(2).token_frequencies[id_]) for id_ in best.ids)
        assert f" {best.count:,} {left:,} {right:,} " in table.texts[1]
        assert table.texts[1].endswith(f"=\u00a0{best.count / left / right:.3g}")
        assert t("tables.limited", shown=2) in captions(app)


def test_both_runs_encode_what_is_typed(open_page):
    """WordPiece takes the longest match, and gives up a word if a piece is missing."""
    app = open_page("wordpiece", tab="encode")
    for step, text in ((9, "hugs bugs pugs gun mug"), (2, "pugs")):
        app.query_params["step"] = str(step)
        text_box(app).set_value(text).run()
        ends = ((run, min(step, len(run))) for run in (BY_COUNT, BY_SCORE))
        by_count, by_score = (run.tokenizer(at) for run, at in ends)
        found = [read(body).tokens for body in markup(app) if "after step" in body]
        expected = by_count.encode(text).tokens, by_score.encode(text, "longest-match").tokens
        assert found == [[*each] for each in expected]
    assert t("wordpiece.encode_rule") in captions(app)
    text_box(app).set_value("  ").run()
    assert "no word to encode" in said(app)


def test_another_pair_first_opens_with_a_lost_tie_beside_the_run(open_page):
    """The forced pair is (r, </w>) at step 0; the tab tells where the runs meet and differ."""
    app = open_page("wordpiece", **ON_SIX, tab="parting", step=19)
    assert [run["title"] for run in runs(app)] == ["Original", "Forced"]
    assert forced(app) == {0: "r</w>"}
    assert "From step 5 on, both split every word the same way again, to the end" in said(app)
    assert "Tokens learned by both: 18; by Original alone: 1; by Forced alone: 1" in said(app)
    [differing] = tables(app)
    both = TwoRuns(RUN, train(SIX_WORDS, forced={0: ("r", "</w>")}))
    assert differing.rows[1:] == [
        [*each.first.pair, *each.second.pair] for each in both.differences()
    ]
    assert "never" in differing.texts[1]
    learned = both.learned(19)
    for name, tokens in (("Original", learned.first), ("Forced", learned.second)):
        [sentence] = [body for body in markup(app) if f"Learned by {name} alone" in body]
        assert read(sentence).tokens == list(tokens)
    assert "forced" not in app.query_params


def test_only_what_may_be_merged_can_be_forced(monkeypatch):
    """Forbidden pairs and the next pair are not offered; a search finds even the rarest pair."""
    training = train("ab12 word " * 3, "sentencepiece")
    pairs = training.snapshot(0).pairs()
    assert any(each.forbidden for each in pairs)
    free = [each.pair for each in pairs if not each.forbidden and each.pair != pairs[0].pair]
    assert pairs[0].pair == training.merges[0].pair
    monkeypatch.setattr(wordpiece, "FORKS_OFFERED", len(pairs))
    assert [each.pair for each in fork_choices(training, 0, "")] == free
    assert example_text(train("12 3456 !")) == "3456 12 !"
    training = train({"abcdefghijklmnopqrstuvwxyz": 2, "78": 1}, max_merges=1)
    assert [each.pair for each in fork_choices(training, 0, "7 8")] == [("7", "8")]


def test_where_two_runs_meet_and_part_again_is_said(open_page, monkeypatch):
    """The runs meet at the same step or at different ones, for good or until they diverge again."""
    app = open_page("wordpiece", **ON_SIX, tab="parting")
    for met, again, sentence in (
        (None, None, "never_meet"),
        (Meeting(3, 3), None, "meet"),
        (Meeting(3, 3), 2, "meet_and_part"),
        (Meeting(3, 4), None, "meet_apart"),
        (Meeting(3, 4), 2, "meet_apart_and_part"),
    ):
        found = met, again, [], 0
        monkeypatch.setattr(wordpiece, "compared", lambda *runs, found=found: found)
        told = {"step": 3, "of_other": 4, "again": 5, "both": 18, "lost": 1, "gained": 1}
        labels = {"a": t("wordpiece.first_pair"), "b": t("wordpiece.second_pair")}
        assert t(f"wordpiece.{sentence}", **told, **labels) in said(app.run())


def test_of_what_one_run_alone_has_learned_the_last_tokens_are_named(open_page, monkeypatch):
    """Only the first of the differing steps are listed, with the number of all."""
    monkeypatch.setattr(wordpiece, "ROWS", 1)
    monkeypatch.setattr(wordpiece, "TOKENS_NAMED", 1)
    app, step = open_page("wordpiece", max_merges=7, tab="parting", step=6), 6
    both = TwoRuns(*(train(HUG, run.scheme, max_merges=7) for run in (BY_COUNT, BY_SCORE)))
    learned, number = both.learned(step), len(both.differences())
    assert min(number, len(learned.first), len(learned.second)) > 1
    assert t("wordpiece.differences_heading", n=number) == app.header[-1].value
    for name, tokens in (("BPE", learned.first), ("WordPiece", learned.second)):
        told = t("wordpiece.only_last", label=name, n=len(tokens), shown=1, tokens="")
        [sentence] = [body for body in markup(app) if told in body]
        assert read(sentence).tokens == [tokens[-1]]


def test_any_pair_is_found_and_forced_where_the_player_stands(open_page):
    """A search finds a pair at the player's step, and the link contains the forced pair.

    Another text or another comparison drops the forced pair.
    """
    app = open_page("wordpiece", **ON_SIX, step=2)
    app.text_input(key="wordpiece_search").input("l o").run()
    app.button(key="wordpiece_found_0").click().run()
    assert app.query_params["forced"] == at(2, "l", "o")
    assert forced(app) == {2: "lo"}
    assert start(app) == 2
    app.selectbox(key="corpus").select("low-lower").run()
    assert forced(app) == {0: "t</w>"}
    assert "forced" not in app.query_params
    app.text_input(key="wordpiece_search").input("zz").run()
    assert any("No pair that may be merged" in each.value for each in app.caption)
    app = paste(open_page("wordpiece", against="pair"), "banana bandana ban")
    app.button(key="wordpiece_found_0").click().run()
    assert "forced" in app.query_params
    other = "highest higher lower lowest"
    fresh = paste(open_page("wordpiece", against="pair"), other)
    assert forced(paste(app, other)) == forced(fresh) != {}
    assert not [*app.error, *app.warning]
    app.button(key="wordpiece_found_0").click().run()
    app.button_group(key="wordpiece_beside").set_value("score").run()
    assert (forced(app), "forced" in app.query_params) == ({}, False)


@pytest.mark.parametrize(
    ("fork", "more", "says"),
    [
        (at(1, "e", "s"), {}, "must occur there"),
        (at(9, "e", "r"), {"max_merges": 5}, "forced at step 9, but the run has only 5"),
        (at(0, "q", "zz"), {}, "must occur there"),
        (at(0, "es", "t"), {}, "must occur there"),
    ],
)
def test_a_fork_that_cannot_be_is_said_and_another_pair_can_be_forced(open_page, fork, more, says):
    """The cases are a vanished pair, a step beyond the limit, unknown tokens, and a future pair."""
    app = open_page("wordpiece", **ON_SIX, forced=fork, **more)
    [problem] = [*app.error, *app.warning]
    assert says in problem.value
    assert forced(app) == {}
    assert any("They never diverge" in each.value for each in app.caption)
    app.button(key="wordpiece_found_0").click().run()
    assert not [*app.error, *app.warning]
    assert forced(app) != {}


def test_another_librarys_rules_show_which_of_them_differ(open_page):
    """The six words are merged by the rules of the paper and of GPT, within the same limits.

    A word in both runs has one row.
    """
    app = open_page("wordpiece", corpus="six-words", against="gpt", tab="parting")
    [shown] = payloads(app, "runs")
    assert [run["title"] for run in shown["runs"]] == ["paper", "gpt"]
    assert shown["rows"] == [[place, place] for place in range(6)]
    assert shown["runs"][1]["words"][1]["text"].strip("␣") == "higher"
    assert "Their rules differ in how the text is split" in said(app)
    assert "the tie rule." in said(app)
    first, second = tables(app)
    assert (first.rows[1], second.rows[1]) == (["e", "s"], ["e", "r"])
    both, *each = shared_token_counts(RUN, train(SIX_WORDS, "gpt"))
    numbers = {"both": both, "first": each[0], "second": each[1], "a": "paper", "b": "gpt"}
    assert t("wordpiece.ends", **numbers) in said(app)
    app.selectbox(key="against").select("minbpe").run()
    [shown] = payloads(app, "runs")
    assert shown["rows"] == [*([place, None] for place in range(6)), [None, 0]]
    app.selectbox(key="against").select("paper").run()
    assert "make the same merges for as long as both run" in said(app)
    app.query_params.update({"against": "gpt", "vocab_size": "20"})
    assert "256" in app.run().error[0].value, "its bytes alone are more"
    assert [run["title"] for run in runs(app)] == ["paper", "paper"]
    limits = {"vocab_size": 16, "min_frequency": 3}
    app.query_params.update({"against": "huggingface", **limits})
    learned = [len(train(SIX_WORDS, name, **limits)) for name in ("paper", "huggingface")]
    assert [run["steps"] for run in runs(app.run())] == learned != [len(train(SIX_WORDS))] * 2


def test_beyond_the_end_of_one_run_its_end_is_what_is_said(open_page):
    """The other run keeps its step; the rule and the example of WordPiece are not shown."""
    asked, end = {"corpus": "six-words", "scheme": "paper", "against": "gpt"}, len(RUN)
    step = len(train(SIX_WORDS, "gpt"))
    assert end < step
    app = open_page("wordpiece", **asked, tab="encode", step=step)
    for name, at in (("paper", end), ("gpt", step)):
        assert t("wordpiece.encoded", name=name, step=at) in said(app)
    assert t("wordpiece.encode_rule") not in captions(app)
    assert {*text_box(app).value.split()} < {*SIX_WORDS.split()}
    app.session_state["wordpiece_run"] = 0
    assert tab(app, "wordpiece", "pairs").header[-1].value == t("wordpiece.pairs_heading", step=end)


def test_what_stands_beside_is_one_choice_that_the_address_keeps(open_page):
    """The default, the score, is not in the address and resets the scheme.

    Each of the three comparisons opens where its two runs diverge, wherever the reader was.
    """
    app = open_page("wordpiece", corpus="six-words", step=9)
    for kind, against, schemes in (("pair", "pair", 1), ("library", "gpt", 1), ("score", None, 0)):
        app.button_group(key="wordpiece_beside").set_value(kind).run()
        assert app.query_params.get("against") == against
        assert len([box for box in app.selectbox if box.key == "scheme"]) == schemes
        assert start(app) == 0
    app = open_page("wordpiece", **ON_SIX, scheme="gpt")
    app.button_group(key="wordpiece_beside").set_value("library").run()
    assert app.query_params["against"] == "sentencepiece"
    text = "low, lower, l*w* " * 9
    app = open_page("wordpiece", corpus="pasted", text=text, scheme="paper", against="pair")
    app.button(key="use_gpt").click().run()
    assert [run["title"] for run in runs(app)] == ["Original", "Forced"]
    assert app.selectbox(key="scheme").value == "gpt"


def test_what_follows_the_step_stays_within_its_run(open_page, monkeypatch):
    """The offered pairs are those of the first run, even at its end; long names are cut."""
    app = open_page("wordpiece", **ON_SIX, forced=at(1, "h", "e"), step=20)
    assert t("wordpiece.at_the_end") in [each.label for each in app.button]
    app = open_page("wordpiece", against="pair", corpus="pasted", text="a" * 63, step=5)
    assert f"`` {'a' * 16} + aaaa… `` · 1" in [each.label for each in app.button]
    given = []
    monkeypatch.setattr(wordpiece, "two_run_player", lambda *_, **how: given.append(how["follows"]))
    for against in ("pair", "gpt"):
        open_page("wordpiece", corpus="six-words", against=against)
    assert given == [[PANEL, wordpiece.FORK], [PANEL]]


def test_a_training_that_is_cancelled_is_not_asked_for_again(open_page, monkeypatch):
    """Cancelling removes the other library's rules from the address."""
    numbers = itertools.count()

    def stoppable(job, cancel):
        if job.arguments[0].scheme.name == "gpt":
            st.button("stop", key=f"stop_{next(numbers)}", on_click=cancel)
        return result_of(job)

    monkeypatch.setattr("ui.waiting.result_of", stoppable)
    asked = {"corpus": "scripts", "scheme": "paper", "max_merges": 37}  # not in the cache yet
    app = open_page("wordpiece", **asked, against="gpt")
    [stop, *_] = [each for each in app.button if each.label == "stop"]
    stop.click().run()
    assert "against" not in app.query_params
