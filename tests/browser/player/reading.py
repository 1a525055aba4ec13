"""Read what a player shows, as plain data: what a reader sees, not what it was given."""

from typing import Any

from tests.browser.components import Mounted

_PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def painted(player: Mounted, look: str) -> Any:
    """Return what a JavaScript function sees of the player once what was asked for is painted.

    The function is given the host. It finds elements and looks at them in one go: elements that
    were found before may have been painted anew meanwhile, and have no place, look or colour.
    """
    return player.root.evaluate(f"async (host) => {{ await {_PAINTED}; return ({look})(host); }}")


def read(player: Mounted) -> dict[str, Any]:
    """Return what the player shows once it has painted."""
    return painted(player, "reads.player")


def press(player: Mounted, *keys: str) -> None:
    """Press keys, the focus where it is."""
    for key in keys:
        player.page.keyboard.press(key)


def names(tokens: list[dict[str, Any]]) -> list[str]:
    """Return the exact tokens of chips."""
    return [token["token"] for token in tokens]


def places(tokens: list[dict[str, Any]], look: str) -> list[int]:
    """Return the places of the chips that look so."""
    return [place for place, token in enumerate(tokens) if token[look]]


def joined_at(before, after):
    """Return the places in a split of the left of two tokens that are one in the next split."""
    found, place = [], 0
    for token in after:
        if before[place] != token:
            found.append(place)
            place += 1
        place += 1
    assert place == len(before)
    return found
