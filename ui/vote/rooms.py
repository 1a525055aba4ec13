"""Rooms of a class vote: questions, the state of the last one, and one vote a browser.

All processes of a server share one SQLite file, which goes with them. A room has a code, is led by
the browser that opened it, and ends by itself. An idle one makes way for another where all places
are taken.
"""

import atexit
import os
import secrets
import shutil
import sqlite3
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from ui.catalogue import Refusal

FOLDER = "BPE_ROOMS"
"""Names the folder of the file in the environment, where several processes share it."""

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of a code: none that reads like another one."""

LENGTH = 6
"""Of a code: 887 million of them, so that nobody guesses one in a lesson's time."""

SECONDS = 4 * 3600.0
"""After which a room ends."""

MOST_ROOMS, ROOMS_OF_ONE = 200, 30
"""Rooms at a time, and those opened from one address: a school has one for all its classrooms.
A browser has one room: its last one ends as it opens another."""

IDLE = 20.0
"""Seconds without a projector or a phone after which a room makes way for another."""

NOTED = 5.0
"""Seconds after which it is written down again that a room is looked at."""

MOST_VOTERS, VOTERS_OF_ONE = 1_000, 500
"""Browsers that can vote on one question, and those of one address: a lecture hall has one."""

NEVER = float("-inf")
FULL = 60.0
"""Seconds for which a room that has turned a phone away says so."""

MOST_QUESTIONS = 500
"""Of one room."""

LARGEST = 60_000
"""Characters of a question as phones get it."""

_TABLES = """
PRAGMA journal_mode=WAL;
PRAGMA synchronous=OFF;
CREATE TABLE IF NOT EXISTS rooms (
    code TEXT PRIMARY KEY, opener TEXT, place TEXT, began REAL, used REAL, full REAL
);
CREATE TABLE IF NOT EXISTS questions (
    code TEXT, number INTEGER, name TEXT, question TEXT, open INTEGER, verdicts TEXT,
    PRIMARY KEY (code, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS votes (
    code TEXT, number INTEGER, voter TEXT, place TEXT, answer TEXT,
    PRIMARY KEY (code, number, voter)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class State:
    """Where a room is.

    Attributes:
        number: of the question, from 1; asked again, it has another one.
        is_open: whether votes are taken.
        verdicts: JSON, answer -> "right" or "tied", once the answer is shown; "" before.
    """

    number: int
    is_open: bool
    verdicts: str = ""


def as_code(text: str) -> str | None:
    """Return the code that a text is, None where it is none; in whatever case it was typed."""
    code = text.strip().lower()
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else None


class Rooms:
    """All rooms of a serving. Whoever leads one names its opener; others change nothing."""

    def __init__(self, file: Path, now: Callable[[], float] = time.time):
        """Keep the rooms in a file, which is made where there is none."""
        self._file, self._now = file, now
        self._mine, self._making = threading.local(), threading.Lock()

    def open(self, opener: str, place: str = "") -> str:
        """Open a room from an address and return its code; the opener's last one ends.

        Raises `Refusal` where all places are taken and none of these rooms is idle.
        """
        for [code] in self._run("SELECT code FROM rooms WHERE began<=?", self._now() - SECONDS):
            self._forget(code)
        whose, where = _digest(opener), _digest(place)
        for ended in self._making_way(whose, where):
            self._forget(ended)
        code, now = "".join(secrets.choice(LETTERS) for _ in range(LENGTH)), self._now()
        row = code, whose, where, now, now, NEVER
        self._run("INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?)", *row)
        return code

    def _making_way(self, opener: str, place: str) -> list[str]:
        """Return the rooms that end: the opener's last, and where it frees no place, the idlest."""
        rooms = self._run("SELECT code, used, place, opener FROM rooms ORDER BY used")
        own = [room[0] for room in rooms if room[3] == opener]
        others = [room for room in rooms if room[3] != opener]
        near = [room for room in others if room[2] == place]
        for crowd, most in ((near, ROOMS_OF_ONE), (others, MOST_ROOMS)):
            if len(crowd) >= most:
                if not crowd or crowd[0][1] > self._now() - IDLE:
                    raise Refusal("vote_rooms", most=most)
                return [*own, crowd[0][0]]
        return own

    def led_by(self, opener: str) -> str | None:
        """Return the code of the room that this browser leads; None where it leads none."""
        wanted = "SELECT code FROM rooms WHERE opener=? AND began>?"
        found = self._run(wanted, _digest(opener), self._now() - SECONDS)
        return str(found[0][0]) if found else None

    def use(self, code: str) -> None:
        """Note that a projector or a phone looks at a room: it is not idle."""
        now = self._now()
        self._run("UPDATE rooms SET used=? WHERE code=? AND used<?", now, code, now - NOTED)

    def ask(self, code: str, opener: str, name: str, question: str) -> None:
        """Put a question to a room and take votes on it; `name` tells it from others.

        Raises `Refusal` where the question is too long, or one of too many.
        """
        state = self.state(code)
        number = 1 if state is None else state.number + 1
        if len(question) > LARGEST or number > MOST_QUESTIONS:
            raise Refusal("vote_question", most=MOST_QUESTIONS)
        if self.is_led(code, opener):
            row = code, number, name, question, True, ""
            self._run("INSERT OR REPLACE INTO questions VALUES (?, ?, ?, ?, ?, ?)", *row)
            self._run("UPDATE rooms SET full=? WHERE code=?", NEVER, code)

    def close(self, code: str, opener: str, verdicts: str = "") -> None:
        """Take no more votes on the question that is put; with the verdicts its answer is shown."""
        self._turn(code, opener, False, verdicts)

    def reopen(self, code: str, opener: str) -> None:
        """Take votes again on the question that is put, as if its answer had not been shown."""
        self._turn(code, opener, True, "")

    def _turn(self, code: str, opener: str, is_open: bool, verdicts: str) -> None:
        if self.is_led(code, opener):
            wanted = """UPDATE questions SET open=?, verdicts=? WHERE code=?
                        AND number=(SELECT max(number) FROM questions WHERE code=?)"""
            self._run(wanted, is_open, verdicts, code, code)

    def end(self, code: str, opener: str) -> None:
        """End a room, with all that it holds."""
        if self.is_led(code, opener):
            self._forget(code)

    def is_led(self, code: str, opener: str) -> bool:
        """Whether there is such a room and this browser opened it."""
        wanted = "SELECT 1 FROM rooms WHERE code=? AND opener=? AND began>?"
        return bool(self._run(wanted, code, _digest(opener), self._now() - SECONDS))

    def is_there(self, code: str) -> bool:
        """Whether there is such a room."""
        wanted = "SELECT 1 FROM rooms WHERE code=? AND began>?"
        return bool(self._run(wanted, code, self._now() - SECONDS))

    def state(self, code: str) -> State | None:
        """Return where a room is; None where there is none, or no question yet."""
        wanted = """SELECT number, open, verdicts FROM questions JOIN rooms USING (code)
                    WHERE code=? AND began>? ORDER BY number DESC LIMIT 1"""
        found = self._run(wanted, code, self._now() - SECONDS)
        return State(found[0][0], bool(found[0][1]), found[0][2]) if found else None

    def question(self, code: str, number: int) -> str:
        """Return a question as phones get it; "" where there is none."""
        found = self._run("SELECT question FROM questions WHERE code=? AND number=?", code, number)
        return str(found[0][0]) if found else ""

    def numbers(self, code: str, name: str) -> list[int]:
        """Return the numbers under which a question was put, the first time first."""
        wanted = "SELECT number FROM questions WHERE code=? AND name=? ORDER BY number"
        return [number for [number] in self._run(wanted, code, name)]

    def vote(self, code: str, number: int, voter: str, answer: str, place: str = "") -> bool:
        """Take a vote in place of the voter's last; say whether it counts.

        It does not where the question is no longer put or closed, and for too many voters.
        """
        if self.voted(code, number, voter) is None and self._is_crowded(code, number, place):
            self.turn_away(code)
            return False
        taken = """INSERT INTO votes SELECT ?, ?, ?, ?, ? WHERE
            EXISTS (SELECT 1 FROM questions WHERE code=? AND number=? AND open=1
                    AND number=(SELECT max(number) FROM questions WHERE code=?))
            ON CONFLICT DO UPDATE SET answer=excluded.answer RETURNING 1"""
        row = code, number, _digest(voter), _digest(place), answer
        return bool(self._run(taken, *row, code, number, code))

    def _is_crowded(self, code: str, number: int, place: str) -> bool:
        wanted = "SELECT place, count(*) FROM votes WHERE code=? AND number=? GROUP BY place"
        voters = Counter(dict(self._run(wanted, code, number)))
        return voters.total() >= MOST_VOTERS or voters[_digest(place)] >= VOTERS_OF_ONE

    def turn_away(self, code: str) -> None:
        """Note that a phone found no place in a room."""
        self._run("UPDATE rooms SET full=? WHERE code=?", self._now(), code)

    def is_full(self, code: str) -> bool:
        """Whether a room has turned a phone away of late."""
        wanted = "SELECT 1 FROM rooms WHERE code=? AND full>?"
        return bool(self._run(wanted, code, self._now() - FULL))

    def voted(self, code: str, number: int, voter: str) -> str | None:
        """Return the answer that a voter has given; None where there is none."""
        wanted = "SELECT answer FROM votes WHERE code=? AND number=? AND voter=?"
        found = self._run(wanted, code, number, _digest(voter))
        return str(found[0][0]) if found else None

    def count(self, code: str, number: int) -> int:
        """Return how many have voted."""
        wanted = "SELECT count(*) FROM votes WHERE code=? AND number=?"
        return int(self._run(wanted, code, number)[0][0])

    def votes(self, code: str, number: int) -> Counter[str]:
        """Return how many have given each answer."""
        wanted = "SELECT answer, count(*) FROM votes WHERE code=? AND number=? GROUP BY answer"
        return Counter(dict(self._run(wanted, code, number)))

    def _forget(self, code: str) -> None:
        for table in ("votes", "questions", "rooms"):
            self._run(f"DELETE FROM {table} WHERE code=?", code)

    def _run(self, command: str, *values: object) -> list[tuple[Any, ...]]:
        """Run one command, by itself, and return its rows.

        Raises `Refusal` where the file cannot be read or written; the next call tries again.
        """
        try:
            with closing(self._connection().execute(command, values)) as rows:
                return rows.fetchall()
        except (sqlite3.Error, OSError) as error:
            self._mine.connection = None
            raise Refusal("vote_disk") from error

    def _connection(self) -> sqlite3.Connection:
        """Return the connection of this thread, to a new file where the last one was deleted."""
        connection: sqlite3.Connection | None = getattr(self._mine, "connection", None)
        if connection is None or not self._file.exists():
            with self._making:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                connection = sqlite3.connect(self._file, timeout=10, isolation_level=None)
                connection.executescript(_TABLES)
            self._mine.connection = connection
        return connection


def _digest(name: str) -> str:
    """Stand for a browser, whose own name is in no file."""
    return sha256(name.encode()).hexdigest()


def place_of(host: str | None) -> str:
    """Name the place an address is in: of IPv6 the half that a whole network shares."""
    try:
        address = ip_address(host or "")
    except ValueError:
        return str(host or "")
    return (getattr(address, "ipv4_mapped", None) or address).packed[:8].hex()


@cache
def shared() -> Rooms:
    """Return the rooms of this serving; made when the first one is asked for.

    Raises `Refusal` where no folder for temporary files can be written to.
    """
    folder = os.environ.get(FOLDER)
    if folder is None:
        try:
            folder = tempfile.mkdtemp(prefix="bpe-rooms-")
        except OSError as error:
            raise Refusal("vote_folder") from error
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Rooms(Path(folder) / "votes.db")
