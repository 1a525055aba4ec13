"""The lattice on a bare page: boxes, bars and the lit path against the model."""

import re

import pytest

from bpe import PRESETS
from bpe.unigram import train_unigram
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
    const brush = document.createElement("canvas").getContext("2d");
    const ink = (text) => { // as high as its letters are, however high the lines of its font
        if (!text.textContent) return null;
        const { x, y } = text.getStartPositionOfChar(0);
        brush.font = getComputedStyle(text).font;
        const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } =
            brush.measureText(text.textContent);
        const at = (y) => new DOMPoint(x, y).matrixTransform(text.getScreenCTM()).y;
        return { ...box(text), top: at(y - up), bottom: at(y + down) };
    };
    const all = (selector) => [...svg.querySelectorAll(selector)];
    return {
        label: svg.getAttribute("aria-label"),
        region: svg.parentNode.getAttribute("aria-label"),
        role: [svg.getAttribute("role"), svg.parentNode.getAttribute("role")],
        tabindex: svg.parentNode.tabIndex,
        edges: all(".edge").map((edge) => ({
            state: edge.dataset.state,
            share: Number(edge.dataset.share),
            token: edge.dataset.token ?? null,
            leaves: edge.classList.contains("leaves"),
            sign: edge.querySelector(".sign")?.textContent ?? null,
            layers: [...edge.querySelectorAll("rect:first-of-type, .badge, .sign")]
                .map((part) => part.getAttribute("class")),
            signBox: edge.querySelector(".sign") ? box(edge.querySelector(".sign")) : null,
            title: edge.querySelector("title").textContent,
            name: edge.querySelector(".name").textContent,
            nameBox: ink(edge.querySelector(".name")),
            chance: edge.querySelector(".chance").textContent,
            chanceBox: ink(edge.querySelector(".chance")),
            box: box(edge.querySelector(".tint")),
            ground: box(edge.querySelector(".ground")),
            track: box(edge.querySelector(".track")),
            bar: box(edge.querySelector(".share")),
        })),
        nodes: all(".node").map(box),
        lines: all(".node-line").map(box),
        base: box(svg.querySelector(".base")),
        letters: all(".letter").map((letter) => ({ text: letter.textContent, box: ink(letter) })),
        route: svg.querySelector(".route").getAttribute("d"),
        routeBox: box(svg.querySelector(".route")),
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


@pytest.mark.parametrize("step", range(len(TRAINING.rounds) + 1))
def test_every_round_is_drawn_as_it_is_laid_out(drawn, step):
    """Boxes from node to node over their letters, bars as long as their shares, the best lit.

    What is laid out is held against the model in test_unigram_page.py. Picture and scroller have
    one name, and the legend lists the states that are there.
    """
    word = "▁lowest"
    laid_out = training_drawing(TRAINING, word, step, SCHEME, say)
    planned = {(edge["start"], edge["end"]): edge for edge in laid_out["edges"]}
    shown = drawn(step, word).root.evaluate(_READ)
    assert [letter["text"] for letter in shown["letters"]] == list(word)
    nodes = [middle(node) for node in shown["nodes"]]
    assert len(nodes) == len(shown["lines"]) == len(word) + 1
    for i, letter in enumerate(shown["letters"]):
        assert middle(letter["box"]) == pytest.approx((nodes[i] + nodes[i + 1]) / 2, abs=1.5)
    for line, node in zip(shown["lines"], nodes, strict=True):
        assert middle(line) == pytest.approx(node, abs=1)
    seen = {}
    for edge in shown["edges"]:
        box = edge["box"]
        first = min(range(len(nodes)), key=lambda i: abs(nodes[i] - box["left"]))
        last = min(range(len(nodes)), key=lambda i: abs(nodes[i] - box["right"]))
        assert nodes[first] < box["left"] < nodes[first] + box["height"] / 2
        assert nodes[last] > box["right"] > nodes[last] - box["height"] / 2
        assert box == edge["ground"]
        assert edge["name"] == word[first:last]
        said = [edge["nameBox"], *([edge["chanceBox"]] if edge["chance"] else [])]
        ends = min(one["left"] for one in said), max(one["right"] for one in said)
        assert sum(ends) / 2 == pytest.approx(middle(box), abs=4)
        assert box["top"] < edge["nameBox"]["top"] < edge["nameBox"]["bottom"] < box["bottom"]
        seen[first, last] = edge
        plan = planned[first, last]
        for name in ("state", "chance", "title", "leaves"):
            assert edge[name] == plan[name]
        assert edge["sign"] == ("×" if edge["leaves"] else None)
        if edge["state"] == "gone":
            assert (edge["token"], edge["bar"]["width"]) == (None, 0)
            continue
        assert edge["token"] == plan["piece"]
        assert edge["share"] == pytest.approx(plan["share"])
        track, bar = edge["track"], edge["bar"]
        assert bar["width"] / track["width"] == pytest.approx(plan["share"], abs=0.01)
        assert bar["left"] == track["left"]
        assert box["left"] < track["left"] < track["right"] < box["right"]
        assert middle(track) == pytest.approx(middle(box), abs=1)
        above = edge["chanceBox"] or edge["nameBox"]
        assert above["bottom"] <= track["top"] + 1 < track["bottom"] + 1 < box["bottom"] + 1
        if edge["sign"]:
            assert edge["layers"][-2:] == ["badge", "sign"], "above the box, the sign on top"
            sign = edge["signBox"]
            assert middle(box) < sign["left"] < sign["right"] <= box["right"] + 6
            assert sign["top"] >= box["top"] - 0.5 * box["height"]
    assert seen.keys() == planned.keys()
    assert_apart(shown["edges"])
    spans = [*planned]
    assert_route(shown, [seen[spans[place]] for place in laid_out["path"]], nodes)
    order = [edge["state"] for edge in shown["edges"]]
    assert order == sorted(order, key=["gone", "other", "best"].index), "the best lie on top"
    assert shown["label"] == shown["region"] == laid_out["label"]
    assert (shown["role"], shown["tabindex"]) == (["img", "region"], 0)
    assert shown["legend"] == [[f"swatch {name}", text] for name, text in laid_out["legend"]]


def assert_apart(edges):
    """No two boxes cover each other, and all have the same height."""
    boxes = [edge["box"] for edge in edges]
    assert max(box["height"] for box in boxes) - min(box["height"] for box in boxes) < 1
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
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
    assert len(points) == 2 * len(best) + 2
    assert shown["base"]["left"] == pytest.approx(nodes[0], abs=1)
    assert shown["base"]["right"] == pytest.approx(nodes[-1], abs=1)
    for i, edge in enumerate(best):
        height = (edge["box"]["top"] + edge["box"]["bottom"]) / 2
        for x, y in points[1 + 2 * i : 3 + 2 * i]:
            assert y == pytest.approx(height, abs=1)
            assert edge["box"]["left"] - 10 <= x <= edge["box"]["right"] + 10
    letters = max(letter["box"]["bottom"] for letter in shown["letters"])
    boxes = min(edge["box"]["top"] for edge in shown["edges"])
    assert letters <= level <= boxes, "letters, then the nodes, then the boxes"
    bottom = shown["picture"]["bottom"]
    assert all(edge["box"]["bottom"] <= bottom for edge in shown["edges"])
    assert all(line["bottom"] <= bottom + 1 for line in shown["lines"])


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
