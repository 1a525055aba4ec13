"""What a player is given where no server is: a run, and all bets on it where they are not too many.

Each is `data` for `player.js`, as the app's own player gets it.
"""

from collections.abc import Mapping
from typing import Any

from bpe import Training
from ui.catalogue import FIRST
from ui.player.cutting import (
    CutOptions,
    EncodingPayload,
    PlayerPayload,
    cut_bets,
    cut_run,
    cut_two_bets,
    cut_two_runs,
)
from ui.player.payload import as_json, payload, unpacked

KEY = "handout"
"""What the player is called in the events of its page."""


def of_run(
    training: Training, options: CutOptions, start: int, *, hidden: bool = False
) -> dict[str, Any]:
    """Return what a player of one run is given; it opens at `start`.

    Where bets on the run can be judged, the answer can be hidden; with `hidden` it is hidden from
    the start.
    """
    cut = cut_run(training, options)
    # Bets are the same in all languages: those of a site are judged once.
    bets = cut_bets(training, options._replace(lang=FIRST)) if cut.can_guess else None
    return _of_cut(cut, bets, start, options.lang, hidden=hidden)


def of_two_runs(
    first: Training, second: Training, options: tuple[CutOptions, CutOptions], start: int
) -> dict[str, Any]:
    """Return what a player of two runs in lockstep is given, its answer hidden."""
    cut = cut_two_runs(first, second, *options)
    one, other = (each._replace(lang=FIRST) for each in options)
    bets = cut_two_bets(first, second, one, other) if cut.can_guess else None
    return _of_cut(cut, bets, start, options[0].lang, hidden=True)


def _of_cut(
    cut: PlayerPayload, bets: str | None, start: int, lang: str, *, hidden: bool
) -> dict[str, Any]:
    runs = [*map(unpacked, cut.runs)]
    source = payload(runs, cut.steps, lang, rows=cut.rows)
    return _given(source, start, bets, hidden=hidden)


def of_encoding(cut: EncodingPayload, lang: str) -> dict[str, Any]:
    """Return what a player of an encoding is given, all words at once."""
    source = payload([cut.run], cut.steps, lang)
    return _given(source, 0, cut.bets)


def of_rows(run: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Return what a player of a run that is no run of merges is given."""
    source = payload([as_json(run)], run["steps"], lang)
    return _given(source, 0, None)


def of_nothing(lang: str) -> dict[str, Any]:
    """Return what a player is given that has no run yet."""
    return _given(payload([], 0, lang), 0, None)


def _given(source: str, start: int, bets: str | None, *, hidden: bool = False) -> dict[str, Any]:
    return {
        "payload": source,
        "key": KEY,
        "run": "",
        "visit": 0,
        "generation": 1,
        "start": start,
        "home": start,
        "address": True,
        "links": {},
        "asks": False,
        "hide": None if bets is None else {"number": 0, "hidden": hidden, "forced": False},
        "bets": bets,
    }
