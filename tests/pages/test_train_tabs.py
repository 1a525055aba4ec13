"""The tabs of Step through BPE, each drawn alone at a step of several runs, beside the record."""

import re

from streamlit.testing.v1 import AppTest

from bpe import TIE_RULES, train
from tests.cases import for_each
from tests.data import HUG, SIX_WORDS
from tests.markup import bodies, read, tables
from tests.pages.helpers import lines
from tests.sample_runs import handle_of
from ui.catalogue import catalogue
from ui.draw.tokens import exact
from ui.train.pairs import (
    draw_changed_words,
    draw_changes,
    draw_pairs,
    draw_ties,
    draw_totals,
    draw_vocabulary_at,
    draw_words,
)
from ui.train.stop import say_why

HOSTILE = {"<script>": 4, "<b>$x$": 3, ":smile:": 3, "**a**": 2, "\u202eab": 2, "`:a:`": 1}
RUNS = {
    "six-words": train(SIX_WORDS, "paper"),
    "hug": train(HUG, "paper"),
    "wordpiece": train(HUG, "wordpiece"),
    "bytes": train("aaabdaaabac", "minbpe"),
    "prefix": train("你好，世界 hello ab12 word " * 3, "sentencepiece"),
    "hostile": train(HOSTILE, "paper"),
}
RULES = {rule: catalogue("en")[f"ties.is_{rule}"] for rule in TIE_RULES}
at_steps = for_each(
    "snapshot",
    [run.snapshot(max(len(run) // 2, 1)) for run in RUNS.values()],
)


def _script(panel, arguments):
    panel(*arguments)


def draw(panel, training, *step):
    """Run one panel of a run without a browser."""
    return AppTest.from_function(_script, args=(panel, (handle_of(training), *step))).run()


def draw_at(panel, snapshot):
    """Run one panel at a step."""
    return draw(panel, snapshot.training, snapshot.step)


def grids(app):
    return tables(bodies(app))


def said(app):
    """The sentences of a panel, as text, with the tokens named in each."""
    found = [read(body) for body in bodies(app) if "record-say" in body]
    return [(each.text, each.tokens) for each in found]


def names(tokens):
    return [exact(token) for token in tokens]


def texts(cells):
    return [cell.text for cell in cells]


@at_steps
def test_every_pair_stands_with_its_count_in_the_order_of_the_record(snapshot):
    """The next merge alone is marked, and a forbidden pair says why not."""
    run, pairs = snapshot.training, snapshot.pairs()
    app = draw_at(draw_pairs, snapshot)
    assert app.header[0].value == f"All pairs after step {snapshot.step}"
    [found] = grids(app)
    assert found.caption == app.header[0].value
    assert [cell.tokens for cell in found.column("Pair")] == [names(each.pair) for each in pairs]
    assert texts(found.column("Count")) == [f"{each.count:,}" for each in pairs]
    assert ("Score" in found.titles) == (run.scheme.score != "count")
    marked = [place for place, each in enumerate(pairs) if each.pair == snapshot.next.pair]
    assert found.shaded == marked
    for place, row in enumerate(found.rows):
        assert row.texts("badge") == ["next merge"] * (place in marked)
        notes = " ".join(row.texts("note"))
        assert notes.startswith("never merged") == bool(pairs[place].forbidden)


def test_after_a_limit_the_leading_pair_would_be_next():
    """It is marked, and was not merged."""
    [found] = grids(draw(draw_pairs, train(SIX_WORDS, "paper", max_merges=2), 2))
    assert [row.texts("badge") for row in found.rows][:2] == [["would be next"], []]


def test_a_pair_stands_with_the_words_it_is_in():
    """Each with how often; of many the most frequent."""
    [found] = grids(draw(draw_pairs, RUNS["hug"], 0))
    assert found.column("In the words")[0].texts("example") == ["hug×10", "pug×5", "hugs×5"]


@at_steps
def test_the_ledger_says_what_the_merge_took_and_gave(snapshot):
    """The merged pair first, then every other change with both counts."""
    [found] = grids(app := draw_at(draw_changes, snapshot))
    merge, changes = snapshot.previous, snapshot.changes
    assert said(app)[0][1] == names((*merge.pair, merge.token))
    rows = [(pair.tokens, count.text) for pair, count, _ in found.cells]
    counts = [(each.pair, f"{each.before:,}\u00a0→\u00a0{each.after:,}") for each in changes]
    assert rows[0][0] == names(merge.pair)
    assert found.cells[0][2].text.startswith("merged")
    assert sorted(rows) == sorted((names(pair), count) for pair, count in counts)
    for *_, why in found.cells[1:]:
        assert ("→" in why.text) == why.text.startswith(("vanished", "fell"))


@for_each(
    "panel, said_there",
    [
        (draw_changes, "Nothing has been merged yet"),
        (draw_changed_words, "Nothing has been merged yet"),
    ],
)
def test_before_the_first_merge_nothing_has_changed(panel, said_there):
    """A sentence stands where the table would."""
    app = draw(panel, RUNS["hug"], 0)
    assert said(app)[-1][0].startswith(said_there)
    assert not grids(app)


@for_each("panel, said_there", [(draw_pairs, "No pair is left"), (draw_ties, "No merge follows")])
def test_after_the_last_merge_no_pair_is_left(panel, said_there):
    """A sentence stands where the table would."""
    run = RUNS["six-words"]
    app = draw(panel, run, len(run))
    assert said(app)[0][0].startswith(said_there)
    assert not grids(app)


def test_where_two_new_tokens_meet_the_ledger_says_so():
    """In abababab the pair (ab, ab) came from (b, a), so no neighbour stayed; in hug one does."""
    met = draw(draw_changes, train("abababab", "huggingface"), 1)
    assert [tokens for text, tokens in said(met) if "two new tokens meet" in text] == [
        ["ab", "ab", "b", "a"]
    ]
    assert not any("the same neighbour" in each.value for each in met.caption)
    apart = draw(draw_changes, RUNS["hug"], 1)
    assert any("the same neighbour" in each.value for each in apart.caption)


@at_steps
def test_a_tie_is_counted_and_each_rule_names_the_pair_it_would_merge(snapshot):
    """Those that lead together, the winner first; this run's rule first, marked."""
    run, merge, tied = snapshot.training, snapshot.next, snapshot.ties
    app = draw_at(draw_ties, snapshot)
    (text, tokens), (agreed, _) = said(app)
    assert tokens == names(merge.pair)
    assert text.startswith("No tie" if len(tied) == 1 else f"{len(tied)} pairs share the highest")
    leaders, rules = grids(app)
    assert [cell.tokens for cell in leaders.column("Pair")] == [names(each.pair) for each in tied]
    assert [row.texts("badge") for row in leaders.rows] == [["wins"], *[[]] * (len(tied) - 1)]
    used = run.scheme.tie_rule
    assert {row[0].text: row[1].tokens for row in rules.cells} == {
        RULES[rule] + (" this run's rule" if rule == used else ""): names(pair)
        for rule, pair in snapshot.winners.items()
    }
    assert rules.shaded == [0]
    alike = len(set(snapshot.winners.values())) == 1
    assert agreed.startswith("Every rule would" if alike else "The rules disagree")


@at_steps
def test_words_stand_with_their_splits_and_what_changed(snapshot):
    """Every word by frequency; those of the last merge marked, and shown before and after."""
    app, words = draw_at(draw_words, snapshot), snapshot.words()
    [found] = grids(app)
    assert found.caption == app.header[0].value == f"Words after step {snapshot.step}"
    assert [cell.tokens for cell in found.column("Tokens")] == [names(w.tokens) for w in words]
    assert texts(found.column("Count")) == [f"{word.count:,}" for word in words]
    assert found.shaded == [place for place, word in enumerate(words) if word.changed]
    merge, changed = snapshot.previous, snapshot.changed_words()
    app = draw_at(draw_changed_words, snapshot)
    assert said(app)[-1][1] == names((*merge.pair, merge.token))
    [after] = grids(app)
    for cell, word in zip(after.column("Before and after"), changed, strict=True):
        assert cell.tokens == names((*word.before, *word.tokens))


@at_steps
def test_the_vocabulary_is_a_sum_and_a_list(snapshot):
    """Alphabet, mark and merges add up to what is listed, in the order of ids."""
    app, entries = draw_at(draw_vocabulary_at, snapshot), snapshot.vocabulary
    [total] = [read(body) for body in bodies(app) if "record-sum" in body]
    *terms, size = [int(each) for each in re.findall(r"\d+", total.text.replace(",", ""))]
    assert sum(terms) == size == len(entries)
    [found] = grids(app)
    assert found.titles == ["Token", "Id", "Kind", "Count", "Born at step"]
    assert [row[0].tokens for row in found.cells] == [[exact(e.token)] for e in entries[:100]]
    assert texts(found.column("Born at step")) == [f"{e.born:,}" for e in entries[:100]]


def test_tokens_of_one_status_are_listed_alone_with_what_they_are_inside():
    """Chosen in the list above; where there is none, it is said."""
    app = draw(draw_vocabulary_at, RUNS["six-words"], 3)
    app.get_by_key("train_status").set_value("intermediate").run()
    [found] = grids(app)
    assert [row[0].tokens for row in found.cells] == [[token] for token in ("s", "t", "es", "est")]
    assert {*map(tuple, (cell.tokens for cell in found.column("Mostly inside")))} == {("est</w>",)}
    app = draw(draw_vocabulary_at, RUNS["six-words"], 0)
    app.get_by_key("train_status").set_value("intermediate").run()
    assert said(app)[-1][0].startswith("No token is intermediate")


def test_a_search_narrows_each_list_down_or_says_that_nothing_is_there():
    """Pairs, words and tokens; what was typed is shown as it is, not as markup."""
    snapshot = RUNS["hostile"].snapshot(0)
    for panel, key, column in (
        (draw_pairs, "train_pair_search", "Pair"),
        (draw_words, "train_word_search", "Word"),
        (draw_vocabulary_at, "train_token_search", "Token"),
    ):
        app = draw_at(panel, snapshot)
        everything = len(grids(app)[0].rows)
        app.text_input(key=key).set_value("s").run()
        found = texts(grids(app)[0].column(column))
        assert 0 < len(found) < everything
        assert all("s" in text for text in found)
        app.text_input(key=key).set_value("<i> nothing").run()
        [nothing] = [text for text, _ in said(app) if text.startswith("Nothing here matches")]
        assert "“<i>␣nothing”" in nothing


def test_lines_are_the_records_and_say_their_first_current_and_last_value():
    """Whoever sees no chart is told what it draws; after the last merge none is next: a dash."""
    run = RUNS["bytes"]
    for step in (1, len(run)):
        charts = lines(draw(draw_totals, run, step))
        numbers = [each["lines"][0]["values"] for each in charts]
        assert numbers == [
            [*run.token_counts],
            [*run.vocabulary_sizes],
            [m.count for m in run.merges],
        ]
        assert [(each["step"], each["last"]) for each in charts] == [(step, len(run))] * 3
        first, *_, last = winners = numbers[-1]
        now = winners[step] if step < len(run) else "–"
        assert f": {first} at the start, {now} here, {last} at the end." in charts[-1]["told"]


def test_a_run_without_merges_has_no_curve_and_a_wide_one_a_log_scale():
    """It says what to do instead; counts from a thousand down to one."""
    app = draw(draw_totals, train("ab", "paper", max_merges=0), 0)
    assert said(app)[0][0].startswith("This run has no merges")
    assert not lines(app)
    app = draw(draw_totals, train({"ab": 1000, "cd": 1, "ef": 1}, "paper"), 1)
    assert [(each["log"], each["least"]) for each in lines(app)] == [
        ("", 0),
        ("", 0),
        (", log scale", 1),
    ]


STOPS = [
    ({"vocab_size": 17}, "The vocabulary reached the size that was set. Merges learned: 5."),
    ({"max_merges": 3}, "Training reached the number of merges that was set: 3."),
    ({"min_frequency": 3}, "The best pair left has a count of 2, below"),
    ({}, "No pair was left that could be merged."),
]


@for_each(("limits", "why"), STOPS)
def test_the_reason_of_the_stop_and_what_was_next(limits, why):
    """The merge that did not happen is named with its count."""
    run = train(SIX_WORDS, "paper", **limits)
    app = draw(say_why, run)
    (reason, _), (following, tokens) = said(app)
    assert reason.startswith(why)
    merge = run.stop.merge
    if merge is None:
        assert following == "A higher limit would not add another merge."
    else:
        assert tokens == names((*merge.pair, merge.token))
        assert following.endswith(f"with a count of {merge.count:,}.")
