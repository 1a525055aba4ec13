"""Rooms of a class vote: questions, the state of the last one, and one vote per browser.

All processes of a server share one SQLite file, which is deleted when they end. A room has a code,
is led by the browser that opened it, and ends by itself. If all places are taken, an idle room
makes way for a new one.
"""

import os
import secrets
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ui.catalogue import Refusal
from ui.spool import own_folder

FOLDER = "BPE_ROOMS"
"""The environment variable that names the folder of the file, for servers of several processes."""

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_CHARS = 6
"""Characters of a code: no two look alike; a lesson is too short to guess one of 887 million."""

ROOM_SECONDS = 4 * 3600.0
"""Maximum lifetime of a room."""

MAX_ROOMS, MAX_ROOMS_PER_NETWORK = 200, 30
"""Maximum number of simultaneous rooms. A school has one address for all its classrooms. A browser
has one room: opening another ends the last one."""

IDLE_SECONDS = 20.0
"""Seconds without a projector or a phone after which another room may replace a room."""

NOTED_SECONDS = 5.0
"""Seconds between two updates of a room's time of use."""

LOCKED_SECONDS = 0.5
"""Maximum seconds that a call waits for another process's lock."""

FULL_SECONDS = 60.0
"""Seconds for which a room reports that it has turned a phone away."""

MAX_VOTERS, MAX_VOTERS_PER_NETWORK = 1_000, 500
"""Maximum number of voters on one question. A lecture hall has one address."""

MAX_QUESTIONS = 500
"""Maximum number of questions of one room."""

MAX_QUESTION_CHARS = 60_000
NEVER = float("-inf")

_TABLES = """
PRAGMA journal_mode=WAL;
PRAGMA synchronous=OFF;
CREATE TABLE IF NOT EXISTS rooms (
    code TEXT PRIMARY KEY, opener TEXT, network TEXT, began REAL, used REAL, turned_away REAL
);
CREATE TABLE IF NOT EXISTS questions (
    code TEXT, number INTEGER, name TEXT, question TEXT, open INTEGER, verdicts TEXT,
    PRIMARY KEY (code, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS votes (
    code TEXT, number INTEGER, voter TEXT, network TEXT, answer TEXT,
    PRIMARY KEY (code, number, voter)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class RoomState:
    """The last question of a room.

    Attributes:
        number: from 1; a repeated question gets a new number.
        is_open: whether votes are accepted.
        verdicts: JSON, answer -> "right" or "tied", once the answer is shown; "" before.
        name: equal names are the same question.
    """

    number: int
    is_open: bool
    verdicts: str = ""
    name: str = ""


def parse_code(text: str) -> str | None:
    """Parse the code of a room, typed in upper or lower case; None if the text is not a code."""
    code = text.strip().lower()
    return code if len(code) == CODE_CHARS and set(code) <= set(CODE_LETTERS) else None


class Rooms:
    """All rooms of a server. Only the opener of a room, named by each call, can lead it."""

    def __init__(self, file: Path, now: Callable[[], float] = time.time):
        """Store the rooms in a file, which is created if it does not exist."""
        self._file, self._now = file, now
        self._mine, self._making = threading.local(), threading.Lock()

    def open(self, opener: str, network: str = "") -> str:
        """Open a room and return its code; the opener's last room ends.

        Raises `Refusal` if there are too many rooms and none is idle.
        """
        now, whose, where = self._now(), _digest(opener), _digest(network)
        for [code] in self._run("SELECT code FROM rooms WHERE began<=?", now - ROOM_SECONDS):
            self._delete(code)
        rooms = self._run("SELECT code, used, network, opener FROM rooms ORDER BY used")
        ended = [room[0] for room in rooms if room[3] == whose]
        others = [room for room in rooms if room[3] != whose]
        near = [room for room in others if room[2] == where]
        for crowd, most in ((near, MAX_ROOMS_PER_NETWORK), (others, MAX_ROOMS)):
            if len(crowd) >= most:
                if not crowd or crowd[0][1] > now - IDLE_SECONDS:
                    raise Refusal("vote_rooms", most=most)
                ended.append(crowd[0][0])
                break
        for code in ended:
            self._delete(code)
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_CHARS))
        row = code, whose, where, now, now, NEVER
        self._run("INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?)", *row)
        return code

    def led_by(self, opener: str) -> str | None:
        """Return the code of the room that this browser leads, or None."""
        wanted = "SELECT code FROM rooms WHERE opener=? AND began>? ORDER BY began DESC"
        found = self._run(wanted, _digest(opener), self._now() - ROOM_SECONDS)
        return str(found[0][0]) if found else None

    def is_led(self, code: str, opener: str) -> bool:
        """Return whether this room exists and this browser opened it."""
        return self.led_by(opener) == code

    def exists(self, code: str) -> bool:
        wanted = "SELECT 1 FROM rooms WHERE code=? AND began>?"
        return bool(self._run(wanted, code, self._now() - ROOM_SECONDS))

    def use(self, code: str) -> None:
        """Mark a room as in use by a projector or a phone."""
        now = self._now()
        wanted = "UPDATE rooms SET used=? WHERE code=? AND used<?"
        self._run(wanted, now, code, now - NOTED_SECONDS)

    def end(self, code: str, opener: str) -> None:
        """End a room, with everything in it."""
        if self.is_led(code, opener):
            self._delete(code)

    def ask(self, code: str, opener: str, name: str, question: str) -> None:
        """Ask a room a question, and open the vote.

        Raises `Refusal` if the question is too long, or there were too many.
        """
        state = self.state(code)
        number = 1 if state is None else state.number + 1
        if len(question) > MAX_QUESTION_CHARS or number > MAX_QUESTIONS:
            raise Refusal("vote_question", most=MAX_QUESTIONS)
        if self.is_led(code, opener):
            row = code, number, name, question, True, ""
            self._run("INSERT OR REPLACE INTO questions VALUES (?, ?, ?, ?, ?, ?)", *row)
            self._run("UPDATE rooms SET turned_away=? WHERE code=?", NEVER, code)

    def set_open(self, code: str, opener: str, is_open: bool, verdicts: str = "") -> None:
        """Open or close the vote on the last question; with its verdicts, the answer is shown."""
        if self.is_led(code, opener):
            wanted = """UPDATE questions SET open=?, verdicts=? WHERE code=?
                        AND number=(SELECT max(number) FROM questions WHERE code=?)"""
            self._run(wanted, is_open, verdicts, code, code)

    def state(self, code: str) -> RoomState | None:
        """Return the last question of a room; None without one, or without the room."""
        wanted = """SELECT number, open, verdicts, name FROM questions JOIN rooms USING (code)
                    WHERE code=? AND began>? ORDER BY number DESC LIMIT 1"""
        found = self._run(wanted, code, self._now() - ROOM_SECONDS)
        return RoomState(found[0][0], bool(found[0][1]), *found[0][2:]) if found else None

    def question(self, code: str, number: int) -> str:
        """Return the payload of a question for phones; "" if there is none."""
        found = self._run("SELECT question FROM questions WHERE code=? AND number=?", code, number)
        return str(found[0][0]) if found else ""

    def vote(self, code: str, number: int, voter: str, answer: str, network: str = "") -> bool:
        """Store a vote, replacing the voter's last one; return whether it counts.

        It does not if there are too many voters, or the question is closed or not the last one.
        """
        if self.voted(code, number, voter) is None:
            wanted = (
                "SELECT network, count(*) FROM votes WHERE code=? AND number=? GROUP BY network"
            )
            voters = Counter(dict(self._run(wanted, code, number)))
            near = voters[_digest(network)]
            if voters.total() >= MAX_VOTERS or near >= MAX_VOTERS_PER_NETWORK:
                self.turn_away(code)
                return False
        taken = """INSERT INTO votes SELECT ?, ?, ?, ?, ? WHERE
            EXISTS (SELECT 1 FROM questions WHERE code=? AND number=? AND open=1
                    AND number=(SELECT max(number) FROM questions WHERE code=?))
            ON CONFLICT DO UPDATE SET answer=excluded.answer RETURNING 1"""
        row = code, number, _digest(voter), _digest(network), answer
        return bool(self._run(taken, *row, code, number, code))

    def voted(self, code: str, number: int, voter: str) -> str | None:
        """Return the answer that a voter has given, or None."""
        wanted = "SELECT answer FROM votes WHERE code=? AND number=? AND voter=?"
        found = self._run(wanted, code, number, _digest(voter))
        return str(found[0][0]) if found else None

    def votes(self, code: str, number: int) -> Counter[str]:
        """Return answer -> number of votes."""
        wanted = "SELECT answer, count(*) FROM votes WHERE code=? AND number=? GROUP BY answer"
        return Counter(dict(self._run(wanted, code, number)))

    def rounds(self, code: str, name: str) -> list[Counter[str]]:
        """Return the votes of each round of a question, the first round first."""
        wanted = "SELECT number FROM questions WHERE code=? AND name=? ORDER BY number"
        return [self.votes(code, number) for [number] in self._run(wanted, code, name)]

    def turn_away(self, code: str) -> None:
        """Record that a room was full for a phone."""
        self._run("UPDATE rooms SET turned_away=? WHERE code=?", self._now(), code)

    def is_full(self, code: str) -> bool:
        """Return whether a room has turned a phone away within the last `FULL_SECONDS`."""
        wanted = "SELECT 1 FROM rooms WHERE code=? AND turned_away>?"
        return bool(self._run(wanted, code, self._now() - FULL_SECONDS))

    def _delete(self, code: str) -> None:
        for table in ("votes", "questions", "rooms"):
            self._run(f"DELETE FROM {table} WHERE code=?", code)

    def _run(self, command: str, *values: object) -> list[tuple[Any, ...]]:
        """Run one command in its own transaction, and return its rows.

        Raises `Refusal` if the file cannot be read or written; the next call tries again.
        """
        try:
            with closing(self._connection().execute(command, values)) as rows:
                return rows.fetchall()
        except (sqlite3.Error, OSError) as error:
            self._mine.connection = None
            raise Refusal("vote_disk") from error

    def _connection(self) -> sqlite3.Connection:
        """Return this thread's connection, to a new file if the last one was deleted."""
        connection: sqlite3.Connection | None = getattr(self._mine, "connection", None)
        if connection is None or not self._file.exists():
            with self._making:
                self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                connection = sqlite3.connect(self._file, LOCKED_SECONDS, isolation_level=None)
                connection.executescript(_TABLES)
            self._mine.connection = connection
        return connection


def _digest(name: str) -> str:
    """Return the digest stored instead of a browser's name."""
    return sha256(name.encode()).hexdigest()


@cache
def shared() -> Rooms:
    """Return the rooms of this server, created at the first call.

    Raises `Refusal` if no temporary folder is writable.
    """
    folder = os.environ.get(FOLDER)
    if folder is None:
        try:
            folder = str(own_folder("bpe-rooms"))
        except OSError as error:
            raise Refusal("vote_folder") from error
    return Rooms(Path(folder) / "votes.db")
