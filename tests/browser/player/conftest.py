"""Fixtures that draw a step player."""

import pytest

from tests.browser.conftest import bare_pages
from tests.browser.player.betting import LISTEN
from tests.browser.player.moving import TRAINING
from tests.browser.windows import Windows
from tests.sample_runs import run_with
from ui import state
from ui.player import step_player

LOOKS = {"width", "height", "theme", "reduced_motion", "clock"}


def at_step(step, training, *arguments, **options):
    """Draw a player at a step that the reader has chosen."""
    state.choose(step=step)
    step_player(run_with(training), *arguments, **options)


@pytest.fixture(scope="module")
def drawn(browser):
    """Draw a player; an earlier player of the file with the same look options is replaced.

    The options are those of `component_page`. Opening a page takes five times as long as replacing
    a player. Changes that a test makes to the page itself stay, so such a test uses
    `component_page`.
    """
    there = {}

    def drawn(draw, **options):
        query = {name: value for name, value in options.items() if name not in LOOKS}
        looks = tuple((name, value) for name, value in options.items() if name in LOOKS)
        if looks in there:
            there[looks].page.mouse.move(0, 0)
            there[looks] = there[looks].replaced(draw, **query)
            size = {"width": 1000, "height": 900, **options}
            there[looks].page.set_viewport_size({each: size[each] for each in ("width", "height")})
        else:
            [there[looks]] = open_bare_page(draw, **options)
        return there[looks]

    windows = Windows(browser)
    with bare_pages(windows) as open_bare_page:
        yield drawn
    windows.close()


@pytest.fixture
def one(drawn):
    """Draw a player at a step, by default 2, with a stopped clock; its own default step is 0."""
    return lambda step=2, **options: drawn(
        lambda: at_step(step, TRAINING, "p"), clock=True, **{"step": str(step), **options}
    )


@pytest.fixture
def asked(drawn):
    """Draw a player that hides the answer at a step, and record every bet from then on."""

    def asked(training=TRAINING, step=0, draw=None, **options):
        draw = draw or (lambda: at_step(step, training, "p", hide=True))
        mounted = drawn(draw, clock=True, **{"step": str(step), **options})
        mounted.page.evaluate(LISTEN)
        return mounted

    return asked
