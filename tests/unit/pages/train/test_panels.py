"""The tabs beside the words: searches, and lists that are cut."""

from bpe import Corpus, Snapshot, train
from tests.markup import scrolled
from tests.unit.pages.train.helpers import TRAININGS, draw, grids, html, said
from ui.draw.vocabulary import vocabulary_panel
from ui.train.pairs import pairs_panel, words_panel


def texts(found):
    return [[cell.text for cell in row] for row in found.cells]


def test_a_search_narrows_each_list_down_or_says_that_nothing_is_there():
    """Pairs, words and tokens; what was typed is shown as it is, not as markup."""
    snapshot = TRAININGS["hostile"].snapshot(0)
    for panel, key, column in (
        (pairs_panel, "key_pair_search", "Pair"),
        (words_panel, "key_word_search", "Word"),
        (vocabulary_panel, "key_token_search", "Token"),
    ):
        app = draw(panel, snapshot, "key")
        everything = len(grids(app)[0].rows)
        app.text_input(key=key).set_value("s").run()
        found = grids(app)[0].column(column)
        assert 0 < len(found) < everything
        assert all("s" in cell.text for cell in found)
        app.text_input(key=key).set_value("<i> nothing").run()
        [nothing] = [text for text, _ in said(app) if text.startswith("Nothing here shows")]
        assert "“<i>␣nothing”" in nothing


def test_a_list_that_is_cut_says_so():
    """Two hundred pairs and words, a thousand tokens; the number of those shown is said.

    The first fifty are there at once and say that more follow, the rest for who scrolls.
    """
    words = [f"{chr(0x4E00 + n)}{chr(0x5E00 + n)}" for n in range(600)]
    run = train(Corpus.from_counts(dict.fromkeys(words, 2)), "paper", max_merges=1)
    said_of = "Only the first {} rows are shown. Search to find others."
    for panel, rows in ((pairs_panel, "200"), (words_panel, "200"), (vocabulary_panel, "1,000")):
        app = draw(panel, run.snapshot(0), "key")
        first = texts(grids(app)[0])
        assert len(first) == 50
        assert any("More rows follow as you scroll." in body for body in html(app))
        assert not any("Only the first" in each.value for each in app.caption)
        whole = texts(grids(scrolled(app))[0])
        assert whole[:50] == first
        assert len(whole) == len({row[0] for row in whole}) == int(rows.replace(",", ""))
        assert said_of.format(rows) in [each.value for each in app.caption]
    app = draw(pairs_panel, TRAININGS["hug"].snapshot(0), "key")
    assert not any("Only the first" in each.value for each in app.caption)


def test_the_words_of_a_pair_are_asked_for_when_its_row_is_drawn(monkeypatch):
    """The record finds them for fifty pairs, and for the others once the reader scrolls there."""
    words = [f"{chr(0x4E00 + n)}{chr(0x5E00 + n)}" for n in range(120)]
    snapshot = train(Corpus.from_counts(dict.fromkeys(words, 2)), "paper").snapshot(0)
    asked, find = [], Snapshot.words_of_pairs

    def noted(self, pairs, limit=None):
        asked.append(len(pairs))
        return find(self, pairs, limit)

    monkeypatch.setattr(Snapshot, "words_of_pairs", noted)
    app = draw(pairs_panel, snapshot, "key")
    assert asked == [50]
    scrolled(app)
    assert asked == [50, 200], "how the table begins was kept"
