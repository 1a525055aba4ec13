"""What a player is given where no server is: a run, and all bets on it where they are not too many.

Each is `data` for `player.js`, as the app's own player gets it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from bpe import Scheme, Training
from bpe.encoding.encoded import EncodedText
from ui.languages import FIRST
from ui.player.beside import rows_beside
from ui.player.cutting import How, cut_run, judged, translation
from ui.player.guessing import can_guess, rank_bets, span
from ui.player.payload import as_json, encoding_run, payload, traces_of, unpacked

KEY = "handout"
"""What the player is called in the events of its page."""


def of_runs(
    cuts: Sequence[tuple[Training, How]],
    start: int,
    *,
    hidden: bool = False,
    long: bool = False,
) -> dict[str, Any]:
    """Return what a player of one run or of several in lockstep is given; it opens at `start`.

    Where all bets on the runs can be judged at once, or take `long` and nobody waits, the answer
    can be hidden; with `hidden` it is hidden from the start. Raises `CorpusError` where a run is
    too much for a browser.
    """
    last = max(len(training) for training, _ in cuts)
    runs = [unpacked(cut_run(training, how).sent) for training, how in cuts]
    guessed = all(can_guess(training) for training, _ in cuts)
    bets = None
    if guessed and (long or last <= span(sum(len(training.ids) for training, _ in cuts))):
        # Bets are the same in all languages: those of a site are judged once.
        hows = [how._replace(lang=FIRST) if long else how for _, how in cuts]
        rows = [
            judged(run, how, 0, last, here=long) for (run, _), how in zip(cuts, hows, strict=True)
        ]
        bets = f"[{','.join(rows)}]"
    source = payload(runs, last, translation(cuts[0][1].lang), rows=rows_beside(cuts))
    return _given(source, start, bets, hidden=hidden)


def of_encoding(encoding: EncodedText, scheme: Scheme, lang: str) -> dict[str, Any]:
    """Return what a player of an encoding is given, all words at once."""
    run = encoding_run(encoding, scheme, translation(lang))
    bets = as_json([rank_bets(traces_of(encoding))])
    source = payload([as_json(run)], run["steps"], translation(lang))
    return _given(source, 0, bets)


def of_rows(run: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Return what a player of a run that is no run of merges is given."""
    source = payload([as_json(run)], run["steps"], translation(lang))
    return _given(source, 0, None)


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
