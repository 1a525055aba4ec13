"""A lecture hall without browsers: how long readers wait for a page, and what each costs.

`python -m benchmarks.hall` starts the app and lets readers open a page together, pause at new
steps, choose other texts and bring their own, each over a web socket of its own, as a browser does;
it prints a table. `--processes 2` serves them behind nginx and ends one in the middle. `--slow 20`
measures what readers wait for a step and for a small text of their own, alone and then beside so
many slow trainings, half of them asked for by the tabs of one browser.
"""

import argparse
import asyncio
import os
import random
import signal
import statistics
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from benchmarks.sessions import Reader
from benchmarks.watched import Family, served
from ui.catalogue import catalogue

NOVEL = "corpus=pride-and-prejudice"
STEPS = 500
SMALL = 20
"""Readers of a hall who bring a small text while the rest goes on."""

OTHERS = ("first-chapters", "four-stories", "source-code", "six-words")
OWN_FILE = catalogue("en")["controls.corpus_uploaded"]
WORDS = 30_000
"""Of a text that a reader brings: 0.2 MB."""

SLOW_WORDS = 1_000_000
"""Of a text that takes long: 8 MB, nearly all of its words distinct."""


@dataclass(frozen=True)
class Row:
    """What a number of readers did, how long each time took, and the server's time for it."""

    did: str
    readers: int
    waits: list[float]
    cpu: float
    size: int

    def __str__(self) -> str:
        ordered = sorted(self.waits)
        p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        each = 1000 / len(ordered)
        numbers = (statistics.median(ordered), p95, ordered[-1])
        waited = " | ".join(f"{1000 * number:,.0f}" for number in numbers)
        cost = f"{each * self.cpu:.1f} | {self.size / len(ordered) / 1024:,.1f}"
        return f"| {self.did} | {self.readers} | {waited} | {cost} |"


HEAD = (
    "| what | readers | median ms | p95 ms | last ms | server ms each | KB each |\n"
    "|---|---|---|---|---|---|---|"
)


async def timed(work: Awaitable[None]) -> float:
    """Return how long some work takes."""
    start = time.perf_counter()
    await work
    return time.perf_counter() - start


@dataclass(frozen=True)
class Hall:
    """Readers at one address, and the processes that serve them."""

    address: str
    family: Family
    readers: list[Reader]

    async def all(self, did: str, each: Sequence[Awaitable[None]]) -> None:
        """Let all do something at the same moment, and print how that went."""
        before, already = self.family.cpu(), self._received()
        waits = await asyncio.gather(*map(timed, each))
        self._print(did, waits, before, already)

    async def pausing(self, every: float, times: int, steps: Sequence[int]) -> None:
        """Let each rest at `times` steps, one every so many seconds, begun at random moments."""
        before, already = self.family.cpu(), self._received()
        waits: list[float] = []

        async def read(reader: Reader, seed: int) -> None:
            chance = random.Random(seed)
            await asyncio.sleep(chance.uniform(0, every))
            for _ in range(times):
                waited = await timed(reader.pause(chance.choice(steps)))
                waits.append(waited)
                await asyncio.sleep(max(0.0, every - waited))

        await asyncio.gather(*(read(reader, seed) for seed, reader in enumerate(self.readers)))
        self._print(f"pause every {every:g} s, {len(steps)} steps", waits, before, already)

    async def modest(self, beside: str, every: float, times: int) -> None:
        """Let each rest at steps, then learn from forty characters of their own, one by one."""
        await self.pausing(every, times, range(STEPS + 1))
        before, already = self.family.cpu(), self._received()
        small = random.Random(beside)
        waits = []
        for reader in self.readers[:SMALL]:
            text = "".join(small.choices("etaoin ", k=40))
            waits.append(await timed(reader.follow(urlencode({"corpus": "pasted", "text": text}))))
            await reader.follow(NOVEL)
        self._print(f"40 characters of one's own, {beside}", waits, before, already)

    async def lose_a_process(self) -> None:
        """End a process of the app; its readers come back at the step of their address."""
        await asyncio.gather(*(reader.follow(NOVEL) for reader in self.readers))
        os.kill(self.family.apps()[0], signal.SIGKILL)
        lost: list[Reader] = []

        async def go_on(reader: Reader, step: int) -> None:
            if await reader.go_on(step):
                lost.append(reader)

        steps = [1 + at % STEPS for at in range(len(self.readers))]
        await self.all("go on, a process is killed", list(map(go_on, self.readers, steps)))
        wrong = [each for each in lost if f"step={each.player['start']}" not in each.query]
        print(f"\n{len(lost)} had to come back, {len(wrong)} of them at another step.\n")

    def _received(self) -> int:
        return sum(reader.received for reader in self.readers)

    def _print(self, did: str, waits: list[float], before: float, already: int) -> None:
        if waits:
            cost = self.family.cpu() - before
            print(Row(did, len(self.readers), waits, cost, self._received() - already), flush=True)


def own_text(seed: int) -> bytes:
    """Return a text that no other reader has."""
    chance = random.Random(seed)
    words = ["".join(chance.choices("etaoinshrdlu", k=chance.randint(2, 9))) for _ in range(4_000)]
    return " ".join(chance.choices(words, k=WORDS)).encode()


async def fill(address: str, family: Family, number: int, every: float, times: int) -> None:
    """Print a row for each thing that so many readers do."""
    readers = [Reader(address, NOVEL) for _ in range(number)]
    hall = Hall(address, family, readers)
    await hall.all("open together", [reader.open() for reader in readers])
    own = random.Random(number)
    for steps in (range(STEPS + 1), sorted(own.sample(range(STEPS + 1), 12))):
        await hall.pausing(every, times, steps)
    texts = [f"corpus={OTHERS[at % len(OTHERS)]}" for at in range(number)]
    turns = [reader.follow(text) for reader, text in zip(readers, texts, strict=True)]
    await hall.all("choose another text together", turns)
    for reader in readers:
        await reader.choose("corpus", OWN_FILE)
    given = [reader.upload("mine.txt", own_text(at)) for at, reader in enumerate(readers)]
    await hall.all("bring 0.2 MB of their own together", given)
    if len(family.apps()) > 1:
        await hall.lose_a_process()
    await asyncio.gather(*(reader.close() for reader in readers))


def slow_text(seed: int) -> bytes:
    """Return a text that takes seconds to learn from, and that no other reader has."""
    chance = random.Random(seed)
    letters = "".join(chance.choices("etaoinshrdlu", k=7 * SLOW_WORDS))
    return " ".join(letters[at : at + 7] for at in range(0, len(letters), 7)).encode()


async def fill_beside(
    address: str, family: Family, number: int, every: float, times: int, slow: int
) -> None:
    """Print what so many readers wait for, alone and beside slow trainings of others."""
    hall = Hall(address, family, [Reader(address, NOVEL) for _ in range(number)])
    await asyncio.gather(*(reader.open() for reader in hall.readers))
    await hall.modest("alone", every, times)
    greedy = Reader(address, NOVEL)
    await greedy.open()
    tabs = [Reader(address, NOVEL, cookies=greedy.cookies) for _ in range(slow // 2)]
    others = [*tabs, *(Reader(address, NOVEL) for _ in range(slow - len(tabs)))]
    await asyncio.gather(*(reader.open() for reader in others))
    for reader in others:
        await reader.choose("corpus", OWN_FILE)
    texts = [await asyncio.to_thread(slow_text, at) for at in range(slow)]
    given = [
        asyncio.create_task(reader.upload("slow.txt", text))
        for reader, text in zip(others, texts, strict=True)
    ]
    await asyncio.sleep(2)
    await hall.modest(f"beside {slow} slow trainings", every, times)
    over = sum(task.done() for task in given)
    print(f"\n{over} of {slow} slow trainings were over by then.\n", flush=True)
    for task in given:
        task.cancel()
    await asyncio.gather(*given, return_exceptions=True)
    await asyncio.gather(*(reader.close() for reader in [greedy, *others, *hall.readers]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Readers in one room, without browsers.")
    parser.add_argument("--readers", type=int, nargs="+", default=[30])
    parser.add_argument("--every", type=float, default=1.5, help="seconds between two pauses")
    parser.add_argument("--times", type=int, default=4, help="pauses of each reader")
    parser.add_argument("--processes", type=int, default=1, help="of the app, behind nginx")
    parser.add_argument("--slow", type=int, default=0, help="trainings of others beside them")
    asked = parser.parse_args()
    with served(asked.processes) as (address, family):
        print(HEAD, flush=True)
        first = Reader(address, NOVEL)
        asyncio.run(Hall(address, family, [first]).all("open first", [first.open()]))
        for number in asked.readers:
            pauses = (number, asked.every, asked.times)
            if asked.slow:
                asyncio.run(fill_beside(address, family, *pauses, asked.slow))
            else:
                asyncio.run(fill(address, family, *pauses))


if __name__ == "__main__":
    main()
