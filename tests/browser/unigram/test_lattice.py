"""The lattice on a bare page: boxes, bars and the lit path against the model."""

import re
from itertools import combinations

import pytest

from bpe import PRESETS
from bpe.unigram import train_unigram
from tests.cases import for_each
from ui.catalogue import catalogue
from ui.unigram.lattice import lattice
from ui.unigram.layout import drawing, training_drawing

TRAINING = train_unigram("low lower lowest newest widest new wide low " * 3, vocab_size=18)
SCHEME = PRESETS["sentencepiece"]


def say(key, **values):
    return catalogue("en")[f"unigram.{key}"].format(**values)


@pytest.fixture
def drawn(component_page):
    """Draw a word after some rounds."""

    def drawn(step=0, word="▁wide", away=()):
        laid_out = training_drawing(TRAINING, word, step, SCHEME, say, away)
        [mounted] = component_page(lambda: lattice(laid_out, "l", lambda piece: None))
        return mounted

    return drawn


@for_each("step", range(len(TRAINING.rounds) + 1))
def test_every_round_is_drawn_as_it_is_laid_out(drawn, step):
    """Boxes from node to node, each piece whole above a bar as long as its share.

    What is laid out is held against the model without a browser.
    """
    word = "▁wide"
    away = TRAINING.snapshot(step).model.best(word)[-1:]
    laid_out = training_drawing(TRAINING, word, step, SCHEME, say, away)
    planned = {(edge["start"], edge["end"]): edge for edge in laid_out["edges"]}
    shown = drawn(step, word, away).root.evaluate("reads.lattice")
    assert shown["letters"] == list(word)
    nodes = [box["left"] for box in shown["letterBoxes"]] + [shown["letterBoxes"][-1]["right"]]
    seen = {}
    for edge in shown["edges"]:
        box, bar = edge["box"], edge["bar"]
        first = min(range(len(nodes)), key=lambda i: abs(nodes[i] - box["left"]))
        last = min(range(len(nodes)), key=lambda i: abs(nodes[i] - box["right"]))
        assert nodes[first] < box["left"] < box["right"] < nodes[last]
        seen[first, last] = box
        plan = planned[first, last]
        for name in ("state", "percent", "title"):
            assert edge[name] == plan[name]
        assert edge["name"] == word[first:last]
        assert edge["sign"] == ('"×"' if plan["leaves"] else "none")
        assert edge["token"] == (None if edge["state"] == "gone" else plan["piece"])
        assert edge["fixed"] == (plan["state"] == "gone" or last - first == 1)
        if edge["state"] in ("away", "gone"):
            continue
        assert box["top"] <= edge["nameBox"]["top"] < edge["nameBox"]["bottom"] <= bar["top"] + 3
        assert edge["share"] == pytest.approx(plan["share"] * bar["width"], abs=1)
        assert bar["bottom"] < box["bottom"] <= shown["picture"]["bottom"]
    assert seen.keys() == planned.keys()
    for one, other in combinations(seen.values(), 2):
        beside = one["right"] <= other["left"] or other["right"] <= one["left"]
        assert beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]
    spans = [*planned]
    assert_route(shown, [seen[spans[place]] for place in laid_out["path"]], nodes)
    assert shown["label"] == laid_out["label"]
    assert shown["legend"] == [[f"swatch {name}", text] for name, text in laid_out["legend"]]


def assert_route(shown, best, nodes):
    """One line from the first node to the last through the middle of each of the best boxes."""
    picture = shown["picture"]
    _, _, wide, high = map(float, shown["view"].split())
    points = [
        (
            picture["left"] + picture["width"] * float(x) / wide,
            picture["top"] + picture["height"] * float(y) / high,
        )
        for x, y in (point.split() for point in re.split("[ML]", shown["route"])[1:])
    ]
    assert points[0] == pytest.approx((nodes[0], picture["top"]), abs=1)
    assert points[-1] == pytest.approx((nodes[-1], picture["top"]), abs=1)
    heights = [(box["top"] + box["bottom"]) / 2 for box in best for _ in (0, 1)]
    assert [y for _, y in points[1:-1]] == pytest.approx(heights, abs=1)


def test_a_click_or_the_keys_ask_without_a_piece(drawn):
    """A piece that the rounds removed is asked for by neither; a click leaves the keys alone."""
    mounted = drawn(len(TRAINING.rounds))
    edges = mounted.root.locator(".edge")
    edges.and_(mounted.root.locator('[data-state="best"]')).last.click()
    edges.and_(mounted.root.locator('[data-state="gone"]')).first.click()
    assert mounted.page.evaluate("document.activeElement === document.body")
    mounted.root.locator(".field").focus()
    for key in ("Home", "ArrowRight", "Enter"):
        mounted.page.keyboard.press(key)
    tokens = edges.evaluate_all("(all) => all.map((each) => each.dataset.token ?? null)")
    best = edges.and_(mounted.root.locator('[data-state="best"]')).last.get_attribute("data-token")
    second = [["piece", tokens[1]]] if tokens[1] else []
    assert mounted.sent == [["piece", best], *second]


def test_the_keys_lead_from_the_first_piece_to_the_last(drawn):
    """And not beyond; Space asks, too, and nothing does where the page does not answer."""
    mounted = drawn()
    field, edges = mounted.root.locator(".field"), mounted.root.locator(".edge")
    last, letters = edges.count() - 1, len("▁wide")
    field.focus()
    keys = {"ArrowLeft": 0, "ArrowDown": 1, "ArrowRight": 2, "Control+Home": 2, "Alt+End": 2}
    for key, at in [*keys.items(), ("End", last), ("ArrowDown", last), ("ArrowUp", last - 1)]:
        mounted.page.keyboard.press(key)
        assert field.get_attribute("aria-activedescendant") == f"edge-{at}", key
        assert mounted.root.locator(".at").evaluate_all("all => all.map(({ id }) => id)") == [
            f"edge-{at}"
        ]
    assert last > letters, "the last ones are no letters"
    mounted.page.keyboard.press(" ")
    asked = [["piece", edges.nth(last - 1).get_attribute("data-token")]]
    assert mounted.sent == asked
    mounted.update(asks=False)
    assert field.get_attribute("aria-activedescendant") == f"edge-{last - 1}", "of the same word"
    mounted.page.keyboard.press("Enter")
    assert mounted.sent == asked


def test_other_data_draw_another_lattice_and_the_same_nothing(component_page):
    """A rerun with the same data keeps the very picture; a long word says what is left out."""
    model = TRAINING.snapshot(0).model
    [mounted] = component_page(lambda: lattice(drawing(model, "▁low", SCHEME, say), "l"))
    mounted.page.evaluate(
        "() => { window.svg = window.mounted[0].host.shadowRoot.querySelector('svg'); }"
    )
    mounted.update()
    same = "() => window.svg.isConnected"
    assert mounted.page.evaluate(same)
    longer = drawing(model, "▁lowestnewestwidestlowerlowestnewest", SCHEME, say)
    mounted.update(**longer)
    assert not mounted.page.evaluate(same)
    shown = mounted.root.evaluate("reads.lattice")
    assert shown["legend"][-1] == [None, longer["note"]]
    assert shown["picture"]["width"] > 36 * 38, "a long word scrolls instead of shrinking"
