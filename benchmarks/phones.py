"""A class votes: phones come and bet within a few seconds; a projector in a browser counts them."""

import argparse
import asyncio
import json
import os
import random
import time
from urllib.parse import urlsplit

import requests
from playwright.async_api import async_playwright
from websockets.asyncio.client import connect

from benchmarks.measuring import say, say_head
from benchmarks.watched import Family, served

WITHIN = 20.0
"""Seconds in which all phones come and vote."""

LONGEST, LATEST = 0.5, 2.0
"""Seconds that a tap may wait for its answer (p95), and that the projector may lag behind."""

_COUNTED = """() => {
  window.counted = [];
  const look = () => {
    const votes = Number(document.querySelector("[data-votes]")?.dataset.votes ?? 0);
    const at = Date.now() / 1000;
    while (window.counted.length < votes) window.counted.push(at);
  };
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
}"""


async def phone(address: str, chance: random.Random) -> tuple[float, float, float, int]:
    """Come, wait a while, bet; return how long page and tap took, when it was taken, and bytes."""
    await asyncio.sleep(chance.uniform(0, WITHIN - 3))
    began = time.perf_counter()
    answer = await asyncio.to_thread(requests.get, address, timeout=60)
    voter = f"voter={answer.cookies['voter']}"
    place = urlsplit(address)
    socket = f"ws://{place.netloc}{place.path}/socket"
    async with connect(
        socket, origin=f"http://{place.netloc}", additional_headers={"Cookie": voter}
    ) as web:
        told = await web.recv()
        opened = time.perf_counter() - began
        asked = json.loads(told)
        numbers = chance.choice(json.loads(asked["question"])["words"])[2]
        at = chance.randrange(len(numbers) - 1)
        await asyncio.sleep(chance.uniform(0, 3))
        began = time.perf_counter()
        vote = {"number": asked["number"], "answer": f"{numbers[at]} {numbers[at + 1]}"}
        await web.send(json.dumps(vote))
        while "took" not in json.loads(await web.recv()):
            pass
        took, when = time.perf_counter() - began, time.time()
        await asyncio.sleep(WITHIN / 2)
    return opened, took, when, len(answer.content) + len(told)


async def vote(address: str, family: Family, number: int) -> bool:
    """Have so many phones vote in one room; print what they and the projector waited for."""
    async with async_playwright() as tools:
        chromium = await tools.chromium.launch(
            executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"]
        )
        projector = await chromium.new_page()
        await projector.goto(f"{address}/vote?step=3")
        await projector.get_by_role("button", name="Open a vote").click()
        room = await projector.locator("[data-room]").get_attribute("data-address")
        assert room is not None
        code = urlsplit(room).path
        await projector.evaluate(_COUNTED)
        before = family.cpu()
        chances = map(random.Random, range(number))
        found = await asyncio.gather(*(phone(f"{address}{code}", each) for each in chances))
        await asyncio.sleep(LATEST)
        cpu = family.cpu() - before
        counted = await projector.evaluate("window.counted")
        await chromium.close()
    taken = sorted(when for _, _, when, _ in found)
    lags = [seen - when for seen, when in zip(counted, taken, strict=True)]
    columns = [each[:2] for each in found]
    opened, took = (sorted(column) for column in zip(*columns, strict=True))
    p95 = int(0.95 * (number - 1))
    waits = (opened[p95], took[p95], took[-1], max(lags))
    size = max(each[3] for each in found) / 1000
    say("phones", number, *(f"{1000 * each:,.0f}" for each in waits), f"{size:.1f}", f"{cpu:.1f}")
    return took[p95] > LONGEST or max(lags) > LATEST


def main(asked: argparse.Namespace) -> bool:
    """Serve the app and print a table; return whether a wait is longer than it may be."""
    with served(asked.processes) as (address, family):
        waits = ("opened p95 ms", "tap p95 ms", "last tap ms", "counted late, at most ms")
        say_head("what", "phones", *waits, "KB a phone", "server s")
        missed = [asyncio.run(vote(address, family, number)) for number in asked.phones]
    return any(missed)
