"""Readers who come, bring texts, train, give up and go: what is left of them.

`python -m benchmarks.soak` starts the app and lets 200 sessions come and go, some of them at a
time. Before and after, when all have been forgotten, it counts memory, processes, threads, open
files and files in the temporary folder. It ends with 1 where more is left than `MORE` allows.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from benchmarks.hall import NOVEL, OWN_FILE
from benchmarks.sessions import Reader
from benchmarks.watched import Family, served
from ui.corpora.queue import UNASKED
from ui.corpora.tidying import PERIOD

PAGES = ("train", "wordpiece", "cost", "life", "levels", "encode", "sentencepiece")
FORGOTTEN = UNASKED + 2 * PERIOD
"""Seconds after which the server has given back all that it keeps for those who are gone."""

SMALL, LARGE = 30_000, 400_000
"""Words of the texts that readers bring: 0.2 and 3 MB."""

LETTERS = "etaoinshrdlucmfwyp"


@dataclass(frozen=True)
class Left:
    """What there is: megabytes of all processes, and numbers of what they hold."""

    memory: float
    processes: int
    threads: int
    open_files: int
    temporary_files: int

    def __str__(self) -> str:
        return " | ".join(f"{value:,.0f}" for value in astuple(self))


MORE = Left(100, 0, 4, 8, 0)
"""How much more there may be afterwards: a server's own threads and files come and go."""


def look(family: Family, folder: str) -> Left:
    """Count what there is now; `folder` is the one for temporary files."""
    return Left(
        family.memory(),
        len(family.members()),
        family.count("task"),
        family.count("fd"),
        sum(1 for _ in Path(folder).rglob("*")),
    )


def text(seed: int, words: int) -> bytes:
    """Return a text that no other reader has."""
    chance = random.Random(seed)
    known = ["".join(chance.choices(LETTERS, k=chance.randint(2, 9))) for _ in range(words // 8)]
    return " ".join(chance.choices(known, k=words)).encode()


async def visit(address: str, seed: int) -> str:
    """Come, read, bring a text, train, perhaps give up, and go; return how it ended."""
    chance = random.Random(seed)
    reader = Reader(address, NOVEL if seed % 2 else "", page=chance.choice(PAGES))
    await reader.open()
    if reader.page == "train":
        for step in range(1, 4):
            await reader.pause(step)
    await reader.choose("corpus", OWN_FILE)
    large = chance.random() < 0.3
    data = text(seed, LARGE if large else SMALL)
    how = chance.choice(("stays", "gives up", "goes"))
    if how == "goes":
        # In the middle of the training, without a word.
        going = asyncio.create_task(reader.upload("mine.txt", data))
        await asyncio.sleep(chance.uniform(0.1, 2.0))
        await reader.close()
        with suppress(ConnectionClosed, OSError):
            await going
        return how
    await reader.upload("mine.txt", data, cancel=how == "gives up")
    await reader.close()
    return how


async def come_and_go(address: str, seeds: range, at_once: int) -> dict[str, int]:
    """Let all visit, so many at a time; return how many ended how."""
    places, ends = asyncio.Semaphore(at_once), dict[str, int]()

    async def one(seed: int) -> None:
        async with places:
            how = await visit(address, seed)
            ends[how] = ends.get(how, 0) + 1

    await asyncio.gather(*(one(seed) for seed in seeds))
    return ends


def soak(folder: str, sessions: int, at_once: int, rounds: int) -> tuple[Left, Left]:
    """Return what there was before all sessions and what there is after them; print a table."""
    with served() as (address, family):
        names = " | ".join(each.name.replace("_", " ") for each in fields(Left))
        print(f"| after | {names} |\n|---|{'---|' * len(fields(Left))}", flush=True)
        # Whatever is made once is made before.
        asyncio.run(come_and_go(address, range(-len(PAGES), 0), 1))
        time.sleep(FORGOTTEN)
        before = after = look(family, folder)
        print(f"| {len(PAGES)} sessions | {before} |", flush=True)
        for number in range(rounds):
            seeds = range(number * sessions, (number + 1) * sessions)
            ends = asyncio.run(come_and_go(address, seeds, at_once))
            said = ", ".join(f"{count} {how}" for how, count in sorted(ends.items()))
            print(f"| {sessions} more: {said} | {look(family, folder)} |", flush=True)
            time.sleep(FORGOTTEN)
            after = look(family, folder)
            print(f"| the same, forgotten | {after} |", flush=True)
    return before, after


def main() -> None:
    parser = argparse.ArgumentParser(description="Sessions that come and go.")
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder
        before, after = soak(folder, asked.sessions, asked.at_once, asked.rounds)
    beyond = [
        each.name
        for each, allowed in zip(fields(Left), astuple(MORE), strict=True)
        if getattr(after, each.name) - getattr(before, each.name) > allowed
    ]
    if beyond:
        sys.exit(f"More is left than may be: {', '.join(beyond)}.")


if __name__ == "__main__":
    main()
