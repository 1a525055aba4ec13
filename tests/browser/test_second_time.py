"""A used component with new data equals one that opens with these data."""

import pytest

from bpe import train
from bpe.player.cutting import cut_text
from bpe.readings.word_encoding import encode_by_each_method
from bpe.unigram import train_unigram
from tests.browser.components import drawn_by
from tests.browser.conftest import bare_pages
from tests.browser.windows import Windows
from tests.data import HUG, SIX_WORDS
from tests.sample_runs import run_with
from ui.by_hand import draw_stage
from ui.catalogue import catalogue
from ui.draw.lines import LineChart, draw_lines
from ui.player import covered_player, encode_player, step_player, two_run_player
from ui.text import language, speaking
from ui.tokenizers import opened
from ui.views.encode import draw_map, methods_run
from ui.views.models import Side, compare, draw_maps
from ui.views.quiz import score
from ui.views.train_token import draw_skyline
from ui.views.unigram_lattice import draw_lattice, training_lattice

SIX, HUGS = train(SIX_WORDS), train(HUG)
PIECES = train_unigram("low lower lowest newest widest new wide low " * 3, vocab_size=18)
SIDES = Side("gpt2", "gpt2", opened("gpt2")), Side("o200k", "o200k", opened("o200k"))


def say(key, **values):
    return catalogue(language())[f"unigram.{key}"].format(**values)


def player(training):
    step_player(run_with(training), "p", default=1, address=False, hide=True)


def two(training):
    other = train(dict(training.corpus.items()), "huggingface")
    two_run_player(run_with(training), run_with(other), ("one", "other"), "p")


def trace(word):
    encode_player(cut_text(SIX, word, language()), "p", hide=True)


def covered(word):
    found = encode_by_each_method(SIX.tokenizer(), word)
    covered_player(methods_run(found, SIX.scheme), "p")


def text_map(text):
    draw_map(SIX.tokenizer(), SIX.tokenizer().encode(text))


def readings(text):
    draw_maps(compare(text, SIDES))


def skyline(word):
    draw_skyline(run_with(SIX), SIX.tokens.index("est"), SIX.word_index(word), 2)


def pieces(word):
    draw_lattice(training_lattice(PIECES, word, 0), "l", lambda piece: None)


def by_step(name):
    draw_lines(LineChart(name, "train", {name: [9, 7, 4, 2]}, 1, name))


def by_hand(text):
    draw_stage(text)


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
    "by hand": (by_hand, "banana bandana", "an onion on an onion"),
    "score": (scored, "quiz-1-4", "quiz-2-4"),
}
"""Name -> function that draws a component, and its arguments for the first and second drawing."""


@pytest.fixture(scope="module")
def bare(browser):
    """A mounted component, which each test replaces with its own."""
    windows = Windows(browser)
    with bare_pages(windows) as open_bare_page:
        [mounted] = open_bare_page(lambda: scored("quiz-1-1"))
        yield mounted
    windows.close()


@pytest.mark.parametrize("name", [*DRAWN])
def test_a_component_given_something_else_is_as_one_that_opens_with_it(bare, name):
    """A used component that is given other data, in another language, has a new one's markup.

    A removed component no longer reacts to events.
    """
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
