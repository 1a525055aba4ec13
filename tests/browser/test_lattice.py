"""The lattice on a bare page: boxes, bars and the best path, compared with the model."""

import re
from itertools import combinations

import pytest

from bpe.unigram import train_unigram
from tests.cases import for_each
from ui.views.unigram_lattice import draw_lattice, lattice, training_lattice

TRAINING = train_unigram("low lower lowest newest widest new wide low " * 3, vocab_size=18)


@pytest.fixture
def drawn(component_page):
    """Draw the lattice of a word after some rounds of training."""

    def drawn(step=0, word="▁wide", away=()):
        laid_out = training_lattice(TRAINING, word, step, away)
        [mounted] = component_page(lambda: draw_lattice(laid_out, "l", lambda piece: None))
        return mounted

    return drawn


@for_each("step", range(len(TRAINING.rounds) + 1))
def test_every_round_is_drawn_as_it_is_laid_out(drawn, step):
    """Each edge is a box between its nodes, with its piece above a bar as long as its share.

    Boxes do not overlap. Other tests compare the layout with the model, without a browser.
    """
    word = "▁wide"
    away = TRAINING.snapshot(step).model.best(word)[-1:]
    laid_out = training_lattice(TRAINING, word, step, away)
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
    path = [(spans[place], seen[spans[place]], planned[spans[place]]) for place in laid_out["path"]]
    assert_ways(shown, path)
    assert shown["label"] == laid_out["label"]
    assert shown["legend"] == [[f"swatch {name}", text] for name, text in laid_out["legend"]]


def assert_ways(shown, path):
    """Check a line from node to node through the middle of each best box, as thick as its share."""
    picture, (*_, high) = shown["picture"], map(float, shown["view"].split())
    ways = sorted(shown["ways"], key=lambda way: float(re.findall(r"[\d.]+", way[0])[0]))
    for (drawn, thick), (span, box, plan) in zip(ways, path, strict=True):
        start, top, low, end, back = map(float, re.findall(r"[\d.]+", drawn))
        assert ((start, end), (top, back)) == (span, (0, 0))
        middle = picture["top"] + picture["height"] * low / high
        assert middle == pytest.approx((box["top"] + box["bottom"]) / 2, abs=1)
        assert thick == pytest.approx(1 + 9 * plan["share"], abs=0.01)


def test_a_click_or_the_keys_ask_without_a_piece(drawn):
    """A click or Enter on a piece asks for the lattice without it, unless training removed it.

    A click does not move the focus.
    """
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
    """Keys do not lead beyond the ends; Space asks, too, but not if the page has no handler."""
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
    """The same data keep the SVG element; the lattice of a long word has a note and scrolls."""
    model = TRAINING.snapshot(0).model
    [mounted] = component_page(lambda: draw_lattice(lattice(model, "▁low"), "l"))
    mounted.page.evaluate(
        "() => { window.svg = window.mounted[0].host.shadowRoot.querySelector('svg'); }"
    )
    mounted.update()
    same = "() => window.svg.isConnected"
    assert mounted.page.evaluate(same)
    longer = lattice(model, "▁lowestnewestwidestlowerlowestnewest")
    mounted.update(**longer)
    assert not mounted.page.evaluate(same)
    shown = mounted.root.evaluate("reads.lattice")
    assert shown["legend"][-1] == [None, longer["note"]]
    assert shown["picture"]["width"] > 36 * 38, "a long word scrolls instead of shrinking"
