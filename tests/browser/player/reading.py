"""Read the content of a player as plain data: as displayed, not as sent."""

from typing import Any

from bpe import Training
from bpe.player.tokens import exact
from tests.browser.components import Mounted

_PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def painted(player: Mounted, look: str) -> Any:
    """Return the value of a JavaScript function of the host after pending changes are painted.

    The function must find its elements and read them in one call. Elements found by an earlier call
    may have been replaced in the meantime; they then have no place, look or colour.
    """
    return player.root.evaluate(f"async (host) => {{ await {_PAINTED}; return ({look})(host); }}")


def read(player: Mounted) -> dict[str, Any]:
    """Return the content of the player after pending changes are painted."""
    return painted(player, "reads.player")


def press(player: Mounted, *keys: str) -> None:
    """Press keys without moving the focus."""
    for key in keys:
        player.page.keyboard.press(key)


def names(tokens: list[dict[str, Any]]) -> list[str]:
    """Return the exact tokens of chips."""
    return [token["token"] for token in tokens]


def places(tokens: list[dict[str, Any]], look: str) -> list[int]:
    """Return the indices of the chips that have a look, such as `fresh`."""
    return [place for place, token in enumerate(tokens) if token[look]]


def assert_learned(training: Training, drawn: dict[str, Any], step: int) -> None:
    """Expect the learned tokens in order, the newest one marked, and the size as a sum."""
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


def joined_at(before, after):
    """Return the index in `before` of the left token of each pair that `after` has merged."""
    found, place = [], 0
    for token in after:
        if before[place] != token:
            found.append(place)
            place += 1
        place += 1
    assert place == len(before)
    return found
