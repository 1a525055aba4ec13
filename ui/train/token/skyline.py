"""The skyline of a word: a browser component whose line and the page's player move each other."""

from functools import partial
from pathlib import Path
from typing import Any

from bpe.readings.lifetimes import skyline
from ui.draw import PALETTE
from ui.draw.readings import name_of_word, names_of
from ui.draw.tokens import meaning, short
from ui.player.payload import as_json
from ui.player.rows import Tokens
from ui.shell.component import component
from ui.shell.text import t
from ui.train import PAGE
from ui.train.token.shown import Shown, hear

KEY = "token_skyline"

WHOLE = 18
"""Cells up to which all of a word is drawn: they are in sight at once."""

STRETCH = 14
"""Cells drawn of a longer word, or some more."""

_HERE = Path(__file__).resolve().parent
_mount = component(
    "skyline", PALETTE, *(_HERE / f"skyline.{kind}" for kind in ("html", "css", "js"))
)


def draw_skyline(shown: Shown, step: int, *, covers: bool = False) -> tuple[int, int]:
    """Draw the skyline at the step of the player; return the cells left out before and after.

    covers: draw nothing of the steps after that.
    """
    payload, left_out = skyline_payload(shown)
    word = name_of_word(shown.training, shown.place)
    _mount(
        key=KEY,
        data={"payload": as_json(payload), "step": step, "player": PAGE.name, "covers": covers},
        on_asked_change=partial(hear, names_of(shown.training), KEY, word),
        height="content",
    )
    return left_out


def skyline_payload(shown: Shown) -> tuple[dict[str, Any], tuple[int, int]]:
    """Cut what is drawn from the record; return it and the cells left out before and after.

    `standing` has a row a token: its number in `tokens`, its id, where it starts and ends, the
    step it was born at and the one it was gone at; -1 stands for never, in `heights` too.
    """
    training = shown.training
    limit = STRETCH if training.spelled_length(shown.word) > WHOLE else None
    found = skyline(training, shown.word, limit, shown.life.id)
    tokens = Tokens(training.scheme)
    standing = [
        [
            tokens(each.token),
            each.id,
            each.start,
            each.end,
            each.born,
            -1 if each.until is None else each.until,
        ]
        for each in found.tokens
    ]
    cells = len(found.heights) + 1
    payload = {
        "cells": cells,
        "heights": [-1 if height is None else height for height in found.heights],
        "standing": standing,
        "tokens": tokens.table(),
        "steps": len(training),
        "own": shown.life.id,
        "names": {
            "title": t("token.skyline_title", word=short(shown.word)),
            "line": t("token.line"),
            "open": t("token.open"),
            "mark": meaning(training.scheme),
        },
    }
    return payload, (found.first, found.length - found.first - cells)
