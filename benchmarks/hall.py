"""A lecture hall without browsers: how long readers wait for a page, and what each costs.

`python -m benchmarks.hall` starts the app and lets readers open a page together and then pause at
new steps, each over a web socket of its own, as a browser does; it prints a table. `--at` takes
an app that runs already, `--cpu-of` the process ids whose time is counted then.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import time
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from deploy.processes import Processes, free_ports

PLAYER = "step_player"
PAGE, QUERY = "train", "corpus=pride-and-prejudice"
STEPS = 500
LARGEST = 256 * 2**20
CUT_SHORT = ForwardMsg.FINISHED_EARLY_FOR_RERUN
"""How a run ends that is followed by another."""


@dataclass
class Reader:
    """One session on one page, which keeps of what it is sent only what a browser must know."""

    address: str
    query: str = QUERY
    wire: ClientConnection | None = None
    received: int = 0
    hashes: set[str] = field(default_factory=set)
    page: str = ""
    player: str = ""
    fragment: str = ""
    generation: int = 0

    async def open(self) -> None:
        """Open the page and wait until all of it has come."""
        address = self.address.replace("http", "ws", 1) + "/_stcore/stream"
        self.wire = await connect(
            address, subprotocols=["streamlit"], max_size=LARGEST, open_timeout=120
        )
        first = BackMsg()
        first.rerun_script.page_name = PAGE
        first.rerun_script.query_string = self.query
        await self._ask(first)

    async def pause(self, step: int) -> None:
        """Rest at a step and wait until the page has followed."""
        told = BackMsg()
        rerun = told.rerun_script
        rerun.query_string = self.query
        rerun.page_script_hash = self.page
        rerun.fragment_id = self.fragment
        rerun.cached_message_hashes.extend(self.hashes)
        state = rerun.widget_states.widgets.add(id=self.player)
        state.json_value = json.dumps({"step": [self.generation, step]})
        await self._ask(told)

    async def close(self) -> None:
        if self.wire is not None:
            await self.wire.close()

    async def _ask(self, told: BackMsg) -> None:
        told.rerun_script.context_info.url = f"{self.address}/{PAGE}"
        told.rerun_script.context_info.locale = "en-US"
        assert self.wire is not None
        await self.wire.send(told.SerializeToString())
        while True:
            data = await self.wire.recv()
            assert isinstance(data, bytes)
            self.received += len(data)
            message = ForwardMsg.FromString(data)
            if message.metadata.cacheable and message.hash:
                self.hashes.add(message.hash)
            kind = message.WhichOneof("type")
            if kind == "navigation":
                self.page = message.navigation.page_script_hash
            elif kind == "delta":
                self._look(message)
            elif kind == "script_finished" and message.script_finished != CUT_SHORT:
                return

    def _look(self, message: ForwardMsg) -> None:
        """Find the player among what is drawn, and see that nothing went wrong."""
        element = message.delta.new_element
        if element.WhichOneof("type") == "exception":
            raise RuntimeError(element.exception.message)
        drawn = element.bidi_component
        if drawn.component_name.endswith(PLAYER):
            self.player, self.fragment = drawn.id, message.delta.fragment_id
            data = drawn.json or drawn.mixed.json
            self.generation = json.loads(data)["generation"]


class Clock:
    """The processor time of processes, where the system tells it."""

    def __init__(self, processes: Sequence[int]):
        self.processes = processes

    def seconds(self) -> float:
        """Return what they have taken so far; not a number where that cannot be known."""
        try:
            return sum(map(self._of, self.processes)) if self.processes else float("nan")
        except OSError:
            return float("nan")

    @staticmethod
    def _of(process: int) -> float:
        after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


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
    start = time.perf_counter()
    await work
    return time.perf_counter() - start


async def open_together(readers: Sequence[Reader], clock: Clock, did: str) -> Row:
    """Let all readers open the page at the same moment."""
    before = clock.seconds()
    waits = await asyncio.gather(*(timed(reader.open()) for reader in readers))
    size = sum(reader.received for reader in readers)
    return Row(did, len(readers), waits, clock.seconds() - before, size)


async def pausing(
    readers: Sequence[Reader], every: float, times: int, clock: Clock, steps: Sequence[int]
) -> Row:
    """Let each reader rest at `times` steps, one every so many seconds, begun at random moments."""
    before, already = clock.seconds(), sum(reader.received for reader in readers)
    waits: list[float] = []

    async def read(reader: Reader, seed: int) -> None:
        chance = random.Random(seed)
        await asyncio.sleep(chance.uniform(0, every))
        for _ in range(times):
            waited = await timed(reader.pause(chance.choice(steps)))
            waits.append(waited)
            await asyncio.sleep(max(0.0, every - waited))

    await asyncio.gather(*(read(reader, seed) for seed, reader in enumerate(readers)))
    size = sum(reader.received for reader in readers) - already
    what = f"pause every {every:g} s, {len(steps)} steps"
    return Row(what, len(readers), waits, clock.seconds() - before, size)


async def hall(address: str, clock: Clock, numbers: Sequence[int], every: float, times: int):
    """Print a row for each thing that each number of readers does."""
    print(HEAD, flush=True)
    print(await open_together([Reader(address)], clock, "open first"), flush=True)
    for number in numbers:
        readers = [Reader(address) for _ in range(number)]
        print(await open_together(readers, clock, "open together"), flush=True)
        own = random.Random(number)
        for steps in (range(STEPS + 1), sorted(own.sample(range(STEPS + 1), 12))):
            print(await pausing(readers, every, times, clock, steps), flush=True)
        await asyncio.gather(*(reader.close() for reader in readers))


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """Run the app on a free port; yield its address and its process."""
    [port] = free_ports(1)
    app = Processes([port])
    try:
        app.wait(port)
        yield f"http://127.0.0.1:{port}", app.pids[0]
    finally:
        app.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="Readers in one room, without browsers.")
    parser.add_argument("--readers", type=int, nargs="+", default=[30])
    parser.add_argument("--every", type=float, default=1.5, help="seconds between two pauses")
    parser.add_argument("--times", type=int, default=4, help="pauses of each reader")
    parser.add_argument("--at", help="the address of an app that runs")
    parser.add_argument("--cpu-of", type=int, nargs="*", default=[], help="its process ids")
    asked = parser.parse_args()
    rest = (asked.readers, asked.every, asked.times)
    if asked.at:
        asyncio.run(hall(asked.at, Clock(asked.cpu_of), *rest))
        return
    with served() as (address, process):
        asyncio.run(hall(address, Clock([process]), *rest))


if __name__ == "__main__":
    main()
