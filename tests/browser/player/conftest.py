"""A player to move."""

import pytest

from tests.browser.player.betting import LISTEN
from tests.browser.player.moving import TRAINING
from ui.player import player
from ui.shell import session


def at_step(step, *arguments, **options):
    """Draw a player at a step that the reader has chosen."""
    session.choose(step=step)
    player(*arguments, **options)


@pytest.fixture
def one(component_page):
    """A player at a step (default 2, its step at home 0), the clock standing still."""

    def one(step=2, **options):
        [mounted] = component_page(
            lambda: at_step(step, TRAINING, "p"), clock=True, **{"step": str(step), **options}
        )
        return mounted

    return one


@pytest.fixture
def asked(component_page):
    """A player that hides the answer, at a step."""

    def asked(training=TRAINING, step=0, draw=None, **options):
        draw = draw or (lambda: at_step(step, training, "p", hide=True))
        [mounted] = component_page(draw, clock=True, **{"step": str(step), **options})
        mounted.page.evaluate(LISTEN)
        return mounted

    return asked
