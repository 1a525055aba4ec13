"""What the app keeps stays within its budget, whatever page was looked at."""

import gc

from bpe import Training
from bpe.unigram import UnigramTraining
from ui.corpora import trainings
from ui.shell.navigation import built_pages


def alive() -> int:
    """Count the records that something still holds."""
    gc.collect()
    return sum(isinstance(each, Training | UnigramTraining) for each in gc.get_objects())


def test_a_walk_over_all_pages_and_tabs_leaves_no_training_beyond_the_budget(
    open_page, monkeypatch
):
    """No table, curve or callback of a page keeps a record that the budget has given up."""
    before = alive()
    monkeypatch.setattr(trainings.shared, "_budget", 1)
    app = open_page(corpus="hug")
    for page in built_pages():
        app.switch_page(page.file).run()
        for label in [tab.label for tab in app.tabs]:
            app.session_state[f"{page.name}_tabs"] = label
            app.run()
            assert not app.exception
    app.switch_page("app.py").run()
    del app
    assert alive() - before <= 1
