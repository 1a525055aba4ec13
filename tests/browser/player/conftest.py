"""A player to move."""

import pytest

from tests.browser.player.moving import TRAINING
from ui.player import player


@pytest.fixture
def one(component_page):
    """A player at a step (default 2, its step at home 0), the clock standing still."""

    def one(step=2, **options):
        [mounted] = component_page(
            lambda: player(TRAINING, "p", step=step), clock=True, **{"step": str(step), **options}
        )
        return mounted

    return one
