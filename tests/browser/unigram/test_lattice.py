"""The lattice on a bare page: boxes, bars and the lit path against the model."""

import re
from itertools import combinations

import pytest

from bpe import PRESETS
from bpe.unigram import train_unigram
from tests.cases import for_each
from ui.catalogue import catalogue
from ui.unigram.drawing import drawing, training_drawing
from ui.unigram.lattice import lattice

TRAINING = train_unigram("low lower lowest newest widest new wide low " * 3, vocab_size=18)
SCHEME = PRESETS["sentencepiece"]

_READ = """(host) => {
    const svg = host.shadowRoot.querySelector("svg");
    const box = (element) => {
        const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
        return { left, top, right, bottom, width, height };
    };
    const all = (selector) => [...svg.querySelectorAll(selector)];
    const text = (selector, root) => root.querySelector(selector)?.textContent ?? null;
    return {
        labels: [svg, svg.parentNode].map((each) => each.getAttribute("aria-label")),
        roles: [svg, svg.parentNode].map((each) => each.getAttribute("role")),
        tabindex: svg.parentNode.tabIndex,
        edges: all(".edge").map((edge) => ({
            state: edge.dataset.state,
            token: edge.dataset.token ?? null,
            sign: text(".sign", edge),
            title: text("title", edge),
            name: text(".name", edge),
            chance: text(".chance", edge),
            nameBox: box(edge.querySelector(".name")),
            box: box(edge.querySelector(".tint")),
            track: box(edge.querySelector(".track")),
            bar: box(edge.querySelector(".share")),
        })),
        nodes: all(".node").map(box),
        letters: all(".letter").map((letter) => letter.textContent),
        route: svg.querySelector(".route").getAttribute("d"),
        picture: box(svg),
        view: svg.viewBox.baseVal.width,
        legend: [...host.shadowRoot.querySelectorAll(".legend .entry")].map((entry) =>
            [entry.querySelector(".swatch")?.className ?? null, entry.textContent]),
    };
}"""


def say(key, **values):
    return catalogue("en")[f"unigram.{key}"].format(**values)


@pytest.fixture
def drawn(component_page):
    """Draw a word after some rounds, on a page of a width."""

    def drawn(step=0, word="▁lowest", **options):
        laid_out = training_drawing(TRAINING, word, step, SCHEME, say)
        [mounted] = component_page(lambda: lattice(laid_out, "l"), **options)
        return mounted

    return drawn


def middle(box):
    return (box["left"] + box["right"]) / 2


@for_each("step", range(len(TRAINING.rounds) + 1))
def test_every_round_is_drawn_as_it_is_laid_out(drawn, step):
    """Boxes from node to node, bars as long as their shares, the best lit and on top.

    What is laid out is held against the model without a browser. Picture and scroller have one
    name. Where letters stand in their line is their font's: only the middle of a name is looked at.
    """
    word = "▁lowest"
    laid_out = training_drawing(TRAINING, word, step, SCHEME, say)
    planned = {(edge["start"], edge["end"]): edge for edge in laid_out["edges"]}
    shown = drawn(step, word).root.evaluate(_READ)
    assert shown["letters"] == list(word)
    nodes = [middle(node) for node in shown["nodes"]]
    assert len(nodes) == len(word) + 1
    seen = {}
    for edge in shown["edges"]:
        box, track = edge["box"], edge["track"]
        first = min(range(len(nodes)), key=lambda i: abs(nodes[i] - box["left"]))
        last = min(range(len(nodes)), key=lambda i: abs(nodes[i] - box["right"]))
        assert nodes[first] < box["left"] < box["right"] < nodes[last]
        assert box["top"] < (edge["nameBox"]["top"] + edge["nameBox"]["bottom"]) / 2 < track["top"]
        seen[first, last] = box
        plan = planned[first, last]
        for name in ("state", "chance", "title"):
            assert edge[name] == plan[name]
        assert edge["name"] == word[first:last]
        assert edge["sign"] == ("×" if plan["leaves"] else None)
        assert edge["token"] == (None if edge["state"] == "gone" else plan["piece"])
        assert edge["bar"]["width"] / track["width"] == pytest.approx(plan["share"], abs=0.01)
        assert edge["bar"]["left"] == track["left"] > box["left"]
        assert track["bottom"] < box["bottom"] <= shown["picture"]["bottom"]
    assert seen.keys() == planned.keys()
    assert_apart([*seen.values()])
    spans = [*planned]
    assert_route(shown, [seen[spans[place]] for place in laid_out["path"]], nodes)
    order = [edge["state"] for edge in shown["edges"]]
    assert order == sorted(order, key=["gone", "other", "best"].index), "the best lie on top"
    assert shown["labels"] == [laid_out["label"]] * 2
    assert (shown["roles"], shown["tabindex"]) == (["img", "region"], 0)
    assert shown["legend"] == [[f"swatch {name}", text] for name, text in laid_out["legend"]]


def assert_apart(boxes):
    """No two boxes cover each other."""
    for one, other in combinations(boxes, 2):
        beside = one["right"] <= other["left"] or other["right"] <= one["left"]
        assert beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def assert_route(shown, best, nodes):
    """One line from the first node to the last through the middle of each of the best boxes."""
    scale = shown["picture"]["width"] / shown["view"]
    left, top = shown["picture"]["left"], shown["picture"]["top"]
    points = [
        (left + scale * float(x), top + scale * float(y))
        for x, y in (point.split() for point in re.split("[ML]", shown["route"])[1:])
    ]
    level = (shown["nodes"][0]["top"] + shown["nodes"][0]["bottom"]) / 2
    assert points[0] == pytest.approx((nodes[0], level), abs=1)
    assert points[-1] == pytest.approx((nodes[-1], level), abs=1)
    heights = [(box["top"] + box["bottom"]) / 2 for box in best for _ in (0, 1)]
    assert [y for _, y in points[1:-1]] == pytest.approx(heights, abs=1)


def test_other_data_draw_another_lattice_and_the_same_nothing(component_page):
    """A rerun with the same data keeps the very picture; a long word says what is left out."""
    model = TRAINING.snapshot(0).model
    short = drawing(model, "▁low", SCHEME, say)
    [mounted] = component_page(lambda: lattice(short, "l"))
    mounted.page.evaluate(
        "() => { window.svg = window.mounted[0].host.shadowRoot.querySelector('svg'); }"
    )
    mounted.update()
    same = "() => window.svg.isConnected"
    assert mounted.page.evaluate(same)
    longer = drawing(model, "▁lowestnewestwidestlowerlowestnewest", SCHEME, say)
    mounted.update(**longer)
    assert not mounted.page.evaluate(same)
    assert mounted.root.locator("svg").count() == 1
    shown = mounted.root.evaluate(_READ)
    if longer["note"]:
        assert shown["legend"][-1] == [None, longer["note"]]
    assert shown["picture"]["width"] > 36 * 40, "a long word scrolls instead of shrinking"


def test_a_short_word_is_not_blown_up(drawn):
    """However wide the page, a letter is at most 1.6 times as wide as it is drawn."""
    shown = drawn(0, "▁low", width=1900).root.evaluate(_READ)
    nodes = [middle(node) for node in shown["nodes"]]
    assert 60 < nodes[1] - nodes[0] <= 1.6 * 108 + 1
    narrow = drawn(0, "▁low", width=300).root.evaluate(_READ)
    assert 224 - 10 <= narrow["picture"]["width"] <= 300
