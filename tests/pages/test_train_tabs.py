"""The tabs of Step through BPE, each drawn alone at a step of several runs, and compared."""

import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, TIE_RULES, train
from bpe.player.tokens import exact
from tests.data import HUG, SIX_WORDS
from tests.markup import bodies, read, tables
from tests.pages.helpers import lines
from tests.sample_runs import run_with
from ui.catalogue import catalogue
from ui.draw.say import merge_tokens, sentence
from ui.text import t
from ui.views.train import (
    draw_changes,
    draw_pairs,
    draw_stop,
    draw_ties,
    draw_vocabulary_tab,
    draw_words,
)

RUNS = {
    "six-words": train(SIX_WORDS, "paper"),
    "hug": train(HUG, "paper"),
    "wordpiece": train(HUG, "wordpiece"),
    "bytes": train("aaabdaaabac", "minbpe"),
    "forbidden": train("ab12 word " * 3, "sentencepiece"),
}


def _script(panel, arguments):
    panel(*arguments)


def draw(panel, training, step, fold=None):
    """Run one panel of a run without a browser, with one of its folds open."""
    given = panel, (run_with(training), step)
    app = AppTest.from_function(_script, args=given, default_timeout=60)
    if fold:
        app.session_state[f"train_fold_{fold}"] = True
    return app.run()


def grids(app):
    return tables(bodies(app))


def said(app):
    """Return the sentences of a panel as text, each with its tokens."""
    found = [read(body) for body in bodies(app) if "record-say" in body]
    return [(each.text, each.tokens) for each in found]


@pytest.mark.parametrize(
    ("name", "step"), [("six-words", 3), ("wordpiece", 2), ("bytes", 1), ("forbidden", 0)]
)
def test_the_next_merge_heads_the_pairs_with_its_count_marked_and_a_forbidden_one_says_why(
    name, step
):
    """The next merge is marked with its count, and a forbidden pair has a reason.

    A column of scores is shown only where the score decides.
    """
    snapshot = RUNS[name].snapshot(step)
    app = draw(draw_pairs, RUNS[name], step)
    [found] = grids(app)
    assert found.caption == app.header[0].value == f"All pairs after step {step}"
    scheme = RUNS[name].scheme
    marked = t(f"tables.mark_{scheme.boundary}", mark=f"`{scheme.mark}`") if scheme.mark else ""
    assert app.caption[0].value == f"{t('tables.pairs_terms')} {marked}".strip()
    best, pairs = snapshot.next, snapshot.pairs()
    first = next(place for place, each in enumerate(pairs) if each.pair == best.pair)
    assert found.column("Pair")[first].tokens == [exact(token) for token in best.pair]
    assert found.column("Count")[first].text == f"{best.count:,}"
    assert ("Score" in found.titles) == (name == "wordpiece")
    assert found.shaded == [first]
    assert found.rows[first].texts("badge") == ["next merge"]
    notes = [any("never merged" in note for note in row.texts("note")) for row in found.rows]
    assert notes == [bool(each.forbidden) for each in pairs]
    assert any(notes) == (name == "forbidden")
    [words] = snapshot.words_of_pairs([pairs[0]], 1)
    examples = found.column("In the words")[0].texts("example")
    assert examples[0].startswith(words[0][0].strip())
    [limited] = grids(draw(draw_pairs, train(SIX_WORDS, "paper", max_merges=2), 2))
    assert [row.texts("badge") for row in limited.rows][:2] == [["would be next"], []]


def test_the_ledger_says_what_the_merge_took_and_gave():
    """The merged pair is first, then pairs that vanished, fell or appeared, with both counts."""
    [found] = grids(app := draw(draw_changes, RUNS["six-words"], 1))
    assert said(app)[0][1] == ["e", "s", "es"]
    rows = {tuple(pair.tokens): (count.text, why.text) for pair, count, why in found.cells}
    assert found.cells[0][0].tokens == ["e", "s"]
    assert rows["e", "s"] == ("3\u00a0→\u00a00", "merged ")
    assert rows["s", "t"] == ("3\u00a0→\u00a00", "vanished → est")
    assert rows["es", "t"] == ("0\u00a0→\u00a03", "appeared ← st")


@pytest.mark.parametrize(
    ("panel", "step", "fold", "said_there"),
    [
        (draw_changes, 0, None, "Nothing has been merged yet"),
        (draw_words, 0, "changed", "Nothing has been merged yet"),
        (draw_pairs, -1, None, "No pair is left"),
        (draw_ties, -1, None, "No merge follows"),
    ],
)
def test_where_there_is_no_row_a_sentence_stands_in_its_place(panel, step, fold, said_there):
    """Before the first merge and after the last, a sentence replaces the missing rows."""
    run = RUNS["six-words"]
    app = draw(panel, run, step % (len(run) + 1), fold)
    assert said(app)[0][0].startswith(said_there)
    assert len(grids(app)) == (panel is draw_words)


def test_where_two_new_tokens_meet_the_ledger_says_so():
    """In abababab, (ab, ab) replaces (b, a) and shares no token with it; in hug they share one."""
    met = draw(draw_changes, train("abababab", "huggingface"), 1)
    assert [tokens for text, tokens in said(met) if "two new tokens are adjacent" in text] == [
        ["ab", "ab", "b", "a"]
    ]
    assert not any("They share one token" in each.value for each in met.caption)
    apart = draw(draw_changes, RUNS["hug"], 1)
    assert any("They share one token" in each.value for each in apart.caption)
    alone = train({"ab": 2}, "huggingface")
    told = sentence("tables.changes_none", alone.scheme, merge_tokens(alone.merges[0]))
    assert said(draw(draw_changes, alone, 1))[0][0] == read(told).text


def test_a_tie_is_counted_and_each_rule_names_the_pair_it_would_merge():
    """Tied pairs are listed, the winner first; the run's own rule is listed first and marked."""
    app = draw(draw_ties, RUNS["six-words"], 0)
    (text, tokens), (agreed, _) = said(app)
    assert (text.startswith("5 pairs share the highest"), tokens) == (True, ["e", "s"])
    assert agreed.startswith("The rules disagree")
    leaders, rules = grids(app)
    assert [row.texts("badge") for row in leaders.rows] == [["wins"], [], [], [], []]
    assert leaders.column("Pair")[0].tokens == ["e", "s"]
    named = {row[0].text: row[1].tokens for row in rules.cells}
    words = catalogue("en")
    assert named[words["ties.is_first"] + " this run's rule"] == ["e", "s"]
    assert named[words["ties.is_largest"]] == ["t", "</w>"]
    assert (len(named), rules.shaded) == (len(TIE_RULES), [0])
    (text, _), (agreed, _) = said(draw(draw_ties, RUNS["hug"], 0))
    assert (text[:6], agreed[:16]) == ("No tie", "Every rule would")
    for step in range(3):
        alone = len(RUNS["wordpiece"].snapshot(step).tied) == 1
        text, _ = said(draw(draw_ties, RUNS["wordpiece"], step))[0]
        assert (text.startswith("No tie"), "highest score" in text) == (alone, True)


def test_words_stand_with_their_splits_and_what_changed():
    """Words are listed by count; those that the last merge changed are marked.

    A fold shows the changed words before and after the merge.
    """
    app = draw(draw_words, RUNS["hug"], 1)
    [found] = grids(app)
    assert found.caption == app.header[0].value == "Words after step 1"
    assert [cell.text for cell in found.column("Count")] == ["12", "10", "5", "5", "4"]
    assert found.column("Tokens")[1].tokens == ["h", "ug", "</w>"]
    assert found.shaded == [1, 2, 3]
    assert found.rows[1].texts("badge") == [t("tables.badge_changed")]
    app = draw(draw_words, RUNS["hug"], 1, "changed")
    assert said(app)[-1][1] == ["u", "g", "ug"]
    _, after = grids(app)
    assert after.column("Before and after")[0].tokens == ["h", "u", "g", "</w>", "h", "ug", "</w>"]
    app = draw(draw_words, RUNS["hug"], 0)
    app.text_input(key="train_word_search").set_value("s").run()
    assert [row.text for row in grids(app)[0].column("Word")] == ["hugs"]


def test_the_vocabulary_is_a_sum_and_a_list():
    """The sizes of alphabet, mark and merges add up to the entries, listed in the order of IDs."""
    for step in (0, 3):
        app = draw(draw_vocabulary_tab, RUNS["six-words"], step)
        entries = RUNS["six-words"].snapshot(step).vocabulary
        [total] = [read(body) for body in bodies(app) if "record-sum" in body]
        *terms, size = [int(each) for each in re.findall(r"\d+", total.text)]
        assert (sum(terms), terms[-1]) == (size, step) == (len(entries), step)
    [found] = grids(app)
    assert found.caption == app.header[0].value == "Vocabulary after step 3"
    assert found.titles == ["Token", "ID", "Kind", "Count", "Made at step"]
    last = entries[-1]
    assert found.cells[-1][0].tokens == [last.token] == ["est</w>"]
    assert [cell.text for cell in found.cells[-1][1:]] == [f"{last.id}", "merge", "3", "3"]


@pytest.mark.parametrize(
    ("scheme", "special", "said_there"),
    [("paper", (), ["unk"]), ("gpt", (), ["none"]), ("gpt", ("<s>",), [])],
)
def test_what_stands_for_the_unknown_is_said_where_no_special_token_is_listed(
    scheme, special, said_there
):
    """The caption names `<unk>` with the ID after the last token, or says that none is needed."""
    run, words = train(HUG, replace(PRESETS[scheme], special_tokens=special)), catalogue("en")
    app = draw(draw_vocabulary_tab, run, 2)
    told = {
        "unk": words["tables.special_unk"].format(n=run.vocabulary_sizes[2]),
        "none": words["tables.special_none"],
    }
    captions = {each.value for each in app.caption}
    assert [name for name, caption in told.items() if caption in captions] == said_there


def test_tokens_of_one_status_are_listed_alone_with_what_they_are_inside():
    """The list shows only tokens of the chosen status; if there are none, a sentence says so."""
    app = draw(draw_vocabulary_tab, RUNS["six-words"], 3)
    app.get_by_key("train_status").set_value("intermediate").run()
    [found] = grids(app)
    assert [row[0].tokens for row in found.cells] == [[token] for token in ("s", "t", "es", "est")]
    assert {*map(tuple, (cell.tokens for cell in found.column("Mostly inside")))} == {("est</w>",)}
    assert t("tables.means_intermediate") in [each.value for each in app.caption]
    app = draw(draw_vocabulary_tab, RUNS["six-words"], 0)
    app.get_by_key("train_status").set_value("intermediate").run()
    assert said(app)[-1][0].startswith("No token is intermediate")


def test_lines_are_the_records_and_say_their_first_current_and_last_value():
    """Curves and descriptions have the record's values; a dash means that no merge is next."""
    run = RUNS["bytes"]
    for step in (1, len(run)):
        charts = lines(draw(draw_vocabulary_tab, run, step, "over_time"))
        numbers = [each["lines"][0]["values"] for each in charts]
        assert numbers == [
            [*run.token_counts],
            [*run.vocabulary_sizes],
            [m.count for m in run.merges],
        ]
        drawn = [(each["step"], each["last"], each["stairs"]) for each in charts]
        assert drawn == [(step, len(run), True)] * 3
        first, *_, last = winners = numbers[-1]
        now = winners[step] if step < len(run) else "–"
        assert f": {first} at the start, {now} here, {last} at the end." in charts[-1]["told"]


def test_a_run_without_merges_has_no_curve_and_a_wide_one_a_log_scale():
    """A sentence replaces the curves; counts from 1,000 down to 1 have a log scale."""
    app = draw(draw_vocabulary_tab, train("ab", "paper", max_merges=0), 0, "over_time")
    assert said(app)[-1][0].startswith("This run has no merges")
    assert not lines(app)
    wide = train({"ab": 1000, "cd": 1, "ef": 1}, "paper")
    app = draw(draw_vocabulary_tab, wide, 1, "over_time")
    assert [(each["log"], each["least"]) for each in lines(app)] == [
        ("", 0),
        ("", 0),
        (", log scale", 1),
    ]


@pytest.mark.parametrize(
    ("limits", "why", "following", "named"),
    [
        (
            {"min_frequency": 3},
            "The best pair left has a count of 2",
            "count of 2.",
            ["h", "i", "hi"],
        ),
        ({}, "No pair was left that could be merged.", "not add another merge.", []),
    ],
)
def test_the_reason_of_the_stop_and_what_was_next(limits, why, following, named):
    """The merge that did not happen is named with its count, if there is one."""
    (reason, _), (told, tokens), *_ = said(draw(draw_stop, train(SIX_WORDS, **limits), 0))
    assert (reason.startswith(why), told.endswith(following)) == (True, True)
    assert tokens == named
