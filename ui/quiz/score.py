"""The score of a round, counted and kept in the reader's browser."""

from pathlib import Path
from typing import Any

from ui.catalogue import catalogue
from ui.shell import session
from ui.shell.component import component
from ui.shell.text import language

MOST = 3
"""Points for the right pair, as `score.js` gives them."""

_HERE = Path(__file__).resolve().parent
_TEXTS = ("score", "points", "run", "best", "reset", "late", "onward")

FILES = tuple(_HERE / f"score.{kind}" for kind in ("html", "css", "js"))
"""What it is made of in a browser."""

_mount = component("quiz_score", *FILES)


def score(place: str, steps: int, player: str) -> int | None:
    """Draw the score of a round of so many `steps`; it hears what the player of that key tells.

    The browser keeps it under the name `place`.

    Returns the points once every step has been bet on or shown, else None.
    """
    _mount(
        key="quiz_score",
        data=score_data(place, steps, player),
        default={"over": None},
        on_over_change=lambda: None,
        width="content",
        height="content",
    )
    # It comes from outside, and may still be that of the round before.
    match (session.value("quiz_score") or {}).get("over"):
        case [str(of), int(points)] if of == place:
            return points if 0 <= points <= steps * MOST else None
    return None


def score_data(place: str, steps: int, player: str) -> dict[str, Any]:
    """Return what the script of the score is given."""
    return {
        "key": player,
        "place": place,
        "steps": steps,
        "text": {name: catalogue(language())[f"quiz.score_{name}"] for name in _TEXTS},
    }
