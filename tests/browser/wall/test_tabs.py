"""One greedy reader with ten tabs, then slow trainings of others: ten who step notice nothing."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.conftest import running_server
from tests.browser.helpers import WIRE, settle
from tests.browser.wall.bombs import ATTACK, Bomb
from tests.browser.wall.doors import Visitor
from tests.browser.wall.figures import write_row
from tests.browser.wall.neighbour import Neighbour, Waits, browser_beside

NUMBER = 10
"""Readers who step, tabs of the greedy one, and other readers with a slow training."""

SECONDS = 40.0
PACE = 2_000
"""Milliseconds between two keys of one of them, who looks at each step: all draw on one machine."""

SLOW = Bomb("corpus", "slow", query={"scheme": "cs336", "max_merges": "50000"})


def slow_text() -> bytes:
    """Return 200,000 long words of which no two are alike: 8 MB, minutes to learn from."""
    letters = random.randbytes(4_000_000).hex()
    return " ".join(letters[at : at + 40] for at in range(0, len(letters), 40)).encode()


def new_context(browser: Browser) -> BrowserContext:
    context = browser.new_context(locale="en-US")
    context.add_init_script(WIRE)
    return context


def start_trainings(contexts: Sequence[BrowserContext], address: str, file: Path) -> list[Visitor]:
    """Open a tab in each, then have something slow learned in every one, each time another text.

    All are opened first: a browser's tabs share the text that one of them was given.
    """
    visitors = [Visitor(context, address) for context in contexts]
    for visitor in visitors:
        visitor.open(SLOW)
    for visitor in visitors:
        file.write_bytes(slow_text())
        visitor.send(SLOW, [file])
    return visitors


def waits_of(modest: Sequence[Neighbour]) -> Waits:
    """Let all step for a while; return what they waited for, together."""
    with ExitStack() as stack:
        each = [stack.enter_context(one.stepping()) for one in modest]
        modest[0].page.wait_for_timeout(1000 * SECONDS)
    return Waits(
        [wait for one in each for wait in one.painted],
        [wait for one in each for wait in one.followed],
    )


def own_text(browser: Browser, address: str, text: str) -> float:
    """Return the seconds until somebody sees a few words of their own learned."""
    context = new_context(browser)
    page, began = context.new_page(), time.monotonic()
    page.goto(f"{address}/train?{urlencode({'corpus': 'pasted', 'text': text})}")
    settle(page)
    context.close()
    return time.monotonic() - began


@pytest.mark.skipif(not {"all", "tabs"} & {*ATTACK.split()}, reason="make attack sends it")
def test_who_steps_does_not_notice_tabs_that_train(browser: Browser, tmp_path: Path):
    """Nor does who brings a few words; who trains has another browser, which stands back."""
    with running_server(tmp_path / "log.txt") as address, ExitStack() as stack:
        other = stack.enter_context(browser_beside(browser))
        modest = [Neighbour(other, address, PACE) for _ in range(NUMBER)]
        for one in modest:
            stack.callback(one.leave)

        def measured(beside: str) -> Waits:
            short, waits = own_text(other, address, beside), waits_of(modest)
            write_row(f"{NUMBER} step, {beside}", beside=waits, said=f"own text: {short:.1f} s")
            return waits

        alone = measured("alone")
        greedy = new_context(browser)
        stack.callback(greedy.close)
        tabs = start_trainings([greedy] * NUMBER, address, tmp_path / "a.txt")
        beside_tabs = measured(f"{NUMBER} tabs of one reader train")
        others = [stack.enter_context(new_context(browser)) for _ in range(NUMBER)]
        tabs += start_trainings(others, address, tmp_path / "a.txt")
        beside_all = measured(f"{2 * NUMBER} slow trainings")
        bars = sum(each.page.get_by_test_id("stProgress").count() for each in tabs)
    assert bars > NUMBER
    assert not beside_tabs.is_twice(alone)
    assert not beside_all.is_twice(alone)
