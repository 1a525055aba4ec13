"""What the player shows of the tokens learned so far, held against the record."""

from tests.browser.player.reading import names, places
from ui.draw.tokens import exact


def assert_learned(training, drawn, step):
    """The tokens learned so far in their order, the newest marked, and the size as a sum."""
    made = [exact(merge.token) for merge in training.merges[:step]]
    assert drawn["count"] == step
    shown = names(drawn["tokens"])
    assert shown == made[step - len(shown) :]
    assert len(shown) == step or len(shown) >= 5, "the last ones, as many as have room"
    assert places(drawn["tokens"], "fresh") == [len(shown) - 1] * bool(step)
    size, unit = len(training.snapshot(step).vocabulary), training.scheme.units
    letters = f"{size - step:,} {'bytes' if unit == 'bytes' else 'base tokens'}"
    assert drawn["size"] == f"{letters} + {step:,} learned = {size:,}"
    for chip in drawn["tokens"]:
        assert drawn["sum"]["bottom"] <= chip["box"]["top"] + 1, "whole"
        assert chip["box"]["bottom"] <= drawn["box"]["bottom"] + 1, "in sight"
