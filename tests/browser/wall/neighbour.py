"""A reader in a browser of their own, who steps on while others send what they send."""

from __future__ import annotations

import math
import os
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Locator

from tests.browser.helpers import WIRE, settle
from tests.browser.provision import ARGUMENTS, find_chromium
from tests.browser.wall.measured import stand_back

QUIET = 20.0
"""Seconds that a neighbour steps before anything is sent."""

PAGE = "train?corpus=pride-and-prejudice&tab=pairs"
"""Where a neighbour is: the player, and beside it a tab that follows the step."""

# A key is heard in the browser alone; the tab follows once the reader rests, and asks the server.
# It is over with the first message behind which nothing comes for a while.
_STEP = """(root, pace) => {
    const beside = (window.beside = { painted: [], followed: [], goes: true });
    const rest = (ms) => new Promise((done) => setTimeout(done, ms));
    const frame = () => new Promise((done) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
    }));
    const press = (key) => document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const step = async () => {
        const [at, before] = [performance.now(), root.dataset.step];
        press("ArrowRight");
        const moved = root.dataset.step !== before;
        await frame();
        if (moved) beside.painted.push(performance.now() - at);
        else press("Home");
    };
    const follow = async () => {
        const asked = wire.asked;
        for (let looks = 0; looks < 40 && wire.asked === asked; looks += 1) await rest(50);
        if (wire.asked === asked) return;
        const at = wire.asked;
        for (let looks = 0; looks < 400; looks += 1) {
            await rest(50);
            if (wire.answered > at && performance.now() - wire.answered > 200) break;
        }
        beside.followed.push(Math.max(wire.answered, at) - at);
    };
    (async () => {
        for (;;) {
            await rest(100);
            if (!beside.goes) continue;
            for (let steps = 0; steps < 24; steps += 1) {
                await step();
                await rest(pace);
            }
            await follow();
        }
    })();
}"""


@dataclass
class Waits:
    """What a neighbour waited for, in ms.

    Attributes:
        painted: from a key to the picture of the next step, each time.
        followed: from the question to the last of the answer, for the open tab.
    """

    painted: list[float] = field(default_factory=list)
    followed: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return " / ".join(f"{_p95(each):,.0f}" for each in (self.painted, self.followed))

    def __add__(self, other: Waits) -> Waits:
        """Put both together."""
        return Waits(self.painted + other.painted, self.followed + other.followed)

    def is_twice(self, quiet: Waits) -> bool:
        """Say whether steps came later, at p95, than twice as late as where nothing was sent.

        Of few steps one in twenty may be late by chance, and so may a few more.
        """
        late = sum(wait > 2 * _p95(quiet.painted) for wait in self.painted)
        expected = len(self.painted) / 20
        return late > expected + 2 * math.sqrt(0.95 * expected)


def _p95(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=20)[-1] if len(waits) > 1 else 0.0


@contextmanager
def browser_beside(browser: Browser) -> Iterator[Browser]:
    """Launch another browser for who steps beside; those that run, which send, stand back."""
    stand_back()
    path = os.environ.get("CHROMIUM") or find_chromium()
    other = browser.browser_type.launch(executable_path=path, args=[*ARGUMENTS])
    try:
        yield other
    finally:
        other.close()


class Neighbour:
    """A tab in a browser of its own that steps through the novel."""

    def __init__(self, browser: Browser, address: str, pace: int = 50):
        """Open the page, and begin; `pace` are the ms between two keys."""
        context = browser.new_context(locale="en-US")
        context.add_init_script(WIRE)
        self.page = context.new_page()
        self.page.goto(f"{address}/{PAGE}")
        root: Locator = settle(self.page).locator("[data-step]").first
        root.evaluate(_STEP, pace)

    @contextmanager
    def stepping(self) -> Iterator[Waits]:
        """Step meanwhile; what was waited for is there in the end."""
        waits = Waits()
        self.page.evaluate("beside.painted = []; beside.followed = []; beside.goes = true")
        try:
            yield waits
        finally:
            self.page.evaluate("beside.goes = false")
            waits.painted, waits.followed = self.page.evaluate("[beside.painted, beside.followed]")

    def alone(self) -> Waits:
        """Step while nothing else happens."""
        with self.stepping() as waits:
            self.page.wait_for_timeout(1000 * QUIET)
        return waits

    def leave(self) -> None:
        """Close the tab."""
        self.page.context.close()
