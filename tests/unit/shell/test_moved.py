"""Links to pages that are part of another one now."""

from urllib.parse import urljoin

import pytest
from starlette.routing import Router

from tests.unit.shell.asking import answered
from ui.shell.moved import routes
from ui.shell.page import Page

TRAIN = Page("train", 1, "", "learn", took_in={"life": {"tab": "token"}, "cost": {"tab": "stop"}})
HOME = Page("home", 0, "", "learn", took_in={"levels": {"at": "why", "corpus": "hug"}})


def opened(address: str, below: str = "") -> str:
    """Return the address that a browser is led to."""
    router = Router(routes((TRAIN, HOME), below))
    head, _ = answered(router, address, {})
    return urljoin(address, head["location"])


@pytest.mark.parametrize(
    ("link", "to"),
    [
        ("/life", "/train?tab=token"),
        ("/cost?step=3&lang=zh", "/train?tab=stop&step=3&lang=zh"),
        ("/life?tab=family&token=%26%E4%BA%BA+%0D", "/train?tab=token&token=%26%E4%BA%BA+%0D"),
        ("/life?no-such=1&no-such=2&empty=", "/train?tab=token&no-such=1&no-such=2&empty="),
        ("/levels", "/?at=why&corpus=hug"),
        ("/levels?corpus=novel", "/?at=why&corpus=novel"),
    ],
)
def test_a_link_to_a_page_that_is_gone_opens_the_place_that_took_it_in(link, to):
    """All that it says is kept but its tab, which is gone as well."""
    assert opened(link) == to


def test_below_a_path_too():
    assert opened("/a/bpe/life?step=1", "/a/bpe/") == "/a/bpe/train?tab=token&step=1"
    assert opened("/bpe/levels", "bpe") == "/bpe/?at=why&corpus=hug"
