"""A lecture hall without browsers: waiting times and server costs per reader.

Readers open a page together, pause at new steps and type their own texts, each over a separate web
socket, as a browser does; with `--slow 20` while 20 others train on their own files. With `--tab
pairs` all have Details open. One more has a browser, which measures the time to paint.
"""

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass
from itertools import chain
from time import process_time
from timeit import timeit
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

from benchmarks.measuring import say, say_head
from benchmarks.sessions import OWN_FILE, Reader, made_up_text
from benchmarks.watched import Family, served
from tests.browser.provision import ARGUMENTS, find_chromium

NOVEL = "corpus=pride-and-prejudice"
STEPS = range(501)
ADDING = timeit(
    "for number in range(3_000_000): total += number", "total = 0", process_time, number=1
)
"""Processor seconds of three million additions, the unit of costs."""

SMALL = 20
"""Number of readers who type."""

CROWD = 100
"""Number of readers who open Home together."""

PICTURES = {"": ".home-read .token", f"train?{NOVEL}&step=0": ".player .words .token"}
"""Address -> selector of the page's picture."""

PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
BURST = """async (pressed) => {
    const begun = performance.now();
    for (let frame = 0; frame < 200; frame += 1) {
        if (pressed) dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
        await new Promise(requestAnimationFrame);
    }
    return performance.now() - begun;
}"""
"""Script that times two hundred frames, with or without a key press in each."""


@dataclass
class Hall:
    """Readers at one address, the processes that serve them, and the frequency of their pauses.

    every: seconds between two pauses of a reader. times: number of pauses of each.
    """

    address: str
    family: Family
    readers: list[Reader]
    every: float = 0.0
    times: int = 0

    async def all(self, did: str, work: Iterable[Awaitable[None]]) -> None:
        """Let all readers do something at the same moment, and print the times."""
        self._begin()
        self._say(did, await asyncio.gather(*map(timed, work)))

    async def pausing(self) -> None:
        """Let each reader pause at steps, starting at random moments."""
        self._begin()
        waits = []

        async def read(reader: Reader, chance: random.Random) -> None:
            await asyncio.sleep(chance.uniform(0, self.every))
            for _ in range(self.times):
                waits.append(await timed(reader.pause(chance.choice(STEPS))))
                await asyncio.sleep(max(0.0, self.every - waits[-1]))

        chances = map(random.Random, range(len(self.readers)))
        await asyncio.gather(*map(read, self.readers, chances))
        self._say(f"pause every {self.every:g} s", waits)

    async def typing(self, beside: str) -> None:
        """Let some train on their own forty characters, typed one by one."""
        self._begin()
        chance, waits = random.Random(beside), []
        for reader in self.readers[:SMALL]:
            home = reader.query
            text = "".join(chance.choices("etaoin ", k=40))
            waits.append(await timed(reader.follow(urlencode({"corpus": "pasted", "text": text}))))
            await reader.follow(home)
        self._say(f"40 characters of one's own, {beside}", waits)

    async def writing(self) -> None:
        """Let all type on Home, with a pause after each word, one word per second."""
        at_home = [Reader(self.address, page="") for _ in self.readers]
        await asyncio.gather(*(reader.open() for reader in at_home))
        await self.all("the first word on Home", [at_home[0].choose("text_input", "I")])
        self._begin()
        waits = []

        async def write(reader: Reader, sentence: str) -> None:
            await asyncio.sleep(random.uniform(0, 1))
            for end, letter in enumerate(sentence):
                if letter == " ":
                    waits.append(await timed(reader.choose("text_input", sentence[:end])))
                    await asyncio.sleep(max(0.0, 1 - waits[-1]))

        sentences = (f"{at} readers write unfamiliar words each " for at in range(len(at_home)))
        await asyncio.gather(*map(write, at_home, sentences))
        self._say("a word on Home each second", waits)
        await asyncio.gather(*(reader.close() for reader in at_home))

    async def fill(self, slow: int) -> None:
        """Print the waiting times of these readers, alone and during slow trainings of others."""
        await self.all("open together", [reader.open() for reader in self.readers])
        crowd = [Reader(self.address, page="") for _ in range(CROWD)]
        await self.all(f"{CROWD} others open Home together", [reader.open() for reader in crowd])
        await asyncio.gather(*(reader.close() for reader in crowd))
        await self.pausing()
        await self.writing()
        await self.typing("alone")
        others = [Reader(self.address, NOVEL) for _ in range(slow)]
        await asyncio.gather(*(reader.open() for reader in others))
        await asyncio.gather(*(reader.choose("corpus", OWN_FILE) for reader in others))
        # 3.5 MB: training takes seconds.
        texts = [made_up_text(at, 490_000) for at in range(slow)]
        given = [
            asyncio.create_task(reader.upload("slow.txt", text))
            for reader, text in zip(others, texts, strict=True)
        ]
        if given:
            await asyncio.sleep(2)
            await self.pausing()
            await self.typing(f"beside {sum(not task.done() for task in given)} slow trainings")
        for task in given:
            task.cancel()
        await asyncio.gather(*given, return_exceptions=True)
        await asyncio.gather(*(reader.close() for reader in others))

    def _begin(self) -> None:
        self._before = self.family.cpu()

    def _say(self, did: str, waits: list[float]) -> None:
        cpu = self.family.cpu() - self._before
        ordered = sorted(waits)
        p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        waited = (f"{1000 * wait:,.0f}" for wait in (statistics.median(waits), p95, ordered[-1]))
        say(did, len(self.readers), *waited, f"{1000 * cpu / len(waits):.1f}")


async def timed(work: Awaitable[None]) -> float:
    """Return the duration of some work."""
    start = time.perf_counter()
    await work
    return time.perf_counter() - start


async def meet(address: str, family: Family, number: int, asked: argparse.Namespace) -> None:
    """Let this many readers open the app, run all measurements, and leave."""
    query = f"{NOVEL}&tab={asked.tab}" if asked.tab else NOVEL
    readers = [Reader(address, query) for _ in range(number)]
    hall = Hall(address, family, readers, asked.every, asked.times)
    await hall.fill(asked.slow)
    await asyncio.gather(*(reader.close() for reader in readers))


def look(address: str) -> None:
    """Print the first paint of a browser with an empty cache, and its cost of key presses."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*ARGUMENTS])
        say_head("page", "first paint, ms", "x additions", "its picture, ms", "x additions")
        for path, picture in PICTURES.items():
            page = browser.new_context().new_page()
            page.goto(f"{address}/{path}")
            page.locator(picture).first.wait_for()
            times = page.evaluate(f"[{PAINTED}, performance.now()]")
            cells = ((f"{time:,.0f}", f"{time / 1000 / ADDING:.0f}") for time in times)
            say(path or "home", *chain(*cells))
        share = page.evaluate(BURST, True) / page.evaluate(BURST, False)
        print(f"\nTwo hundred frames with a press in each take {share:.2f} x as long as without.")


def main(asked: argparse.Namespace) -> None:
    """Serve the app and print a table."""
    with served() as (address, family):
        waits = ("median ms", "p95 ms", "last ms")
        say_head("what", "readers", *waits, "server ms each")
        first = Reader(address, NOVEL)
        print(f"Three million additions take {1000 * ADDING:.0f} ms.")
        asyncio.run(Hall(address, family, [first]).all("open first", [first.open()]))
        for number in asked.readers:
            asyncio.run(meet(address, family, number, asked))
        look(address)
