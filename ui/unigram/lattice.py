"""The lattice of a word: its layout as plain data, and the component that draws it in a browser."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import Scheme
from bpe.notebook import COLOURS, colour
from bpe.unigram import Edge, UnigramModel, UnigramRound, UnigramTraining
from ui.catalogue import Translate
from ui.draw import PALETTE
from ui.draw.parts import styles
from ui.draw.say import say
from ui.draw.tokens import exact, pieces, visible
from ui.player import replay_player
from ui.shell import session
from ui.shell.component import component
from ui.shell.text import t
from ui.unigram import tables
from ui.unigram.requests import SCHEME

_HERE = Path(__file__).resolve().parent
STYLE = _HERE / "unigram.css"
FILES = (PALETTE, *(_HERE / f"lattice.{kind}" for kind in ("html", "css", "js")))
"""The files of the component."""

MOST_EDGES = 40
"""Boxes drawn at most: the best split, the characters and what is away first, then by share."""

MOST_WITH_OUTLINES = 24
"""Up to so many boxes at the start, pieces that are gone leave their outlines."""

MOST_LANES = 9
"""Lanes that have room on a screen: other boxes are left out."""

LEAST_SHOWN = 0.001
"""A smaller share stands in its box's title alone."""

CLICKS = "unigram_away"
"""Session key of the pieces clicked away, with the text and the word."""

_mount = component("unigram_lattice", *FILES)


def pruned_lattice(training: UnigramTraining, word: str) -> int:
    """Draw the lattice of a word above the player of the rounds; return the step.

    A click removes a piece, another one brings it back.
    """
    styles(STYLE)
    with st.container(key="unigram_stage"):
        picture = st.container()
        step = replay_player(
            training,
            partial(tables.rounds_run, training, SCHEME, _say_here),
            len(training),
            key="unigram",
            counted="round",
        )
        with picture:
            if not word:
                say("unigram.no_word")
                return step
            model, away = training.snapshot(step).model, removed_pieces(word)
            _say_best_split(model, word, [piece for piece in away if piece in model.pieces])
            drawn = training_drawing(training, word, step, SCHEME, _say_here, away)
            lattice(drawn, "unigram_lattice", partial(_toggle, word))
    return step


def _say_here(name: str, **values: object) -> str:
    return t(f"unigram.{name}", **values)


def removed_pieces(word: str) -> list[str]:
    """Return the pieces of this word that the reader has clicked away, in that order."""
    return list(_clicks(word).get("pieces", ()))


def _clicks(word: str) -> dict[str, Any]:
    """Return what was clicked of this word in this text: nothing, where another one is kept."""
    kept: dict[str, Any] = session.recall(CLICKS, {})
    return kept if kept.get("of") == (session.text(), word) else {}


def _toggle(word: str, piece: str) -> None:
    """Handle a click on a piece of this word."""
    if piece in word:
        kept = {"of": (session.text(), word), "pieces": toggled(removed_pieces(word), piece)}
        session.remember(CLICKS, kept | {"stays": piece if len(piece) == 1 else ""})


def toggled(removed: list[str], piece: str) -> list[str]:
    """Return the removed pieces after a click on one; a single character stays."""
    if piece in removed:
        return [each for each in removed if each != piece]
    return [*removed, piece] if len(piece) > 1 else removed


def _say_best_split(model: UnigramModel, word: str, away: list[str]) -> None:
    """Say in one sentence which split is the best, and how a click changed it."""
    [before], [now] = model.nbest(word, 1), model.without(away).nbest(word, 1)
    numbers = {"was": percent(before.share), "share": percent(now.share)}
    if stays := _clicks(word).get("stays"):
        say("unigram.away_character", SCHEME, {"piece": (stays,)})
    elif away:
        name = "stays" if now.tokens == before.tokens else "jumps"
        tokens = {"away": away, "before": before.tokens, "now": now.tokens}
        say(f"unigram.away_{name}", SCHEME, tokens, **numbers)
    elif (tied := model.tied(word)) > 1:
        say("unigram.splits_tied", n=tied, **numbers)
    else:
        say("unigram.splits_best", SCHEME, {"best": now.tokens}, **numbers)


def lattice(drawing: dict[str, Any], key: str, asks: Callable[[str], None] | None = None) -> None:
    """Draw a lattice; `asks` takes the piece that was clicked, which is a string from outside."""
    _mount(
        key=key,
        data=drawing | {"asks": asks is not None},
        on_piece_change=lambda: _hear(key, asks),
        height="content",
    )


def _hear(key: str, asks: Callable[[str], None] | None) -> None:
    piece = (session.value(key) or {}).get("piece")
    if asks is not None and isinstance(piece, str):
        asks(piece)


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
    drawn = [
        _box(left.get(_span(edge), edge), model, scheme, say)
        | {"state": _state(left.get(_span(edge))), "leaves": edge.piece in leaving}
        for edge in shown
    ]
    drawn += [_box(edge, model, scheme, say) | {"state": "gone", "leaves": False} for edge in gone]
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
        "colour": colour(edge.piece) if edge.known else COLOURS,
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
    """Write a share in three digits, as 0 or 100 % only where it is exactly that.

    >>> [percent(share) for share in (0.0, 0.0000123, 0.00683, 0.05, 0.5252, 0.99996, 1.0)]
    ['0 %', '< 0.1 %', '0.683 %', '5.00 %', '52.5 %', '> 99.9 %', '100 %']
    """
    if share in (0.0, 1.0):
        return f"{100 * share:.0f} %"
    if share < 0.001:
        return "< 0.1 %"
    if share > 0.999:
        return "> 99.9 %"
    return f"{100 * share:#.3g} %"


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
