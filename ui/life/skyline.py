"""The skyline of a word: a browser component whose line and the page's player move each other."""

from functools import partial
from pathlib import Path
from typing import Any

from bpe.readings.lives import skyline
from bpe.readings.windows import ROOM
from ui.draw import CHIPS, PALETTE
from ui.draw.names import name_of_word, names_of
from ui.draw.tokens import meaning, short
from ui.life.shown import Shown, hear
from ui.player.payload import as_json
from ui.player.rows import Tokens
from ui.shell.component import component
from ui.shell.text import t

KEY = "life_skyline"

STRETCH = 14
"""Cells drawn, or some more, of a word with more than `ROOM`: all are in sight at once."""

_HERE = Path(__file__).resolve().parent
FILES = (PALETTE, CHIPS, *(_HERE / f"skyline.{kind}" for kind in ("html", "css", "js")))
"""What it is made of in a browser."""

_mount = component("skyline", *FILES)


def draw_skyline(shown: Shown, step: int, player: str) -> tuple[int, int]:
    """Draw the skyline at the step of that player; return the cells left out before and after."""
    payload, left_out = skyline_payload(shown)
    word = name_of_word(shown.training, shown.place)
    _mount(
        key=KEY,
        data={
            "payload": as_json(payload),
            "step": step,
            "player": player,
        },
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
    limit = STRETCH if training.spelled_length(shown.word) > ROOM else None
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
            "title": t("life.skyline_title", word=short(shown.word)),
            "line": t("life.line"),
            "open": t("life.open"),
            "mark": meaning(training.scheme),
        },
    }
    return payload, (found.first, found.length - found.first - cells)
