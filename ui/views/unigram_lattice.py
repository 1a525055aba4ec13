"""The lattice of a word: all pieces that fit, and the best split as a path through them.

Python lays it out as plain data, `unigram_lattice.js` draws it. A click on a piece of several
letters removes it from the lattice, or restores it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import PRESETS
from bpe.notebook import COLOURS, colours
from bpe.player.tokens import PALETTE, exact, pieces, visible
from bpe.unigram import Edge, UnigramModel, UnigramTraining
from ui.component import component
from ui.text import t

SCHEME = PRESETS["sentencepiece"]
"""Spelling of words: normalized, with a mark in front."""

MAX_EDGES = 40
"""Maximum number of boxes: the best split, characters and removed pieces first, then by share."""

MAX_EDGES_WITH_OUTLINES = 24
"""Maximum number of initial boxes for which removed pieces leave outlines."""

MAX_LANES = 9
"""Maximum number of lanes on a screen: further boxes are omitted."""

LEAST_SHARE_SHOWN = 0.001
"""A smaller share is shown only in the title of its box."""

_HERE = Path(__file__).parent
FILES = (PALETTE, *(_HERE / f"unigram_lattice.{kind}" for kind in ("html", "css", "js")))
_mount = component("unigram_lattice", *FILES)


def draw_lattice(
    drawing: dict[str, Any], key: str, on_click: Callable[[str], object] | None = None
) -> None:
    """Draw a lattice; `on_click` gets the clicked piece, which is untrusted."""
    _mount(
        key=key,
        data=drawing | {"asks": on_click is not None},
        on_piece_change=partial(_clicked, key, on_click),
        height="content",
    )


def _clicked(key: str, on_click: Callable[[str], object] | None) -> None:
    piece = (st.session_state[key] or {}).get("piece")
    if on_click is not None and isinstance(piece, str):
        on_click(piece)


def training_lattice(
    training: UnigramTraining, word: str, step: int, away: Iterable[str] = ()
) -> dict[str, Any]:
    """Lay out the lattice of a word after `step` rounds, without the pieces in `away`.

    A piece has the same place in every round. Removed pieces stay as outlines if there is room, and
    those that the next round removes are marked.
    """
    model = training.snapshot(step).model
    start = training.snapshot(0).model.lattice(word)
    fit = {_span(edge) for edge in model.lattice(word)}
    gone = [edge for edge in start if _span(edge) not in fit]
    if len(start) > MAX_EDGES_WITH_OUTLINES or _lane_count(start) > MAX_LANES:
        gone = []
    leaving = training.rounds[step].removed if step < len(training) else ()
    return lattice(model, word, gone, [each.piece for each in leaving], away)


def lattice(
    model: UnigramModel,
    word: str,
    gone: Sequence[Edge] = (),
    leaving: Iterable[str] = (),
    away: Iterable[str] = (),
) -> dict[str, Any]:
    """Lay out the lattice of a word for the browser to draw.

    Each edge has its place (`start`, `end`, `lane`), its text, its `share` of the word's
    probability, and its state. `path` lists the best split's edges from left to right. The longer a
    piece, the lower its lane.
    """
    left = {_span(edge): edge for edge in model.without(away).lattice(word)}
    edges, leaving = model.lattice(word), {*leaving}
    shown = _most_shared(edges, left)
    lanes = _lanes([*shown, *gone])
    best = sorted((edge for edge in left.values() if edge.best), key=_span)
    looks = dict(zip(map(_span, best), colours([edge.piece for edge in best]), strict=True))
    drawn = []
    for edge in shown:
        now = left.get(_span(edge))
        box = _box(model, now or edge)
        box["colour"] = looks.get(_span(edge)) if edge.known else COLOURS
        box["state"] = "away" if now is None else "best" if now.best else "other"
        drawn.append(box | {"leaves": edge.piece in leaving})
    drawn += [
        _box(model, edge) | {"colour": None, "state": "gone", "leaves": False} for edge in gone
    ]
    for box in drawn:
        box["lane"] = lanes[box["start"], box["end"]]
        if box["state"] in ("away", "gone"):
            title = t(f"unigram.lattice_{box['state']}", piece=visible(box["piece"]))
            box |= {"share": 0.0, "percent": "", "title": title}
    drawn.sort(key=lambda box: (box["start"], box["end"]))
    path = [place for place, box in enumerate(drawn) if box["state"] == "best"]
    label = t(
        "unigram.lattice_label",
        word=visible(word),
        n=len(left),
        split=" + ".join(visible(drawn[place]["piece"]) for place in path),
    )
    states = {box["state"] for box in drawn} | {"leaves" for box in drawn if box["leaves"]}
    named = [name for name in ("best", "away", "leaves", "gone") if name in states]
    left_out = len(edges) - len(shown)
    return {
        "label": label,
        "letters": [pieces(letter, SCHEME) for letter in word],
        "edges": drawn,
        "lanes": 1 + max(lanes.values(), default=0),
        "path": path,
        "legend": [(name, t(f"unigram.legend_{name}")) for name in named],
        "note": t("unigram.lattice_left_out", n=left_out) if left_out else "",
    }


def _box(model: UnigramModel, edge: Edge) -> dict[str, Any]:
    """Return the text of a box, and its start and end."""
    chance, share = probability(model.probability([edge.piece])), percent(edge.share)
    name = "lattice_edge" if edge.known else "lattice_unknown"
    return {
        "piece": exact(edge.piece),
        "drawn": pieces(edge.piece, SCHEME),
        "start": edge.start,
        "end": edge.end,
        "share": edge.share,
        "percent": share if edge.share >= LEAST_SHARE_SHOWN else "",
        "title": t(f"unigram.{name}", piece=visible(edge.piece), chance=chance, share=share),
    }


def probability(value: float) -> str:
    """Write a probability with two or three significant digits.

    >>> probability(1.0), probability(0.0809523), probability(0.0003887), probability(0.00001234)
    ('1', '0.081', '0.000389', '1.2e-5')
    """
    if value >= 0.0001 or value == 0:
        return f"{value:.3g}"
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def expected(value: float) -> str:
    """Write an expected count with two digits, or with as many as distinguish it from 0.5.

    >>> expected(12.345), expected(0.5), expected(0.4999), expected(0.496), expected(0.50004)
    ('12.35', '0.50', '0.4999', '0.496', '0.50004')
    """
    digits = 2
    while value != 0.5 and float(f"{value:.{digits}f}") == 0.5 and digits < 9:
        digits += 1
    return f"{value:,.{digits}f}"


def percent(share: float) -> str:
    """Write a share in three digits, as 0% or 100% only if it is exact.

    >>> [percent(share) for share in (0.0, 0.0000123, 0.00683, 0.05, 0.5252, 0.99996, 1.0)]
    ['0%', '< 0.1%', '0.683%', '5.00%', '52.5%', '> 99.9%', '100%']
    """
    if share in (0.0, 1.0):
        return f"{100 * share:.0f}%"
    if share < 0.001:
        return "< 0.1%"
    if share > 0.999:
        return "> 99.9%"
    return f"{100 * share:#.3g}%"


def _span(edge: Edge) -> tuple[int, int]:
    return edge.start, edge.end


def _most_shared(edges: Sequence[Edge], left: Mapping[tuple[int, int], Edge]) -> list[Edge]:
    """Choose the drawn edges; `left` are the edges that have not been removed."""

    def must(edge: Edge) -> bool:
        now = left.get(_span(edge))
        return now is None or now.best or edge.end - edge.start == 1

    drawn = [edge for edge in edges if must(edge)]
    others = sorted((edge for edge in edges if not must(edge)), key=lambda edge: -edge.share)
    for edge in others[: max(0, MAX_EDGES - len(drawn))]:
        if _lane_count([*drawn, edge]) <= max(MAX_LANES, _lane_count(drawn)):
            drawn.append(edge)
    return drawn


def _lane_count(edges: Sequence[Edge]) -> int:
    return 1 + max(_lanes(edges).values(), default=-1)


def _lanes(edges: Sequence[Edge]) -> Mapping[tuple[int, int], int]:
    """Assign each span the first lane with room, the short spans first."""
    lanes: dict[tuple[int, int], int] = {}
    taken: list[list[tuple[int, int]]] = []
    for start, end in sorted(
        {_span(edge) for edge in edges}, key=lambda span: (span[1] - span[0], span)
    ):
        lane = next(
            (
                number
                for number, spans in enumerate(taken)
                if all(end <= other_start or other_end <= start for other_start, other_end in spans)
            ),
            len(taken),
        )
        if lane == len(taken):
            taken.append([])
        taken[lane].append((start, end))
        lanes[start, end] = lane
    return lanes
