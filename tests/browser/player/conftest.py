"""Fixtures with a player to move."""

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
    """Draw a player; where the file has one that looks so already, in the place of that one.

    Options are those of `component_page`. Opening a page takes five times as long as replacing.
    What a test hangs on the page itself stays there: such a test asks for a `component_page`.
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
    """A player at a step (default 2, its step at home 0), the clock standing still."""
    return lambda step=2, **options: drawn(
        lambda: at_step(step, TRAINING, "p"), clock=True, **{"step": str(step), **options}
    )


@pytest.fixture
def asked(drawn):
    """A player that hides the answer, at a step; what is bet from now on is told."""

    def asked(training=TRAINING, step=0, draw=None, **options):
        draw = draw or (lambda: at_step(step, training, "p", hide=True))
        mounted = drawn(draw, clock=True, **{"step": str(step), **options})
        mounted.page.evaluate(LISTEN)
        return mounted

    return asked
