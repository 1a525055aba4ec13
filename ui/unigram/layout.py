"""The layout of a word's lattice, as plain data for the browser to draw. No Streamlit here."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bpe import Scheme
from bpe.notebook import COLOURS, colours
from bpe.unigram import Edge, UnigramModel, UnigramRound, UnigramTraining
from ui.catalogue import Translate
from ui.draw.tokens import exact, pieces, visible

MOST_EDGES = 40
"""Boxes drawn at most: the best split, the characters and what is away first, then by share."""

MOST_WITH_OUTLINES = 24
"""Up to so many boxes at the start, pieces that are gone leave their outlines."""

MOST_LANES = 9
"""Lanes that have room on a screen: other boxes are left out."""

LEAST_SHOWN = 0.001
"""A smaller share stands in its box's title alone."""


def training_drawing(
    training: UnigramTraining,
    word: str,
    step: int,
    scheme: Scheme,
    say: Translate,
    away: Iterable[str] = (),
) -> dict[str, Any]:
    """Lay out the lattice of a word after `step` rounds, without the pieces in `away`.

    A piece keeps its place in every round. Pieces that are gone stay as outlines where there is
    room, and those that the next round removes are marked.
    """
    model = training.snapshot(step).model
    start = training.snapshot(0).model.lattice(word)
    fit = {_span(edge) for edge in model.lattice(word)}
    gone = [edge for edge in start if _span(edge) not in fit]
    if len(start) > MOST_WITH_OUTLINES or _height(start) > MOST_LANES:
        gone = []
    leaving = _leaving(training.rounds[step], word) if step < len(training) else ()
    return drawing(model, word, scheme, say, gone=gone, leaving=leaving, away=away)


def drawing(
    model: UnigramModel,
    word: str,
    scheme: Scheme,
    say: Translate,
    *,
    gone: Sequence[Edge] = (),
    leaving: Iterable[str] = (),
    away: Iterable[str] = (),
) -> dict[str, Any]:
    """Lay out the lattice of a word for the browser to draw.

    Each edge has its place (`start`, `end`, `lane`), what is written in it, its `share` of the
    word's probability, and its state. `path` lists the best split's edges from left to right. The
    longer a piece, the lower its lane.
    """
    left = {_span(edge): edge for edge in model.without(away).lattice(word)}
    edges = model.lattice(word)
    shown = _most_shared(edges, left)
    leaving = set(leaving)
    lanes = _lanes([*shown, *gone])
    best = sorted((edge for edge in left.values() if edge.best), key=_span)
    looks = dict(zip(map(_span, best), colours([edge.piece for edge in best]), strict=True))
    drawn = [
        _box(left.get(_span(edge), edge), model, scheme, say)
        | {"colour": looks.get(_span(edge)) if edge.known else COLOURS}
        | {"state": _state(left.get(_span(edge))), "leaves": edge.piece in leaving}
        for edge in shown
    ]
    drawn += [
        _box(edge, model, scheme, say) | {"colour": None, "state": "gone", "leaves": False}
        for edge in gone
    ]
    for box in drawn:
        box["lane"] = lanes[box["start"], box["end"]]
        if box["state"] in ("away", "gone"):
            box |= {"share": 0.0, "percent": ""}
            box["title"] = say(f"lattice_{box['state']}", piece=visible(box["piece"]))
    drawn.sort(key=lambda box: (box["start"], box["end"]))
    path = [place for place, box in enumerate(drawn) if box["state"] == "best"]
    label = say(
        "lattice_label",
        word=visible(word),
        n=len(left),
        split=" + ".join(visible(drawn[place]["piece"]) for place in path),
    )
    states = {box["state"] for box in drawn} | {"leaves" for box in drawn if box["leaves"]}
    named = [name for name in ("best", "away", "leaves", "gone") if name in states]
    left_out = len(edges) - len(shown)
    return {
        "label": label,
        "letters": [pieces(letter, scheme) for letter in word],
        "edges": drawn,
        "lanes": 1 + max(lanes.values(), default=0),
        "path": path,
        "legend": [(name, say(f"legend_{name}")) for name in named],
        "note": say("lattice_left_out", n=left_out) if left_out else "",
    }


def _box(edge: Edge, model: UnigramModel, scheme: Scheme, say: Translate) -> dict[str, Any]:
    """Return what is written in a box, and where it begins and ends."""
    chance, share = probability(model.probability([edge.piece])), percent(edge.share)
    name = "lattice_edge" if edge.known else "lattice_unknown"
    return {
        "piece": exact(edge.piece),
        "drawn": pieces(edge.piece, scheme),
        "start": edge.start,
        "end": edge.end,
        "share": edge.share,
        "percent": share if edge.share >= LEAST_SHOWN else "",
        "title": say(name, piece=visible(edge.piece), chance=chance, share=share),
    }


def _state(left: Edge | None) -> str:
    """Name the state of a piece that fits, by its edge among those that are left."""
    return "away" if left is None else "best" if left.best else "other"


def probability(value: float) -> str:
    """Write a probability with two or three digits that matter.

    >>> probability(1.0), probability(0.0809523), probability(0.0003887), probability(0.00001234)
    ('1', '0.081', '0.000389', '1.2e-5')
    """
    if value >= 0.0001 or value == 0:
        return f"{value:.3g}"
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def expected(value: float) -> str:
    """Write an expected count with two digits, or as many as tell it from the border of a half.

    >>> expected(12.345), expected(0.5), expected(0.4999), expected(0.496), expected(0.50004)
    ('12.35', '0.50', '0.4999', '0.496', '0.50004')
    """
    digits = 2
    while value != 0.5 and float(f"{value:.{digits}f}") == 0.5 and digits < 9:
        digits += 1
    return f"{value:,.{digits}f}"


def percent(share: float) -> str:
    """Write a share in three digits, as 0% or 100% only where it is exactly that.

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


def _leaving(following: UnigramRound, word: str) -> set[str]:
    """Name the pieces of this word that the round removes."""
    return {fate.piece for fate in following.removed if fate.piece in word}


def _most_shared(edges: Sequence[Edge], left: Mapping[tuple[int, int], Edge]) -> list[Edge]:
    """Choose what is drawn of all that fits; `left` is what has not been taken away."""

    def must(edge: Edge) -> bool:
        now = left.get(_span(edge))
        return now is None or now.best or edge.end - edge.start == 1

    drawn = [edge for edge in edges if must(edge)]
    others = sorted((edge for edge in edges if not must(edge)), key=lambda edge: -edge.share)
    for edge in others[: max(0, MOST_EDGES - len(drawn))]:
        if _height([*drawn, edge]) <= max(MOST_LANES, _height(drawn)):
            drawn.append(edge)
    return drawn


def _height(edges: Sequence[Edge]) -> int:
    return 1 + max(_lanes(edges).values(), default=-1)


def _lanes(edges: Sequence[Edge]) -> Mapping[tuple[int, int], int]:
    """Give each span the first lane where it has room, the short spans first."""
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
