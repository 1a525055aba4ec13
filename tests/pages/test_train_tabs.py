"""The tabs of Step through BPE, each drawn alone at steps of several runs, beside the record."""

from streamlit.testing.v1 import AppTest

from bpe import TIE_RULES, train
from bpe.readings.lifetimes import token_states
from tests.cases import for_each
from tests.data import HUG, SIX_WORDS
from tests.markup import bodies, read, tables
from tests.pages.helpers import lines
from tests.sample_runs import handle_of
from ui.catalogue import catalogue
from ui.draw.tokens import exact, pieces, visible
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
    [
        run.snapshot(step)
        for run in RUNS.values()
        for step in sorted({0, 1, len(run) // 2, len(run)})
    ],
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


def columns(table):
    """The text of each column, by its title."""
    return {title: texts(table.column(title)) for title in table.titles}


@at_steps
def test_every_pair_stands_with_its_number_and_its_words(snapshot):
    """In the record's order; the next merge alone is marked, and a forbidden pair says why not."""
    run, pairs = snapshot.training, snapshot.pairs()
    app = draw_at(draw_pairs, snapshot)
    assert app.header[0].value == f"All pairs after step {snapshot.step}"
    if not pairs:
        assert said(app)[0][0].startswith("No pair is left")
        return
    [found] = grids(app)
    assert found.caption == app.header[0].value
    assert [cell.tokens for cell in found.column("Pair")] == [names(each.pair) for each in pairs]
    shown = columns(found)
    assert shown["Count"] == [f"{each.count:,}" for each in pairs]
    scores = [f"{each.score:.4g}" for each in pairs]
    assert shown.get("Score") == (None if run.scheme.score == "count" else scores)
    of_pairs = snapshot.words_of_pairs(pairs)
    for cell, words in zip(found.column("In the words"), of_pairs, strict=True):
        examples = [
            visible(word[:24]) + ("…" if len(word) > 24 else "") + (f"×{n:,}" if n > 1 else "")
            for word, n in words
        ]
        assert cell.texts("example") == examples[:6]
        assert cell.text.endswith(" …") == (len(examples) > 6)
    following = snapshot.next.pair if snapshot.next else None
    marked = [place for place, each in enumerate(pairs) if each.pair == following]
    assert found.shaded == marked
    badge = "next merge" if snapshot.step < len(run) else "would be next"
    for place, row in enumerate(found.rows):
        assert row.texts("badge") == ([badge] if place in marked else [])
        notes = " ".join(row.texts("note"))
        assert notes.startswith("never merged") == bool(pairs[place].forbidden)


@at_steps
def test_the_ledger_says_what_the_merge_took_and_gave(snapshot):
    """The merged pair first, then the largest change; each with both counts and where it went."""
    app = draw_at(draw_changes, snapshot)
    assert app.header[0].value == f"What step {snapshot.step} changed"
    if not snapshot.step:
        assert said(app)[-1][0].startswith("Nothing has been merged yet")
        assert not grids(app)
        return
    merge, changes = snapshot.previous, snapshot.changes
    [found] = grids(app)
    [(text, tokens), *_] = said(app)
    assert tokens == names((*merge.pair, merge.token))
    assert ("which changed these counts" in text) == (len(changes) > 1)

    def row(pair, before, after, cause, word):
        return names(pair), f"{before:,}\u00a0→\u00a0{after:,}", names(cause), word

    def word(change):
        if not change.after or not change.before:
            return "appeared" if change.after else "vanished"
        return "rose" if change.after > change.before else "fell"

    rows = [
        (pair.tokens, count.text, why.tokens, why.text.split(" ")[0])
        for pair, count, why in found.cells
    ]
    assert rows[0] == row(merge.pair, changes[0].before, 0, (), "merged")
    others = [each for each in changes if each.pair != merge.pair]
    expected = [row(each.pair, each.before, each.after, each.cause, word(each)) for each in others]
    assert sorted(rows[1:]) == sorted(expected)
    sizes = [abs(each.after - each.before) for each in others]
    shown = [count.replace(",", "").split("\u00a0→\u00a0") for _, count, *_ in rows[1:]]
    assert [abs(int(after) - int(before)) for before, after in shown] == sorted(sizes)[::-1]
    for *_, why in found.cells[1:]:
        assert ("→" in why.text) == (why.text.split(" ")[0] in ("vanished", "fell"))


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
    """How many lead together, with what, by which rule; this run's rule first, marked."""
    run, merge, tied = snapshot.training, snapshot.next, snapshot.ties
    app = draw_at(draw_ties, snapshot)
    assert app.header[0].value == f"Tied for the lead after step {snapshot.step}"
    if merge is None:
        assert said(app)[0][0].startswith("No merge follows")
        assert not grids(app)
        return
    (text, tokens), (agreed, _) = said(app)
    assert tokens == names(merge.pair)
    pair = "".join(text for token in merge.pair for _, text in pieces(token, run.scheme))
    rule, by_score = RULES[run.scheme.tie_rule], run.scheme.score != "count"
    what = "score" if by_score else f"count, {merge.count:,}"
    expected = f"{len(tied)} pairs share the highest {what}. The tie rule decides: {rule}. "
    expected += f"So {pair} wins."
    if len(tied) == 1:
        expected = f"No tie: {pair} alone has the highest {what}."
    assert text.startswith(expected)
    leaders, rules = grids(app)
    assert [cell.tokens for cell in leaders.column("Pair")] == [names(each.pair) for each in tied]
    assert columns(leaders)["Count"] == [f"{each.count:,}" for each in tied]
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
    assert [*app.multiselect(key="train_pin").options] == [visible(w.text[:24]) for w in words]
    [found] = grids(app)
    assert found.caption == app.header[0].value == f"Words after step {snapshot.step}"
    assert [cell.tokens for cell in found.column("Tokens")] == [names(w.tokens) for w in words]
    shown = columns(found)
    assert shown["Count"] == [f"{word.count:,}" for word in words]
    assert shown["Tokens in it"] == [str(len(word.tokens)) for word in words]
    assert found.shaded == [place for place, word in enumerate(words) if word.changed]
    assert [row.texts("badge") for row in found.rows] == [["changed"] * w.changed for w in words]
    app = draw_at(draw_changed_words, snapshot)
    if not snapshot.step:
        assert said(app)[-1][0].startswith("Nothing has been merged yet")
        return
    merge, changed = snapshot.previous, snapshot.changed_words()
    assert said(app)[-1][1] == names((*merge.pair, merge.token))
    [after] = grids(app)
    shown = columns(after)
    assert shown["Word"] == [visible(word.text[:24]) for word in changed]
    assert shown["Count"] == [f"{word.count:,}" for word in changed]
    for cell, word in zip(after.column("Before and after"), changed, strict=True):
        assert cell.all(kind="above")[0].tokens == names(word.before)
        assert cell.tokens == names((*word.before, *word.tokens))


@at_steps
def test_the_vocabulary_is_a_sum_and_a_list(snapshot):
    """Alphabet, mark and merges add up to what is listed, in id order; some by a switch."""
    app, entries = draw_at(draw_vocabulary_at, snapshot), snapshot.vocabulary
    kinds = [each.kind for each in entries]
    [total] = [read(body) for body in bodies(app) if "record-sum" in body]
    mark = ["1 boundary mark"] if "mark" in kinds else []
    terms = [
        f"{kinds.count('alphabet'):,} in the alphabet",
        *mark,
        f"{snapshot.step:,} from merges",
    ]
    assert total.text == f"{' + '.join(terms)} = {len(entries):,} tokens in the vocabulary"
    [found] = grids(app)
    assert found.titles == ["Token", "Id", "Kind", "Count", "Born at step"]
    shown, named = entries[:100], {"mark": "boundary mark"}
    assert [(row[0].tokens, *texts(row[1:])) for row in found.cells] == [
        ([exact(e.token)], f"{e.id:,}", named.get(e.kind, e.kind), f"{e.count:,}", f"{e.born:,}")
        for e in shown
    ]
    gone = [each for each in token_states(snapshot) if each.status == "intermediate"][:100]
    app.get_by_key("train_status").set_value("intermediate").run()
    if not gone:
        assert said(app)[-1][0].startswith("No token is intermediate")
        return
    [found] = grids(app)
    inside = found.column("Mostly inside")
    assert [(row[0].tokens, row[4].text) for row in found.cells] == [
        ([exact(each.token)], f"{each.born:,}") for each in gone
    ]
    assert [cell.tokens for cell in inside] == [[exact(each.inside)] for each in gone]


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


@for_each("name, share", [("six-words", 0), ("prefix", 0.5), ("bytes", 1)])
def test_lines_are_the_records_and_say_their_first_current_and_last_value(name, share):
    """Whoever sees no chart is told what it draws; after the last merge none is next: a dash."""
    run = RUNS[name]
    step = int(share * len(run))
    at = [run.snapshot(each) for each in range(len(run) + 1)]
    values = {
        "tokens": [each.token_count for each in at],
        "vocabulary": [len(each.vocabulary) for each in at],
        "winner": [each.count for each in run.merges],
    }
    for chart, (column, numbers) in zip(
        lines(draw(draw_totals, run, step)), values.items(), strict=True
    ):
        [line] = chart["lines"]
        assert line["values"] == numbers
        assert (chart["step"], chart["last"], chart["most"]) == (step, len(run), max(numbers))
        named = catalogue("en")[f"charts.{column}_axis"]
        assert line["name"] == named
        now = f"{numbers[step]:,}" if step < len(numbers) else "–"
        told = f"{named}: {numbers[0]:,} at the start, {now} here, {numbers[-1]:,} at the end."
        assert chart["told"] == f"{catalogue('en')[f'charts.{column}_title']} {told}"


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
