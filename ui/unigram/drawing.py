"""The lattice of a word as plain data: which box stands where, what is in it, which path is lit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bpe import Scheme
from bpe.notebook import colour
from bpe.unigram import Edge, UnigramModel, UnigramRound, UnigramTraining
from ui.draw.tokens import exact, pieces, visible

MOST_EDGES = 40
"""Boxes drawn at most: the best split and the characters first, then by share."""

MOST_WITH_OUTLINES = 24
"""Up to so many boxes at the start, pieces that are gone leave their outlines."""


def training_drawing(
    training: UnigramTraining, word: str, step: int, scheme: Scheme, say: Callable[..., str]
) -> dict[str, Any]:
    """Lay out the lattice of a word after `step` rounds.

    A piece keeps its place in every round. Pieces that are gone stay as outlines where there is
    room, and those that the next round removes are marked. `say` looks up "unigram.<name>".
    """
    model = training.snapshot(step).model
    edges = model.lattice(word)
    start = training.snapshot(0).model.lattice(word)
    gone = [edge for edge in start if (edge.start, edge.end) not in _spans(edges)]
    if len(start) > MOST_WITH_OUTLINES:
        gone = []
    leaving = _leaving(training.rounds[step], edges) if step < len(training) else set()
    return drawing(model, word, scheme, say, edges=edges, gone=gone, leaving=leaving)


def drawing(
    model: UnigramModel,
    word: str,
    scheme: Scheme,
    say: Callable[..., str],
    *,
    edges: Sequence[Edge] | None = None,
    gone: Sequence[Edge] = (),
    leaving: Iterable[str] = (),
) -> dict[str, Any]:
    """Lay out the lattice of a word for the browser to draw.

    Each edge has its place (`start`, `end`, `lane`), what is written in it, its `share` of the
    word's probability, and its state: "best", "other" or "gone". `path` lists the best split's
    edges from left to right. The longer a piece, the lower its lane.
    """
    edges = model.lattice(word) if edges is None else edges
    shown = _most_shared(edges)
    leaving = set(leaving)
    lanes = _lanes([*shown, *gone])
    drawn: list[dict[str, Any]] = []
    for edge, state in (
        *((edge, "best" if edge.best else "other") for edge in shown),
        *((edge, "gone") for edge in gone),
    ):
        chance = probability(model.probability([edge.piece])) if state != "gone" else ""
        name = visible(edge.piece)
        drawn.append(
            {
                "piece": exact(edge.piece),
                "drawn": pieces(edge.piece, scheme),
                "colour": colour(edge.piece),
                "start": edge.start,
                "end": edge.end,
                "lane": lanes[edge.start, edge.end],
                "chance": chance if edge.known or state == "gone" else say("lattice_unknown"),
                "share": edge.share if state != "gone" else 0.0,
                "state": state,
                "leaves": edge.piece in leaving and state != "gone",
                "title": say("lattice_gone", piece=name)
                if state == "gone"
                else say("lattice_edge", piece=name, chance=chance, share=percent(edge.share)),
            }
        )
    drawn.sort(key=lambda edge: (edge["start"], edge["end"]))
    path = [place for place, edge in enumerate(drawn) if edge["state"] == "best"]
    left_out = len(edges) - len(shown)
    label = say(
        "lattice_label",
        word=visible(word),
        n=len(edges),
        split=" + ".join(visible(drawn[place]["piece"]) for place in path),
    )
    states = {edge["state"] for edge in drawn} | {"leaves" for e in drawn if e["leaves"]}
    legend = [
        (name, say(f"legend_{name}")) for name in ("best", "leaves", "gone") if name in states
    ]
    return {
        "label": label,
        "letters": [pieces(letter, scheme) for letter in word],
        "edges": drawn,
        "lanes": 1 + max(lanes.values(), default=0),
        "path": path,
        "legend": legend,
        "note": say("lattice_left_out", n=left_out) if left_out else "",
    }


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
    """Write a share as a percentage that is 0 or 100 only where it is exactly that.

    >>> [percent(share) for share in (0.0, 0.0000123, 0.5252, 0.99996, 1.0)]
    ['0 %', '< 0.1 %', '52.5 %', '> 99.9 %', '100 %']
    """
    if share in (0.0, 1.0):
        return f"{100 * share:.0f} %"
    if share < 0.001:
        return "< 0.1 %"
    if share > 0.999:
        return "> 99.9 %"
    return f"{100 * share:.1f} %"


def _spans(edges: Iterable[Edge]) -> set[tuple[int, int]]:
    return {(edge.start, edge.end) for edge in edges}


def _leaving(following: UnigramRound, edges: Sequence[Edge]) -> set[str]:
    """Name the pieces among these edges that the round removes."""
    here = {edge.piece for edge in edges}
    return {fate.piece for fate in following.removed if fate.piece in here}


def _most_shared(edges: Sequence[Edge]) -> list[Edge]:
    order = sorted(edges, key=lambda e: (not e.best, e.end - e.start > 1, -e.share))
    return order[: max(MOST_EDGES, sum(e.best or e.end - e.start == 1 for e in edges))]


def _lanes(edges: Sequence[Edge]) -> Mapping[tuple[int, int], int]:
    """Give each span the first lane where it has room, the short spans first."""
    lanes: dict[tuple[int, int], int] = {}
    taken: list[list[tuple[int, int]]] = []
    for start, end in sorted(_spans(edges), key=lambda span: (span[1] - span[0], span)):
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
