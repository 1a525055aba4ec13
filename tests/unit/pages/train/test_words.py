"""Words and the vocabulary: what is shown is what the record says of the step."""

from bpe.readings.ledger import ledger
from tests.markup import read
from tests.unit.pages.train.helpers import TRAININGS, at_steps, draw, grids, html, names, said
from ui.draw.tokens import exact, visible
from ui.draw.vocabulary import vocabulary_panel
from ui.train.pairs import changed_words_panel, words_panel


@at_steps
def test_words_stand_with_their_splits_and_what_changed(name, step):
    """Every word by frequency; those of the last merge marked, and shown before and after."""
    run = TRAININGS[name]
    snapshot = run.snapshot(step)
    app = draw(words_panel, snapshot, "key")
    words = snapshot.words()
    assert [*app.multiselect(key="key_pin").options] == [visible(w.text[:24]) for w in words]
    found = grids(app)[0]
    assert found.titles == ["Word", "Count", "Tokens", "Tokens in it"]
    assert found.caption == app.header[0].value == f"Words after step {step}"
    assert [cell.tokens for cell in found.column("Tokens")] == [names(w.tokens) for w in words]
    assert [cell.text for cell in found.column("Count")] == [f"{w.count:,}" for w in words]
    lengths = [int(cell.text) for cell in found.column("Tokens in it")]
    assert lengths == [len(w.tokens) for w in words]
    assert found.shaded == [place for place, word in enumerate(words) if word.changed]
    assert sum(row.texts("badge") == ["changed"] for row in found.rows) == len(found.shaded)
    counts = [word.count for word in words]
    if len(set(counts)) > 1:
        bars = [cell.all(kind="bar")[0].attributes["style"] for cell in found.column("Count")]
        assert bars == [f"width:{100 * count / max(counts):.1f}%" for count in counts]
    app = draw(changed_words_panel, snapshot)
    if not step:
        assert said(app)[-1][0].startswith("Nothing has been merged yet")
        return
    changed, after = snapshot.changed_words(), grids(app)[0]
    assert said(app)[-1][1] == names((*run.merges[step - 1].pair, run.merges[step - 1].token))
    assert [row[0].text for row in after.cells] == [visible(word.text[:24]) for word in changed]
    assert [row[1].text for row in after.cells] == [f"{word.count:,}" for word in changed]
    for cell, word in zip(after.column("Before and after"), changed, strict=True):
        [above] = cell.all(kind="above")
        assert above.tokens == names(word.before)
        assert cell.tokens == names((*word.before, *word.tokens))
        assert "→" in cell.text


@at_steps
def test_the_vocabulary_is_a_sum_and_a_list(name, step):
    """Alphabet, mark and merges add up to what is listed, in id order; some by a switch."""
    run = TRAININGS[name]
    snapshot = run.snapshot(step)
    app = draw(vocabulary_panel, snapshot, "key")
    entries = snapshot.vocabulary
    kinds = [each.kind for each in entries]
    [total] = [read(body) for body in html(app) if "record-sum" in body]
    terms = [f"{kinds.count('alphabet'):,} in the alphabet"]
    if "mark" in kinds:
        terms.append("1 boundary mark")
    terms.append(f"{step:,} from merges")
    assert total.text == f"{' + '.join(terms)} = {len(entries):,} tokens in the vocabulary"
    assert [each.text for each in total.all("b")][-1] == f"{len(entries):,}"
    found = grids(app)[0]
    assert found.titles == ["Token", "Id", "Kind", "Count", "Born at step"]
    shown = entries[:100]
    named = {"mark": "boundary mark"}
    assert [[cell.text for cell in row][1:] for row in found.cells] == [
        [f"{each.id:,}", named.get(each.kind, each.kind), f"{each.count:,}", f"{each.born:,}"]
        for each in shown
    ]
    assert [cell.tokens for cell in found.column("Token")] == [[exact(e.token)] for e in shown]
    most = max(each.count for each in shown)
    bars = [
        bar.attributes["style"] for cell in found.column("Count") for bar in cell.all(kind="bar")
    ]
    drawn = shown if len({each.count for each in shown}) > 1 else []
    assert bars == [f"width:{100 * each.count / most:.1f}%" for each in drawn]
    gone = [each for each in ledger(snapshot) if each.status == "intermediate"][:100]
    app.get_by_key("key_status").set_value("intermediate").run()
    if not gone:
        assert said(app)[-1][0].startswith("No entry is intermediate")
        return
    found = grids(app)[0]
    assert found.titles == ["Token", "Id", "Kind", "Count", "Born at step", "Lives mostly in"]
    assert [(row[0].tokens, row[4].text, row[5].tokens) for row in found.cells] == [
        ([exact(each.token)], f"{each.born:,}", [exact(each.inside)]) for each in gone
    ]
