"""Runs, and their panels drawn without a browser: what tests of this page share."""

from functools import cache

from streamlit.testing.v1 import AppTest

from bpe import TIE_RULES, train
from tests.cases import for_each
from tests.markup import bodies as html
from tests.markup import read, tables
from ui.catalogue import catalogue
from ui.draw.tokens import exact, pieces

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
HOSTILE = {"<script>": 4, "<b>$x$": 3, ":smile:": 3, "**a**": 2, "\u202eab": 2, "`:a:`": 1}
RUNS = {
    "six-words": ("highest higher lower lowest cooler coolest", "paper"),
    "hug": (HUG, "paper"),
    "wordpiece": (HUG, "wordpiece"),
    "bytes": ("aaabdaaabac", "minbpe"),
    "prefix": ("你好，世界 hello ab12 word " * 3, "sentencepiece"),
    "hostile": (HOSTILE, "paper"),
}
TRAININGS = {name: train(corpus, scheme) for name, (corpus, scheme) in RUNS.items()}
STEPS = [
    (name, step)
    for name, run in TRAININGS.items()
    for step in sorted({0, 1, len(run.merges) // 2, len(run.merges)})
]
RULES = {rule: catalogue("en")[f"ties.is_{rule}"] for rule in TIE_RULES}
at_steps = for_each("name, step", STEPS)


def script(panel, arguments):
    panel(*arguments)


def draw(panel, *arguments):
    """Run one panel without a browser."""
    app = AppTest.from_function(script, args=(panel, arguments)).run()
    return app


@cache
def drawn(panel, name, step, *key):
    """Run one panel at a step of one of the runs; it is only looked at."""
    return draw(panel, TRAININGS[name].snapshot(step), *key)


def grids(app):
    return tables(html(app))


def said(app):
    """The sentences of a panel, as text, with the tokens named in each."""
    found = [read(body) for body in html(app) if "record-say" in body]
    return [(each.text, each.tokens) for each in found]


def names(tokens):
    return [exact(token) for token in tokens]


def shown(tokens, scheme):
    """How chips of these tokens read, one after the other."""
    return "".join(text for token in tokens for _, text in pieces(token, scheme))
