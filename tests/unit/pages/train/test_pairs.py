"""Pairs, what a merge changed, and ties: what is shown is what the record says of the step."""

from bpe import train
from tests.unit.pages.train.helpers import (
    RULES,
    TRAININGS,
    at_steps,
    draw,
    drawn,
    grids,
    names,
    said,
    shown,
)
from ui.draw.tokens import visible
from ui.train.pairs import changes_panel, pairs_panel, ties_panel


@at_steps
def test_every_pair_stands_with_its_number_and_its_words(name, step):
    """In the record's order: the next merge first, marked; bars by what chooses."""
    run = TRAININGS[name]
    snapshot = run.snapshot(step)
    app = drawn(pairs_panel, name, step, "key")
    pairs = snapshot.pairs()
    assert [each.value for each in app.header] == [f"All pairs after step {step}"]
    if not pairs:
        assert said(app)[0][0].startswith("No pair is left")
        return
    found = grids(app)[0]
    by_score = run.scheme.score != "count"
    titles = ["Pair", "Count", *(["Score"] if by_score else []), "In the words"]
    assert (found.caption, found.titles) == (f"All pairs after step {step}", titles)
    assert [cell.tokens for cell in found.column("Pair")] == [names(each.pair) for each in pairs]
    assert [cell.text for cell in found.column("Count")] == [f"{each.count:,}" for each in pairs]
    ranked = [each.score for each in pairs]
    if by_score:
        assert [cell.text for cell in found.column("Score")] == [f"{n:.4g}" for n in ranked]
    bars = found.column("Score" if by_score else "Count")
    if len(set(ranked)) > 1:
        widths = [bar.all(kind="bar")[0].attributes["style"] for bar in bars]
        assert widths == [f"width:{100 * score / max(ranked):.1f}%" for score in ranked]
    for cell, words in zip(
        found.column("In the words"), snapshot.words_of_pairs(pairs), strict=True
    ):
        texts = [
            visible(word[:24]) + ("…" if len(word) > 24 else "") + (f"×{n:,}" if n > 1 else "")
            for word, n in words
        ]
        assert cell.texts("example") == texts[:6]
        assert cell.text.endswith(" …") == (len(texts) > 6)


@at_steps
def test_the_next_merge_alone_is_marked(name, step):
    """At the end the badge says that it only would be next; a forbidden pair says why not."""
    snapshot = TRAININGS[name].snapshot(step)
    pairs = snapshot.pairs()
    if not pairs:
        return
    found = grids(drawn(pairs_panel, name, step, "key"))[0]
    following = snapshot.next.pair if snapshot.next else None
    marked = [place for place, each in enumerate(pairs) if each.pair == following]
    assert found.shaded == marked
    badge = "next merge" if step < len(TRAININGS[name].merges) else "would be next"
    for place, row in enumerate(found.rows):
        assert row.texts("badge") == ([badge] if place in marked else [])
        notes = " ".join(row.texts("note"))
        assert notes.startswith("never merged") == bool(pairs[place].forbidden)


@at_steps
def test_the_ledger_says_what_the_merge_took_and_gave(name, step):
    """The merged pair first, then the largest change; each with both counts and where it went."""
    run = TRAININGS[name]
    snapshot = run.snapshot(step)
    app = drawn(changes_panel, name, step)
    assert [each.value for each in app.header] == [f"What step {step} changed"]
    if not step:
        assert said(app)[-1][0].startswith("Nothing has been merged yet")
        assert not grids(app)
        return
    merge, found = run.merges[step - 1], grids(app)[-1]
    changes = snapshot.changes
    kind = "With it these counts changed" if len(changes) > 1 else "It had no neighbours"
    text, tokens = said(app)[-1]
    assert tokens == names((*merge.pair, merge.token))
    assert kind in text
    assert found.titles == ["Pair", "Count", "Why"]
    assert found.caption == f"What step {step} changed"
    rows = [
        (row[0].tokens, row[1].text, row[2].tokens, row[2].text.split(" ")[0])
        for row in found.cells
    ]
    assert rows[0] == (names(merge.pair), f"{changes[0].before:,}\u00a0→\u00a00", [], "merged")

    def word(change):
        if not change.after:
            return "vanished"
        if not change.before:
            return "appeared"
        return "rose" if change.after > change.before else "fell"

    expected = [
        (
            names(each.pair),
            f"{each.before:,}\u00a0→\u00a0{each.after:,}",
            names(each.cause),
            word(each),
        )
        for each in changes
        if each.pair != merge.pair
    ]
    assert sorted(rows[1:]) == sorted(expected)
    sizes = [abs(each.after - each.before) for each in changes if each.pair != merge.pair]
    counts = [[int(n.replace(",", "")) for n in row[1].split("\u00a0→\u00a0")] for row in rows[1:]]
    assert [abs(after - before) for before, after in counts] == sorted(sizes, reverse=True)
    for row in found.cells[1:]:
        taken = "→" in row[2].text
        assert taken == (row[2].text.split(" ")[0] in ("vanished", "fell"))
    assert app.caption[-1].value.startswith("A new pair (←)")


@at_steps
def test_a_tie_is_counted_and_its_winner_named(name, step):
    """How many lead together, with what, by which rule; a lead alone is called none."""
    run = TRAININGS[name]
    snapshot = run.snapshot(step)
    app = drawn(ties_panel, name, step)
    assert app.header[0].value == f"Tied for the lead after step {step}"
    if snapshot.next is None:
        assert said(app)[0][0].startswith("No merge follows")
        assert len(grids(app)) == 0
        return
    merge, tied = snapshot.next, snapshot.ties
    text, tokens = said(app)[0]
    assert tokens == names(merge.pair)
    pair = shown(merge.pair, run.scheme)
    rule = RULES[run.scheme.tie_rule]
    expected = {
        (True, False): f"No tie: {pair} leads alone with a count of {merge.count:,}.",
        (True, True): f"No tie: {pair} alone has the best score.",
        (False, False): f"{len(tied)} pairs lead together with a count of {merge.count:,}. "
        f"The tie rule decides: {rule}. So {pair} wins.",
        (False, True): f"{len(tied)} pairs lead together with the best score. "
        f"The tie rule decides: {rule}. So {pair} wins.",
    }
    assert text.startswith(expected[len(tied) == 1, run.scheme.score != "count"])
    found = grids(app)[0]
    assert [cell.tokens for cell in found.column("Pair")] == [names(each.pair) for each in tied]
    assert [cell.text for cell in found.column("Count")] == [f"{each.count:,}" for each in tied]
    assert ("Score" in found.titles) == (run.scheme.score != "count")
    assert [row.texts("badge") for row in found.rows] == [["wins"], *[[]] * (len(tied) - 1)]
    words = snapshot.words_of_pairs(tied[:1])[0]
    assert found.column("In the words")[0].texts("example")[0].startswith(visible(words[0][0][:24]))


@at_steps
def test_each_tie_rule_names_the_pair_it_would_merge(name, step):
    """This run's rule first, marked; whether the rules agree is said."""
    run = TRAININGS[name]
    snapshot = run.snapshot(step)
    if snapshot.next is None:
        return
    app = drawn(ties_panel, name, step)
    found = grids(app)[1]
    winners = snapshot.winners
    assert found.titles == ["Tie rule", "Would merge"]
    rows = {row[0].text: row[1].tokens for row in found.cells}
    used = run.scheme.tie_rule
    assert rows == {
        RULES[rule] + (" this run's rule" if rule == used else ""): names(pair)
        for rule, pair in winners.items()
    }
    assert found.shaded == [0]
    assert found.rows[0].texts("badge") == ["this run's rule"]
    agree = len(set(winners.values())) == 1
    assert said(app)[1][0].startswith("Every rule would" if agree else "The rules disagree")
    assert app.header[1].value == found.caption == "Under each tie rule"


def test_where_two_new_tokens_meet_the_ledger_says_so():
    """In abababab the pair (ab, ab) came from (b, a), so no neighbour stayed; in hug one does."""
    met = draw(changes_panel, train("abababab", "huggingface").snapshot(1))
    assert [tokens for text, tokens in said(met) if "two new tokens meet" in text] == [
        ["ab", "ab", "b", "a"]
    ]
    assert not any("the same neighbour" in each.value for each in met.caption)
    apart = draw(changes_panel, TRAININGS["hug"].snapshot(1))
    assert any("the same neighbour" in each.value for each in apart.caption)
