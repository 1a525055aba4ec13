"""A lecture hall without browsers: how long readers wait for a page, and what each costs.

Readers open a page together, pause at new steps, choose other texts and bring their own, each over
a web socket of its own, as a browser does. With `--tab pairs` all have the details open beside the
words.
"""

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass

from benchmarks.measuring import say, say_head
from benchmarks.sessions import OWN_FILE, Reader, made_up_text
from benchmarks.watched import Family, served

NOVEL = "corpus=pride-and-prejudice"
OTHERS = ("first-chapters", "four-stories", "source-code", "six-words")
STEPS = range(501)


@dataclass
class Hall:
    """Readers at one address, the processes that serve them, and how often they pause.

    every: seconds between two pauses of a reader. times: pauses of each.
    """

    address: str
    family: Family
    readers: list[Reader]
    every: float = 0.0
    times: int = 0

    async def all(self, did: str, work: Iterable[Awaitable[None]]) -> None:
        """Let all do something at the same moment, and print how that went."""
        self._begin()
        self._say(did, await asyncio.gather(*map(timed, work)))

    async def pausing(self, steps: Sequence[int]) -> None:
        """Let each rest at steps, begun at random moments."""
        self._begin()
        waits = []

        async def read(reader: Reader, chance: random.Random) -> None:
            await asyncio.sleep(chance.uniform(0, self.every))
            for _ in range(self.times):
                waits.append(await timed(reader.pause(chance.choice(steps))))
                await asyncio.sleep(max(0.0, self.every - waits[-1]))

        chances = map(random.Random, range(len(self.readers)))
        await asyncio.gather(*map(read, self.readers, chances))
        self._say(f"pause every {self.every:g} s, {len(steps)} steps", waits)

    async def fill(self) -> None:
        """Print a row for each thing that these readers do."""
        await self.all("open together", [reader.open() for reader in self.readers])
        await self.pausing(STEPS)
        await self.pausing(random.Random(len(self.readers)).sample(STEPS, 12))
        texts = [f"corpus={OTHERS[at % len(OTHERS)]}" for at in range(len(self.readers))]
        turns = map(Reader.follow, self.readers, texts)
        await self.all("choose another text together", turns)
        await asyncio.gather(*(reader.choose("corpus", OWN_FILE) for reader in self.readers))
        given = [
            reader.upload("mine.txt", made_up_text(at, 30_000, distinct=4_000))
            for at, reader in enumerate(self.readers)
        ]
        await self.all("bring 0.2 MB of their own together", given)

    def _begin(self) -> None:
        self._before = self.family.cpu(), sum(reader.received for reader in self.readers)

    def _say(self, did: str, waits: list[float]) -> None:
        cpu = self.family.cpu() - self._before[0]
        size = sum(reader.received for reader in self.readers) - self._before[1]
        ordered = sorted(waits)
        p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        waited = (f"{1000 * wait:,.0f}" for wait in (statistics.median(waits), p95, ordered[-1]))
        each = f"{1000 * cpu / len(waits):.1f}", f"{size / len(waits) / 1024:,.1f}"
        say(did, len(self.readers), *waited, *each)


async def timed(work: Awaitable[None]) -> float:
    """Return how long some work takes."""
    start = time.perf_counter()
    await work
    return time.perf_counter() - start


async def meet(address: str, family: Family, number: int, asked: argparse.Namespace) -> None:
    """Let so many readers come, do all that is measured, and go."""
    query = f"{NOVEL}&tab={asked.tab}" if asked.tab else NOVEL
    readers = [Reader(address, query) for _ in range(number)]
    hall = Hall(address, family, readers, asked.every, asked.times)
    await hall.fill()
    await asyncio.gather(*(reader.close() for reader in readers))


def main(asked: argparse.Namespace) -> None:
    """Serve the app and print a table."""
    with served() as (address, family):
        waits = ("median ms", "p95 ms", "last ms")
        say_head("what", "readers", *waits, "server ms each", "KB each")
        first = Reader(address, NOVEL)
        asyncio.run(Hall(address, family, [first]).all("open first", [first.open()]))
        for number in asked.readers:
            asyncio.run(meet(address, family, number, asked))
