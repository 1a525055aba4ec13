"""The tabs beside the words: searches, and lists that are cut."""

from bpe import Corpus, train
from tests.unit.pages.train.helpers import TRAININGS, draw, grids, said
from ui.draw.vocabulary import vocabulary_panel
from ui.train.pairs import pairs_panel, words_panel


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


def test_a_list_that_is_cut_says_so_and_its_search_is_over_all():
    """A hundred pairs, words and tokens; the words of a pair are asked for of these alone."""
    words = [f"{chr(0x4E00 + n)}{chr(0x5E00 + n)}" for n in range(600)]
    run = train(Corpus.from_counts(dict.fromkeys(words, 2)), "paper", max_merges=1)
    said_of = "Only the first 100 rows are shown. Search to find others."
    for panel, key in ((pairs_panel, "pair"), (words_panel, "word"), (vocabulary_panel, "token")):
        app = draw(panel, run.snapshot(0), "key")
        assert len(grids(app)[0].rows) == 100
        assert said_of in [each.value for each in app.caption]
        last = chr(0x4E00 + 599)
        app.text_input(key=f"key_{key}_search").set_value(last).run()
        found = grids(app)[0]
        assert found.rows
        assert all(last in row[0].text for row in found.cells)
        assert said_of not in [each.value for each in app.caption]
    app = draw(pairs_panel, TRAININGS["hug"].snapshot(0), "key")
    assert not any("Only the first" in each.value for each in app.caption)
