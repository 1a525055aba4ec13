"""The score of a round, counted and kept in the reader's browser."""

from pathlib import Path

from ui.catalogue import catalogue
from ui.shell.component import component
from ui.shell.text import language

_HERE = Path(__file__).resolve().parent
_TEXTS = ("score", "points", "run", "best", "reset")

_mount = component("quiz_score", *(_HERE / f"score.{kind}" for kind in ("html", "css", "js")))


def score(number: int, seed: int, steps: int, player: str) -> None:
    """Draw the score of a round of so many `steps`; it hears the bets on the player of that key."""
    _mount(
        key="quiz_score",
        data={
            "key": player,
            "round": number,
            "seed": seed,
            "steps": steps,
            "text": {name: catalogue(language())[f"quiz.score_{name}"] for name in _TEXTS},
        },
        width="content",
        height="content",
    )
