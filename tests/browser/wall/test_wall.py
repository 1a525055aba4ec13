"""What a stranger sends hurts nobody else: see README.md."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from tests.browser.conftest import running_server
from tests.browser.helpers import WIRE
from tests.browser.wall.bombs import ATTACK, BOMBS, Bomb
from tests.browser.wall.doors import Visitor
from tests.browser.wall.figures import write_row
from tests.browser.wall.measured import Cost, Watch, app_at, megabytes, wait_for_rest
from tests.browser.wall.neighbour import Neighbour, Waits, browser_beside

CHOSEN = [
    bomb
    for bomb in BOMBS
    if (ATTACK == "all" or bomb.name.startswith(tuple(ATTACK.split())) if ATTACK else bomb.quick)
]
GROWN, SPENT, WORKER = 250, 6.0, 1_500
"""Limits: megabytes and seconds of the app's own process, megabytes of a worker."""

LEFT = 1.0
"""Seconds in which work ends that nobody waits for any more."""


class Room:
    """A browser, and a server that is begun anew once something has spoiled it.

    `address` is that of a server to begin with, else it is one of the room's own, in which a
    neighbour steps beside: `quiet` is what that one waits for alone, `beside_spent` the processor
    time that the app spends on it in a second, and `all_waits` what it waited for beside bombs.
    """

    neighbour: Neighbour | None = None
    quiet = Waits()
    beside_spent = 0.0
    all_waits = Waits()

    def __init__(self, browser: Browser, folder: Path, address: str = ""):
        self.browser, self._folder = browser, folder
        self._stack, self._number = ExitStack(), 0
        self.begin(address)

    def begin(self, address: str = "") -> None:
        """Begin with a server that everybody's first page was drawn by already."""
        self._number += 1
        log = self._folder / f"log-{self._number}.txt"
        self.address = address or self._stack.enter_context(running_server(log))
        self.app = app_at(self.address)
        self.context = self._stack.enter_context(self.browser.new_context(locale="en-US"))
        self.context.add_init_script(WIRE)
        for page in () if address else ("train", "models"):
            visitor = Visitor(self.context, self.address)
            visitor.go(Bomb("link", "none", page=page))
            visitor.leave()
        if not address:
            other = self._stack.enter_context(browser_beside(self.browser))
            self.neighbour = Neighbour(other, self.address)
            with Watch(self.app) as cost:
                self.quiet = self.neighbour.alone()
            self.beside_spent = cost.spent / cost.seconds
            write_row("quiet", beside=self.quiet)

    def beside(self) -> AbstractContextManager[Waits]:
        """Let the neighbour step meanwhile, if there is one."""
        return self.neighbour.stepping() if self.neighbour else nullcontext(Waits())

    def end(self) -> None:
        """End the server. Fails if it ever raised."""
        stack, self._stack = self._stack, ExitStack()
        stack.close()

    def begin_anew(self) -> None:
        """Leave behind what was spoiled."""
        with suppress(AssertionError):
            self.end()
        self.begin()


@pytest.fixture(scope="module")
def room(
    browser: Browser, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Room]:
    """A server for this module alone; for the few quick bombs, that of all tests."""
    address = "" if ATTACK else request.getfixturevalue("server")
    room = Room(browser, tmp_path_factory.mktemp("room"), address)
    yield room
    room.end()


def write(bomb: Bomb, folder: Path, number: int) -> list[Path]:
    """Write a bomb's files, each time a little different."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, data in bomb.files().items():
        path = folder / name
        path.write_bytes(data + b" " * number)
        paths.append(path)
    return paths


@pytest.mark.parametrize("bomb", CHOSEN, ids=lambda bomb: bomb.name)
def test_what_a_reader_sends_is_borne_or_refused_in_a_sentence(room: Room, bomb: Bomb, tmp_path):
    """The app's own process stays small and free, and leaving ends the work."""
    if not room.app.is_running() or megabytes(room.app) > 900:
        room.begin_anew()
    sent = [write(bomb, tmp_path / str(number), number) for number in range(bomb.times)]
    visitor = Visitor(room.context, room.address)
    faults: list[str] = []
    end, said, rested = "result", [], 0.0
    with room.beside() as waits, Watch(room.app) as cost:
        try:
            visitor.open(bomb)
            for paths in sent:
                visitor.send(bomb, paths)
                end = come_to_an_end(visitor, bomb.patience)
            if end == "result" and bomb.text:
                visitor.type(bomb)
                end = come_to_an_end(visitor, bomb.patience)
            if end == "result" and bomb.press:
                visitor.press(bomb)
                end = come_to_an_end(visitor, bomb.patience)
            said = visitor.said()
        except (Error, AssertionError) as error:
            end = f"no answer: {str(error).splitlines()[0][:80]}"
    cost.spent = max(0.0, cost.spent - room.beside_spent * cost.seconds)
    with suppress(Error):
        visitor.leave()
    if not cost.killed:
        rested = wait_for_rest(room.app, 20.0, own=True)
    faults += found(bomb, end, cost, said, rested)
    room.all_waits += waits
    if waits.is_twice(room.quiet):
        faults.append(f"another reader waited for {waits} ms, and {room.quiet} alone")
    taken = (cost.seconds, cost.grown, cost.spent, cost.worker, rested)
    end += " killed" if cost.killed else ""
    write_row(
        bomb.name, end, *(f"{each:.1f}" for each in taken), beside=waits, said=" / ".join(said)
    )
    if cost.killed or cost.grown > GROWN or rested > 5 or end.startswith("no "):
        room.begin_anew()
    assert not faults, "; ".join(faults)


@pytest.mark.skipif(not ATTACK or not CHOSEN, reason="make attack sends it")
def test_beside_all_of_it_a_reader_steps_on(room: Room):
    """Few steps are made beside one bomb, many beside all."""
    write_row("all of these", beside=room.all_waits)
    assert len(room.all_waits.painted) > 20
    assert not room.all_waits.is_twice(room.quiet)


def come_to_an_end(visitor: Visitor, patience: float) -> str:
    """Wait for a page to be still; after a while press "Cancel" and wait again."""
    if not visitor.wait(patience):
        if visitor.cancel():
            return "cancelled" if visitor.wait(10.0) else "not cancelled"
        if not visitor.wait(LEFT):  # else it ended before anybody could press
            return "no end"
    return "sentence" if visitor.said() else "result"


def found(bomb: Bomb, end: str, cost: Cost, said: list[str], rested: float) -> list[str]:
    """Say what of it is not as it has to be."""
    faults = []
    if cost.killed:
        faults.append("the app had to be ended")
    if cost.grown > GROWN:
        faults.append(f"the app grew by {cost.grown:.0f} MB")
    if cost.spent > SPENT:
        faults.append(f"the app worked for {cost.spent:.1f} s")
    if cost.worker > WORKER:
        faults.append(f"a worker had {cost.worker:.0f} MB")
    if end not in ("result", "sentence", "cancelled"):
        faults.append(end)
    if end == "result" and not bomb.harmless:
        faults.append("it was not refused")
    if any("Traceback" in each or "Error:" in each for each in said):
        faults.append(f"no sentence: {said}")
    if rested > LEFT + 1.0:  # a look takes 0.2 s, and a busy machine longer
        faults.append(f"work went on for {rested:.1f} s after its reader had left")
    return faults
