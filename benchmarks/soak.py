"""Readers who come, bring texts, train, give up and go: what is left of them.

Before and after, when all have been forgotten, it counts memory, processes, threads, open files
and files in the temporary folder. More than `MORE` is a goal that was missed.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from benchmarks.hall import NOVEL
from benchmarks.measuring import say, say_head
from benchmarks.sessions import OWN_FILE, Reader, made_up_text
from benchmarks.watched import Family, served
from ui.corpora.queue import UNASKED
from ui.corpora.tidying import PERIOD

PAGES = ("train", "wordpiece", "cost", "life", "levels", "encode", "sentencepiece")
FORGOTTEN = UNASKED + 2 * PERIOD
"""Seconds after which the server has given back all that it keeps for those who are gone."""

MORE = {"MB": 100, "processes": 0, "threads": 4, "open files": 8, "temporary files": 0}
"""How much more there may be afterwards: a server's own threads and files come and go."""


def left(family: Family, folder: str) -> tuple[int, ...]:
    """Count what there is now, in the order of `MORE`; `folder` is the one for temporary files."""
    files = sum(1 for _ in Path(folder).rglob("*"))
    held = round(family.memory()), len(family.members()), family.threads(), family.open_files()
    return (*held, files)


async def visit(address: str, seed: int) -> str:
    """Come, read, bring a text, train, perhaps give up, and go; return how it ended."""
    chance = random.Random(seed)
    reader = Reader(address, NOVEL if seed % 2 else "", page=chance.choice(PAGES))
    await reader.open()
    if reader.page == "train":
        for step in range(1, 4):
            await reader.pause(step)
    await reader.choose("corpus", OWN_FILE)
    words = 400_000 if chance.random() < 0.3 else 30_000
    data = made_up_text(seed, words, distinct=words // 8)
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


async def come_and_go(address: str, seeds: range, at_once: int) -> str:
    """Let all visit, so many at a time; return how many ended how."""
    places = asyncio.Semaphore(at_once)

    async def one(seed: int) -> str:
        async with places:
            return await visit(address, seed)

    ends = await asyncio.gather(*map(one, seeds))
    return ", ".join(f"{ends.count(how)} {how}" for how in sorted(set(ends)))


def main(asked: argparse.Namespace) -> bool:
    """Print what there is before and after; return whether more is left than may be."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder
        with served() as (address, family):
            say_head("after", *MORE)
            # Whatever is made once is made before.
            asyncio.run(come_and_go(address, range(-len(PAGES), 0), 1))
            time.sleep(FORGOTTEN)
            before = left(family, folder)
            say(f"{len(PAGES)} sessions", *before)
            ends = asyncio.run(come_and_go(address, range(asked.sessions), asked.at_once))
            say(f"{asked.sessions} more: {ends}", *left(family, folder))
            time.sleep(FORGOTTEN)
            after = left(family, folder)
            say("the same, forgotten", *after)
    grown = (now - then for now, then in zip(after, before, strict=True))
    return any(more > most for more, most in zip(grown, MORE.values(), strict=True))
