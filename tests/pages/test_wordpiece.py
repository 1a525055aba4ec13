"""The page BPE and WordPiece, run without a browser: what it says is what both records say."""

from dataclasses import replace

import pytest

from bpe import PRESETS, train
from tests.pages.helpers import markup, tab, tables

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def sentences(app) -> str:
    """Join everything said in sentences, without markup's quotes turned."""
    return "\n".join(markup(app))


@pytest.fixture(scope="module")
def wordpiece_run():
    return train(HUG, "wordpiece")


@pytest.fixture(scope="module")
def bpe_run():
    return train(HUG, replace(PRESETS["wordpiece"], score="count"))


def test_the_page_opens_on_the_course_corpus_where_the_runs_part(open_page):
    """Without any choice: hug and friends, at the first choice, both choices named."""
    app = open_page("wordpiece", tab="pairs")
    assert "differ from the very first choice" in sentences(app)
    [pairs] = tables(app)
    assert pairs.rows[1] == ["##g", "##s"]
    assert "score's choice" in pairs.texts[1]


def test_the_pairs_of_either_run_are_the_records(open_page, wordpiece_run, bpe_run):
    """The switch shows the WordPiece or the BPE state of the same step.

    One press leads to where they part; by count the first row is the pair BPE would take there.
    """
    app = open_page("wordpiece", step=4, tab="pairs")
    for run, name in ((bpe_run, "bpe"), (wordpiece_run, "wordpiece")):
        app.radio(key="wordpiece_run").set_value(name).run()
        [pairs] = tables(app)
        expected = sorted([*each.pair] for each in run.snapshot(4).pairs())
        assert sorted(pairs.rows[1:]) == expected
    app.button(key="wordpiece_jump").click().run()
    assert "after step 0" in app.header[0].value
    app.selectbox(key="wordpiece_sort").set_value("count").run()
    [pairs] = tables(app)
    assert pairs.rows[1] == ["##u", "##g"]
    assert "count's choice" in pairs.texts[1]
    assert "gain's choice" in pairs.texts[1]


def test_the_switch_for_rare_pairs_changes_both_runs(open_page):
    """With a smallest count of 10 no merge is of a rarer pair, and the settings say the same."""
    app = open_page("wordpiece")
    app.radio(key="wordpiece_least").set_value(10).run()
    assert app.number_input(key="min_frequency").value == 10
    app.session_state["wordpiece_fold_rare"] = True
    app = tab(app, "wordpiece", "pairs")
    _, rows = tables(app)
    assert len(rows.rows) == 6
    assert "these runs" in next(text for text in rows.texts if text.split()[:1] == ["10"])


def test_hugs_before_hug_with_the_scores_worked_out(open_page):
    """The corrected numbers of the course: 1/15 and 2/45."""
    app = tab(open_page("train"), "train", "claims")
    said = sentences(app)
    assert "5 / (15 × 5) = 1/15" in said
    assert "10 / (15 × 15) = 2/45" in said


def test_encoding_shows_longest_match_and_the_unknown_word(open_page):
    """pugs parts the two ways of encoding; a word with a piece missing is unknown as a whole."""
    app = tab(open_page("wordpiece"), "wordpiece", "encode")
    said = sentences(app)
    assert "would give something else" in said
    assert "gun: a piece of it is missing" in said
    app.text_input(key="wordpiece_text").set_value("hugs").run()
    assert [table.rows[1] for table in tables(app)] == [["hugs", "hugs"]]
    app.text_input(key="wordpiece_text").set_value("  ").run()
    assert "no word to encode" in sentences(app)
    app.text_input(key="wordpiece_text").set_value("<img/src=x> hug").run()
    assert "<img" not in sentences(app)
    assert "&lt;img" in sentences(app)
