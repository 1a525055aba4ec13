"""A component that was used and is given other data is as one that opens with them."""

import pytest

from bpe import PRESETS, train
from bpe.unigram import train_unigram
from tests.browser.components import drawn_by
from tests.browser.conftest import bare_pages
from tests.browser.windows import Windows
from tests.data import HUG, SIX_WORDS
from tests.sample_runs import handle_of
from ui.catalogue import catalogue
from ui.corpora.tokenizers import opened
from ui.draw.lines import LineChart, draw_lines
from ui.encode.panels import draw_map
from ui.encode.payload import methods_run
from ui.encode.readings import encode_text, map_payload, word_results
from ui.home.assembling import assembling, splits_of
from ui.models.panels import token_maps
from ui.models.sides import Side, placed_tokens
from ui.player import covered_player, encode_player, step_player, two_run_player
from ui.player.cutting import cut_text
from ui.quiz.panels import score
from ui.shell.text import language, speaking, t
from ui.train.token.panel import draw_skyline
from ui.train.token.readings import token_facts
from ui.unigram.lattice import lattice
from ui.unigram.layout import training_drawing

SIX, HUGS = train(SIX_WORDS), train(HUG)
PIECES = train_unigram("low lower lowest newest widest new wide low " * 3, vocab_size=18)
SIDES = [Side(name, name, opened(name)) for name in ("gpt2", "o200k")]


def say(key, **values):
    return catalogue(language())[f"unigram.{key}"].format(**values)


def player(training):
    step_player(handle_of(training), "p", default=1, address=False, hide=True)


def two(training):
    other = train(dict(training.corpus.items()), "huggingface")
    two_run_player(handle_of(training), handle_of(other), ("one", "other"), "p")


def trace(word):
    encode_player(cut_text(SIX, word, language()), "p", hide=True)


def covered(word):
    found = word_results(SIX, len(SIX), word, 0, "merges")
    covered_player(methods_run(found, SIX.scheme, t), "p")


def text_map(text):
    drawn = map_payload(SIX.tokenizer(), SIX.tokenizer().encode(text), t)
    found = encode_text(SIX, len(SIX), text, "merges")
    draw_map(drawn, found, SIX.scheme, len(SIX), len(SIX), "m")


def readings(text):
    token_maps(text, SIDES, [placed_tokens(side, text) for side in SIDES], lambda *_: None)


def skyline(word):
    draw_skyline(handle_of(SIX), token_facts(SIX, None, word, len(SIX)), 2)


def pieces(word):
    laid_out = training_drawing(PIECES, word, 0, PRESETS["sentencepiece"], say, ())
    lattice(laid_out, "l", lambda piece: None)


def by_step(name):
    draw_lines(LineChart(name, "train", {name: [9, 7, 4, 2]}, 1, name))


def put_together(text):
    [word] = opened("o200k").encode(text).words
    assembling(splits_of(word), len(word.steps))


def scored(place):
    score(place, 6, "p")


DRAWN = {
    "player": (player, SIX, HUGS),
    "two": (two, SIX, HUGS),
    "trace": (trace, "lowest", "highest"),
    "covered": (covered, "lowest", "highest"),
    "map": (text_map, "lowest highest lower", "high"),
    "readings": (readings, "How many strawberries", "naïve 草莓"),
    "skyline": (skyline, "highest", "lower"),
    "lattice": (pieces, "▁lowest", "▁wide"),
    "lines": (by_step, "tokens", "pieces"),
    "assembling": (put_together, " strawberry", " unbelievably"),
    "score": (scored, "quiz-1-4", "quiz-2-4"),
}
"""Name -> what draws a component, and of what, first and second."""


@pytest.fixture(scope="module")
def bare(browser):
    """A component that another one takes the place of."""
    windows = Windows(browser)
    with bare_pages(windows) as open_bare_page:
        [mounted] = open_bare_page(lambda: scored("quiz-1-1"))
        yield mounted
    windows.close()


@pytest.mark.parametrize("name", [*DRAWN])
def test_a_component_given_something_else_is_as_one_that_opens_with_it(bare, name):
    """In another language, too, and whatever was pointed at, pressed and told of before."""
    draw, first, second = DRAWN[name]

    def other():
        with speaking("zh"):
            draw(second)

    mounted = bare.replaced(lambda: draw(first))
    before = mounted.root.evaluate("reads.markup")
    mounted.root.evaluate("reads.used")
    [part] = drawn_by(other)
    given = part["data"]
    mounted.update(**given | ({"generation": 99} if "generation" in given else {}))
    used = mounted.root.evaluate("reads.markup")
    mounted.page.evaluate("localStorage.clear()")
    fresh = mounted.replaced(other)
    opened = fresh.root.evaluate("reads.markup")
    gone = fresh.root.element_handle()
    fresh.remove()
    assert gone.evaluate("reads.told") == gone.evaluate("reads.told", 3), "gone, it hears nothing"
    assert opened != before
    assert used == opened
